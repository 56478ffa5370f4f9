import Core
import Testing

@testable import Evidence

/// Checklists and requests in a store.
@Suite struct ChecklistStoreTests {
  @discardableResult
  private func make(_ change: StoreChange, in store: inout Store) throws -> String {
    try store.make(change, for: .button, at: .sample()).key
  }

  private func file(_ url: String) throws -> RequestFile {
    let text = #"{"url": "\#(url)", "title": "T", "required_evidence": ["Front", "Back"]}"#
    return try RequestFile(Array(text.utf8), called: "r.json")
  }

  private func marks(_ store: borrowing Store) throws -> [Checklist.Mark] {
    try store.archive.checklist().items.map(\.mark)
  }

  @Test func anUndoneOrDeletedPieceTicksNothing() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    _ = try store.insert("1", at: .sample(1))
    _ = try store.insert("2", at: .sample(2))
    #expect(try marks(store) == [.ticked(piece: 1), .ticked(piece: 2), .open])
    try make(.undo(nil), in: &store)
    #expect(try marks(store) == [.ticked(piece: 1), .open, .open])
    try make(.deletePieces([1], isForGood: false), in: &store)
    #expect(try marks(store) == [.open, .open, .open])
  }

  @Test func aDeniedPieceTicksNothingAndThoseAfterItStay() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    for number in 1...2 { _ = try store.insert("\(number)", at: .sample(number)) }
    _ = try store.facts(at: .sample(3))
    try make(.decidePieces([1], .denied), in: &store)
    #expect(try marks(store) == [.open, .ticked(piece: 2), .open])
    #expect(try store.facts(at: .sample(4)).checklist == store.archive.checklist())
    _ = try store.insert("3", at: .sample(5))
    #expect(try marks(store) == [.ticked(piece: 3), .ticked(piece: 2), .open])
    try make(.decidePieces([1], nil), in: &store)
    #expect(try marks(store) == [.ticked(piece: 1), .ticked(piece: 2), .ticked(piece: 3)])
    #expect(try Verification(ofStoreIn: folder.path, Trust()).isGood)
  }

  @Test func aTitleTicksItsItemUntilItIsTakenBackOrRedacted() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    _ = try store.insert("1", at: .sample(1))
    try make(.titlePiece(1, "Sales receipt"), in: &store)
    #expect(try marks(store) == [.open, .open, .ticked(piece: 1)])
    #expect(try store.facts(at: .sample(3)).checklist == store.archive.checklist())
    try make(.titlePiece(1, nil), in: &store)
    #expect(try marks(store) == [.ticked(piece: 1), .open, .open])
    try make(.titlePiece(1, "barcode"), in: &store)
    #expect(try marks(store) == [.open, .ticked(piece: 1), .open])
    try make(.redact(.piece(1, .title), asked: nil), in: &store)
    #expect(try marks(store) == [.ticked(piece: 1), .open, .open])
    #expect(try Verification(ofStoreIn: folder.path, Trust()).isGood)
  }

  @Test func aConfirmedOptionTicksItsItemUntilItIsDenied() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    _ = try store.insert("1", at: .sample(1))
    let guess = [PieceOption("Barcode", perMille: 950, by: "eyes")]
    for setsTitle in [false, true] {
      try make(.addOptions(1, guess), in: &store)
      let confirmed = StoreChange.confirmOption(1, .text("Barcode"), setsTitle: setsTitle)
      _ = try store.make(confirmed, for: .analyser, at: .sample(2))
      #expect(try marks(store) == [.open, .ticked(piece: 1), .open])
      #expect(try store.facts(at: .sample(3)).checklist == store.archive.checklist())
      try make(.decidePieces([1], .denied), in: &store)
      #expect(try marks(store) == [.ticked(piece: 1), .open, .open])
    }
    #expect(try Verification(ofStoreIn: folder.path, Trust()).isGood)
  }

  @Test func aTranslatedTitleTicksItsItemToo() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    try store.archive.database.execute(
      "INSERT INTO translations VALUES ('de', 'item.barcode.name', 'Strichcode', 'barcode')")
    _ = try store.insert("1", at: .sample(1))
    try make(.titlePiece(1, "strichcode"), in: &store)
    #expect(try marks(store) == [.open, .ticked(piece: 1), .open])
  }

  @Test func wishesAreThereAfterARestart() throws {
    let folder = TemporaryFolder()
    do {
      var store = try folder.open()
      #expect(try make(.checklist(.skip, item: nil), in: &store) == "checklist.skipped-now")
      #expect(try make(.checklist(.aim, item: 3), in: &store) == "checklist.aimed")
      _ = try store.insert("1", at: .sample(1))
      #expect(try make(.checklist(.untick, item: 1), in: &store) == "checklist.opened")
      #expect(store.refusal(of: .checklist(.aim, item: 4)) == "checklist.short")
    }
    let store = try folder.open(at: .sample(20))
    #expect(try marks(store) == [.open, .open, .ticked(piece: 1)])
    #expect(try Verification(ofStoreIn: folder.path, Trust()).isGood)
  }

  @Test func aThingThatAStudyCollectsHasNoChecklistUntilItIsNoMore() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    _ = try store.insert("1", at: .sample(1))
    _ = try store.facts(at: .sample(2))
    try make(.setThing(.collect, .text("study"), of: nil), in: &store)
    _ = try store.insert("2", at: .sample(3))
    #expect(try store.archive.checklist().isNone && store.facts(at: .sample(4)).checklist.isNone)
    for action in Checklist.Action.allCases {
      #expect(store.refusal(of: .checklist(action, item: 1)) == "checklist.none")
    }
    _ = try store.importRequest(try file("u"), for: .button, at: .sample())
    try make(.setRequest(1, .active), in: &store)
    #expect(try marks(store) == [.open, .open])
    try make(.setRequest(1, .cancelled), in: &store)
    try make(.setThing(.collect, nil, of: nil), in: &store)
    #expect(try marks(store) == [.ticked(piece: 1), .ticked(piece: 2), .open])
  }

  @Test func anActiveRequestIsTheChecklistAndHasThePieces() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    _ = try store.importRequest(try file("u"), for: .button, at: .sample())
    _ = try store.importRequest(try file("v"), for: .button, at: .sample())
    _ = try store.insert("1", at: .sample(1))
    try make(.setRequest(1, .active), in: &store)
    #expect(try marks(store) == [.open, .open])
    _ = try store.insert("2", at: .sample(2))
    #expect(try marks(store) == [.ticked(piece: 2), .open])
    try make(.setRequest(2, .active), in: &store)
    #expect(try store.archive.requests().map(\.status) == [.pending, .active])
    try make(.setRequest(2, .cancelled), in: &store)
    #expect(try marks(store) == [.ticked(piece: 1), .open, .open])
    #expect(try Verification(ofStoreIn: folder.path, Trust()).isGood)
  }

  @Test func thePiecesOfADeletedThingTickAndDeliverNothing() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    _ = try store.importRequest(try file("u"), for: .button, at: .sample())
    try make(.setRequest(1, .active), in: &store)
    try make(.addThing(label: "Watch", .watches), in: &store)
    _ = try store.insert("1", at: .sample(1))
    try make(.deleteThing(nil), in: &store)
    #expect(try marks(store) == [.open, .open])
    #expect(throws: Failure.self) { try store.archive.delivery(of: 1) }
    try make(.undo(nil), in: &store)
    #expect(try marks(store) == [.ticked(piece: 1), .open])
    #expect(try store.archive.delivery(of: 1) == [1])
  }

  @Test func whatIsOverOrThereAlreadyIsRefused() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    _ = try store.importRequest(try file("u"), for: .button, at: .sample())
    #expect(throws: Failure.self) {
      _ = try store.importRequest(try file("u"), for: .button, at: .sample())
    }
    #expect(store.refusal(of: .setRequest(2, .active)) == "request.unknown")
    #expect(store.refusal(of: .setRequest(1, .pending)) == "request.is-already")
    try make(.setRequest(1, .completed), in: &store)
    #expect(store.refusal(of: .setRequest(1, .active)) == "request.is-over")
  }

  /// A request that is due on that day, the first of them active.
  private func due(_ days: [String], in store: inout Store) throws {
    for (index, day) in days.enumerated() {
      let text = #"{"url": "\#(index)", "required_evidence": ["Front"], "due_date": "\#(day)"}"#
      let file = try RequestFile(Array(text.utf8), called: "r.json")
      _ = try store.importRequest(file, for: .button, at: .sample())
    }
    try make(.setRequest(1, .active), in: &store)
  }

  @Test func aDayThatIsOverExpiresWhatIsNotOver() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    try due(["2026-03-26", "2026-03-27", "2026-03-26", "2026-03-01"], in: &store)
    try make(.setRequest(4, .completed), in: &store)
    // 2026-03-27 15:24:28 UTC.
    let now = Moment.sample(20, wall: .synchronised(1_774_625_068_000_000))
    #expect(try store.isExpiryDue(at: now))
    let told = try store.expireRequests(at: now).map(\.key)
    #expect(told == Array(repeating: "request.expired-now", count: 2))
    let statuses = try store.archive.requests().map(\.status)
    #expect(statuses == [.expired, .pending, .expired, .completed])
    #expect(try !store.isExpiryDue(at: now) && store.expireRequests(at: now).isEmpty)
    #expect(try Verification(ofStoreIn: folder.path, Trust()).isGood)
  }

  @Test func nothingExpiresWhileNobodyKnowsTheTime() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    try due(["1990-01-01"], in: &store)
    let now = Moment.sample(20)
    #expect(try !store.isExpiryDue(at: now) && store.expireRequests(at: now).isEmpty)
    #expect(try store.isExpiryDue(at: .sample(20, wall: .told(1_774_625_068_000_000))))
  }
}
