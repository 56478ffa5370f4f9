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
    #expect(try store.archive.slots() == nil)
    try collect(&store)
    #expect(try store.archive.slots()?.pieces == [:])
    _ = try store.make(.nextThing(goesThrough: true), for: .button, at: .sample(3))
    #expect(try store.archive.slots() == nil)
    _ = try store.insert("a")
    _ = try store.make(
      .nextThing(goesThrough: true, collects: true), for: .button, at: .sample(4))
    #expect(try store.archive.slots()?.thing == 3)
  }

  @Test func aClipOfASecondFillsItsSlotAndAShorterOneDoesNot() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    try collect(&store)
    try record(Slot(.test, 1), 999, &store)
    _ = try store.finishClip(dropped: 0, at: .sample(30))
    #expect(try store.archive.slots()?.pieces == [:])
    #expect(try store.archive.piece(1)?.clip?.slot == Slot(.test, 1))
    try record(Slot(.test, 1), 1000, &store)
    _ = try store.finishClip(dropped: 0, at: .sample(40))
    #expect(try store.archive.slots()?.pieces == [Slot(.test, 1): 2])
    #expect(try Verification(ofStoreIn: folder.path, Trust()).isGood)
  }

  @Test func anUndoneOrDeletedClipFillsNoneUntilItIsBack() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    try collect(&store)
    try record(Slot(.train, 2), 2000, &store)
    _ = try store.finishClip(dropped: 0, at: .sample(30))
    _ = try store.make(.undo(nil), for: .button, at: .sample(31))
    #expect(try store.archive.slots()?.pieces == [:])
    _ = try store.make(.undeletePieces([1]), for: .button, at: .sample(32))
    #expect(try store.archive.slots()?.pieces == [Slot(.train, 2): 1])
    _ = try store.make(.deletePieces([1], isForGood: true), for: .button, at: .sample(33))
    #expect(try store.archive.slots()?.pieces == [:])
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
    #expect(try store.archive.slots()?.pieces == [Slot(.train, 5): 1])
  }
}
