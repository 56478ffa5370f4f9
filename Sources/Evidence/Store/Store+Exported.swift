import Core
import Glibc

/// What leaves, and what is known to lie elsewhere too.
extension Store {
  /// Records that copies of the pieces of these `numbers` were read back elsewhere, of those of which that is news.
  ///
  /// - Parameters:
  ///   - sha256: the digest that whoever read them has of them, as `ReadBackPieces` makes it.
  ///   - medium: the name of the file system that they are on; that they are on another is news too.
  mutating func noteExported(
    _ numbers: [Int], _ sha256: String, on medium: String?, for requester: Requester, at now: Moment
  ) throws(Failure) -> Phrase {
    let rows = try archive.exports(of: numbers)
    if let unknown = numbers.first(where: { rows[$0] == nil }) {
      throw .refused(.noSuchPiece(unknown))
    }
    guard ReadBackPieces(rows.mapValues(\.sha256)).sha256 == sha256 else {
      throw .refused(
        Phrase(
          "pieces.exported-others",
          "Nothing was recorded: what was read back is not what is stored here as \(numbers.inWords)."
        ))
    }
    let known = try medium.map { name throws(Failure) in try archive.numbers(readBackOn: name) }
    let fresh = ReadBackPieces(
      rows.filter { !(known?.contains($0.key) ?? $0.value.isExported) }.mapValues(\.sha256))
    if !fresh.numbers.isEmpty {
      try append([.piecesExported(fresh, on: medium, by: requester)], at: now)
    }
    // Others have this head from now on.
    rememberHead(at: now)
    return .piecesExported(numbers.inWords)
  }

  /// Records an export of this history.
  mutating func note(
    _ export: MadeExport, for requester: Requester, at now: Moment
  ) throws(Failure) -> Phrase {
    guard let head = Head(export.head) else { throw .refused(.exportOtherRecords) }
    let hash = try Failure.inDatabase { () throws(DatabaseError) in
      try Ledger.hash(of: head.sequence, in: archive.database)
    }
    guard hash == head.hash else { throw .refused(.exportOtherRecords) }
    try append([.exportMade(export, by: requester)], at: now)
    // Others have this head from now on.
    rememberHead(at: now)
    return .exportMade(export.fileCount)
  }

  /// Records `copy`, which has to be one of the piece as it is stored and of the faces that it has now; the same copy is
  /// recorded once.
  mutating func note(
    _ copy: RedactedCopy, for requester: Requester, at now: Moment
  ) throws(Failure) -> Phrase {
    try refuseAway([copy.number])
    guard let piece = try archive.piece(copy.number),
      let source = try archive.faceSource(of: copy.number), source.record == copy.faces,
      piece.sha256 == copy.original, (piece.crop == nil) == (copy.crop == nil),
      case .redacted(let areas) = piece.departure(by: source.sheet, under: .hide)
    else { throw .refused(.copyOvertaken(copy.number)) }
    let known = try archive.redactedCopy(of: copy.number, copy.original, areas)
    if known?.picture != copy.picture || known?.crop != copy.crop {
      try append([.pieceRedacted(copy, areas, source, by: requester)], at: now)
    }
    return .copyRecorded(copy.number)
  }

  /// Whether a program writes to the store in `directory`, as far as the kernel tells.
  package static func isWritten(_ directory: String) -> Bool { FolderLock.isTaken(directory) }
}

extension Archive {
  /// The latest record that says that the export with this `list` was written; nil where none does.
  package func recordOfExport(listedBy list: String) throws(Failure) -> Head? {
    try Failure.inDatabase { () throws(DatabaseError) in
      let sql = """
        SELECT sequence, hash FROM records
        WHERE kind = '\(Record.Kind.exportMade.name)' AND payload ->> 'list' = ?1
        ORDER BY sequence DESC LIMIT 1
        """
      return try database.prepare(sql).first(.text(list)) { row in
        Head(sequence: row.integer(0) ?? 0, hash: row.text(1) ?? "")
      }
    }
  }
}

extension Archive {
  /// Numbers of the pieces that were read back on the file system that is called `medium`.
  package func numbers(readBackOn medium: String) throws(Failure) -> Set<Int> {
    try Failure.inDatabase { () throws(DatabaseError) in
      let sql = """
        SELECT value FROM records, json_each(payload, '$.pieces')
        WHERE kind = '\(Record.Kind.pieceExported.name)' AND payload ->> 'medium' = ?1
        """
      var numbers: Set<Int> = []
      try database.prepare(sql).run(.text(medium)) { numbers.insert($0.integer(0) ?? 0) }
      return numbers
    }
  }

  /// What is recorded of a piece as to its copies.
  struct Export: Hashable {
    let sha256: String
    let isExported: Bool
  }

  /// The digests of those of `numbers` that are pieces, and which of them are known to be elsewhere.
  func exports(of numbers: [Int]) throws(Failure) -> [Int: Export] {
    try Failure.inDatabase { () throws(DatabaseError) in
      let statement = try database.prepare(
        "SELECT sha256, exported IS NOT NULL FROM evidence WHERE number = ?1")
      var exports: [Int: Export] = [:]
      for number in numbers {
        exports[number] = try statement.first(.integer(number)) { row in
          Export(sha256: row.text(0) ?? "", isExported: row.integer(1) == 1)
        }
      }
      return exports
    }
  }
}

extension Phrase {
  package static func piecesExported(_ numbers: String) -> Phrase {
    Phrase("pieces.exported", "Copies elsewhere were read back: \(numbers).")
  }

  package static func exportMade(_ files: Int) -> Phrase {
    Phrase("export.made", "An export is recorded. Its files: \(files).")
  }

  package static func copyRecorded(_ number: Int) -> Phrase {
    Phrase("copy.recorded", "A copy of piece \(number) in which faces are hidden is recorded.")
  }

  static func copyOvertaken(_ number: Int) -> Phrase {
    Phrase(
      "copy.overtaken",
      "Nothing was recorded: piece \(number) or its faces are others by now. Export again.")
  }

  static let exportOtherRecords = Phrase(
    "export.other-records",
    "Nothing was recorded: the export is of records that are not this store's. Export again.")

}
