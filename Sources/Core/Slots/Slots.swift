/// Which slots the current thing has, what fills them, and which is next.
///
/// What fills a slot is what the store says, so that an undo empties it and nobody has to remember that. The slot that a
/// person chose is the only state of its own.
package struct Slots: Sendable {
  /// Which clips the study wants.
  var plan: StudyPlan
  /// What is filled; nil where the current thing is collected for no study, and while that is unknown.
  package private(set) var fills: SlotFills?
  /// Whether the store has told that.
  private(set) var areKnown = false
  private var chosen: Slot?
  /// What people were told last: thing and slot.
  private var told: (thing: Int, slot: Slot?)?
  /// Whether another slot, or that of another thing, is next, and people have not been told.
  private var isNews = false

  /// Slots of a study with this `plan`.
  init(_ plan: StudyPlan) {
    self.plan = plan
  }

  /// Whether the current thing is collected for a study.
  var isStudy: Bool { fills != nil }

  /// The slot that the next clip fills: the chosen one, or else the first empty one; nil where all are filled.
  var current: Slot? {
    guard isStudy else { return nil }
    if let chosen, isEmpty(chosen) { return chosen }
    return plan.slots.first(where: isEmpty)
  }

  /// How many slots of `technique` are empty.
  func emptyCount(of technique: Technique) -> Int {
    isStudy ? plan.slots.filter { $0.technique == technique && isEmpty($0) }.count : 0
  }

  /// The piece that fills `slot`.
  func piece(in slot: Slot) -> Int? { fills?.pieces[slot] }

  /// Length of the piece `number`, which fills a slot.
  func length(of number: Int) -> Duration { fills?.lengths[number] ?? .zero }

  /// The slot that the piece `number` fills.
  func slot(of number: Int) -> Slot? {
    plan.slots.first { piece(in: $0) == number }
  }

  /// The store has told what fills them, where `areKnown` says so.
  mutating func told(_ fills: SlotFills?, areKnown: Bool) {
    self.areKnown = areKnown
    if fills?.thing != self.fills?.thing { chosen = nil }
    self.fills = fills
    isNews = fills != nil && told.map { $0.thing != fills?.thing || $0.slot != current } ?? true
    if fills == nil { told = nil }
  }

  /// Whether another slot, or that of another thing, is next than people were told last; they are told now.
  mutating func takeNews() -> Bool {
    guard isNews else { return false }
    noteTold()
    return true
  }

  /// A clip for `slot`, which is so long, is durable, and people are told what is next.
  mutating func stored(in slot: Slot, _ length: Duration) {
    guard length >= Slot.shortest else { return }
    if chosen == slot { chosen = nil }
    noteTold()
  }

  /// The next clip is for `slot`, once that is empty.
  mutating func choose(_ slot: Slot) {
    chosen = slot
    noteTold()
  }

  /// The next clip is for the empty slot after the current one; past the last comes the first.
  ///
  /// - Returns: that slot; nil where all are filled.
  mutating func chooseNext() -> Slot? {
    let empty = plan.slots.filter(isEmpty)
    guard let current, let place = empty.firstIndex(of: current) else { return nil }
    let next = empty[(place + 1) % empty.count]
    choose(next)
    return next
  }

  /// The slot that words name: of `technique` the first empty one where no number says which.
  func slot(_ technique: Technique?, _ number: Int?) throws(CommandError) -> Slot? {
    guard isStudy else { throw CommandError(.slotsNone) }
    guard let technique = technique ?? current?.technique else {
      throw CommandError(.slotsFilled)
    }
    let slots = plan.slots.filter { $0.technique == technique }
    guard let number else { return slots.first(where: isEmpty) }
    guard let slot = slots.first(where: { $0.number == number }) else {
      throw CommandError(
        Phrase(
          "slots.unknown",
          "There is no \(technique.word) \(number); slots of that kind: \(slots.count)."))
    }
    return slot
  }

  private func isEmpty(_ slot: Slot) -> Bool {
    plan.slots.contains(slot) && piece(in: slot) == nil
  }

  private mutating func noteTold() {
    told = fills.map { ($0.thing, current) }
    isNews = false
  }
}

extension Phrase {
  static let slotsNone = Phrase(
    "slots.none",
    "This thing is collected for no study and has no slots; \"thing set collect study\" gives it some."
  )

}
