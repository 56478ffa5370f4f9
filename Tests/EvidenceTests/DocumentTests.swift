import Core
import Glibc
import System
import Testing

@testable import Evidence

/// A photo and the part of it that a mask frames, as one piece.
@Suite struct DocumentTests {
  private let file = "evidence/000/000001.jpg"
  private let cropFile = "evidence/000/000001-crop.jpg"
  private let rejected = "evidence/rejected/000001-crop.jpg"

  private static let crop = PictureCrop(
    jpeg: picture("part"), area: PixelArea(x: 8, y: 16, width: 24, height: 32))

  private static var facts: PhotoFacts {
    let whole = PhotoFacts.sample()
    var shot = whole.shot
    shot.mask = .id
    return PhotoFacts(
      of: shot, taken: whole.taken, width: whole.width, height: whole.height, format: whole.format)
  }

  private func write(
    _ store: inout Store, _ crop: PictureCrop? = crop
  ) throws(Failure) -> WrittenPhoto {
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 9, alignment: 1)
    defer { bytes.deallocate() }
    bytes.copyBytes(from: picture("whole"))
    return try store.write(
      jpeg: UnsafeRawBufferPointer(bytes), with: crop, of: Self.facts, at: .sample())
  }

  private func insert(
    _ store: inout Store, _ crop: PictureCrop? = crop
  ) throws(Failure) -> StoredPiece {
    let written = try write(&store, crop)
    return try store.insert(written, at: .sample())
  }

  /// What a power cut leaves where both files are durable and the record is not.
  private func cut(_ folder: TemporaryFolder) throws {
    var store = try folder.open()
    _ = try write(&store)
  }

  @Test func bothFilesAreOnePieceWithTwoHashes() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    let stored = try insert(&store)
    #expect(stored.file == file && stored.crop?.file == cropFile)
    #expect(folder.read(file) == picture("whole") && folder.read(cropFile) == Self.crop.jpeg)
    let piece = try #require(try store.archive.piece(1))
    #expect(piece.kind == "document" && piece.crop == stored.crop)
    #expect(piece.crop?.sha256 == Digest.of(Self.crop.jpeg) && piece.crop?.area == Self.crop.area)
    #expect(try folder.flaws() == [])
    #expect(try store.settleAll() == [])
    #expect(try Verification(ofStoreIn: folder.path, Trust()).pieceCount == 1)
  }

  @Test func theRecordTellsOfMaskAndCrop() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    _ = try insert(&store)
    let sql = """
      SELECT payload -> '$.data.crop' || (payload ->> '$.data.mask') FROM records
      WHERE kind = 'photo.stored'
      """
    let sha256 = Digest.of(Self.crop.jpeg)
    #expect(
      try store.rows(sql) == [
        """
        {"bytes":8,"file":"\(cropFile)","height":32,"sha256":"\(sha256)","width":24,"x":8,\
        "y":16}id
        """
      ])
  }

  @Test func aPictureThatCannotBeCroppedIsAPhoto() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    #expect(try insert(&store, nil).crop == nil)
    #expect(try store.archive.piece(1)?.kind == "photo")
    #expect(try store.rows("SELECT data ->> 'mask' FROM evidence") == ["id"])
    #expect(folder.read(cropFile) == nil)
    #expect(try folder.flaws() == [])
  }

  @Test func aPowerCutBeforeTheRecordCostsNothing() throws {
    let folder = TemporaryFolder()
    try cut(folder)
    #expect(try folder.restart() == ["store.photo-adopted"])
    let piece = try #require(try folder.firstPiece())
    #expect(piece.kind == "document" && piece.crop?.sha256 == Digest.of(Self.crop.jpeg))
    #expect(try folder.flaws() == [])
    #expect(try folder.restart() == [])
  }

  static let broken: [[UInt8]] = [[], [0xFF, 0xD8], picture("other"), picture("parts")]

  @Test(arguments: broken)
  func aCropThatIsNotWholeLeavesThePhoto(bytes: [UInt8]) throws {
    let folder = TemporaryFolder()
    try cut(folder)
    try folder.write(bytes, as: cropFile)
    #expect(try folder.restart() == ["store.photo-adopted", "store.file-rejected"])
    let piece = try #require(try folder.firstPiece())
    #expect(piece.kind == "photo" && piece.crop == nil && piece.planned != nil)
    #expect(folder.read(rejected) == bytes)
    #expect(try folder.flaws() == [])
  }

  @Test func aCropThatIsGoneLeavesThePhoto() throws {
    let folder = TemporaryFolder()
    try cut(folder)
    unlink("\(folder.path)/\(cropFile)")
    #expect(try folder.restart() == ["store.photo-adopted"])
    #expect(try folder.firstPiece()?.kind == "photo")
    #expect(try folder.flaws() == [])
  }

  @Test func aCropAloneIsMovedAsideAndItsNumberSpent() throws {
    let folder = TemporaryFolder()
    try cut(folder)
    unlink("\(folder.path)/\(file)")
    #expect(try folder.restart() == ["store.file-rejected"])
    #expect(folder.read(rejected) == Self.crop.jpeg && folder.read(cropFile) == nil)
    var store = try folder.open(at: .sample(30))
    #expect(try insert(&store).number == 2)
    #expect(try folder.flaws() == [])
  }

  @Test func bothAreMovedAsideWhereThePhotoIsCutShort() throws {
    let folder = TemporaryFolder()
    try cut(folder)
    try folder.write([0xFF, 0xD8, 1], as: file)
    #expect(try folder.restart() == ["store.file-rejected", "store.file-rejected"])
    #expect(folder.read(rejected) == Self.crop.jpeg)
    #expect(try folder.flaws() == [])
  }

  @Test(arguments: 1...4)
  func aFlushThatFailsLeavesADocumentAPhotoOrNothing(flush: Int) throws {
    let folder = TemporaryFolder()
    do { _ = try folder.open() }
    var setup = folder.setup
    let count = FailingMedium(failing: .flush(Int.max))
    setup.medium = count
    do { _ = try Store(setup, at: .sample()) }
    setup.medium = FailingMedium(failing: .flush(count.flushCount + flush))
    var store = try Store(setup, at: .sample())
    let failure = failure { () throws(Failure) in _ = try insert(&store) }
    // The last of them is the database's, which the medium of a test doesn't flush.
    #expect((failure == nil) == (flush == 4))
    #expect(try store.recover(at: .sample()).count <= 1)
    #expect(try folder.flaws() == [])
    #expect(["document", nil].contains(try store.archive.piece(1)?.kind))
  }

  @Test func whatIsDeletedForGoodLosesBoth() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    _ = try insert(&store)
    _ = try store.make(.deletePieces([1], isForGood: true), for: .button, at: .sample())
    #expect(folder.read(file) == nil && folder.read(cropFile) == nil)
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
    try folder.write(Self.crop.jpeg, as: cropFile)
    #expect(try folder.restart() == [])
    #expect(folder.read(cropFile) == nil)
  }

  @Test func lockAndUndoConcernThePiece() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    _ = try insert(&store)
    _ = try store.make(.undo(nil), for: .button, at: .sample())
    #expect(try store.archive.piece(1)?.state == "deleted")
    _ = try store.make(.undeletePieces([1]), for: .button, at: .sample())
    _ = try store.make(.lockPieces([1], isLocked: true), for: .button, at: .sample())
    let failure = failure { () throws(Failure) in
      _ = try store.make(.deletePieces([1], isForGood: true), for: .button, at: .sample())
    }
    #expect(failure?.phrase == .pieceIsLocked(1))
    #expect(folder.read(cropFile) == Self.crop.jpeg)
  }

  @Test func aCropThatIsGoneOrChangedIsToldAndFoundAgain() throws {
    let folder = TemporaryFolder()
    do {
      var store = try folder.open()
      _ = try insert(&store)
    }
    unlink("\(folder.path)/\(cropFile)")
    #expect(try folder.restart() == ["store.file-missing"])
    #expect(try folder.restart() == [] && folder.flaws() == ["file.missing \(cropFile)"])
    #expect(try folder.firstPiece()?.state == "missing")
    try folder.write(Self.crop.jpeg, as: cropFile)
    #expect(try folder.restart() == ["store.file-found"])
    try folder.write(Self.crop.jpeg + [1], as: cropFile)
    #expect(try folder.restart() == ["store.file-altered"])
    #expect(try folder.restart() == [] && folder.flaws() == ["file.altered \(cropFile)"])
    try folder.write(Self.crop.jpeg, as: cropFile)
    #expect(try folder.restart() == ["store.file-found"] && folder.flaws() == [])
  }

  @Test func aPhotoThatIsGoneIsToldThoughItsCropIsThere() throws {
    let folder = TemporaryFolder()
    do {
      var store = try folder.open()
      _ = try insert(&store)
    }
    unlink("\(folder.path)/\(file)")
    #expect(try folder.restart() == ["store.file-missing"])
    #expect(try folder.restart() == [] && folder.flaws() == ["file.missing \(file)"])
    try folder.write(picture("whole"), as: file)
    #expect(try folder.restart() == ["store.file-found"] && folder.flaws() == [])
  }

  @Test func aChangedByteOfTheCropIsSeen() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    _ = try insert(&store)
    try folder.write(picture("tart"), as: cropFile)
    #expect(try folder.flaws() == ["file.altered \(cropFile)"])
    #expect(
      try store.archive.shown(1).cropContent
        == .altered(
          sha256: Digest.of(picture("tart")), byteCount: 8))
  }

  @Test func aCropOfAPhotoIsAStrangerAndUnrecorded() throws {
    let folder = TemporaryFolder()
    do {
      var store = try folder.open()
      _ = try insert(&store, nil)
    }
    try folder.write(Self.crop.jpeg, as: cropFile)
    #expect(try folder.flaws() == ["file.unrecorded \(cropFile)"])
    #expect(try folder.restart() == ["store.file-strange"])
    #expect(folder.read(cropFile) == Self.crop.jpeg)
    #expect(try folder.firstPiece()?.state == "stored" && folder.flaws() == [])
  }

  @Test func aCropHasItsNumber() throws {
    let folder = TemporaryFolder()
    try folder.write(Self.crop.jpeg, as: cropFile)
    var store = try folder.open()
    #expect(try insert(&store).number == 2)
    #expect(folder.read(cropFile) == Self.crop.jpeg)
  }

  @Test(arguments: [
    "evidence/000/000001-crop.jpeg", "evidence/000/1-crop.jpg", "evidence/000/000000-crop.jpg",
    "evidence/001/000001-crop.jpg", "evidence/000/000001-crop-crop.jpg", "000001-crop.jpg",
  ])
  func otherNamesAreNoCrops(name: String) {
    #expect(EvidenceFolder.companion(of: name) == nil)
    #expect(EvidenceFolder.number(of: cropFile) == nil)
    let companion = EvidenceFolder.companion(of: cropFile)
    #expect(companion?.number == 1 && companion?.kind == .crop)
  }

  @Test func aRebuiltStoreHasItAsItWas() throws {
    let folder = TemporaryFolder()
    let before: Piece?
    do {
      var store = try folder.open()
      _ = try insert(&store)
      before = try store.archive.piece(1)
    }
    _ = try Rebuild(folder.path)
    #expect(try folder.firstPiece() == before && before?.crop != nil)
  }

  @Test func theLatestLeadsToTheWholePicture() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    _ = try insert(&store)
    #expect(folder.read("latest.jpg") == picture("whole"))
  }
}
