import Testing

@testable import Core

/// Which slot of a thing is next.
@Suite struct SlotsTests {
  private func slots(filled: [Slot] = []) -> Slots {
    var slots = Slots(StudyPlan())
    let pieces = Dictionary(uniqueKeysWithValues: filled.enumerated().map { ($1, $0 + 1) })
    _ = slots.measured(SlotFills(thing: 1, label: "Bag", pieces: pieces), isOpen: true)
    return slots
  }

  private func text(_ phrase: Phrase) -> String { phrase.english }

  @Test func testClipsComeBeforeTrainClips() {
    let plan = StudyPlan()
    #expect(plan.slots.prefix(3) == [Slot(.test, 1), Slot(.test, 2), Slot(.train, 1)])
    #expect(plan.slots.count == 7)
    #expect(slots().current == Slot(.test, 1))
    #expect(slots(filled: [Slot(.test, 1), Slot(.test, 2)]).current == Slot(.train, 1))
  }

  @Test func aThingForNoStudyHasNone() {
    var slots = slots()
    _ = slots.measured(nil, isOpen: true)
    #expect(slots.current == nil && !slots.isStudy)
    #expect(slots.reply(asJSON: true) == Reply(Phrase.slotsNone))
    #expect(throws: CommandError(.slotsNone)) { try slots.slot(.test, 1) }
  }

  @Test func onlyALongEnoughClipFillsItsSlot() {
    var slots = slots()
    slots.stored(4, in: Slot(.test, 1), .milliseconds(999))
    #expect(slots.current == Slot(.test, 1))
    slots.stored(5, in: Slot(.test, 1), .seconds(1))
    #expect(slots.current == Slot(.test, 2) && slots.slot(of: 5) == Slot(.test, 1))
  }

  @Test func theNextSlotIsTheNextEmptyOneRoundAndRound() {
    var slots = slots(filled: [Slot(.test, 2), Slot(.train, 1), Slot(.train, 2), Slot(.train, 3)])
    #expect(slots.chooseNext() == Slot(.train, 4))
    #expect(slots.chooseNext() == Slot(.train, 5))
    #expect(slots.chooseNext() == Slot(.test, 1))
  }

  @Test func theChosenSlotIsForgottenOnceItIsFilledAndWithItsThing() {
    var slots = slots()
    slots.choose(Slot(.train, 3))
    #expect(slots.current == Slot(.train, 3))
    slots.stored(9, in: Slot(.train, 3), .seconds(20))
    #expect(slots.current == Slot(.test, 1))
    slots.choose(Slot(.train, 4))
    _ = slots.measured(SlotFills(thing: 2, label: "Shoe", pieces: [:]), isOpen: true)
    #expect(slots.current == Slot(.test, 1))
  }

  @Test func aSlotThatIsEmptiedIsFilledAgain() {
    var slots = slots(filled: StudyPlan().slots)
    #expect(slots.current == nil && slots.chooseNext() == nil)
    let isNews = slots.measured(
      SlotFills(thing: 1, label: "Bag", pieces: [Slot(.test, 1): 1]), isOpen: true)
    #expect(isNews && slots.current == Slot(.test, 2))
  }

  @Test func onlyAnotherSlotOrThingIsNews() {
    var slots = slots()
    let same = slots.measured(SlotFills(thing: 1, label: "Bag", pieces: [:]), isOpen: true)
    let other = slots.measured(SlotFills(thing: 2, label: "Shoe", pieces: [:]), isOpen: true)
    #expect(!same && other)
  }

  @Test(arguments: [
    (0, "2 testing clips to go. 5 training clips to go."),
    (1, "1 testing clip to go. 5 training clips to go."), (2, "5 training clips to go."),
    (6, "1 training clip to go."), (7, "All slots filled."),
  ])
  func whatIsToGoIsCounted(filled: Int, sentence: String) {
    #expect(text(slots(filled: Array(StudyPlan().slots.prefix(filled))).toGo) == sentence)
  }

  @Test func fewerSlotsLeaveOutWhatLiesBehindThem() {
    var slots = slots(filled: [Slot(.test, 1), Slot(.test, 2)])
    slots.plan.testCount = 1
    slots.plan.trainCount = 0
    #expect(slots.current == nil && text(slots.toGo) == "All slots filled.")
  }
}
