import Core
import Testing

@testable import Evidence

/// What goes when the medium is nearly full.
@Suite struct RoomTests {
  /// A store in `folder` with six pieces of eight bytes, of which `exported` lie elsewhere.
  private func store(
    in folder: TemporaryFolder, exported numbers: [Int]
  ) throws -> Store {
    var store = try folder.open()
    for text in ["aaaa", "bbbb", "cccc", "dddd", "eeee", "ffff"] { _ = try store.insert(text) }
    let digests = try store.archive.exports(of: numbers).mapValues(\.sha256)
    try make(.piecesExported(numbers, sha256: ReadBackPieces(digests).sha256), in: &store)
    return store
  }

  private func make(_ change: StoreChange, in store: inout Store) throws {
    _ = try store.make(change, for: .button, at: .sample())
  }

  private func there(_ folder: TemporaryFolder) -> [Int] {
    (1...6).filter { folder.read(EvidenceFolder.file($0)) != nil }
  }

  @Test func exportedPiecesGoOldestFirstAndNoMoreThanIsNeeded() throws {
    let folder = TemporaryFolder()
    var store = try store(in: folder, exported: [2, 3, 5])
    #expect(try store.canMakeRoom(at: .sample()))
    let made = try store.makeRoom(of: 9, at: .sample())
    #expect(made == MadeRoom(deletedCount: 0, exportedCount: 2))
    #expect(there(folder) == [1, 4, 5, 6])
    #expect(try store.archive.pieceCount() == 4)
    #expect(try store.archive.piece(2).map { $0.isPurged && $0.isExported } == true)
    #expect(try Verification(ofStoreIn: folder.path, Trust()).isGood)
  }

  @Test func whatIsDeletedGoesBeforeWhatIsExported() throws {
    let folder = TemporaryFolder()
    var store = try store(in: folder, exported: [1, 2])
    try make(.deletePieces([6], isForGood: false), in: &store)
    try make(.deletePieces([4], isForGood: false), in: &store)
    let made = try store.makeRoom(of: 17, at: .sample(10 + 600))
    #expect(made == MadeRoom(deletedCount: 2, exportedCount: 1))
    #expect(there(folder) == [2, 3, 5])
  }

  @Test func whatIsLockedOrLiesNowhereElseStaysHoweverMuchIsNeeded() throws {
    let folder = TemporaryFolder()
    var store = try store(in: folder, exported: [1, 2, 3])
    try make(.lockPieces([2], isLocked: true), in: &store)
    let made = try store.makeRoom(of: .max, at: .sample())
    #expect(made == MadeRoom(deletedCount: 0, exportedCount: 2))
    #expect(there(folder) == [2, 4, 5, 6])
    #expect(try !store.canMakeRoom(at: .sample()))
    #expect(try store.makeRoom(of: .max, at: .sample()).exportedCount == 0)
    try make(.lockPieces([2], isLocked: false), in: &store)
    #expect(try store.makeRoom(of: 1, at: .sample()).exportedCount == 1)
  }

  @Test func aFileThatIsNoLongerWhatWasStoredStays() throws {
    let folder = TemporaryFolder()
    do { _ = try store(in: folder, exported: [1, 2]) }
    try folder.write(picture("longer than it was"), as: EvidenceFolder.file(1))
    var store = try folder.open(at: .sample(20))
    #expect(try !store.settleAll().isEmpty)
    #expect(try store.makeRoom(of: .max, at: .sample()).exportedCount == 1)
    #expect(there(folder) == [1, 3, 4, 5, 6])
  }

  @Test func whatWentIsNotDeletedOnceMore() throws {
    let folder = TemporaryFolder()
    var store = try store(in: folder, exported: [2])
    _ = try store.makeRoom(of: 1, at: .sample())
    for numbers in [[2], [1, 2]] {
      var failure: Failure?
      do throws(Failure) {
        _ = try store.make(
          .deletePieces(numbers, isForGood: false), for: .button, at: .sample())
      } catch { failure = error }
      #expect(failure?.phrase.key == "pieces.purged-already")
    }
    // So an undo still means the latest photo.
    #expect(try store.archive.undoStep()?.outcome.key == "undo.photo-done")
    _ = try store.make(.deletePieces([2], isForGood: true), for: .button, at: .sample())
    #expect(try Verification(ofStoreIn: folder.path, Trust()).isGood)
  }

  @Test func theLinkToTheLatestLeadsToWhatIsLeft() throws {
    let folder = TemporaryFolder()
    var store = try store(in: folder, exported: [5, 6])
    _ = try store.makeRoom(of: .max, at: .sample())
    #expect(folder.read("latest.jpg") == picture("dddd"))
  }

  @Test func exportedPiecesAreNotDueWhileThereIsRoom() throws {
    let folder = TemporaryFolder()
    var store = try store(in: folder, exported: [1, 2])
    let later = Moment.sample(10 * 24 * 3600)
    #expect(try !store.isPurgeDue(at: later) && store.purgeOld(at: later) == 0)
    #expect(try store.make(.purge, for: .button, at: later).key == "purge.nothing")
    #expect(there(folder) == [1, 2, 3, 4, 5, 6])
  }
}
