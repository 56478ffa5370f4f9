import Core

@testable import Imaging

/// One JPEG frame of a camera, or one file that somebody put among the pictures, which may be a PNG one.
enum PictureTarget {
  /// No camera has more pixels in a frame.
  private static let mostPixels = 1 << 22

  @Sendable static func run(_ input: UnsafeRawBufferPointer) {
    examineFile(input)
    if PNGPicture.isBegun(by: input) { examinePNG(input) }
    do throws(ImagingError) {
      try CameraJPEG.withPicture(in: input) { (picture, _, changes) in
        check(picture, changes, of: input)
        examineWholePicture(picture)
      }
    } catch {
      claimHarmless(error.reason.english, "the reason")
    }
  }

  /// It is read, a part at a time or at once, or refused in a sentence.
  private static func examinePNG(_ bytes: UnsafeRawBufferPointer) {
    do throws(ImagingError) {
      let picture = try PNGPicture(bytes)
      guard picture.width * picture.height <= mostPixels else { return }
      while try !picture.advance(bytes, pixelCount: 100) {}
      let still = try GlyphStill(checking: bytes)
      claim(still.width == picture.width && still.height == picture.height, "another size")
      let area = still.area(columns: 20)
      claim(try !still.drawn(bytes, GlyphStyle(), .unicode, area, as: [.text]).isEmpty, "nothing")
    } catch {
      claimHarmless(error.reason.english, "the reason")
    }
  }

  /// What is said to have been changed is all that was.
  private static func check(
    _ picture: UnsafeRawBufferPointer, _ changes: PictureChanges, of frame: UnsafeRawBufferPointer
  ) {
    let kept = frame.count - changes.cutByteCount
    let added =
      (changes.hasAddedEnd ? 2 : 0) + (changes.hasInsertedTables ? HuffmanTables.segment.count : 0)
    claim(picture.count == kept + added, "bytes were changed in silence")
    claim(picture.count >= 4 && picture[0] == 0xFF && picture[1] == 0xD8, "no start marker")
    claim(picture[picture.count - 1] == 0xD9, "no end marker")
    guard !changes.hasInsertedTables else { return }
    claim(picture.prefix(kept).elementsEqual(frame.prefix(kept)), "a byte was changed")
  }

  private static func examineWholePicture(_ picture: UnsafeRawBufferPointer) {
    do throws(ImagingError) {
      let structure = try JPEGStructure(of: picture)
      claim(structure.endOffset != nil, "a picture without an end")
      claim(!structure.lacksHuffmanTables, "a picture without its tables")
      try PictureCheck.check(complete: picture)
      reduce(picture)
      if structure.width * structure.height <= mostPixels { crop(picture, structure) }
    } catch {
      claimHarmless(error.reason.english, "the reason")
    }
  }

  /// What is cut out of a whole picture is whole, and cut once more the same.
  private static func crop(_ picture: UnsafeRawBufferPointer, _ structure: JPEGStructure) {
    let area = Mask.id.area(inUpright: structure.width, structure.height)
    do throws(ImagingError) {
      let crop = try JPEGCrop.crop(picture, to: area)
      claim(crop.area.x <= area.x && crop.area.y <= area.y, "a part of the mask was left out")
      let isWhole = crop.jpeg.withUnsafeBytes { (try? PictureCheck.check($0)) != nil }
      claim(isWhole, "a crop that is not whole")
      let again = try JPEGCrop.crop(picture, to: crop.area)
      claim(again == crop, "another crop of the same")
    } catch {
      claimHarmless(error.reason.english, "the reason")
    }
  }

  private static func examineFile(_ bytes: UnsafeRawBufferPointer) {
    do throws(ImagingError) {
      let structure = try PictureCheck.check(bytes)
      claim(structure.width > 0 && structure.height > 0, "a whole picture without a size")
    } catch {
      claimHarmless(error.reason.english, "the reason")
    }
    reduceFrame(bytes)
  }

  /// As frames are looked at before anybody wants them: they have the size that their camera agreed to.
  private static func reduceFrame(_ frame: UnsafeRawBufferPointer) {
    do throws(ImagingError) {
      let structure = try JPEGStructure(of: frame)
      if structure.width * structure.height <= mostPixels { reduce(frame) }
    } catch {
      claimHarmless(error.reason.english, "the reason")
    }
  }

  private static func reduce(_ picture: UnsafeRawBufferPointer) {
    do throws(ImagingError) {
      let thumbnail = try Thumbnailer.thumbnail(ofPicture: picture)
      claim(thumbnail.width <= Thumbnail.largestWidth, "a thumbnail too wide")
      claim(thumbnail.height <= Thumbnail.largestHeight, "a thumbnail too high")
      _ = thumbnail.isBlank
    } catch {
      claimHarmless(error.reason.english, "the reason")
    }
  }
}
