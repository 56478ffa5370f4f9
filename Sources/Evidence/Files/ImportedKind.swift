import Core

/// What an imported file is, by its first bytes; its name says nothing.
package enum ImportedKind: String, CaseIterable, Sendable {
  case jpeg, png, heic, avif, cr3, mp4, mov, mkv, avi, pdf
  /// Anything else, which is kept as it is.
  case other

  /// So many bytes tell.
  static let headByteCount = 64

  /// What a file is that begins with `head`.
  ///
  /// By the formats' own specifications: SOI and a marker; the signature of PNG; `ftyp` of ISO 14496-12 and its brands;
  /// EBML; RIFF with `AVI `; `%PDF-`.
  init(head: [UInt8]) {
    let text = { (range: Range<Int>) in
      head.count >= range.upperBound ? String(decoding: head[range], as: UTF8.self) : ""
    }
    switch true {
    case head.starts(with: [0xFF, 0xD8, 0xFF]): self = .jpeg
    case head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]): self = .png
    case text(4..<8) == "ftyp":
      self = ImportedKind(major: text(8..<12), ImportedKind.brands(in: head))
    case ["moov", "mdat", "wide", "free"].contains(text(4..<8)): self = .mov
    case head.starts(with: [0x1A, 0x45, 0xDF, 0xA3]): self = .mkv
    case text(0..<4) == "RIFF" && text(8..<12) == "AVI ": self = .avi
    case text(0..<5) == "%PDF-": self = .pdf
    default: self = .other
    }
  }

  /// What a file with a box `ftyp` is, by its major brand; those of pictures in general (ISO 23008-12) say by the brands
  /// beside it how these are coded.
  private init(major: String, _ others: [String]) {
    switch major {
    case "qt  ": self = .mov
    case "crx ": self = .cr3
    case "avif", "avis": self = .avif
    case "heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs": self = .heic
    case "mif1", "msf1", "miaf", "mif2":
      let coded = others.filter { !["mif1", "msf1", "miaf", "mif2"].contains($0) }.lazy
        .map { ImportedKind(major: $0, []) }
      self = coded.first { $0 == .avif || $0 == .heic } ?? .other
    default: self = .mp4
    }
  }

  /// The brands in the box beside the major one, as far as they are in `head`.
  private static func brands(in head: [UInt8]) -> [String] {
    let end = min(head.count, head.prefix(4).reduce(0) { $0 << 8 | Int($1) })
    return stride(from: 16, through: end - 4, by: 4).map { offset in
      String(decoding: head[offset..<offset + 4], as: UTF8.self)
    }
  }

  /// How its file's name ends in the store.
  var ending: String {
    switch self {
    case .jpeg: "jpg"
    case .png, .heic, .avif, .cr3, .mp4, .mov, .mkv, .avi, .pdf: rawValue
    case .other: "bin"
    }
  }
}

extension PieceFilter.Kind {
  /// Kind of what is seen in a piece of this `kind` whose file is `file`: the name of an imported one tells by its ending.
  init(seenIn file: String, of kind: PieceFilter.Kind) {
    let ending = file.split(separator: ".").last.map(String.init)
    let imported = ImportedKind.allCases.first { $0.ending == ending }
    switch (kind, imported) {
    case (.imported, .jpeg?), (.imported, .png?), (.imported, .heic?), (.imported, .avif?),
      (.imported, .cr3?):
      self = .photo
    case (.imported, .mp4?), (.imported, .mov?), (.imported, .mkv?), (.imported, .avi?):
      self = .clip
    case (.imported, .pdf?): self = .document
    case (.imported, .other?), (.imported, nil), (.photo, _), (.clip, _), (.document, _):
      self = kind
    }
  }
}
