import Core
import Glibc
import Testing

@testable import Evidence

/// What happens to a photo that can't be stored, and to the next one.
@Suite struct StoreFailureTests {
  private let file = "evidence/000/000001.jpg"

  /// The next photo is stored under `number`, and nothing is found amiss when the store opens again.
  private func expectUsable(
    _ store: consuming Store, in folder: TemporaryFolder, next number: Int = 1
  ) throws {
    #expect(try store.insert("next").number == number)
    #expect(try store.archive.pieceCount() == 1)
    _ = consume store
    #expect(try folder.open(at: .sample(99)).recovery.phrases == [])
  }

  @Test(arguments: [1, 2])
  func aFlushThatFailsIsNotTriedAgainAndTheFileGoes(failing: Int) throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    let medium = Medium(failing: failing, with: EIO)
    store.folder.flush = medium.flush
    let failure = failure { () throws(Failure) in _ = try store.insert() }
    #expect(failure?.phrase.key == "store.mediumFailed")
    #expect(failure?.cause == SystemError(call: "fsync", code: EIO))
    #expect(medium.flushCount == failing)
    #expect(folder.read(file) == nil)
    try expectUsable(store, in: folder)
  }

  @Test func anInterruptedFlushHasFailed() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    let medium = Medium(failing: 1, with: EINTR)
    store.folder.flush = medium.flush
    #expect(throws: Failure.self) { _ = try store.insert() }
    #expect(medium.flushCount == 1)
    try expectUsable(store, in: folder)
  }

  @Test(arguments: [
    ("PRAGMA query_only = ON", "PRAGMA query_only = OFF", "store.readOnly"),
    ("PRAGMA max_page_count = 1", "PRAGMA max_page_count = 1000000", "store.full"),
  ])
  func aRowThatCannotBeWrittenTakesItsFileAlong(
    obstacle: String, remedy: String, key: String
  ) throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    // So long a text needs new pages, which a full database refuses.
    let photo = PhotoFacts.sample(format: String(repeating: "x", count: 9000))
    try store.archive.database.execute(obstacle)
    let failure = failure { () throws(Failure) in
      _ = try store.insert(picture(), of: photo)
    }
    #expect(failure?.phrase.key == key)
    #expect(failure?.phrase.values == [.text("\(folder.path)/exhibit.sqlite")])
    #expect(folder.read(file) == nil)
    try store.archive.database.execute(remedy)
    try expectUsable(store, in: folder)
  }

  @Test func anotherProgramsLockIsNamed() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    do {
      let other = try Database(opening: "\(folder.path)/exhibit.sqlite", 2)
      try other.execute("BEGIN IMMEDIATE")
      let failure = failure { () throws(Failure) in _ = try store.insert() }
      #expect(failure?.phrase == Phrase.storeBusy("\(folder.path)/exhibit.sqlite"))
    }
    try expectUsable(store, in: folder)
  }

  @Test func aFolderThatIsNotOneIsNamed() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    rename("\(folder.path)/evidence/000", "\(folder.path)/aside")
    try folder.write([], as: "evidence/000")
    let failure = failure { () throws(Failure) in _ = try store.insert() }
    #expect(failure?.phrase.values.first == .text("\(folder.path)/\(file)"))
    #expect(failure?.cause?.code == ENOTDIR)
    unlink("\(folder.path)/evidence/000")
    rename("\(folder.path)/aside", "\(folder.path)/evidence/000")
    try expectUsable(store, in: folder)
  }

  @Test func aNameThatIsTakenIsPassedOver() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    try folder.write([1, 2, 3], as: file)
    #expect(throws: Failure.self) { _ = try store.insert() }
    #expect(folder.read(file) == [1, 2, 3])
    #expect(try store.insert("next").number == 2)
  }

  @Test func aFolderWhoseNameIsNotDurableIsNotKept() throws {
    let folder = TemporaryFolder()
    try folder.write(picture(), as: "evidence/000/000998.jpg")
    var store = try folder.open()
    #expect(try store.insert().number == 999)
    store.folder.flush = Medium(failing: 1, with: EIO).flush
    #expect(throws: Failure.self) { _ = try store.insert() }
    #expect(folder.facts("evidence/001").st_mode == 0)
    #expect(try store.insert().file == "evidence/001/001000.jpg")
  }

  @Test func onlyTheFlushOfTheRowLeavesDoubt() {
    let doubt = DatabaseError(path: "", code: 1034, systemCode: EIO, message: "")
    let full = DatabaseError(path: "", code: 13, systemCode: 0, message: "")
    #expect(doubt.leavesDoubt && !full.leavesDoubt)
  }
}

/// A medium that loses what one of its flushes should have kept.
private final class Medium {
  private let failing: Int
  private let code: Int32
  private(set) var flushCount = 0

  init(failing: Int, with code: Int32) {
    self.failing = failing
    self.code = code
  }

  func flush(_ descriptor: Int32) -> Int32 {
    flushCount += 1
    guard flushCount == failing else { return fsync(descriptor) }
    errno = code
    return -1
  }
}
