import Core
import Imaging

/// The part of a picture that is kept too, where a mask frames it.
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
}
