import Core

/// What an imported file is, by its first bytes; its name says nothing.
package enum ImportedKind: String, CaseIterable, Sendable {
  case jpeg, png, mp4, mov, mkv, avi, pdf
  /// Anything else, which is kept as it is.
  case other

  /// So many bytes tell.
  static let headByteCount = 16

  /// What a file is that begins with `head`.
  ///
  /// By the formats' own specifications: SOI and a marker; the signature of PNG; `ftyp` of ISO 14496-12, whose brand
  /// `qt  ` is QuickTime's; EBML; RIFF with `AVI `; `%PDF-`.
  init(head: [UInt8]) {
    let text = { (range: Range<Int>) in
      head.count >= range.upperBound ? String(decoding: head[range], as: UTF8.self) : ""
    }
    switch true {
    case head.starts(with: [0xFF, 0xD8, 0xFF]): self = .jpeg
    case head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]): self = .png
    case text(4..<8) == "ftyp": self = text(8..<12) == "qt  " ? .mov : .mp4
    case ["moov", "mdat", "wide", "free"].contains(text(4..<8)): self = .mov
    case head.starts(with: [0x1A, 0x45, 0xDF, 0xA3]): self = .mkv
    case text(0..<4) == "RIFF" && text(8..<12) == "AVI ": self = .avi
    case text(0..<5) == "%PDF-": self = .pdf
    default: self = .other
    }
  }

  /// How its file's name ends in the store.
  var ending: String {
    switch self {
    case .jpeg: "jpg"
    case .png, .mp4, .mov, .mkv, .avi, .pdf: rawValue
    case .other: "bin"
    }
  }
}
