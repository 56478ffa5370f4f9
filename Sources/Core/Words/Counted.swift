/// Things that sentences count, and their words for one of them and for several.
package enum Counted: Sendable {
  case pieces, photos, clips, documents, importedFiles
  case frames, records, texts, lines, bytes

  /// So many, with their number: "3 photos".
  package func phrase(_ count: Int) -> Phrase { Phrase("counted", "\(count) \(word(count))") }

  /// The word for so many.
  package func word(_ count: Int) -> Phrase {
    switch self {
    case .pieces: Phrase("counted.piece", "\(count, one: "piece", many: "pieces")")
    case .photos: Phrase("counted.photo", "\(count, one: "photo", many: "photos")")
    case .clips: Phrase("counted.clip", "\(count, one: "clip", many: "clips")")
    case .documents: Phrase("counted.document", "\(count, one: "document", many: "documents")")
    case .importedFiles:
      Phrase("counted.imported-file", "\(count, one: "imported file", many: "imported files")")
    case .frames: Phrase("counted.frame", "\(count, one: "frame", many: "frames")")
    case .records: Phrase("counted.record", "\(count, one: "record", many: "records")")
    case .texts: Phrase("counted.text", "\(count, one: "text", many: "texts")")
    case .lines: Phrase("counted.line", "\(count, one: "line", many: "lines")")
    case .bytes: Phrase("counted.byte", "\(count, one: "byte", many: "bytes")")
    }
  }
}

extension PieceFilter.Kind {
  /// Pieces of this kind.
  package var counted: Counted {
    switch self {
    case .photo: .photos
    case .clip: .clips
    case .document: .documents
    case .imported: .importedFiles
    }
  }
}
