import Core

/// Files that somebody brought.
extension Record.Kind {
  static let ofImports = [pieceImported]

  static let pieceImported = Record.Kind(
    "piece.imported", "a file that somebody brought is durable, copied byte for byte",
    RecordMember.file + [
      .text("thing"), .count("width", "of a JPEG whose header tells").orNull,
      .count("height").orNull,
      .text("batch", "the same for all of one command"), .object("data"),
      .text("data.source", "what the file was called").told,
      .text(
        "data.type",
        """
        by its first bytes: `jpeg`, `png`, `heic`, `avif`, `cr3`, `mp4`, `mov`, `mkv`, `avi`, `pdf` or `other`
        """),
    ], [addImport],
    where: { EvidenceFolder.isFile($0.text("file") ?? "", of: $0.integer("number") ?? 0) })

  /// Nobody knows when an imported file was made: the record's time is that of the import.
  private static let addImport = """
    INSERT INTO evidence (number, id, thing, request, kind, data, local_file, sha256, byte_count,
      width, height, clock, utc_offset, state, record, created_at, updated_at)
    SELECT payload ->> 'number', payload ->> 'id',
      (SELECT number FROM things WHERE id = payload ->> 'thing'), \(activeRequest), 'imported',
      payload -> 'data', payload ->> 'file', payload ->> 'sha256', payload ->> 'bytes',
      payload ->> 'width', payload ->> 'height', 'unset', \(utcOffset), 'stored', sequence, wall_time / 1e6,
      wall_time / 1e6
    FROM told
    \(AddedPiece.returning)
    """
}

extension Record {
  /// A file that somebody brought is durable as `piece`; of when and by what it was made nothing is known.
  static func pieceImported(
    _ piece: StoredPiece, from source: ImportedSource, _ size: PictureSize?, thing: String
  ) -> Record {
    let data: [(String, JSON)] = [
      ("source", .string(source.name)), ("type", .string(source.kind.rawValue)),
    ]
    let facts: [(String, JSON)] = [
      ("thing", .string(thing)), ("width", .optional(size?.width)),
      ("height", .optional(size?.height)), ("batch", .string(source.batch)),
      ("data", .object(data)),
    ]
    return Record(.pieceImported, members(of: piece) + facts)
  }
}

/// Where an imported piece comes from.
struct ImportedSource {
  /// What the file was called.
  let name: String
  let kind: ImportedKind
  /// A word that all have which one command took in: one undo takes all of them back.
  let batch: String
}
