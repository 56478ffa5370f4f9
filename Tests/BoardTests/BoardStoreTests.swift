import Core
import Glibc
import System
import Testing

@testable import Board
@testable import Evidence

/// The database is read again, reset and updated behind whoever holds it.
@Suite final class BoardStoreTests {
  private let directory: String

  init() {
    var template = Array("/tmp/exhibit-care-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { preconditionFailure("mkdtemp: \(errno)") }
    directory = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit {
    Folder.erase(directory)
  }

  private let now = Moment(bootID: "boot", instant: .zero + .seconds(10), wall: .unset)

  private func setup(withDefault isThere: Bool = true) throws -> StoreSetup {
    var setup = StoreSetup(
      directory: directory, device: "\(directory)/device", program: ProgramFacts(version: "1"))
    (setup.defaults, setup.language) = ("\(directory)/default.sqlite", "de")
    if isThere { try DefaultDatabase.make(setup.defaults, with: ["de": ["a": "Ä"]]) }
    return setup
  }

  @Test func eachTaskLeavesTheStoreOpen() throws {
    var store = BoardStore(try setup())
    _ = try store.open(at: now)
    let before = store.current?.texts()
    #expect(before == [:])
    let updated = try store.attend(to: .update, at: now)
    #expect(updated.key == "db.updated")
    let after = store.current?.texts()
    #expect(after == ["a": "Ä"])
    let reloaded = try store.attend(to: .reload, at: now)
    #expect(reloaded == .databaseReloaded(0))
    let reset = try store.attend(to: .reset, at: now)
    #expect(reset.key == "db.reset")
    let (isOpen, found) = (store.current != nil, store.takeFound())
    #expect(isOpen && found == [])
    try store.opened().note([.programStopped(isShutdown: false)], at: now)
  }

  @Test(arguments: ["de", "fr"])
  func aLanguageThatPeopleWantIsTakenFromTheDefaultIfThatHasIt(language: String) throws {
    var store = BoardStore(try setup())
    _ = try store.open(at: now)
    let wish = StoreChange.keep([KeptSetting(.language, language)], news: .storeNotOpen)
    var failure: Failure?
    do { _ = try store.opened().make(wish, for: .start, at: now) } catch { failure = error }
    let texts = store.current?.texts()
    #expect((failure == nil) == (language == "de"))
    #expect(texts == (language == "de" ? ["a": "Ä"] : [:]))
  }

  @Test(arguments: DatabaseTask.allCases)
  func aTaskThatFailsLeavesTheStoreOpen(task: DatabaseTask) throws {
    var store = BoardStore(try setup(withDefault: false))
    _ = try store.open(at: now)
    var failure: Failure?
    do { _ = try store.attend(to: task, at: now) } catch { failure = error }
    #expect((failure == nil) == (task == .reload))
    #expect(failure.map { $0.kind == .refused } ?? true)
    let isOpen = store.current != nil
    #expect(isOpen)
  }

  /// Who hears of a lock waits for it, with the store open; one that is closed has to be opened.
  @Test func aStoreThatAnotherProgramHasLockedSinceIsNoLock() throws {
    var store = BoardStore(try setup())
    _ = try store.open(at: now)
    let other = try Database(opening: "\(directory)/exhibit.sqlite", 2)
    try other.execute("BEGIN IMMEDIATE")
    var failure: Failure?
    do { _ = try store.attend(to: .reload, at: now) } catch { failure = error }
    #expect(failure == Failure(.store, .storeBusy("\(directory)/exhibit.sqlite")))
    let isOpen = store.current != nil
    #expect(!isOpen)
    try other.execute("ROLLBACK")
    _ = try store.open(at: now)
  }

  @Test(arguments: [DatabaseTask.reset, .update])
  func aStoreThatIsClosedIsNotTouched(task: DatabaseTask) throws {
    var store = BoardStore(try setup())
    var failure: Failure?
    do { _ = try store.attend(to: task, at: now) } catch { failure = error }
    #expect(failure?.phrase == .storeNotOpen)
  }
}
