import Core
import Glibc
import System
import Testing

@testable import Evidence

@Suite struct ArchiveTests {
  @Test func aFolderWithoutAStoreIsNamedAndStaysEmpty() throws {
    let folder = TemporaryFolder()
    let failure = failure { () throws(Failure) in _ = try Archive(directory: folder.path) }
    #expect(failure == Failure.noStore(in: folder.path))
    #expect(folder.facts("exhibit.sqlite").st_mode == 0)
  }

  @Test func anEmptyDatabaseIsNoStore() throws {
    let folder = TemporaryFolder()
    try folder.write([], as: "exhibit.sqlite")
    let failure = failure { () throws(Failure) in _ = try Archive(directory: folder.path) }
    #expect(failure?.phrase.key == "store.missing")
  }

  @Test func aNewerSchemaIsRefused() throws {
    let folder = TemporaryFolder()
    try folder.open().archive.database.execute("PRAGMA user_version = 99")
    let failure = failure { () throws(Failure) in _ = try Archive(directory: folder.path) }
    #expect(failure?.phrase.key == "store.newer")
  }

  @Test func itReadsWhileAnotherWrites() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    _ = try store.insert()
    let archive = try Archive(directory: folder.path)
    #expect(try archive.pieces().map(\.number) == [1])
    _ = try store.insert()
    #expect(try archive.pieces().map(\.number) == [1, 2])
  }

  @Test func itReadsWhenNobodyWrites() throws {
    let folder = TemporaryFolder()
    do {
      var store = try folder.open()
      _ = try store.insert()
    }
    #expect(try Archive(directory: folder.path).pieces().map(\.number) == [1])
  }

  @Test func itCannotWrite() throws {
    let folder = TemporaryFolder()
    _ = try folder.open()
    let archive = try Archive(directory: folder.path)
    let failure = failure { () throws(Failure) in
      try Failure.inDatabase { () throws(DatabaseError) in
        try archive.database.execute("DELETE FROM evidence")
      }
    }
    #expect(failure?.phrase.key == "store.readOnly")
  }

  @Test func onAReadOnlyDiskTheLogOfAKilledProgramCountsToo() throws {
    let (folder, copy) = (TemporaryFolder(), TemporaryFolder())
    var store = try folder.open()
    _ = try store.insert()
    for file in ["exhibit.sqlite", "exhibit.sqlite-wal"] {
      try copy.write(try #require(folder.read(file)), as: file)
    }
    let archive = try Archive(directory: copy.path)
    #expect(try archive.pieces().map(\.number) == [1])
    #expect(copy.facts("exhibit.sqlite-shm").st_mode == 0)
    #expect(store.nextNumber == 2)
  }

  /// A copy of a store in the middle of a change, which a rollback journal would take back.
  private func cutOffCopy() throws -> TemporaryFolder {
    let (folder, copy) = (TemporaryFolder(), TemporaryFolder())
    do { _ = try folder.open() }
    let path = "\(folder.path)/exhibit.sqlite"
    let database = try Database(opening: path, Database.forWriting)
    try database.execute("PRAGMA journal_mode = DELETE; PRAGMA cache_size = 1")
    try database.begin()
    try database.execute("UPDATE settings SET value = hex(randomblob(9000)); DROP TABLE gaps")
    for file in ["exhibit.sqlite", "exhibit.sqlite-journal"] {
      try copy.write(try #require(folder.read(file)), as: file)
    }
    return copy
  }

  @Test func aChangeThatWasCutOffIsNotReadAsIfItHadHappened() throws {
    let copy = try cutOffCopy()
    let files = ["exhibit.sqlite", "exhibit.sqlite-journal"]
    let before = files.map { copy.read($0) }
    #expect(before[1]?.first == 0xD9)
    let failure = failure { () throws(Failure) in _ = try Archive(directory: copy.path) }
    #expect(failure?.phrase == .storeCutOff("\(copy.path)/exhibit.sqlite"))
    let names = try Folder.names(in: copy.path)
    #expect(files.map { copy.read($0) } == before && names == files)
    // What the sentence says to do.
    try Database(opening: "\(copy.path)/exhibit.sqlite", Database.forWriting)
      .execute("SELECT count(*) FROM sqlite_schema")
    #expect(try Archive(directory: copy.path).gapCount() == 0)
  }

  @Test(arguments: [[], [0, 0, 0, 0]] as [[UInt8]])
  func aJournalOfAChangeThatIsOverIsNoneToReaders(journal: [UInt8]) throws {
    let folder = TemporaryFolder()
    do { _ = try folder.open() }
    try folder.write(journal, as: "exhibit.sqlite-journal")
    #expect(try Archive(directory: folder.path).gapCount() == 0)
  }

  @Test func aPathMayHoldWhatMeansSomethingInAURI() throws {
    let folder = TemporaryFolder("100%41 #1?mode=rw")
    _ = try folder.open()
    #expect(try Archive(directory: folder.path).pieceCount() == 0)
  }

  @Test func aListIsOldestFirst() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    for second in 1...5 { _ = try store.insert(at: .sample(second)) }
    #expect(try store.archive.pieces(after: 2).map(\.number) == [3, 4, 5])
    #expect(try store.archive.pieces(after: 5).isEmpty)
    #expect(try store.archive.piece(6) == nil)
  }

  @Test func aPieceIsOneLineOfJSON() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    let wall = WallTime.synchronised(1_774_622_668_250_000)
    let stored = try store.insert(at: .sample(12, wall: wall))
    let piece = try #require(try store.archive.piece(1))
    #expect(
      piece.json.text == """
        {"id":"\(stored.id)","number":1,"kind":"photo","thing":"Unsorted",\
        "title":null,"decision":null,"decided_by":null,"option":null,"options":[],"file":"evidence/000/000001.jpg","sha256":"\(stored.sha256)","bytes":4,"width":640,\
        "height":480,"planned":11.995,"actual":12.0,"captured_at":"2026-03-27T14:44:28.250Z",\
        "utc_offset":null,"orientation":null,"locked":false,"exported":false,"state":"stored","adopted":null,\
        "clock":"synchronised","source":null,"crop":null,"glyphs":null,"restored":null}
        """)
  }

  @Test func howAPieceIsSeenUprightIsToldWhereItIsKnown() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    let photo = PhotoFacts.sample(orientation: .rightTop)
    _ = try store.insert(picture(), of: photo)
    let piece = try #require(try store.archive.piece(1))
    #expect(piece.orientation == .rightTop)
    #expect(piece.json.text.contains(#""orientation":{"exif":6,"clockwise_degrees":90,"#))
  }

  @Test func withoutAClockAPieceHasNoDate() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    _ = try store.insert(at: .sample(12, wall: .unset))
    let piece = try #require(try store.archive.piece(1))
    #expect(piece.capturedAt == nil)
    #expect(piece.json.text.contains(#""captured_at":null"#))
  }

  @Test func aPieceIsDatedByALaterRecordOfItsBoot() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    _ = try store.insert("early", at: .sample(12))
    #expect(try store.archive.piece(1)?.clock == .unset)
    let known = WallTime.synchronised(1_774_622_668_250_000)
    try store.note([.clockChanged(to: .synchronised, from: .unset)], at: .sample(22, wall: known))
    let piece = try #require(try store.archive.pieces().first)
    #expect(piece.capturedAt == "2026-03-27T14:44:18.250Z")
    #expect(
      piece.json.text.hasSuffix(
        #""adopted":null,"clock":"synchronised","source":null,"crop":null,"glyphs":null,"restored":null}"#
      ))
  }

  @Test func theLatestAreOldestFirstWhateverNumbersAreMissing() throws {
    let folder = TemporaryFolder()
    do {
      var store = try folder.open()
      for second in 1...3 { _ = try store.insert(at: .sample(second)) }
    }
    try folder.write([1], as: "evidence/000/000900.jpg")
    var store = try folder.open()
    for second in 4...5 { _ = try store.insert(at: .sample(second)) }
    #expect(try store.archive.latest(3).map(\.number) == [3, 901, 902])
    let list = try store.archive.latestList(3).reply(asJSON: false).text(in: .english)
    #expect(list.hasPrefix("Left out: 2 pieces"))
  }

  @Test func listsGoThroughThePiecesOnceByNumber() throws {
    let folder = TemporaryFolder()
    let store = try folder.open()
    let ends = [
      "WHERE evidence.number > 0 ORDER BY evidence.number",
      "ORDER BY evidence.number DESC LIMIT 50",
    ]
    for end in ends {
      var steps: [String] = []
      try store.archive.database.prepare("EXPLAIN QUERY PLAN \(Piece.selection) \(end)")
        .run { row in steps.append(row.text(3) ?? "") }
      // Options are looked up by their piece.
      let searches = steps.filter { !$0.hasPrefix("CORRELATED") }
      #expect(searches.count == 6 && steps[0].contains("evidence"), "\(steps)")
      #expect(!steps.contains { $0.contains("TEMP") || $0.contains("AUTO") }, "\(steps)")
      #expect(searches.dropFirst().allSatisfy { $0.hasPrefix("SEARCH") }, "\(steps)")
    }
  }

  @Test func aListSaysWhatIsNotPlain() throws {
    let folder = TemporaryFolder()
    try folder.write(picture("found"), as: "evidence/000/000001.jpg")
    do {
      var store = try folder.open()
      _ = try store.recover(at: .sample())
      _ = try store.insert(at: .sample(12, wall: .told(1_774_622_668_250_000)))
      _ = try store.insert("plain")
    }
    unlink("\(folder.path)/evidence/000/000001.jpg")
    truncate("\(folder.path)/evidence/000/000002.jpg", 2)
    var store = try folder.open()
    _ = try store.settleAll()
    let list = PieceList(try store.archive.pieces()).reply(asJSON: false).text(in: .english)
    #expect(
      list.split(separator: "\n").map(String.init) == [
        """
        imported 1, Unsorted, 64×48, 9 bytes, time unknown, evidence/000/000001.jpg; adopted: it \
        came after the program had ended, its file is missing.
        """,
        """
        photo 2, Unsorted, 640×480, 4 bytes, 2026-03-27T14:44:28.250Z by a clock that a person \
        set, evidence/000/000002.jpg; its file was changed.
        """,
        """
        photo 3, Unsorted, 640×480, 9 bytes, 2026-03-27T14:44:26.250Z by a clock that a person \
        set, evidence/000/000003.jpg.
        """,
      ])
    #expect(try store.archive.totals() == ["missing": 1, "altered": 1, "stored": 1])
  }

  @Test func aDamagedDatabaseIsFoundAndALongLookIsGivenUp() throws {
    let folder = TemporaryFolder()
    let page: Int
    do {
      var store = try folder.open()
      page = try store.archive.database.integer(
        "SELECT rootpage FROM sqlite_schema WHERE name = 'evidence'")
      for _ in 1...200 { _ = try store.insert() }
      try store.checkpoint()
      #expect(try store.archive.check { false } == .whole)
      #expect(try store.archive.check { true } == .unfinished)
      #expect(try store.archive.check { false } == .whole)
    }
    var bytes = try #require(folder.read("exhibit.sqlite"))
    for index in (page - 1) * 4096..<page * 4096 { bytes[index] = 0x55 }
    try folder.write(bytes, as: "exhibit.sqlite")
    for suffix in ["-wal", "-shm"] { unlink("\(folder.path)/exhibit.sqlite\(suffix)") }
    let check = try Archive(directory: folder.path).check { false }
    if case .damaged = check { return }
    Issue.record("it is \(check)")
  }
}
