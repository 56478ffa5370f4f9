import CSQLite
import Core
import Glibc
import System

/// The records of a bundle as tables, made by the same code that writes those of a store.
struct BundleTables {
  typealias Item = BundleContents.Item
  /// What they are lists of, and which piece ticks which item.
  typealias Lists = (items: [Item], ticks: [Int: Int])

  let replay: Replay
  private let origin: Origin
  private let bundle: Bundle
  private let files: BundleFiles
  private let isReturning: Bool

  /// The tables of `replay`, which are those of the records of `bundle`; `isReturning` where its pieces may come back
  /// though they went for their room.
  init(of replay: Replay, in bundle: Bundle, returning isReturning: Bool) throws(Failure) {
    origin = Origin(store: try replay.archive.storeID(), head: try replay.archive.head())
    self.bundle = bundle
    files = BundleFiles(of: bundle)
    self.isReturning = isReturning
    self.replay = replay
    try Failure.inDatabase { () throws(DatabaseError) in
      try replay.archive.database.execute(BundleTables.indexes)
    }
  }

  /// By which records are found that `members` looks for.
  private static let indexes = """
    CREATE TABLE thing_records (id TEXT PRIMARY KEY, record INTEGER NOT NULL) WITHOUT ROWID;
    INSERT OR IGNORE INTO thing_records SELECT payload ->> 'id', sequence FROM records
      WHERE kind IN ('thing.created', 'thing.restored');
    CREATE INDEX device_records ON records (sequence)
      WHERE kind IN ('store.created', 'device.changed');
    """
}

/// The parts, in their order.
extension BundleTables {
  /// The records of other stores that this one kept.
  func keptRecords() throws(Failure) -> [Item] {
    try Failure.inDatabase { () throws(DatabaseError) in
      var kept: [Item] = []
      let sql = """
        SELECT store, head, device, file, sha256, byte_count, payload ->> 'remains'
        FROM origins JOIN records ON sequence = record ORDER BY record
        """
      try replay.archive.database.prepare(sql).run { row in
        let names = ["store", "head", "device"]
        let texts = names.enumerated().map { ($1, JSON.string(row.text(Int32($0)) ?? "")) }
        let file = row.text(3) ?? ""
        let remains = row.integer(6) == 1 ? [("remains", JSON.bool(true))] : []
        let item = Restorable(
          .records,
          texts + [
            ("sha256", .string(row.text(4) ?? "")), ("bytes", .optional(row.integer(5))),
          ] + remains)
        kept.append(Item(item: item, file: bundle.place(of: file), name: file))
      }
      return kept
    }
  }

  func ownRecords() throws(Failure) -> Item {
    let file = Bundle.records
    let path = bundle.place(of: file)
    let (sha256, byteCount) = try BundleTables.digest(of: path)
    let device = try Failure.inDatabase { () throws(DatabaseError) in try replay.archive.deviceKey()
    }
    let members: [(String, JSON)] = [
      ("device", .string(device?.deviceID ?? "")), ("sha256", .string(sha256)),
      ("bytes", .integer(byteCount)),
    ]
    return Item(item: Restorable(.records, originMembers + members), file: path, name: file)
  }

  var originMembers: [(String, JSON)] {
    [("store", .string(origin.store)), ("head", .string(origin.head.text))]
  }

  private static func digest(of path: String) throws(Failure) -> (String, Int) {
    do throws(SystemError) {
      let file = try FileDescriptor(opening: path, O_RDONLY | O_NONBLOCK)
      var (digest, count) = (Digest(), 0)
      while true {
        let bytes = try file.someBytes(atMost: 1 << 16)
        if bytes.isEmpty { return (digest.finish(), count) }
        bytes.withUnsafeBytes { digest.update($0) }
        count += bytes.count
      }
    } catch {
      throw Failure(.store, .bundleUnreadable(path, error.reason), cause: error)
    }
  }

  /// Things with their fields, those of `pieces` and, where nothing was left out, all that people made; and which piece
  /// ticks which item of their checklists.
  func things(of pieces: [Int32], isWhole: Bool) throws(Failure) -> Lists {
    let needed = try owners(of: pieces, "thing") { $0.integer(0) }
    var lists: Lists = ([], [:])
    var isFirstThere = false
    for thing in try replay.archive.things() {
      let fields = try replay.archive.fields(of: thing).filter {
        ![.title, .category].contains($0.field)
      }
      let isPlain = fields.isEmpty && thing.number == 1
      guard needed.contains(thing.number) || isWhole && !isPlain else { continue }
      isFirstThere = isFirstThere || thing.number == 1
      let list = try replay.archive.checklist(of: thing)
      lists.ticks.merge(list.ticks) { $1 }
      lists.items.append(
        try item(
          .thing, BundleTables.thing, .integer(thing.number), list.skipped, thing.label))
    }
    // Each store has one of number 1, so this gets a number that none of the others has.
    if isFirstThere { lists.items.append(lists.items.removeFirst()) }
    return lists
  }

