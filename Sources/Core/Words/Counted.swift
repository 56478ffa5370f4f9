/// Things that sentences count, and their words for one of them and for several.
package enum Counted: Sendable {
  case pieces, photos, clips, documents, importedFiles
  case frames, records, texts, lines, bytes

  /// So many, with their number: "3 photos".
  package func phrase(_ count: Int) -> Phrase { Phrase("counted", "{1} {2}", count, word(count)) }

  /// The word for so many.
  package func word(_ count: Int) -> Phrase { count == 1 ? one : several }

  private var one: Phrase {
    switch self {
    case .pieces: Phrase("counted.piece", "piece")
    case .photos: Phrase("counted.photo", "photo")
    case .clips: Phrase("counted.clip", "clip")
    case .documents: Phrase("counted.document", "document")
    case .importedFiles: Phrase("counted.imported-file", "imported file")
    case .frames: Phrase("counted.frame", "frame")
    case .records: Phrase("counted.record", "record")
    case .texts: Phrase("counted.text", "text")
    case .lines: Phrase("counted.line", "line")
    case .bytes: Phrase("counted.byte", "byte")
    }
  }

  private var several: Phrase {
    switch self {
    case .pieces: Phrase("counted.pieces", "pieces")
    case .photos: Phrase("counted.photos", "photos")
    case .clips: Phrase("counted.clips", "clips")
    case .documents: Phrase("counted.documents", "documents")
    case .importedFiles: Phrase("counted.imported-files", "imported files")
    case .frames: Phrase("counted.frames", "frames")
    case .records: Phrase("counted.records", "records")
    case .texts: Phrase("counted.texts", "texts")
    case .lines: Phrase("counted.lines", "lines")
    case .bytes: Phrase("counted.bytes", "bytes")
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
