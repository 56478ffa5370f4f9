import Core
import Imaging

/// The picture of a photo that was taken and is not stored yet, as JPEG, in memory.
///
/// A camera's own JPEG stays as it is, but for what it lacks and what stands behind it (`PictureChanges`). It is no
/// picture unless it is whole; its size is its own, since some cameras agree to another. Raw frames are encoded.
struct Picture {
  let jpeg: [UInt8]
  /// Pixels a row.
  let width: Int
  /// Rows.
  let height: Int
  /// The camera's pixel format, as a four-character code.
  let format: String
  let changes: PictureChanges

  /// The picture in `frame`; a frame that is no picture is refused.
  ///
  /// Blocks for some milliseconds of computing.
  init(of frame: borrowing LentFrame) throws(Failure) {
    // Its parts one by one: Swift 6.0.3 crashes where the frame itself is lent on.
    let (bytes, layout, format) = (frame.bytes, frame.layout, frame.format)
    let (quality, isEarly) = (frame.quality, frame.isEarly)
    if layout.format == .mjpeg {
      self = try .complete(bytes, format)
    } else {
      self = try .encode(bytes, layout, format, quality: quality)
    }
    if isEarly, isBlank {
      throw Failure(
        .camera, .frameUnusable(Phrase("picture.blank", "all of it has one brightness")),
        kind: .unusableFrame)
    }
  }

  private init(
    jpeg: [UInt8], width: Int, height: Int, format: String, changes: PictureChanges
  ) {
    self.jpeg = jpeg
    self.width = width
    self.height = height
    self.format = format
    self.changes = changes
  }

  /// What is known of it as the photo `shot`, taken at the moment `taken`.
  func facts(of shot: Shot, taken: Moment) -> PhotoFacts {
    var facts = PhotoFacts(of: shot, taken: taken, width: width, height: height, format: format)
    facts.changes = changes
    return facts
  }

  /// Whether all of it has one brightness, as the first pictures of some cameras: black, or green.
  ///
  /// A dark room has too, so that this says something only of a camera that has just been started.
  private var isBlank: Bool {
    let thumbnail = jpeg.withUnsafeBytes { bytes in
      Result { () throws(ImagingError) in try Thumbnailer.thumbnail(ofPicture: bytes) }
    }
    switch thumbnail {
    case .success(let thumbnail): return thumbnail.isBlank
    case .failure: return false  // It was just read or made, and can be reduced.
    }
  }

  private static func complete(
    _ frame: UnsafeRawBufferPointer, _ format: String
  ) throws(Failure) -> Picture {
    do throws(ImagingError) {
      return try CameraJPEG.withPicture(in: frame) {
        (picture, structure, changes) throws(ImagingError) in
        try PictureCheck.check(complete: picture)
        return Picture(
          jpeg: Array(picture), width: structure.width, height: structure.height,
          format: format, changes: changes)
      }
    } catch {
      throw Failure(.camera, .frameUnusable(error.reason), kind: .unusableFrame)
    }
  }

  private static func encode(
    _ frame: UnsafeRawBufferPointer, _ layout: FrameLayout, _ format: String, quality: Int
  ) throws(Failure) -> Picture {
    do throws(ImagingError) {
      // The encoder is made anew for each photo: it holds more memory than all the rest, and photos are rare.
      let jpeg = try JPEGEncoder.jpeg(of: frame, layout, quality: quality)
      return Picture(
        jpeg: jpeg, width: layout.width, height: layout.height, format: format,
        changes: PictureChanges())
    } catch {
      throw Failure(.camera, .frameUnusable(error.reason), kind: .unusableFrame)
    }
  }
}

extension Phrase {
  static func frameUnusable(_ reason: Phrase) -> Phrase {
    Phrase("camera.frame-unusable", "the camera's picture cannot be used: \(reason).")
  }
}
