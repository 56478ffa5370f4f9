import Core

/// Outcome of a transaction of the ledger.
struct Commit {
  /// The latest record before it.
  var previous = Head.none
  /// The latest record after it.
  var head = Head.none
  /// The kinds of its records.
  let kinds: [Record.Kind]
  /// The pieces that they added.
  var added: [AddedPiece] = []

  init(_ records: [Record]) { kinds = records.map(\.kind) }
}

/// A piece as the statement that adds its row returns it.
struct AddedPiece {
  let number: Int
  let thing: Int
  /// The id of its request.
  let request: String?
  let kind: PieceFilter.Kind?
  /// The piece as a checklist sees it.
  let capture: Checklist.Capture
  /// Whether it was adopted.
  let isAdopted: Bool
  /// The slot that it fills.
  let slot: Slot?
  /// Length of a clip.
  let length: Duration
  /// Whether its thing is deleted, and it with that.
  let isDeleted: Bool

  /// The end of each statement that adds a row to `evidence`.
  static let returning = """
    RETURNING number, thing, request, kind, adopted, technique, slot, data ->> 'length',
      (SELECT deleted FROM things WHERE things.number = thing), local_file
    """

  /// Reads a row of those columns.
  init(_ row: borrowing Row) {
    (number, thing, request) = (row.integer(0) ?? 0, row.integer(1) ?? 0, row.text(2))
    kind = row.text(3).flatMap { PieceFilter.Kind(rawValue: $0) }
    isAdopted = row.text(4) != nil
    slot = kind == .clip ? Slot(filledBy: row, from: 5, length: 7) : nil
    length = Duration(clip: row, at: 7)
    isDeleted = row.integer(8) != nil
    capture = Checklist.Capture(
      number, PieceFilter.Kind(seenIn: row.text(9) ?? "", of: kind ?? .imported))
  }
}
