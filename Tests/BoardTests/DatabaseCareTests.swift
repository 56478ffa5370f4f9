import Core
import Glibc
import System
import Testing

@testable import Board
@testable import Evidence

/// The database is read again, reset and updated behind whoever holds it.
@Suite final class DatabaseCareTests {
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
    var photos = PhotoPipeline(store: try setup())
    _ = try photos.open(at: now)
    let before = photos.texts()
    #expect(before == [:])
    let updated = try photos.attend(to: .update, at: now)
    #expect(updated.key == "db.updated")
    let after = photos.texts()
    #expect(after == ["a": "Ä"])
    let reloaded = try photos.attend(to: .reload, at: now)
    #expect(reloaded == .databaseReloaded(0))
    let reset = try photos.attend(to: .reset, at: now)
    #expect(reset.key == "db.reset")
    let (isOpen, found) = (photos.isOpen, photos.takeFound())
    #expect(isOpen && found == [])
    try photos.note([.programStopped(isShutdown: false)], at: now)
  }

  @Test(arguments: ["de", "fr"])
  func aLanguageThatPeopleWantIsTakenFromTheDefaultIfThatHasIt(language: String) throws {
    var photos = PhotoPipeline(store: try setup())
    _ = try photos.open(at: now)
    let wish = StoreChange.keep([KeptSetting(.language, language)], news: .storeNotOpen)
    var failure: Failure?
    do { _ = try photos.make(wish, for: .start, at: now) } catch { failure = error }
    let texts = photos.texts()
    #expect((failure == nil) == (language == "de"))
    #expect(texts == (language == "de" ? ["a": "Ä"] : [:]))
  }

  @Test(arguments: DatabaseTask.allCases)
  func aTaskThatFailsLeavesTheStoreOpen(task: DatabaseTask) throws {
    var photos = PhotoPipeline(store: try setup(withDefault: false))
    _ = try photos.open(at: now)
    var failure: Failure?
    do { _ = try photos.attend(to: task, at: now) } catch { failure = error }
    #expect((failure == nil) == (task == .reload))
    #expect(failure.map { $0.kind == .refused } ?? true)
    let isOpen = photos.isOpen
    #expect(isOpen)
  }

  /// Who hears of a lock waits for it, with the store open; one that is closed has to be opened.
  @Test func aStoreThatAnotherProgramHasLockedSinceIsNoLock() throws {
    var photos = PhotoPipeline(store: try setup())
    _ = try photos.open(at: now)
    let other = try Database(opening: "\(directory)/exhibit.sqlite", 2)
    try other.execute("BEGIN IMMEDIATE")
    var failure: Failure?
    do { _ = try photos.attend(to: .reload, at: now) } catch { failure = error }
    #expect(failure == Failure(.store, .storeBusy("\(directory)/exhibit.sqlite")))
    let isOpen = photos.isOpen
    #expect(!isOpen)
    try other.execute("ROLLBACK")
    _ = try photos.open(at: now)
  }

  @Test(arguments: [DatabaseTask.reset, .update])
  func aStoreThatIsClosedIsNotTouched(task: DatabaseTask) throws {
    var photos = PhotoPipeline(store: try setup())
    var failure: Failure?
    do { _ = try photos.attend(to: task, at: now) } catch { failure = error }
    #expect(failure?.phrase == .storeNotOpen)
  }
}
