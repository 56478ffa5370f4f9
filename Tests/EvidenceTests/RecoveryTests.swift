import Core
import Glibc
import Testing

@testable import Evidence

/// What a crash leaves behind, and what the next start makes of it.
@Suite struct RecoveryTests {
  private let file = "evidence/000/000002.jpg"

  private static let zeros = [UInt8](repeating: 0, count: 100_000)

  static let cutOff: [[UInt8]] = [
    [], [0xFF], [0xFF, 0xD8], [0xFF, 0xD8, 0x41, 0xFF], [0xD8, 0xFF, 0xD8, 0xFF, 0xD9],
    [0xFF, 0xD8, 0xD9], picture() + [0, 1], zeros, [0xFF, 0xD8] + zeros + [0xD9],
  ]

  @Test(arguments: cutOff)
  func aFileThatWasCutOffIsRemovedAndItsNumberUsed(bytes: [UInt8]) throws {
    let folder = TemporaryFolder()
    try folder.write(bytes, as: file)
    let store = try folder.open()
    #expect(store.recovery.removed == [file])
    #expect(store.recovery.phrases == [Phrase.orphanRemoved(file)])
    #expect(folder.read(file) == nil)
    #expect(store.nextNumber == 1)
  }

  static let whole: [[UInt8]] = [
    picture("whole"), picture() + zeros,
    [0xFF, 0xD8] + [UInt8](repeating: 7, count: 65533) + [0xFF, 0xD9],
  ]

  @Test(arguments: whole)
  func aWholePictureIsAdoptedUnderItsNumber(bytes: [UInt8]) throws {
    let folder = TemporaryFolder()
    try folder.write(bytes, as: file)
    var store = try folder.open()
    let piece = try #require(store.recovery.adopted.first)
    #expect(piece.number == 2 && piece.byteCount == bytes.count)
    #expect(piece.sha256 == bytes.withUnsafeBytes { Digest.of($0) })
    #expect(try store.archive.piece(2)?.id == piece.id)
    #expect(store.recovery.phrases == [Phrase.orphanAdopted(2)])
    #expect(try store.insert().number == 3)
  }

  @Test func anAdoptionIsARecordAndHappensOnce() throws {
    let folder = TemporaryFolder()
    try folder.write(picture(), as: file)
    do {
      let count = "SELECT count(*) FROM records WHERE kind = 'orphan.adopted'"
      let store = try folder.open()
      #expect(try store.archive.database.integer(count) == 1)
      #expect(try store.archive.piece(2)?.actual == nil)
    }
    #expect(try folder.open().recovery.phrases == [])
  }

  @Test(arguments: [
    "evidence/notes.txt", "evidence/000/000002.jpg.txt", "evidence/000/2.jpg",
    "evidence/000/001000.jpg", "evidence/000/000000.jpg", "evidence/more/a/b",
  ])
  func whatIsNotOursIsLeftAlone(file: String) throws {
    let folder = TemporaryFolder()
    try folder.write(picture(), as: file)
    let store = try folder.open()
    #expect(store.recovery.adopted == [] && store.recovery.removed == [])
    #expect(store.recovery.unknown.count == 1)
    #expect(folder.read(file) == picture())
  }

  @Test func aLinkUnderAPiecesNameIsLeftAloneAndItsNumberPassedOver() throws {
    let folder = TemporaryFolder()
    try folder.write(picture("elsewhere"), as: "elsewhere")
    try folder.write([], as: "evidence/000/000009.txt")
    symlink("../../elsewhere", "\(folder.path)/\(file)")
    var store = try folder.open()
    #expect(store.recovery.unknown == [file, "evidence/000/000009.txt"])
    #expect(try store.insert().number == 3)
    #expect(folder.read("elsewhere") == picture("elsewhere"))
  }

  @Test func aRowIsThereAfterItsProgramWasKilled() throws {
    let (folder, copy) = (TemporaryFolder(), TemporaryFolder())
    var store = try folder.open()
    let piece = try store.insert("kept")
    // What a kill leaves on the disk: files as they are, nothing closed.
    for file in ["exhibit.sqlite", "exhibit.sqlite-wal", piece.file] {
      try copy.write(try #require(folder.read(file)), as: file)
    }
    let after = try copy.open(at: .sample(1, boot: "second"))
    #expect(after.recovery.phrases == [])
    #expect(try after.archive.piece(1)?.id == piece.id)
    #expect(store.nextNumber == 2)
  }
}
