/// Asking for the slots, and choosing one.
extension Command {
  static let slots = [
    Command(
      name: "slots", usage: "slots [use test [N]|use train [N]] [--json]",
      help: Phrase("help.slots", "says which clips a study still wants of the current thing."),
      access: .full,
      words: [
        Phrase(
          "help.slots.use",
          """
          "use" with "test" or "train" and a number has the next clip fill that slot.
          """),
        Phrase(
          "help.slots.guide",
          "\"guide recording test clips\" and \"guide recording train clips\" tell how they are recorded."
        ),
      ], example: "slots use train 2",
      read: readSlots)
  ]

  private static func readSlots(_ words: inout CommandWords) throws(CommandError) -> Demand {
    let json = words.areOfProgram
    switch words.next() {
    case nil: return .tells { $0.slots.reply(asJSON: json) }
    case "use":
      let (technique, number) = try words.slot()
      guard let technique else { throw CommandError(.slotNeeded) }
      return .changes(.atOnce) { machine, session throws(CommandError) in
        try machine.use(technique, number)
        machine.tellSlot(to: session)
      }
    case let word?: throw unknown("slots \(word)", among: ["slots use"])
    }
  }
}

extension CommandWords {
  /// Takes a technique, a number, or both.
  mutating func slot() throws(CommandError) -> (Technique?, Int?) {
    var technique: Technique?
    if let word = peek(), Int(word) == nil {
      guard let known = Technique(rawValue: word) else { throw CommandError(.slotNeeded) }
      technique = known
      _ = next()
    }
    guard !isEmpty else { return (technique, nil) }
    return (technique, try number(of: "clip", in: 1...1_000_000))
  }
}

extension Machine {
  /// Has the next clip fill the slot that words name, which has to be empty.
  mutating func use(_ technique: Technique?, _ number: Int?) throws(CommandError) {
    guard let slot = try slots.slot(technique, number) else {
      throw CommandError(.slotsFilled)
    }
    if let piece = slots.piece(in: slot) {
      throw CommandError(
        Phrase(
          "slots.taken",
          "Clip \(piece) fills \(slots.name(of: slot)); \"clip redo \(piece)\" empties that slot."))
    }
    slots.choose(slot)
  }

  /// Has the next clip fill the next empty slot, for the button.
  mutating func useNextSlot() {
    guard slots.isStudy else { return refuse(.slotsNone) }
    guard slots.chooseNext() != nil else { return refuse(.slotsFilledNow) }
    steps.show(.sign(.next))
    tellSlot(to: nil)
  }

  /// Tells which slot is next, at a session and aloud.
  mutating func tellSlot(to session: SessionID?) {
    steps.report(.info, "Slots", slots.next, to: session)
    steps.speakToo(slots.next)
  }

  /// Why a clip can't be recorded for want of an empty slot; nil where it can.
  var slotProblem: Phrase? {
    slots.isStudy && slots.current == nil ? .slotsFilledNow : nil
  }

  /// Tells which slot is next where that is another, after what the change was that brought it.
  mutating func settleSlots() {
    if takeSlotNews() { tellSlot(to: nil) }
  }

  /// Whether another slot is next than people know of, who are told now.
  private mutating func takeSlotNews() -> Bool {
    !changes.isAsked && slots.takeNews() && recorder.isAtRest
  }

  /// `news` of a change that the button asked for, with the slot that is next by it: one sentence for one press.
  mutating func withNextSlot(_ news: Phrase) -> Phrase {
    takeSlotNews() ? .followed(news, slots.next) : news
  }
}

extension Phrase {
  static let slotNeeded = Phrase(
    "slots.needed", "Which slot? Say \"test\" or \"train\" and a number; \"slots\" shows them.")

  static let slotsFilledNow = Phrase(
    "slots.filled-now",
    """
    All slots filled. "thing next" goes on with another thing; "clip redo" and a clip's number empties its \
    slot.
    """)

}