  /// The same of requests.
  func requests(of pieces: [Int32], isWhole: Bool) throws(Failure) -> Lists {
    let needed = try owners(of: pieces, "request") { $0.text(0) }
    var lists: Lists = ([], [:])
    for request in try replay.archive.requests() where isWhole || needed.contains(request.id) {
      let list = try replay.archive.checklist(of: request)
      lists.ticks.merge(list.ticks) { $1 }
      lists.items.append(
        try item(
          .request, BundleTables.request, .integer(request.number), list.skipped,
          request.file.title))
    }
    return lists
  }

  /// What `column` of `evidence` says of any of `pieces`.
  private func owners<Owner: Hashable>(
    of pieces: [Int32], _ column: String, _ owner: (borrowing Row) -> Owner?
  ) throws(Failure) -> Set<Owner> {
    try Failure.inDatabase { () throws(DatabaseError) in
      var owners: Set<Owner> = []
      let sql = "SELECT \(column) FROM evidence WHERE number = ?1"
      let statement = try replay.archive.database.prepare(sql)
      for piece in pieces {
        let found = try statement.first(.integer(Int(piece)), row: owner)
        if let found, let found { owners.insert(found) }
      }
      return owners
    }
  }

  private func item(
    _ kind: Restorable.Kind, _ sql: String, _ value: SQLValue, _ skipped: [Int], _ name: String
  ) throws(Failure) -> Item {
    let members = try self.members(sql, value)
    let list = JSON.array(skipped.map { .integer($0) })
    return Item(
      item: Restorable(kind, members + [("skipped", list)]), file: nil, name: name)
  }

  /// The piece of this `number`, which ticks the item `place` of its checklist; a refusal where a file of it is not what was
  /// recorded.
  func item(ofPiece number: Int, ticking place: Int?) throws(Failure) -> Item {
    guard let stored = try replay.archive.piece(number) else { throw .refused(.restoreMalformed) }
    let copy = try Failure.inDatabase { () throws(DatabaseError) in
      guard let record = bundle.leftOut.copy(of: number) else { return nil as RecordedCopy? }
      return try replay.archive.redactedCopy(of: number, in: record)
    }
    let piece = copy.map { stored.redacted(as: $0) } ?? stored
    let own = try files.proved(piece.stored, of: number)
    var (beside, isByCopy) = ([UInt8](), own.isCopy)
    for told in piece.companions.inOrder {
      let file = try files.proved(told, of: number)
      beside += try bytes(of: file.path)
      isByCopy = isByCopy || file.isCopy
    }
    var members = try self.members(BundleTables.piece, .integer(number)) + more(piece, place)
    if let copy { members = members.map { ($0, $1.redacted($0, as: copy, of: piece)) } }
    if let made = try replay.archive.making(in: piece.record) { members.append(("made", made)) }
    return Item(
      item: Restorable(.piece, members, beside: beside), file: own.path, name: "\(number)",
      isByCopy: isByCopy)
  }

  /// What is handed over of `piece` besides what its row has.
  private func more(_ piece: Piece, _ place: Int?) -> [(String, JSON)] {
    let captured = piece.captured.map { time in
      JSON.object([
        ("wall_time", .integer(time.microseconds)), ("clock", .string(time.clock.rawValue)),
      ])
    }
    let ending = piece.file.split(separator: ".").last.map(String.init) ?? ""
    let returning: [(String, JSON)] = isReturning ? [("returning", .bool(true))] : []
    return [
      ("captured", .optional(captured)), ("ending", .string(ending)), ("item", .optional(place)),
    ] + returning
  }

  private func bytes(of path: String) throws(Failure) -> [UInt8] {
    do throws(SystemError) {
      return try File.bytes(at: path, limit: Restorable.longest / 2) ?? []
    } catch {
      throw .refused(.importUnreadable(path.printable, error.reason))
    }
  }
}

extension JSON {
  /// The value of the member `name` of what is handed over, where a `copy` of `piece` comes in its place.
  fileprivate func redacted(_ name: String, as copy: RecordedCopy, of piece: Piece) -> JSON {
    switch (name, self) {
    case ("sha256", _): .string(copy.picture.sha256)
    case ("bytes", _): .integer(copy.picture.byteCount)
    case ("origin", .object(let members)):
      .object(members + [("redacted", .integer(copy.record))])
    case ("data", .object(let members)):
      .object(
        members.filter { $0.0 != "glyphs" && $0.0 != "crop" }
          + (piece.crop.map { [("crop", $0.json)] } ?? []))
    default: self
    }
  }
}

extension Checklist {
  /// Which piece ticks which item.
  fileprivate var ticks: [Int: Int] {
    var ticks: [Int: Int] = [:]
    for (index, item) in items.enumerated() {
      if case .ticked(let piece) = item.mark { ticks[piece] = index + 1 }
    }
    return ticks
  }

  /// The items that were passed over.
  fileprivate var skipped: [Int] {
    items.enumerated().filter { $0.element.mark == .skipped }.map { $0.offset + 1 }
  }
}
