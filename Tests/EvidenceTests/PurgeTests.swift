import Core
import Testing

@testable import Evidence

/// When the files of deleted pieces go.
@Suite struct PurgeTests {
  private static let day = 24 * 3600

  private func there(_ numbers: ClosedRange<Int>, _ folder: TemporaryFolder) -> [Int] {
    numbers.filter { folder.read(EvidenceFolder.file($0)) != nil }
  }

  @Test func whatIsDeletedGoesAfterADayOfRunning() throws {
    let folder = TemporaryFolder()
    var store = try folder.open(at: .sample(10))
    for text in ["a", "b", "c"] { _ = try store.insert(text, at: .sample(11)) }
    _ = try store.make(.deletePieces([1], isForGood: false), for: .button, at: .sample(100))
    _ = try store.make(.deletePieces([2], isForGood: false), for: .button, at: .sample(200))
    let almost = Moment.sample(99 + Self.day)
    #expect(try !store.isPurgeDue(at: almost) && store.purgeOld(at: almost) == 0)
    let due = Moment.sample(101 + Self.day)
    #expect(try store.isPurgeDue(at: due) && store.purgeOld(at: due) == 1)
    #expect(there(1...3, folder) == [2, 3])
    #expect(try !store.isPurgeDue(at: due))
    #expect(try store.isPurgeDue(at: .sample(201 + Self.day)))
  }

  @Test func timeWithoutPowerDoesNotCount() throws {
    let folder = TemporaryFolder()
    do {
      var store = try folder.open(at: .sample(10))
      _ = try store.insert("a", at: .sample(11))
      _ = try store.make(.deletePieces([1], isForGood: false), for: .button, at: .sample(100))
      // What is recorded last tells how long that boot has run: an hour more.
      try store.note([.gap(.sample)], at: .sample(3700))
    }
    var store = try folder.open(at: .sample(5, boot: "second"))
    let almost = Moment.sample(5 + Self.day - 3601, boot: "second")
    #expect(try !store.isPurgeDue(at: almost))
    #expect(try store.isPurgeDue(at: .sample(5 + Self.day - 3599, boot: "second")))
  }

  @Test func aRecordIsAsOldAsProgramsRanSinceThen() throws {
    let folder = TemporaryFolder()
    for (boot, second) in [("first", 10), ("second", 5), ("third", 7)] {
      var store = try folder.open(at: .sample(second, boot: boot))
      for step in 1...5 { _ = try store.insert("a", at: .sample(second + 60 * step, boot: boot)) }
    }
    let now = Moment.sample(500, boot: "third")
    let archive = try Archive(directory: folder.path)
    for minutes in 0...20 {
      let age = Duration.seconds(60 * minutes)
      let old = try (1...archive.head().sequence).last {
        try archive.runningTime(since: $0, at: now) >= age
      }
      #expect(try archive.latestRecord(before: age, at: now) == old ?? 0)
    }
  }

  @Test func moreThanMayGoAtOnceGoesOneAfterTheOther() throws {
    let folder = TemporaryFolder()
    var store = try folder.open(at: .sample(10))
    for _ in 0..<300 { _ = try store.insert("a", at: .sample(11)) }
    let deleted = StoreChange.deletePieces(Array(1...290), isForGood: false)
    _ = try store.make(deleted, for: .button, at: .sample(100))
    let due = Moment.sample(101 + Self.day)
    for count in [256, 34, 0] { #expect(try store.purgeOld(at: due) == count) }
    #expect(there(1...300, folder) == Array(291...300))
  }

  @Test func whatWasBroughtBackInTimeStays() throws {
    let folder = TemporaryFolder()
    var store = try folder.open(at: .sample(10))
    _ = try store.insert("a", at: .sample(11))
    _ = try store.make(.deletePieces([1], isForGood: false), for: .button, at: .sample(100))
    #expect(try !store.isPurgeDue(at: .sample(101)))
    _ = try store.make(.undo(nil), for: .button, at: .sample(102))
    let later = Moment.sample(200 + Self.day)
    #expect(try !store.isPurgeDue(at: later) && store.purgeOld(at: later) == 0)
    #expect(there(1...1, folder) == [1])
  }

  @Test func aThingsPiecesGoWithItAndALockedOneStays() throws {
    let folder = TemporaryFolder()
    var store = try folder.open(at: .sample(10))
    _ = try store.make(.addThing(label: "Watch", .watches), for: .button, at: .sample(11))
    for text in ["a", "b"] { _ = try store.insert(text, at: .sample(12)) }
    _ = try store.make(.deleteThing(nil), for: .button, at: .sample(13))
    _ = try store.make(.lockPieces([2], isLocked: true), for: .button, at: .sample(14))
    #expect(try store.canMakeRoom(at: .sample(13 + 600)))
    #expect(try store.purgeOld(at: .sample(20 + Self.day)) == 1)
    #expect(there(1...2, folder) == [2])
  }

  @Test func roomIsMadeByTheOldestDeletionsAndNoMoreThanIsNeeded() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    for text in ["aaaa", "bbbb", "cccc", "dddd"] { _ = try store.insert(text) }
    #expect(
      try !store.canMakeRoom(at: .sample())
        && store.makeRoom(of: 1, at: .sample()).deletedCount == 0)
    for number in [3, 1, 2] {
      _ = try store.make(.deletePieces([number], isForGood: false), for: .button, at: .sample())
    }
    let later = Moment.sample(10 + 600)
    #expect(try store.canMakeRoom(at: later))
    #expect(try store.makeRoom(of: 9, at: later).deletedCount == 2)
    #expect(there(1...4, folder) == [2, 4])
    #expect(try store.archive.pieceCount() == 1)
    #expect(try Verification(ofStoreIn: folder.path, Trust()).isGood)
  }

  @Test func whatWasDeletedOnlyNowDoesNotGoForItsRoom() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    for text in ["aaaa", "bbbb"] { _ = try store.insert(text) }
    for (number, second) in [(1, 100), (2, 400)] {
      _ = try store.make(
        .deletePieces([number], isForGood: false), for: .button, at: .sample(second))
    }
    let almost = Moment.sample(99 + 600)
    #expect(try !store.canMakeRoom(at: almost))
    #expect(try store.makeRoom(of: .max, at: almost).deletedCount == 0)
    let due = Moment.sample(101 + 600)
    #expect(try store.canMakeRoom(at: due))
    #expect(try store.makeRoom(of: .max, at: due).deletedCount == 1)
  }
}
