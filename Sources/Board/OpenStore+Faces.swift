import Core
import Evidence
import Imaging

/// The faces of pieces, as they are seen over their pictures.
extension OpenStore {
  /// More pixels of a PNG picture take longer to read than a press may wait.
  private static let mostPNGPixels = 2_000_000

  /// The faces of piece `number`; none where they can't be read.
  func faces(of number: Int) -> FaceSheet? { try? store.archive.faces(of: number) }

  /// Writes the faces of piece `number`, and its picture with them, into files; blocks for some milliseconds of computing
  /// and in the flushes.
  func saveFaces(of number: Int) throws(Failure) -> Phrase {
    let sheet = try store.savableFaces(of: number)
    guard let picture = picture(number) else { throw .refused(.notDrawable(number)) }
    let drawing = picture.bytes.withUnsafeBytes { bytes in
      Result { () throws(ImagingError) in
        try OpenStore.still(of: bytes, picture.orientation)?.png(bytes, with: sheet)
      }
    }
    guard case .success(let png?) = drawing else { throw .refused(.notDrawable(number)) }
    return try store.saveFaces(sheet, of: number, drawn: png)
  }

  /// Nil for a PNG picture that is too large.
  private static func still(
    of bytes: UnsafeRawBufferPointer, _ orientation: Orientation?
  ) throws(ImagingError) -> GlyphStill? {
    guard PNGPicture.isBegun(by: bytes) else {
      return try GlyphStill(sizing: bytes, seen: orientation)
    }
    let png = try PNGPicture(bytes)
    return png.width * png.height <= mostPNGPixels ? try GlyphStill(checking: bytes) : nil
  }
}

extension Phrase {
  fileprivate static func notDrawable(_ number: Int) -> Phrase {
    Phrase(
      "face.not-drawable",
      """
      Nothing was saved: piece \(number) can't be drawn here. "exhibit show \(number) --png FILE" on the board says why, \
      or draws it.
      """)
  }
}
