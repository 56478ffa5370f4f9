/// What a piece can have beside its own file, as a file of the same number; the raw value is what follows the number in
/// its name.
package enum Companion: String, CaseIterable, Hashable, Sendable {
  /// What a mask frames of a document.
  case crop = "-crop.jpg"
  /// The picture as glyphs, without their colours.
  case text = ".txt"
  /// The picture as glyphs, with their colours.
  case ansi = ".ans"

  /// Its name in the list of an export, which is put before what that says of the file.
  package var name: String {
    switch self {
    case .crop: "crop"
    case .text: "text"
    case .ansi: "ansi"
    }
  }

  /// The files that `crop` and `glyphs` come to.
  package static func files(
    _ crop: StoredCrop?, _ glyphs: StoredGlyphs?
  ) -> [Companion: StoredFile] {
    var files: [Companion: StoredFile] = [:]
    files[.crop] = crop?.stored
    (files[.text], files[.ansi]) = (glyphs?.text, glyphs?.ansi)
    return files
  }
}

extension [Companion: StoredFile] {
  /// The files, in the order of what they are.
  package var inOrder: [StoredFile] { Companion.allCases.compactMap { self[$0] } }
}

/// A file of the store that will be there after a power cut.
package struct StoredFile: Hashable, Sendable {
  /// Where it is, relative to the store.
  package let file: String
  /// The SHA-256 of its bytes in lower-case hexadecimal.
  package let sha256: String
  /// Its size in bytes.
  package let byteCount: Int

  /// A file as the store wrote it.
  package init(file: String, sha256: String, byteCount: Int) {
    self.file = file
    self.sha256 = sha256
    self.byteCount = byteCount
  }

  /// What its object in `json` says; nil where that is none.
  package init?(_ json: JSON?) {
    guard case .string(let file)? = json?.member("file"),
      case .string(let sha256)? = json?.member("sha256"),
      case .integer(let byteCount)? = json?.member("bytes")
    else { return nil }
    self.init(file: file, sha256: sha256, byteCount: byteCount)
  }

  /// What programs and records are told of it.
  package var members: [(String, JSON)] {
    [("file", .string(file)), ("sha256", .string(sha256)), ("bytes", .integer(byteCount))]
  }
}
