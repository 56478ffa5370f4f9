/// The slots as people and programs read them.
extension Slots {
  /// A sentence a slot, or an object; one sentence for a thing without slots.
  func reply(asJSON isJSON: Bool) -> Reply {
    guard let fills else { return Reply(Phrase.slotsNone) }
    if isJSON { return Reply(json) }
    let filled = plan.slots.count - Technique.allCases.reduce(0) { $0 + emptyCount(of: $1) }
    let heading = Phrase(
      "slots.of-thing",
      "Slots of thing \(fills.thing), \(fills.label): \(filled) of \(plan.slots.count) filled.")
    let how =
      current.map {
        [Phrase("slots.guide", "\"guide recording \($0.technique.rawValue) clips\" tells how.")]
      } ?? []
    return .sentences([heading] + plan.slots.map(sentence) + [toGo] + how)
  }

  /// What status says of them.
  var status: StatusEntry { StatusEntry("slots", isStudy ? [toGo] : [], json: json) }

  /// What is still to be recorded, on one line.
  var toGo: Phrase {
    let left = Technique.allCases.filter { emptyCount(of: $0) > 0 }
    let sentences = left.map { Phrase.slotsToGo($0, emptyCount(of: $0)) }
    guard let first = sentences.first else { return .slotsFilled }
    return sentences.dropFirst().reduce(first, Phrase.followed)
  }

  /// Which slot is next, or that none is.
  var next: Phrase {
    current.map { Phrase("slots.next", "Next: \(name(of: $0)).") } ?? .slotsFilled
  }

  /// What `slot` is called: "test 1 of 2".
  func name(of slot: Slot) -> Phrase {
    Phrase(
      "slots.name", "\(slot.technique.word) \(slot.number) of \(plan.count(of: slot.technique))")
  }

  private func sentence(_ slot: Slot) -> Phrase {
    let seconds = plan.length(of: slot.technique).inWords
    if let piece = piece(in: slot) {
      return Phrase(
        "slots.filled-by",
        "Filled is \(name(of: slot)), by clip \(piece), \(length(of: piece).asLength) s.")
    }
    return slot == current
      ? Phrase("slots.current", "Next is \(name(of: slot)), for \(seconds).")
      : Phrase("slots.empty", "Empty is \(name(of: slot)), for \(seconds).")
  }

  private var json: JSON {
    guard let fills else { return .null }
    return .object([
      ("thing", .integer(fills.thing)), ("slots", .array(plan.slots.map(json))),
      ("current", .optional(current.map { .object($0.members) })),
      ("test_to_go", .integer(emptyCount(of: .test))),
      ("train_to_go", .integer(emptyCount(of: .train))),
    ])
  }

  private func json(_ slot: Slot) -> JSON {
    .object(
      slot.members + [
        ("piece", .optional(piece(in: slot))),
        ("length_s", .optional(piece(in: slot).map { length(of: $0).inSeconds })),
        ("desired_s", .number(plan.length(of: slot.technique).inSeconds)),
      ])
  }
}

extension Slot {
  /// It for programs, and in the records of its clip.
  package var members: [(String, JSON)] {
    [("technique", .string(technique.rawValue)), ("slot", .integer(number))]
  }
}

extension Phrase {
  static func slotsToGo(_ technique: Technique, _ count: Int) -> Phrase {
    switch (technique, count) {
    case (.test, 1): Phrase("slots.test-one", "1 testing clip to go.")
    case (.test, _): Phrase("slots.test", "\(count) testing clips to go.")
    case (.train, 1): Phrase("slots.train-one", "1 training clip to go.")
    case (.train, _): Phrase("slots.train", "\(count) training clips to go.")
    }
  }

  static let slotsFilled = Phrase("slots.filled", "All slots filled.")
}
