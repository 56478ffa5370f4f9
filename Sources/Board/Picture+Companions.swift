import Core
import Imaging

/// What is kept beside a picture: the part of it that a mask frames, and its glyphs, where somebody wants them.
extension Picture {
  /// What frames the picture of `shot`, as a picture of its own; nil where nothing does, or where the picture is of a
  /// kind that can't be cropped without decoding it: the photo is none the worse for that.
  ///
  /// Blocks for some milliseconds of computing.
  func crop(for shot: Shot) -> PictureCrop? {
    guard let mask = shot.mask else { return nil }
    let area = mask.area(in: width, height, seen: shot.orientation ?? .topLeft)
    let result = jpeg.withUnsafeBytes { bytes in
      Result { () throws(ImagingError) in try JPEGCrop.crop(bytes, to: area) }
    }
    switch result {
    case .success(let crop): return crop
    case .failure: return nil
    }
  }

  /// The picture of `shot` as glyphs; nil where nobody asked for them, or where it can't be drawn: the photo is none the
  /// worse for that.
  ///
  /// Blocks for some milliseconds of computing.
  func glyphs(for shot: Shot) -> PictureGlyphs? {
    guard let style = shot.glyphs else { return nil }
    let result = jpeg.withUnsafeBytes { bytes in
      Result { () throws(ImagingError) in
        try PictureGlyphs(of: bytes, seen: shot.orientation, style)
      }
    }
    switch result {
    case .success(let glyphs): return glyphs
    case .failure: return nil
    }
  }
}
