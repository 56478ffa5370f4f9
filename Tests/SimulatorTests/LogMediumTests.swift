import Core
import Glibc
import System
import Testing
import VirtualDevices

@testable import Evidence
@testable import Simulator

/// The database's log on a medium whose flushes fail, and whose memory then gives up what they lost.
@Suite struct LogMediumTests {
  /// Records something, of which the last flush fails, and opens the store again, where one fails after `calls` calls.
  ///
  /// - Returns: what SQLite says of the database then; nil where nothing failed.
  private func state(failingAfter calls: Int, seed: UInt64) throws -> String? {
    var template = Array("\(Scratch.folder)/exhibit-log-XXXXXX".utf8CString)
    let folder = String(cString: try #require(mkdtemp(&template)))
    defer { Folder.erase(folder) }
    let medium = ForgetfulMedium(folder, RandomGenerator(seed: seed))
    var setup = StoreSetup(
      directory: medium.store, device: medium.device, program: ProgramFacts(version: "1"),
      check: { _ in nil })
    setup.medium = medium
    let now = Moment(bootID: "boot", instant: .zero + .seconds(5), wall: .unset)
    // What it is written to stands nowhere else in the log.
    let gap = Gap(from: .zero, to: now.instant, cause: .stall)
    do {
      var store = try Store(setup, at: now)
      for index in 0..<20 { try store.note([.configurationChanged(digest: "\(index)")], at: now) }
      medium.fail(.lost, after: 0)
      var hasFailed = false
      do throws(Failure) {
        try store.note([.gap(gap)], at: now)
      } catch { hasFailed = true }
      #expect(hasFailed)
    }
    medium.fail(.lost, after: calls)
    do throws(Failure) { _ = try Store(setup, at: now, reopenedWith: Doubts()) } catch {}
    if medium.happened.total < 2 { return nil }
    medium.mend()
    let archive = try Archive(directory: medium.store)
    return try archive.database.prepare("PRAGMA quick_check").first { $0.text(0) ?? "" }
  }

  /// SQLite makes it durable with the first commit of whoever made the log, and with no later one.
  @Test func theNameOfALogIsDurableThoughTheOpeningThatMadeItFails() throws {
    var template = Array("\(Scratch.folder)/exhibit-log-XXXXXX".utf8CString)
    let folder = String(cString: try #require(mkdtemp(&template)))
    defer { Folder.erase(folder) }
    let medium = ForgetfulMedium(folder, RandomGenerator(seed: 3))
    var setup = StoreSetup(
      directory: medium.store, device: medium.device, program: ProgramFacts(version: "1"))
    setup.medium = medium
    let log = "\(medium.store)/exhibit.sqlite-wal"
    do { _ = try Store(setup, at: Moment(bootID: "1", instant: .zero, wall: .unset)) }
    // As the last to close the database that program removes the log.
    BrokenCommits.begin(on: medium)
    try #require(access(log, F_OK) != 0)
    var hasFailed = false
    do throws(Failure) {
      _ = try Store(setup, at: Moment(bootID: "2", instant: .zero, wall: .unset))
    } catch { hasFailed = true }
    #expect(hasFailed && access(log, F_OK) == 0)
    #expect(medium.names.isDurable(log))
  }

  /// What a flush that fails loses, and whether memory gives it up, is another with each seed.
  @Test(arguments: [0, 20, 40, 60])
  func whatAFlushHasLostIsNotCopiedIntoTheDatabase(calls: Int) throws {
    for seed in 0..<60 {
      #expect(try state(failingAfter: calls, seed: UInt64(seed)) == "ok", "seed \(seed)")
    }
  }
}
