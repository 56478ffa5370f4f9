import Core
import Testing

@testable import Evidence

/// What fills the slots of a thing, as the store's rows tell it.
@Suite struct SlotStoreTests {
  /// A clip for `slot` of `milliseconds`.
  private func record(
    _ slot: Slot, _ milliseconds: Int, _ store: inout Store
  ) throws(Failure) {
    let first = Moment.sample(20)
    var request = ClipRequest(for: .button, planned: first.instant)
    request.task = StudyTask(slot, desired: .seconds(15))
    let facts = ClipFacts(request, first: first, width: 64, height: 48, format: "MJPG")
    try store.beginClip(facts, at: .sample(21))
    try store.append("first", at: 0)
    try store.append("last", at: milliseconds)
    try store.flushClip()
  }

  private func collect(_ store: inout Store) throws(Failure) {
    _ = try store.make(.setThing(.collect, .text("study"), of: nil), for: .button, at: .sample(2))
  }

  @Test func onlyAThingOfAStudyHasSlots() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    #expect(try store.archive.slots(of: store.archive.currentThing()) == nil)
    try collect(&store)
    #expect(try store.archive.slots(of: store.archive.currentThing())?.pieces == [:])
    _ = try store.make(.nextThing(goesThrough: true), for: .button, at: .sample(3))
    #expect(try store.archive.slots(of: store.archive.currentThing()) == nil)
    _ = try store.insert("a")
    _ = try store.make(
      .nextThing(goesThrough: true, collects: true), for: .button, at: .sample(4))
    #expect(try store.archive.slots(of: store.archive.currentThing())?.thing == 3)
  }

  @Test func aClipOfASecondFillsItsSlotAndAShorterOneDoesNot() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    try collect(&store)
    try record(Slot(.test, 1), 999, &store)
    _ = try store.finishClip(dropped: 0, at: .sample(30))
    #expect(try store.archive.slots(of: store.archive.currentThing())?.pieces == [:])
    #expect(try store.archive.piece(1)?.clip?.slot == Slot(.test, 1))
    try record(Slot(.test, 1), 1000, &store)
    _ = try store.finishClip(dropped: 0, at: .sample(40))
    #expect(
      try store.archive.slots(of: store.archive.currentThing())?.pieces == [Slot(.test, 1): 2])
    #expect(try Verification(ofStoreIn: folder.path, Trust()).isGood)
  }

  @Test func whatFillsASlotSaysHowLongItIs() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    try collect(&store)
    _ = try store.facts(at: .sample(3))
    try record(Slot(.train, 2), 12_340, &store)
    _ = try store.finishClip(dropped: 0, at: .sample(30))
    let length = Duration.milliseconds(12_340)
    #expect(try store.facts(at: .sample(31)).slots?.lengths == [1: length])
    #expect(try store.archive.slots(of: store.archive.currentThing())?.lengths == [1: length])
  }

  @Test func thingsTellWhatThereIsOfThem() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    try collect(&store)
    try record(Slot(.test, 1), 61_999, &store)
    _ = try store.finishClip(dropped: 0, at: .sample(30))
    _ = try store.insert("1", at: .sample(31))
    _ = try store.make(.nextThing(goesThrough: true), for: .button, at: .sample(32))
    for text in ["2", "3"] { _ = try store.insert(text, at: .sample(33)) }
    _ = try store.make(.deletePieces([4], isForGood: false), for: .button, at: .sample(34))
    _ = try store.make(.nextThing(goesThrough: true), for: .button, at: .sample(35))
    let list = try store.archive.thingList()
    #expect(
      list.reply(asJSON: false).text(in: .english) == """
        Thing 1: Unsorted, category other: 1 photo, 1 clip, 1 min 1 s.
        Thing 2: Thing 2, category other: 1 photo.
        Thing 3: Thing 3, category other: no pieces. This is the current thing.
        """)
    let json = list.reply(asJSON: true).text(in: .english)
    let counts = #""photos":1,"clips":1,"documents":0,"imported":0,"length_s":61.999"#
    #expect(json.contains(counts))
  }

  @Test func clipsAreListedByTheirTechnique() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    try collect(&store)
    for slot in [Slot(.test, 1), Slot(.train, 1)] {
      try record(slot, 2000, &store)
      _ = try store.finishClip(dropped: 0, at: .sample(30))
    }
    _ = try store.insert("1", at: .sample(31))
    let filter = try PieceFilter(
      thing: nil, kind: nil, technique: "Train", state: nil, since: nil)
    #expect(try list(filter, store) == ["2 2.0"])
  }

  @Test func whereNothingIsCollectedForAStudyNoTechniqueIsListed() throws {
    let folder = TemporaryFolder()
    let store = try folder.open()
    let filter = try PieceFilter(thing: nil, kind: nil, technique: "test", state: nil, since: nil)
    do throws(Failure) {
      _ = try store.archive.list(filter, latest: 50)
      Issue.record("it is listed")
    } catch { #expect((error.kind, error.phrase.key) == (.refused, "filter.no-study")) }
    #expect(throws: Failure.self) {
      try store.archive.eachPart(of: filter, withDeleted: false) { _ in }
    }
  }

  /// The number and length of each piece that a console lists.
  private func list(
    _ filter: PieceFilter, _ store: borrowing Store
  ) throws(Failure) -> [String] {
    var pieces: [Piece] = []
    try store.archive.eachPart(of: filter, withDeleted: false) { pieces += $0 }
    let text = try store.archive.list(filter, latest: 50).reply(asJSON: false).text(in: .english)
    #expect(text.split(separator: "\n").count == pieces.count)
    return pieces.map { "\($0.number) \($0.clip?.length.asLength.text ?? "-")" }
  }

  @Test func anUndoneOrDeletedClipFillsNoneUntilItIsBack() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    try collect(&store)
    try record(Slot(.train, 2), 2000, &store)
    _ = try store.finishClip(dropped: 0, at: .sample(30))
    _ = try store.make(.undo(nil), for: .button, at: .sample(31))
    #expect(try store.archive.slots(of: store.archive.currentThing())?.pieces == [:])
    _ = try store.make(.undeletePieces([1]), for: .button, at: .sample(32))
    #expect(
      try store.archive.slots(of: store.archive.currentThing())?.pieces == [Slot(.train, 2): 1])
    _ = try store.make(.deletePieces([1], isForGood: true), for: .button, at: .sample(33))
    #expect(try store.archive.slots(of: store.archive.currentThing())?.pieces == [:])
  }

  @Test func aClipThatWasCutOffKeepsItsSlot() throws {
    let folder = TemporaryFolder()
    do {
      var store = try folder.open()
      try collect(&store)
      try record(Slot(.train, 5), 3000, &store)
    }
    var store = try folder.open(at: .sample(4, boot: "second"))
    _ = try store.recover(at: .sample(5, boot: "second"))
    _ = try store.settleAll(at: .sample(5, boot: "second"))
    #expect(
      try store.archive.slots(of: store.archive.currentThing())?.pieces == [Slot(.train, 5): 1])
  }
}
