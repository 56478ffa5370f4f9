import Core
import Testing

@testable import Evidence

/// What the store comes to, as its commits tell.
@Suite struct StoreFactsTests {
  private let now = Moment.sample(30)

  /// A store whose first request is active, where `isAsked` says so, and whose facts were told.
  private func store(in folder: TemporaryFolder, isAsked: Bool = false) throws -> Store {
    var store = try folder.open()
    if isAsked {
      let text = #"{"url": "https://a.example/1", "title": "T", "required_evidence": ["Front"]}"#
      let file = try RequestFile(Array(text.utf8), called: "r.json")
      _ = try store.importRequest(file, for: .button, at: now)
      _ = try store.make(.setRequest(1, .active), for: .button, at: now)
    }
    _ = try store.insert("a", at: .sample(20))
    _ = try store.facts(at: now)
    return store
  }

  /// Those that are read anew.
  private func read(_ store: borrowing Store) throws -> StoreFacts {
    var facts = try store.archive.summary(of: store.device, at: now).facts
    (facts.head, facts.isSurveyDue) = (try store.archive.head().text, store.isSurveyDue)
    facts.upkeep.isCheckpointDue = store.isCheckpointDue
    facts.upkeep.rememberAt = store.rememberAt
    return facts
  }

  @Test(arguments: [false, true])
  func aPhotoTakesFourStatementsAndItsFactsNone(isAsked: Bool) throws {
    let folder = TemporaryFolder()
    var store = try store(in: folder, isAsked: isAsked)
    let log = StatementLog()
    store.archive.database.trace(into: log)
    _ = try store.insert("b", at: .sample(21))
    let facts = try store.facts(at: now)
    #expect(log.statements.count == 4, "\(log.statements)")
    #expect(facts.pieceCount == 2)
    withExtendedLifetime(log) {}
  }

  @Test(arguments: [false, true])
  func whatPhotosAndClipsAddIsWhatIsReadAnew(isAsked: Bool) throws {
    let folder = TemporaryFolder()
    var store = try store(in: folder, isAsked: isAsked)
    _ = try store.make(.setThing(.collect, .text("study"), of: nil), for: .button, at: now)
    _ = try store.facts(at: now)
    let log = StatementLog()
    store.archive.database.trace(into: log)
    _ = try store.insert("b", at: .sample(21))
    _ = try record(Slot(.test, 1), 1500, &store)
    _ = try record(Slot(.train, 1), 900, &store)
    _ = try store.insert("c", at: .sample(25))
    let facts = try store.facts(at: now)
    #expect(!log.statements.contains { $0.contains("FROM totals") })
    #expect(try facts == read(store))
    #expect(facts.slots?.pieces == [Slot(.test, 1): 3] && facts.thing.pieceCount == 5)
    withExtendedLifetime(log) {}
  }

  private func record(_ slot: Slot, _ milliseconds: Int, _ store: inout Store) throws -> StoredClip
  {
    let first = Moment.sample(20)
    var request = ClipRequest(for: .button, planned: first.instant)
    request.task = StudyTask(slot, desired: .seconds(15))
    let facts = ClipFacts(request, first: first, width: 64, height: 48, format: "MJPG")
    try store.beginClip(facts, at: .sample(21))
    try store.append("first", at: 0)
    try store.append("last", at: milliseconds)
    return try store.finishClip(dropped: 0, at: now)
  }

  @Test func aPhotoOfAnotherThingThanTheCurrentOneIsNoneOfItsPieces() throws {
    let folder = TemporaryFolder()
    var store = try store(in: folder)
    let written = try store.write(picture("late"), of: .sample(.sample(21)))
    _ = try store.make(.nextThing(goesThrough: false), for: .button, at: now)
    _ = try store.facts(at: now)
    _ = try store.insert(written, at: now)
    let facts = try store.facts(at: now)
    #expect(try facts == read(store))
    #expect(facts.pieceCount == 2 && facts.thing.pieceCount == 0 && facts.thing.titlePicture == nil)
  }

  @Test func aPhotoOfAThingThatWasDeletedMeanwhileCountsForNothing() throws {
    let folder = TemporaryFolder()
    var store = try store(in: folder)
    _ = try store.make(.nextThing(goesThrough: false), for: .button, at: now)
    let written = try store.write(picture("late"), of: .sample(.sample(21)))
    _ = try store.make(.deleteThing(nil), for: .button, at: now)
    let before = try store.facts(at: now).pieceCount
    _ = try store.insert(written, at: now)
    let facts = try store.facts(at: now)
    #expect(try facts.pieceCount == before && facts == read(store))
  }

  @Test(arguments: [
    StoreChange.deletePieces([1], isForGood: false), .undo(nil), .nextThing(goesThrough: false),
    .setThing(.title, .text("Watch"), of: nil), .checklist(.skip, item: 1),
    .titlePiece(1, "Front"), .lockPieces([1], isLocked: true),
  ])
  func aChangeIsTold(change: StoreChange) throws {
    let folder = TemporaryFolder()
    var store = try store(in: folder)
    _ = try store.make(change, for: .button, at: now)
    #expect(try store.facts(at: now) == read(store))
  }

  @Test func aCommitThatFailedIsReadAnew() throws {
    let folder = TemporaryFolder()
    var store = try store(in: folder)
    let other = try Database(opening: Archive.database(in: folder.path), 2)
    try other.execute("BEGIN IMMEDIATE")
    #expect(throws: Failure.self) { try store.insert("b", at: .sample(21)) }
    try other.execute("ROLLBACK")
    #expect(try store.facts(at: now) == read(store))
  }
}
