import Core

/// Things and pieces of a store as they were at one moment, for whoever takes them elsewhere.
///
/// All of it is read from tables that were made of the records, in a temporary file: the store's writer goes on meanwhile.
package final class Inventory {
  /// A thing, and what an inventory says of it.
  package struct Entry: Hashable, Sendable {
    /// Number, id, label and category.
    package let thing: Thing
    /// What people said of it, by field; those without a value are left out.
    package let fields: [ThingField: String]
  }

  /// A piece, and what an inventory says of it.
  package struct Item: Hashable, Sendable {
    /// All that lists say of it.
    package internal(set) var piece: Piece
    /// Number of the thing that it documents.
    package let thing: Int
    /// Number and title of the request that it was taken for, where it was.
    package var request: Request?
    /// Why nobody is to be shown it, as an export lists it; nil: everybody may see it.
    package var absence: ListLine?
    /// What it is a copy of, where faces are blank in it; nil: it is as it was stored.
    package internal(set) var blank: BlankFaces?
    /// Whether only its file was removed, though nobody deleted it, since it lies elsewhere.
    package var isPurgedForRoom = false

    /// A request by its number, and its title where that is told.
    package struct Request: Hashable, Sendable {
      /// Number of the request, which people use.
      package let number: Int
      /// Its title, where that is told.
      package let title: String?
    }
  }

  let replay: Replay
  /// The store's own id.
  package let store: String
  /// The public key of the device that writes to it today; nil where it is not known.
  package let key: PublicKey?
  /// The latest record.
  package let head: Head
  /// The files of kept records of other stores, relative to the store.
  package let kept: [String]
  /// Whether the database was made anew, and no record tells yet what is lost: the next start makes it.
  package private(set) var isLossUntold = false

  /// Things and pieces as `replay` has them with the record `head`.
  init(of replay: Replay, at head: Head) throws(Failure) {
    self.replay = replay
    self.head = head
    store = try replay.archive.storeID()
    (key, kept) = try Failure.inReplay { () throws(DatabaseError) in
      (try replay.archive.deviceKey(), try replay.archive.keptFiles())
    }
  }

  /// Those of the store in `directory` at this moment; refuses one whose tables are not what its records tell.
  ///
  /// Blocks for as long as going through all records takes.
  package convenience init(ofStoreIn directory: String) throws(Failure) {
    // Before the records: whoever writes the one that tells it takes the mark away after that.
    let mark = RebuiltMark(in: directory)
    let (replay, head) = try Archive.requireTables(ofStoreIn: directory)
    try self.init(of: replay, at: head)
    isLossUntold = try RebuildAftermath.isUntold(mark, in: replay.archive.database)
  }

  /// The things that are not deleted, by their numbers.
  package func things() throws(Failure) -> [Thing] { try replay.archive.things() }

  /// The thing with this number, deleted or not; nil where there is none.
  package func entry(_ number: Int) throws(Failure) -> Entry? {
    guard let thing = try replay.archive.thing(numbered: number) else { return nil }
    let fields = try replay.archive.fields(of: thing).map { ($0.field, $0.text) }
    return Entry(thing: thing, fields: Dictionary(fields) { $1 })
  }

  /// The piece with this number; nil where there is none.
  package func item(_ number: Int) throws(Failure) -> Item? {
    try replay.archive.items(after: number - 1, atMost: 1).first { $0.piece.number == number }
  }

  /// Lends each piece to `body`, in the order of their numbers.
  package func eachItem(_ body: (Item) throws(Failure) -> Void) throws(Failure) {
    var last = 0
    while true {
      let items = try replay.archive.items(after: last, atMost: Inventory.pageCount)
      guard let next = items.last?.piece.number else { return }
      last = next
      for item in items { try body(item) }
    }
  }

  private static let pageCount = 200

  /// Lends each title that a thing was given to `body`, with the number of the thing.
  package func eachTitle(_ body: (Int, String) throws(Failure) -> Void) throws(Failure) {
    try replay.archive.database.eachRow(Inventory.titles) { row throws(Failure) in
      try body(row.integer(0) ?? 0, row.text(1) ?? "")
    }
  }

  private static let titles = """
    SELECT payload ->> 'number', coalesce(
      (SELECT text ->> '$' FROM texts WHERE record = sequence
        AND member = CASE kind WHEN 'thing.changed' THEN 'value' ELSE 'title' END),
      payload ->> 'title', payload ->> 'value', '')
    FROM records
    WHERE kind IN ('thing.created', 'thing.restored')
      OR kind = 'thing.changed' AND payload ->> 'field' = 'title'
    """

  /// Lends each text of the records to `body`, in their order.
  package func eachText(_ body: (BundleText) throws(Failure) -> Void) throws(Failure) {
    var failure: Failure?
    try replay.archive.eachText(to: head.sequence) { text in
      guard failure == nil else { return }
      do throws(Failure) { try body(text) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  /// The texts that are gone for good, as an export lists them.
  package func redactedTexts() throws(Failure) -> [ListLine] { try replay.archive.redactedTexts() }

  /// Lends each record after the one with the number `first`, as a line of a bundle, to `body`.
  package func eachRecord(_ body: (String) -> Void) throws(Failure) {
    try replay.archive.recordLines(to: head.sequence, body)
  }

  /// Whether a record tells of an export with this list.
  package func hasExport(listedBy list: String) throws(Failure) -> Bool {
    try replay.archive.recordOfExport(listedBy: list) != nil
  }

  /// Whether `head` is that of one of its records.
  package func has(_ head: Head) throws(Failure) -> Bool {
    guard head.sequence <= self.head.sequence else { return false }
    return try replay.archive.has(head)
  }
}

extension Archive {
  /// Whether there is a record with this number and hash.
  func has(_ head: Head) throws(Failure) -> Bool {
    try Failure.inDatabase { () throws(DatabaseError) in
      try database.prepare("SELECT 1 FROM records WHERE sequence = ?1 AND hash = ?2")
        .first(.integer(head.sequence), .text(head.hash)) { _ in true } ?? false
    }
  }

  /// At most `count` pieces after the one with this number, deleted and purged ones too.
  fileprivate func items(after number: Int, atMost count: Int) throws(Failure) -> [Inventory.Item] {
    let pieces = try pieces(
      "WHERE evidence.number > \(number) ORDER BY evidence.number LIMIT ?1", count)
    guard let last = pieces.last?.number else { return [] }
    var items: [Inventory.Item] = []
    try Failure.inReplay { () throws(DatabaseError) in
      var rest = pieces[...]
      try database.prepare(Archive.places).run(.integer(number), .integer(last)) { row in
        if let piece = rest.popFirst() { items.append(Inventory.Item(piece, row)) }
      }
    }
    return items
  }

  /// Thing, request, and what keeps a piece from being shown.
  private static let places = """
    SELECT thing, requests.number, requests.data ->> 'title', evidence.purged,
      ifnull(evidence.deleted, things.deleted)
    FROM evidence JOIN things ON things.number = thing
      LEFT JOIN requests ON requests.id = evidence.request
    WHERE evidence.number > ?1 AND evidence.number <= ?2 ORDER BY evidence.number
    """

  fileprivate func keptFiles() throws(DatabaseError) -> [String] {
    var files: [String] = []
    try database.prepare("SELECT file FROM origins ORDER BY record").run { row in
      row.text(0).map { files.append($0) }
    }
    return files
  }

  func deviceKey() throws(DatabaseError) -> PublicKey? {
    let sql = "SELECT value FROM settings WHERE name = 'device_key'"
    let text = try database.prepare(sql).first { $0.text(0) ?? "" }
    return text.flatMap { PublicKey(hexadecimal: $0) }
  }
}

extension Inventory.Item {
  /// Reads a row of `Archive.places`, which is that of `piece`.
  fileprivate init(_ piece: Piece, _ row: borrowing Row) {
    self.piece = piece
    thing = row.integer(0) ?? 0
    let title = row.text(2)
    request = row.integer(1).map { Request(number: $0, title: title) }
    let (purged, deleted) = (row.integer(3), row.integer(4))
    isPurgedForRoom = purged != nil && deleted == nil
    absence = (purged ?? deleted).map { record in
      .piece(piece.number, purged == nil ? .deleted : .purged, by: record)
    }
  }
}
