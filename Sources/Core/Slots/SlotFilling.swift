/// State of a slot once the clip is stored that was to fill it.
enum SlotFilling {
  case filled
  /// By a clip that is far shorter than the slot asks for, as the sentence says.
  case filledBadly(Phrase)
  /// For the reason in the sentence.
  case empty(Phrase)
}

extension Machine {
  /// The clip of a study fills its slot, unless it is too short.
  mutating func fill(
    _ slot: Slot, with piece: StoredPiece, of length: Duration
  ) -> SlotFilling {
    slots.stored(in: slot, length)
    guard length >= Slot.shortest else {
      return .empty(
        Phrase(
          "clip.too-short", "That is too short for a slot: \(slots.name(of: slot)) stays empty."))
    }
    return farShort(piece, for: slot, length).map { .filledBadly($0) } ?? .filled
  }

  /// Tells of a clip and its slot in one sentence: of what is still to do who reads, of what is next who hears.
  mutating func tell(
    _ filling: SlotFilling, _ news: Phrase, _ heard: Phrase, to listener: SessionID?
  ) {
    switch filling {
    case .filled:
      steps.report(
        .info, "Recorder", .followed(news, slots.toGo), spoken: .followed(heard, slots.next),
        to: listener)
    case .filledBadly(let problem):
      steps.report(
        .warning, "Recorder", .followed(.followed(news, problem), slots.toGo),
        spoken: .followed(.followed(heard, problem), slots.next), to: listener)
    case .empty(let problem):
      steps.report(
        .warning, "Recorder", .followed(news, problem), spoken: .followed(heard, problem),
        to: listener)
    }
  }

  /// A clip that fills its slot, and is less than half as long as that asks for, is told to be.
  private func farShort(_ piece: StoredPiece, for slot: Slot, _ length: Duration) -> Phrase? {
    let desired = slots.plan.length(of: slot.technique)
    guard length * 2 < desired else { return nil }
    return Phrase(
      "clip.far-short",
      """
      That is far shorter than \(slots.name(of: slot)) asks for, which is \(desired.inWords); "clip redo \
      \(piece.number)" empties the slot again.
      """)
  }
}
