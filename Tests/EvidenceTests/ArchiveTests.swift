import Core
import Glibc
import Testing

@testable import Evidence

@Suite struct ArchiveTests {
  @Test func aFolderWithoutAStoreIsNamedAndStaysEmpty() throws {
    let folder = TemporaryFolder()
    let failure = failure { () throws(Failure) in _ = try Archive(directory: folder.path) }
    #expect(failure?.phrase == Phrase.storeMissing(folder.path))
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
    let archive = try Archive(database: "\(copy.path)/exhibit.sqlite", isFrozen: true)
    #expect(try archive.pieces().map(\.number) == [1])
    #expect(copy.facts("exhibit.sqlite-shm").st_mode == 0)
    #expect(store.nextNumber == 2)
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
        "file":"evidence/000/000001.jpg","sha256":"\(stored.sha256)","bytes":4,"width":640,\
        "height":480,"planned":11.995,"actual":12.0,"captured_at":"2026-03-27T14:44:28.250Z",\
        "orientation":null,"state":"stored"}
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
}
