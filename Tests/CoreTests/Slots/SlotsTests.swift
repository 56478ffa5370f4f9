import Testing

@testable import Core

/// Which slot of a thing is next.
@Suite struct SlotsTests {
  private func slots(filled: [Slot] = []) -> Slots {
    var slots = Slots(StudyPlan())
    let pieces = Dictionary(uniqueKeysWithValues: filled.enumerated().map { ($1, $0 + 1) })
    slots.told(SlotFills(thing: 1, label: "Bag", pieces: pieces), areKnown: true)
    _ = slots.takeNews()
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
    slots.told(nil, areKnown: true)
    #expect(slots.current == nil && !slots.isStudy)
    #expect(slots.reply(asJSON: true) == Reply(Phrase.slotsNone))
    #expect(throws: CommandError(.slotsNone)) { try slots.slot(.test, 1) }
  }

  @Test func aClipThatIsTooShortLeavesItsSlotChosen() {
    var slots = slots()
    slots.choose(Slot(.train, 2))
    slots.stored(in: Slot(.train, 2), .milliseconds(999))
    #expect(slots.current == Slot(.train, 2))
  }

  @Test func theSlotAfterAClipThatPeopleHeardOfIsNoNews() {
    var slots = slots()
    slots.told(SlotFills(thing: 1, label: "Bag", pieces: [Slot(.test, 1): 5]), areKnown: true)
    slots.stored(in: Slot(.test, 1), .seconds(1))
    let isNews = slots.takeNews()
    #expect(!isNews && slots.current == Slot(.test, 2) && slots.slot(of: 5) == Slot(.test, 1))
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
    slots.told(SlotFills(thing: 1, label: "Bag", pieces: [Slot(.train, 3): 9]), areKnown: true)
    slots.stored(in: Slot(.train, 3), .seconds(20))
    #expect(slots.current == Slot(.test, 1))
    slots.choose(Slot(.train, 4))
    slots.told(SlotFills(thing: 2, label: "Shoe", pieces: [:]), areKnown: true)
    #expect(slots.current == Slot(.test, 1))
  }

  @Test func aSlotThatIsEmptiedIsFilledAgain() {
    var slots = slots(filled: StudyPlan().slots)
    #expect(slots.current == nil && slots.chooseNext() == nil)
    slots.told(SlotFills(thing: 1, label: "Bag", pieces: [Slot(.test, 1): 1]), areKnown: true)
    let isNews = slots.takeNews()
    #expect(isNews && slots.current == Slot(.test, 2))
  }

  @Test func onlyAnotherSlotOrThingIsNews() {
    var slots = slots()
    slots.told(SlotFills(thing: 1, label: "Bag", pieces: [:]), areKnown: true)
    let same = slots.takeNews()
    slots.told(SlotFills(thing: 2, label: "Shoe", pieces: [:]), areKnown: true)
    let other = slots.takeNews()
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
