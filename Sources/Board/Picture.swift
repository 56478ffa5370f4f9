import Core
import Imaging

/// The picture of a photo that was taken and is not stored yet, as JPEG, in memory.
///
/// A camera's own JPEG stays as it is, but for standard Huffman tables where it brings none, and is no picture unless
/// it is whole and has the size that the camera agreed to; raw frames are encoded.
struct Picture {
  let jpeg: [UInt8]
  /// Pixels a row.
  let width: Int
  /// Rows.
  let height: Int
  /// The camera's pixel format, as a four-character code.
  let format: String
  let hasInsertedTables: Bool

  /// The picture in `frame`; a frame that is no picture is refused.
  ///
  /// Blocks for some milliseconds of computing.
  init(of frame: borrowing LentFrame) throws(Failure) {
    self = frame.layout.format == .mjpeg ? try .complete(frame) : try .encode(frame)
  }

  private init(
    jpeg: [UInt8], width: Int, height: Int, format: String, hasInsertedTables: Bool
  ) {
    self.jpeg = jpeg
    self.width = width
    self.height = height
    self.format = format
    self.hasInsertedTables = hasInsertedTables
  }

  /// What is known of it as the photo `shot`, taken at the moment `taken`.
  func facts(of shot: Shot, taken: Moment) -> PhotoFacts {
    var facts = PhotoFacts(of: shot, taken: taken, width: width, height: height, format: format)
    facts.hasInsertedTables = hasInsertedTables
    return facts
  }

  private static func complete(_ frame: borrowing LentFrame) throws(Failure) -> Picture {
    let format = frame.format
    do throws(ImagingError) {
      let structure = try structure(of: frame)
      return try structure.withHuffmanTables(in: frame.bytes) {
        (bytes, wereInserted) throws(ImagingError) in
        try PictureCheck.check(complete: bytes)
        return Picture(
          jpeg: Array(bytes), width: structure.width, height: structure.height,
          format: format, hasInsertedTables: wereInserted)
      }
    } catch {
      throw Failure(.camera, .frameUnusable(error.reason), kind: .unusableFrame)
    }
  }

  /// The structure of the picture in `frame`, which has the size that the camera agreed to: another is
  /// what a cable made of it, or left from before the camera's last change.
  private static func structure(
    of frame: borrowing LentFrame
  ) throws(ImagingError) -> JPEGStructure {
    let structure = try JPEGStructure(of: frame.bytes)
    guard structure.width == frame.layout.width, structure.height == frame.layout.height else {
      throw .sizeMismatch(width: structure.width, height: structure.height)
    }
    return structure
  }

  private static func encode(_ frame: borrowing LentFrame) throws(Failure) -> Picture {
    do throws(ImagingError) {
      // Made anew for each photo: it holds more memory than all the rest, and photos are rare.
      let encoder = try JPEGEncoder(layout: frame.layout, quality: frame.quality)
      let jpeg = try encoder.encode(frame.bytes) { Array($0) }
      return Picture(
        jpeg: jpeg, width: frame.layout.width, height: frame.layout.height,
        format: frame.format, hasInsertedTables: false)
    } catch {
      throw Failure(.camera, .frameUnusable(error.reason), kind: .unusableFrame)
    }
  }
}

extension Phrase {
  static func frameUnusable(_ reason: Phrase) -> Phrase {
    Phrase("camera.frame-unusable", "the camera's picture cannot be used: {1}.", reason)
  }
}
