import Core
import Glibc
import System
import Testing

@testable import Evidence

/// A photo and its glyphs, as one piece of three files.
@Suite struct GlyphFileTests {
  private let file = "evidence/000/000001.jpg"
  private let text = "evidence/000/000001.txt"
  private let ansi = "evidence/000/000001.ans"

  private static let glyphs = PictureGlyphs(
    text: Array("#\n".utf8), ansi: Array("\u{1b}[0m#\n".utf8), columns: 1, rows: 1,
    style: GlyphStyle())

  private static let crop = PictureCrop(
    jpeg: picture("part"), area: PixelArea(x: 8, y: 16, width: 24, height: 32))

  private func write(
    _ store: inout Store, crop: PictureCrop? = nil, _ glyphs: PictureGlyphs? = Self.glyphs
  ) throws(Failure) -> WrittenPhoto {
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 9, alignment: 1)
    defer { bytes.deallocate() }
    bytes.copyBytes(from: picture("whole"))
    return try store.write(
      jpeg: UnsafeRawBufferPointer(bytes), with: crop, glyphs, of: .sample(), at: .sample())
  }

  private func insert(_ store: inout Store) throws(Failure) -> StoredPiece {
    let written = try write(&store)
    return try store.insert(written, at: .sample())
  }

  /// What a power cut leaves where all files are durable and the record is not.
  private func cut(_ folder: TemporaryFolder, crop: PictureCrop? = nil) throws {
    var store = try folder.open()
    _ = try write(&store, crop: crop)
  }

  @Test func threeFilesAreOnePieceWithThreeHashes() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    let stored = try insert(&store)
    #expect(folder.read(text) == Self.glyphs.text && folder.read(ansi) == Self.glyphs.ansi)
    let piece = try #require(try store.archive.piece(1))
    #expect(piece.kind == "photo" && piece.glyphs == stored.glyphs)
    #expect(piece.glyphs?.text.file == text && piece.glyphs?.ansi.file == ansi)
    #expect(piece.glyphs?.text.sha256 == Digest.of(Self.glyphs.text))
    #expect(piece.glyphs?.ansi.sha256 == Digest.of(Self.glyphs.ansi))
    #expect(try folder.flaws() == [])
    #expect(try store.settleAll() == [])
    #expect(try Verification(ofStoreIn: folder.path, Trust()).pieceCount == 1)
  }

  @Test func theRecordTellsOfThem() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    _ = try insert(&store)
    let sql = """
      SELECT payload ->> '$.data.glyphs.text.sha256' || (payload ->> '$.data.glyphs.settings.effect')
      FROM records WHERE kind = 'photo.stored'
      """
    #expect(try store.rows(sql) == [Digest.of(Self.glyphs.text) + "ascii"])
  }

  @Test func aPowerCutBeforeTheRecordCostsNothing() throws {
    let folder = TemporaryFolder()
    try cut(folder, crop: Self.crop)
    #expect(try folder.restart() == ["store.photo-adopted"])
    let piece = try #require(try folder.firstPiece())
    #expect(piece.kind == "document" && piece.companions.count == 3)
    #expect(piece.glyphs?.text.sha256 == Digest.of(Self.glyphs.text))
    #expect(try folder.flaws() == [])
    #expect(try folder.restart() == [])
  }

  /// Which of the two is spoilt, and how.
  static let broken: [(String, [UInt8]?)] = [
    ("txt", []), ("txt", Array("*\n".utf8)), ("txt", nil), ("ans", [0x1b]), ("ans", nil),
  ]

  @Test(arguments: broken)
  func glyphsThatAreNotWholeLeaveThePhoto(ending: String, bytes: [UInt8]?) throws {
    let folder = TemporaryFolder()
    try cut(folder)
    let spoilt = "evidence/000/000001.\(ending)"
    if let bytes { try folder.write(bytes, as: spoilt) } else { unlink("\(folder.path)/\(spoilt)") }
    let rejected = Array(repeating: "store.glyphs-rejected", count: bytes == nil ? 1 : 2)
    #expect(try folder.restart() == ["store.photo-adopted"] + rejected)
    let piece = try #require(try folder.firstPiece())
    #expect(piece.glyphs == nil && piece.planned != nil)
    #expect(!folder.has(text) && !folder.has(ansi))
    #expect(folder.read("evidence/rejected/000001.\(ending)") == bytes)
    #expect(try folder.flaws() == [])
    #expect(try folder.restart() == [])
  }

  @Test func glyphsAloneAreMovedAsideAndTheirNumberSpent() throws {
    let folder = TemporaryFolder()
    try cut(folder)
    unlink("\(folder.path)/\(file)")
    #expect(try folder.restart() == ["store.glyphs-rejected", "store.glyphs-rejected"])
    #expect(folder.read("evidence/rejected/000001.txt") == Self.glyphs.text)
    var store = try folder.open(at: .sample(30))
    #expect(try insert(&store).number == 2)
    #expect(try folder.flaws() == [])
  }

  @Test(arguments: 1...5)
  func aFlushThatFailsLeavesAPhotoOrNothing(flush: Int) throws {
    let folder = TemporaryFolder()
    do { _ = try folder.open() }
    var setup = folder.setup
    let count = FailingMedium(failing: .flush(Int.max))
    setup.medium = count
    do { _ = try Store(setup, at: .sample()) }
    setup.medium = FailingMedium(failing: .flush(count.flushCount + flush))
    var store = try Store(setup, at: .sample())
    let failure = failure { () throws(Failure) in _ = try insert(&store) }
    // Two for the glyphs, two for the photo; the last is the database's, which the medium of a test doesn't flush.
    #expect((failure == nil) == (flush == 5))
    _ = try store.recover(at: .sample())
    #expect(try folder.flaws() == [])
    let piece = try store.archive.piece(1)
    #expect(folder.has(text) == (piece?.glyphs != nil))
  }

  @Test func whatIsDeletedForGoodLosesAll() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    _ = try insert(&store)
    _ = try store.make(.deletePieces([1], isForGood: true), for: .button, at: .sample())
    #expect(!folder.has(file) && !folder.has(text) && !folder.has(ansi))
    #expect(try store.settleAll() == [])
    #expect(try folder.flaws() == [])
  }

  @Test func whatWasLeftOfAPurgedOneIsRemoved() throws {
    let folder = TemporaryFolder()
    do {
      var store = try folder.open()
      _ = try insert(&store)
      _ = try store.make(.deletePieces([1], isForGood: true), for: .button, at: .sample())
    }
    try folder.write(Self.glyphs.text, as: text)
    #expect(try folder.restart() == [] && !folder.has(text))
  }

  @Test func whatNobodyRecordedStaysWhereAPieceIsPurged() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    let written = try write(&store, nil)
    _ = try store.insert(written, at: .sample())
    try folder.write([0x61], as: text)
    _ = try store.make(.deletePieces([1], isForGood: true), for: .button, at: .sample())
    #expect(!folder.has(file) && folder.read(text) == [0x61])
  }

  @Test(arguments: ["txt", "ans"])
  func whatIsGoneOrChangedIsToldAndFoundAgain(ending: String) throws {
    let folder = TemporaryFolder()
    do {
      var store = try folder.open()
      _ = try insert(&store)
    }
    let changed = "evidence/000/000001.\(ending)"
    let bytes = try #require(folder.read(changed))
    unlink("\(folder.path)/\(changed)")
    #expect(try folder.restart() == ["store.file-missing"])
    #expect(try folder.restart() == [] && folder.flaws() == ["file.missing \(changed)"])
    try folder.write(bytes + [1], as: changed)
    #expect(try folder.restart() == ["store.file-altered"])
    #expect(try folder.restart() == [] && folder.flaws() == ["file.altered \(changed)"])
    try folder.write(bytes, as: changed)
    #expect(try folder.restart() == ["store.file-found"] && folder.flaws() == [])
  }

  @Test func aChangedByteIsSeen() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    _ = try insert(&store)
    try folder.write(Array("*\n".utf8), as: text)
    #expect(try folder.flaws() == ["file.altered \(text)"])
    let content = try store.archive.shown(1).glyphsContent
    #expect(content?.text != .unchanged && content?.ansi == .unchanged)
  }

  @Test func glyphsOfAPhotoThatHasNoneAreUnrecorded() throws {
    let folder = TemporaryFolder()
    do {
      var store = try folder.open()
      let written = try write(&store, nil)
      _ = try store.insert(written, at: .sample())
    }
    try folder.write(Self.glyphs.text, as: text)
    #expect(try folder.flaws() == ["file.unrecorded \(text)"])
    #expect(try folder.restart() == ["store.file-strange"])
    #expect(folder.read(text) == Self.glyphs.text)
    #expect(try folder.flaws() == [])
  }

  @Test func aRebuiltStoreHasThemAsTheyWere() throws {
    let folder = TemporaryFolder()
    let before: Piece?
    do {
      var store = try folder.open()
      _ = try insert(&store)
      before = try store.archive.piece(1)
    }
    _ = try Rebuild(folder.path)
    #expect(try folder.firstPiece() == before && before?.glyphs != nil)
  }

  @Test(arguments: [
    "evidence/000/1.txt", "evidence/000/000000.ans", "evidence/001/000001.txt",
    "evidence/000/000001.text", "evidence/000/000001.jpg", "000001.txt",
  ])
  func otherNamesAreNone(name: String) {
    #expect(EvidenceFolder.companion(of: name) == nil)
    #expect(EvidenceFolder.companion(of: text)?.kind == .text)
    #expect(EvidenceFolder.companion(of: ansi)?.kind == .ansi)
    #expect(EvidenceFolder.number(of: text) == nil)
  }

  @Test func listAndReportTellOfThem() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    _ = try insert(&store)
    let list = PieceList(try store.archive.pieces()).reply(asJSON: false)
    #expect("\(list)".contains("list.glyphs"))
    let keys = try store.archive.shown(1).sentences.map(\.key)
    #expect(keys.contains("show.glyphs") && keys.contains("show.glyphs-ansi-content"))
  }
}
