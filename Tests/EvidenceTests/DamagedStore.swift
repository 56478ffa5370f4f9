import Core
import Glibc
import System
import Testing

@testable import Evidence

/// A store in which enough has happened for several pages of records, and what tests of a damaged one ask of it.
class DamagedStore {
  let folder = TemporaryFolder()

  private static let later: [StoreChange] = [
    .addThing(label: "Watch", .watches), .setThing(.brand, .text("Omega"), of: nil),
    .setThing(.tags, .list(["old", "gold"]), of: nil),
  ]
  private static let last: [StoreChange] = [
    .titlePiece(2, "Front"), .titlePiece(25, "Back"), .decidePieces([24, 25], .confirmed),
    .lockPieces([26], isLocked: true), .deletePieces([27], isForGood: false),
    .addThing(label: "Bag", .bags), .deleteThing(ThingReference("Bag")),
    .useThing(ThingReference("Watch")),
  ]

  /// A store with 20 photos, a watch with 10, and what people say of them last.
  func fill() throws {
    var store = try folder.open()
    for number in 1...20 { _ = try store.insert("a\(number)", at: .sample(10 + number)) }
    for change in Self.later { _ = try store.make(change, for: .button, at: .sample(40)) }
    for number in 21...30 { _ = try store.insert("a\(number)", at: .sample(30 + number)) }
    for change in Self.last { _ = try store.make(change, for: .button, at: .sample(70)) }
    try store.note([.programStopped(isShutdown: false)], at: .sample(80))
  }

  /// What people see of pieces and things.
  func view() throws -> [String] {
    let archive = try Archive(directory: folder.path)
    var lines: [String] = []
    let pieces = """
      SELECT number || ' ' || id || ' ' || sha256 || ' ' || (SELECT title FROM things WHERE things.number = thing) || ' '
        || ifnull(title, '-') || ' ' || ifnull(decision, '-') || ' ' || (locked IS NULL) || (deleted IS NULL)
      FROM evidence ORDER BY number
      """
    let things = """
      SELECT number || ' ' || id || ' ' || title || ' ' || category || ' ' || ifnull(brand, '-') || ' ' || tags
        || ' ' || (deleted IS NULL) FROM things ORDER BY number
      """
    let current = "SELECT value FROM settings WHERE name = 'current_thing'"
    for sql in [pieces, things, current] {
      try archive.database.prepare(sql).run { row in lines.append(row.text(0) ?? "") }
    }
    return lines
  }

  /// An export of the store in a folder of its own, up to record `last`.
  func export(to last: Int = .max) throws -> TemporaryFolder {
    let bundle = TemporaryFolder()
    let archive = try Archive(directory: folder.path)
    var (lines, texts) = ("", "")
    try archive.recordLines(to: last) { lines += "\($0)\n" }
    try archive.eachText(to: last) { texts += "\($0.line)\n" }
    try bundle.write(Array(lines.utf8), as: "records.jsonl")
    try bundle.write(Array(texts.utf8), as: "texts.jsonl")
    return bundle
  }

  /// Starts again and looks through all files; says what people hear.
  @discardableResult
  func start(at seconds: Int = 100) throws -> [String] {
    var store = try folder.open(at: .sample(seconds, boot: "second"))
    #expect(store.resumption == nil)
    let heard = try store.recover(at: .sample(seconds, boot: "second")).map(\.key)
    return try heard + store.settleAll(at: .sample(seconds, boot: "second"))
  }

  func payloads(_ kind: String) throws -> [String] {
    let archive = try Archive(directory: folder.path)
    var rows: [String] = []
    try archive.database.prepare("SELECT payload FROM records WHERE kind = ?1 ORDER BY sequence")
      .run(.text(kind)) { row in rows.append(row.text(0) ?? "") }
    return rows
  }

  func head() throws -> Head { try Archive(directory: folder.path).head() }

  func record(of piece: Int) throws -> Int {
    try number("SELECT record FROM evidence WHERE number = \(piece)")
  }

  func number(_ sql: String) throws -> Int {
    let archive = try Archive(directory: folder.path)
    return try archive.database.integer(sql)
  }

  func checkVerification(_ rebuilds: Int = 1) throws {
    let verification = try Verification(ofStoreIn: folder.path, Trust())
    #expect(verification.isGood, "\(verification.faults)")
    #expect(verification.rebuilds.count == rebuilds && verification.resumptions.isEmpty)
    let told = verification.sentences.filter { $0.key == "verify.rebuilt" }
    #expect(told.count == rebuilds)
  }
}
