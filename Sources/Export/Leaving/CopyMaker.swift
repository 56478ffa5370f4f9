import Core
import Evidence
import Imaging
import System

/// Makes copies of pieces in which faces are blank.
struct CopyMaker {
  /// The files of a copy.
  struct Files {
    let picture: [UInt8]
    let crop: [UInt8]?
  }

  /// No camera's picture has more bytes.
  private static let longest = 1 << 27

  /// The directory of the store.
  let store: String

  /// The copy of the piece with this `number` that is described by `blank`.
  ///
  /// Blocks for as long as reading its pictures and going through their coefficients takes. Refuses what is not as it was
  /// stored, and a picture of which a part is lost or can't be made blank.
  func files(of number: Int, _ blank: BlankFaces) throws(Failure) -> Files {
    Files(
      picture: try redacted(blank.original, blank.areas, number),
      crop: try blank.crop.map { crop throws(Failure) in
        try redacted(crop.stored, blank.areas.compactMap { $0.inside(crop.area) }, number)
      })
  }

  private func redacted(
    _ file: StoredFile, _ areas: [PixelArea], _ number: Int
  ) throws(Failure) -> [UInt8] {
    let path = "\(store)/\(file.file)"
    guard let bytes = try? File.bytes(at: path, limit: CopyMaker.longest),
      Digest.of(bytes) == file.sha256
    else { throw Failure(.store, .copyOfAltered(number, path)) }
    let result = bytes.withUnsafeBytes { picture in
      Result { () throws(ImagingError) in
        try PictureCheck.check(complete: picture)
        return try JPEGRedaction.redacted(picture, areas).jpeg
      }
    }
    do { return try result.get() } catch {
      throw Failure(.store, .copyImpossible(number, error.reason))
    }
  }
}

extension PixelArea {
  /// The part of it that is in `other`, counted from its left upper corner; nil where none is.
  fileprivate func inside(_ other: PixelArea) -> PixelArea? {
    let (left, top) = (max(x, other.x), max(y, other.y))
    let right = min(x + width, other.x + other.width)
    let bottom = min(y + height, other.y + other.height)
    guard left < right, top < bottom else { return nil }
    return PixelArea(x: left - other.x, y: top - other.y, width: right - left, height: bottom - top)
  }
}

extension Phrase {
  fileprivate static func copyOfAltered(_ number: Int, _ path: String) -> Phrase {
    Phrase(
      "copy.of-altered",
      "Piece \(number) stays: \(path) is not what was stored, so that no copy without faces is made of it."
    )
  }

  fileprivate static func copyImpossible(_ number: Int, _ reason: Phrase) -> Phrase {
    Phrase(
      "copy.impossible",
      "Piece \(number) stays: no copy without faces can be made of its picture: \(reason).")
  }
}
