import Core
import Glibc
import System
import Testing

@testable import Evidence

/// A store's database is exchanged for the default without a loss.
@Suite struct ResetTests {
  /// A folder with a store in which a piece of each kind of trouble is, and a default beside it.
  private func folder() throws -> (TemporaryFolder, StoreSetup) {
    let folder = TemporaryFolder()
    var setup = folder.setup
    setup.defaults = "\(folder.path)/default.sqlite"
    try DefaultDatabase.make(
      setup.defaults, with: ["en": ["a": "A", "b": "B"], "de": ["a": "Ä"]])
    return (folder, setup)
  }

  private func names(in folder: TemporaryFolder) throws -> [String] {
    try Folder.names(in: folder.path).sorted()
  }

  @Test func recordsFilesAndRowsAreKeptAndTheChainGoesOn() throws {
    let (folder, setup) = try folder()
    let before: [String]
    do {
      var store = try folder.open()
      _ = try store.insert("one")
      _ = try store.make(.addThing(label: "Watch", .watches), for: .button, at: .sample())
      _ = try store.insert("two")
      try store.archive.database.execute(
        "INSERT INTO translations VALUES ('en', 'own', 'Own', NULL); CREATE TABLE strange (a)")
      before = try store.rows("SELECT number || id || sha256 FROM evidence ORDER BY number")
    }
    let hashes = try records(in: folder)
    #expect(try Reset(of: setup).run(at: .sample(20)) == hashes.count)
    #expect(try Array(records(in: folder).prefix(hashes.count)) == hashes)
    #expect(
      try names(in: folder) == [
        "default.sqlite", "device", "evidence", "exhibit.sqlite", "latest.jpg",
      ])
    #expect(folder.facts("exhibit.sqlite").st_mode & 0o777 == 0o640)
    var store = try folder.open(at: .sample(30))
    #expect(try store.kinds().suffix(2) == ["store.reset", "program.started"])
    #expect(try store.rows("SELECT number || id || sha256 FROM evidence ORDER BY number") == before)
    #expect(
      try store.rows("SELECT lang || key || value FROM translations") == ["deaÄ", "enaA", "enbB"])
    #expect(try store.rows("SELECT count(*) FROM sqlite_schema WHERE name = 'strange'") == ["0"])
    #expect(try store.archive.texts(in: "de") == ["a": "Ä", "b": "B"])
    #expect(try store.insert("three").number == 3)
    #expect(folder.facts("exhibit.sqlite-wal").st_mode != 0)
  }

  private func records(in folder: TemporaryFolder) throws -> [String] {
    let archive = try Archive(directory: folder.path)
    var hashes: [String] = []
    try archive.database.prepare(
      "SELECT hash || ifnull(signature, '') FROM records ORDER BY sequence"
    ).run { row in hashes.append(row.text(0) ?? "") }
    return hashes
  }

  @Test func nothingIsWrongAfterwardsAndARebuildComesToTheSame() throws {
    let (folder, setup) = try folder()
    do {
      var store = try folder.open()
      _ = try store.insert("one")
    }
    _ = try Reset(of: setup).run(at: .sample(20))
    let verification = try Verification(ofStoreIn: folder.path, Trust())
    #expect(verification.flaws.flatMap { $0.kept.map(\.kind) } == [])
    #expect(try Rebuild(folder.path).obstacle == nil)
    let store = try folder.open(at: .sample(30))
    #expect(try store.kinds().suffix(3) == ["store.reset", "store.rebuilt", "program.started"])
    #expect(try store.rows("SELECT count(*) FROM evidence") == ["1"])
  }

  @Test func aFileWithoutARowIsTakenOverAfterwards() throws {
    let (folder, setup) = try folder()
    do {
      var store = try folder.open()
      _ = try store.insert("one")
    }
    try folder.write(picture("orphan"), as: "evidence/000/000002.jpg")
    _ = try Reset(of: setup).run(at: .sample(20))
    var store = try folder.open(at: .sample(30))
    #expect(try store.recover(at: .sample(30)).map(\.key) == ["store.import-adopted"])
  }

  @Test(arguments: ["missing", "broken", "empty", "of a store", "lacking", "newer"])
  func aDefaultThatCannotBeUsedChangesNothing(kind: String) throws {
    let (folder, setup) = try folder()
    do {
      var store = try folder.open()
      _ = try store.insert("one")
    }
    try spoil(setup.defaults, kind, folder)
    let before = folder.read("exhibit.sqlite")
    let refusal = failure { () throws(Failure) in _ = try Reset(of: setup).run(at: .sample(20)) }
    let key = kind == "missing" ? "db.default-missing" : "db.default-broken"
    #expect(refusal?.phrase.key == key && refusal?.kind == .refused)
    #expect(refusal?.phrase.english.contains(setup.defaults) == true)
    #expect(folder.read("exhibit.sqlite") == before)
    #expect(folder.facts("reset.sqlite").st_mode == 0)
    var store = try folder.open(at: .sample(30))
    let update = failure { () throws(Failure) in
      _ = try store.updateTexts(from: setup.defaults)
    }
    #expect(update?.phrase.key == key)
  }

  private func spoil(_ path: String, _ kind: String, _ folder: TemporaryFolder) throws {
    switch kind {
    case "missing": unlink(path)
    case "broken": try folder.write([UInt8](repeating: 7, count: 8192), as: "default.sqlite")
    case "empty": truncate(path, 0)
    case "of a store":
      // A link to the store's own would be refused for its second name.
      try folder.write(try #require(folder.read("exhibit.sqlite")), as: "default.sqlite")
    case "lacking": try Database(opening: path, 2).execute("DROP TABLE gaps")
    default: try Database(opening: path, 2).execute("PRAGMA user_version = 99")
    }
  }

  @Test func anotherDevicesKeyDoesNotSignAReset() throws {
    let (folder, setup) = try folder()
    do { _ = try folder.open() }
    Folder.erase("\(folder.path)/device")
    let refusal = failure { () throws(Failure) in _ = try Reset(of: setup).run(at: .sample(20)) }
    #expect(refusal?.phrase.key == "store.key-elsewhere")
    #expect(folder.facts("reset.sqlite").st_mode == 0)
  }

  @Test func aStoreThatIsOpenIsNotReset() throws {
    let (folder, setup) = try folder()
    let store = try folder.open()
    let refusal = failure { () throws(Failure) in _ = try Reset(of: setup).run(at: .sample(20)) }
    #expect(refusal?.phrase.key == "store.inUse")
    #expect(try store.kinds().count == 3)
  }

  @Test func aReaderHoldsAResetUp() throws {
    let (folder, setup) = try folder()
    do { _ = try folder.open() }
    let reader = try Archive(directory: folder.path)
    try reader.database.execute("BEGIN; SELECT count(*) FROM records")
    let refusal = failure { () throws(Failure) in _ = try Reset(of: setup).run(at: .sample(20)) }
    #expect(refusal?.kind == .storeLocked)
    try reader.database.execute("COMMIT")
    #expect(try reader.storeID().isEmpty == false)
  }

  @Test func anUpdateMakesTheTextsThoseOfTheDefault() throws {
    let (folder, setup) = try folder()
    var store = try folder.open()
    try store.archive.database.execute(
      """
      INSERT INTO translations VALUES
        ('en', 'obsolete', 'x', NULL), ('de', 'a', 'wrong', 'wrong'), ('fr', 'a', 'x', NULL)
      """)
    let records = try store.kinds()
    #expect(try store.updateTexts(from: setup.defaults) == .databaseUpdated(3, 2))
    let rows = try store.rows(
      "SELECT lang || key || value || ifnull(context, '-') FROM translations ORDER BY lang, key")
    #expect(rows == ["deaÄA", "enaA-", "enbB-"])
    #expect(try store.kinds() == records)
  }
}
