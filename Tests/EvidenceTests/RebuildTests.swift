import Core
import Glibc
import System
import Testing

@testable import Evidence

/// The records are the truth: all else can be made again from them.
@Suite struct RebuildTests {
  /// All rows of the tables that the records account for, as text.
  private func dump(_ store: borrowing Store) throws -> [String] {
    var lines: [String] = []
    for table in [
      "boots", "things", "evidence", "totals", "rejected", "gaps", "settings", "requests",
      "checklist_wishes",
    ] {
      let columns = try store.rows(
        "SELECT 'quote(' || name || ')' FROM pragma_table_info('\(table)')")
      let list = columns.joined(separator: " || '|' || ")
      lines += try store.rows("SELECT '\(table) ' || \(list) FROM \(table) ORDER BY 1")
    }
    return lines
  }

  /// A folder in whose store something of every kind has happened.
  private func eventfulFolder() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    try folder.write(picture("orphan"), as: "evidence/000/000003.jpg")
    try folder.write([1], as: "evidence/000/000002.jpg")
    var store = try folder.open()
    _ = try store.recover(at: .sample())
    _ = try store.settleAll()
    _ = try store.insert("a")
    for url in ["u", "v"] {
      let text = #"{"url": "\#(url)", "required_evidence": ["Front", "Back"]}"#
      let file = try RequestFile(Array(text.utf8), called: url)
      _ = try store.importRequest(file, for: .button, at: .sample())
    }
    for change in RebuildTests.changes {
      _ = try store.make(change, for: .button, at: .sample())
    }
    _ = try store.insert("c")
    _ = try store.make(.deletePieces([5], isForGood: true), for: .button, at: .sample())
    let told = Moment.sample(20, boot: "second", wall: .told(1_774_622_668_250_000))
    _ = try store.insert("b", at: told)
    let known = Moment.sample(30, boot: "second", wall: .synchronised(1_774_622_679_000_000))
    try store.note([.gap(.sample), .clockChanged(to: .synchronised, from: .told)], at: known)
    unlink("\(folder.path)/evidence/000/000004.jpg")
    return folder
  }

  /// One of each kind; pieces 1 to 3 are a lost number, a rejected file's and an orphan's, 4 is stored.
  private static let changes: [StoreChange] = [
    .addThing(label: "Watch", .watches), .setThing(.brand, .text("Omega"), of: nil),
    .setThing(.serialNumber, .text("12"), of: nil), .setThing(.notes, .text("x"), of: nil),
    .setThing(.notes, nil, of: nil), .setThing(.tags, .list(["old", "gold"]), of: nil),
    .addThing(label: "Bag", .bags), .useThing(ThingReference("watch")),
    .deleteThing(ThingReference("Bag")), .undo(nil), .deleteThing(ThingReference("3")),
    .lockPieces([4], isLocked: true),
    .deletePieces([3], isForGood: false), .undeletePieces([3]),
    .titlePiece(4, "Front"), .titlePiece(3, "Back"), .titlePiece(3, nil),
    .decidePieces([3, 4], .denied), .decidePieces([3], nil),
    .deletePieces([3], isForGood: false), .undo(nil), .lockPieces([4], isLocked: false),
    .undo(nil), .undo(nil), .undeletePieces([4]),
    .checklist(.skip, item: nil), .checklist(.untick, item: 1), .setRequest(1, .active),
    .checklist(.aim, item: 2), .setRequest(2, .active), .setRequest(1, .completed),
    .deleteThing(ThingReference("3")),
  ]

  @Test func theTablesAreEqualAfterwards() throws {
    let folder = try eventfulFolder()
    let before: [String]
    do {
      var store = try folder.open(at: .sample(40, boot: "second"))
      _ = try store.settleAll(at: .sample(41, boot: "second"))
      before = try dump(store)
      try store.archive.database.execute(
        """
        PRAGMA foreign_keys = OFF; UPDATE evidence SET sha256 = 'x'; DROP TABLE things;
        DROP TABLE gaps; DELETE FROM boots; DELETE FROM settings
        """)
    }
    let rebuild = try Rebuild(folder.path)
    #expect(rebuild.obstacle == nil && rebuild.oldFile == "damaged-1.sqlite")
    let archive = try Archive(directory: folder.path)
    #expect(try archive.pieceCount() == 3)
    let store = try folder.open(at: .sample(50, boot: "second"))
    // The start itself is one record more, of a boot that is known.
    #expect(try dump(store) == before)
    #expect(before.count > 12)
  }

  @Test func whatCannotBeReadIsTakenOverFromItsFile() throws {
    let folder = try eventfulFolder()
    truncate("\(folder.path)/exhibit.sqlite", 8192)
    unlink("\(folder.path)/exhibit.sqlite-wal")
    let rebuild = try Rebuild(folder.path)
    #expect(rebuild.obstacle != nil && rebuild.recordCount == 0)
    try DeviceFolder("\(folder.path)/device").forgetStore()
    var store = try folder.open(at: .sample(50, boot: "third"))
    _ = try store.recover(at: .sample(50, boot: "third"))
    _ = try store.settleAll(at: .sample(50, boot: "third"))
    #expect(try store.rows("SELECT kind FROM evidence ORDER BY number") == ["imported", "photo"])
    #expect(try store.insert().number == 7)
  }

  @Test func aRecordOfALaterProgramIsRefusedByName() throws {
    let folder = TemporaryFolder()
    do {
      let store = try folder.open()
      let head = store.head
      let moon = WrittenRecord(
        sequence: head.sequence + 1, version: 7, kind: "moon.risen",
        payload: CanonicalJSON(.object([])), bootID: "b", monotonic: 1, wallTime: nil,
        clock: "unset")
      try store.archive.database.prepare(Ledger.appendRecord)
        .run(moon, Chain.hash(of: moon, after: head.hash), nil)
    }
    #expect(
      try Rebuild(folder.path).obstacle?.english.contains("'moon.risen' of version 7") == true)
  }

  @Test func aNewestRecordThatIsNotWhatItsHashSaysIsLeftToItsFile() throws {
    let folder = TemporaryFolder()
    do {
      var store = try folder.open()
      _ = try store.insert("one")
      _ = try store.insert("two")
      try store.archive.database.execute(
        """
        DROP TRIGGER records_do_not_change;
        UPDATE records SET payload = replace(payload, '"bytes"', '"bites"') WHERE sequence = 5
        """)
    }
    #expect(failure { () throws(Failure) in _ = try folder.open() }?.phrase.key == "store.damaged")
    let rebuild = try Rebuild(folder.path)
    #expect(rebuild.recordCount == 4 && rebuild.obstacle?.key == "store.recordChanged")
    var store = try folder.open()
    let heard = try store.recover(at: .sample()).map(\.key)
    #expect(heard == ["store.rebuilt-lost", "store.photo-adopted"])
    #expect(try store.archive.pieceCount() == 2)
    #expect(try store.rows("SELECT adopted FROM evidence WHERE number = 2") == ["record_lost"])
    #expect(
      try store.kinds().suffix(3) == ["store.rebuilt", "program.started", "piece.adopted"])
    #expect(folder.facts("rebuilt").st_mode == 0)
  }

  @Test func aRebuildThatAPowerCutInterruptedIsFinished() throws {
    let folder = try eventfulFolder()
    rename("\(folder.path)/exhibit.sqlite", "\(folder.path)/rebuilt.sqlite")
    _ = try Rebuild(folder.path)
    #expect(folder.facts("exhibit.sqlite").st_size > 0)
    #expect(folder.facts("exhibit.sqlite-wal").st_mode == 0)
  }

  @Test func aRebuildThatIsFinishedKeepsTheLogOfAnOlderDatabase() throws {
    let folder = try eventfulFolder()
    // The first that was set aside is elsewhere by now.
    try folder.write([2], as: "damaged-2.sqlite")
    try folder.write([2, 2], as: "damaged-2.sqlite-wal")
    let log = try #require(folder.read("exhibit.sqlite-wal"))
    let medium = RefusingMedium("rename", of: "\(folder.path)/exhibit.sqlite-wal")
    #expect(failure { () throws(Failure) in _ = try Rebuild(folder.path, on: medium) } != nil)
    #expect(folder.facts("exhibit.sqlite").st_mode == 0)
    _ = try Rebuild(folder.path)
    #expect(folder.read("damaged-2.sqlite-wal") == [2, 2])
    #expect(folder.facts("damaged-3.sqlite").st_size > 0)
    #expect(folder.read("damaged-3.sqlite-wal") == log)
  }

  @Test(arguments: ["damaged-7.sqlite", "damaged-7.sqlite-wal"])
  func anOldDatabaseGetsANameAfterAllOthers(taken: String) throws {
    let folder = try eventfulFolder()
    try folder.write([7], as: taken)
    #expect(try Rebuild(folder.path).oldFile == "damaged-8.sqlite")
    #expect(folder.read(taken) == [7])
  }

  @Test func whenTheLatestWasTakenAwayMeanwhileTheOneBeforeKeepsItsLog() throws {
    let folder = try eventfulFolder()
    try folder.write([1], as: "damaged-1.sqlite")
    try folder.write([1, 1], as: "damaged-1.sqlite-wal")
    rename("\(folder.path)/exhibit.sqlite", "\(folder.path)/rebuilt.sqlite")
    let log = try #require(folder.read("exhibit.sqlite-wal"))
    _ = try Rebuild(folder.path)
    #expect(folder.read("damaged-1.sqlite-wal") == [1, 1])
    #expect(folder.read("damaged-2.sqlite-wal") == log)
  }

  @Test(arguments: ["rebuilt.sqlite", "rebuilt.sqlite-journal"])
  func whatAnEarlierRebuildLeftIsNotTakenForTheNewDatabase(left: String) throws {
    let folder = TemporaryFolder()
    do {
      var store = try folder.open()
      _ = try store.insert("one")
    }
    try folder.write(try #require(folder.read("exhibit.sqlite")), as: left)
    do {
      var store = try folder.open()
      _ = try store.insert("two")
    }
    let medium = RefusingMedium("unlink", of: "\(folder.path)/\(left)")
    let failure = failure { () throws(Failure) in _ = try Rebuild(folder.path, on: medium) }
    #expect(failure?.cause == SystemError(call: "unlink", code: EIO))
    #expect(try Archive(directory: folder.path).pieceCount() == 2)
    _ = try Rebuild(folder.path)
    #expect(try Archive(directory: folder.path).pieceCount() == 2)
  }

  @Test func aRebuiltDatabaseIsForItsOwnerAndGroup() throws {
    let folder = try eventfulFolder()
    _ = try Rebuild(folder.path)
    #expect(folder.facts("exhibit.sqlite").st_mode & 0o777 == 0o640)
  }
}

/// A medium that fails in one call for one name.
private final class RefusingMedium: Medium {
  private let call: String
  private let path: String
  private let system = SystemMedium()

  init(_ call: String, of path: String) {
    self.call = call
    self.path = path
  }

  func rename(_ path: String, to other: String) throws(SystemError) {
    try refuse("rename", path)
    try system.rename(path, to: other)
  }

  func unlink(_ path: String) throws(SystemError) {
    try refuse("unlink", path)
    try system.unlink(path)
  }

  private func refuse(_ call: String, _ path: String) throws(SystemError) {
    if call == self.call, path == self.path { throw SystemError(call: call, code: EIO) }
  }
}
