/// The list as people and programs read it.
extension Checklist {
  /// A sentence an item, or an object.
  package func reply(asJSON isJSON: Bool) -> Reply {
    if isJSON { return Reply(json) }
    if isNone { return Reply(Phrase.checklistNone) }
    return .sentences([heading] + items.indices.map(sentence))
  }

  /// What status says at `now`: one open item after the other.
  func status(at now: Instant) -> StatusEntry {
    let sentences = isNone ? [] : [heading] + (turn(at: now).map { [$0] } ?? [])
    return StatusEntry("checklist", sentences, json: json)
  }

  /// The open item whose turn it is at `now`; nil where none is open.
  func turn(at now: Instant) -> Phrase? {
    let open = items.indices.filter { items[$0].mark == .open }
    let turn = Int(now.nanoseconds / Checklist.turn.nanoseconds)
    return open.isEmpty ? nil : sentence(open[turn % open.count])
  }

  private var heading: Phrase {
    switch subject {
    case .thing(let number, let label):
      .checklistOfThing(number, label, items.count - openCount, items.count)
    case .request(let number, let title):
      .checklistOfRequest(number, title, items.count - openCount, items.count)
    }
  }

  private func sentence(_ index: Int) -> Phrase {
    let (number, text) = (index + 1, items[index].text)
    switch items[index].mark {
    case .open: return next == number ? .itemNext(number, text) : .itemOpen(number, text)
    case .ticked(let piece): return .itemTicked(number, text, piece)
    case .skipped: return .itemSkipped(number, text)
    }
  }

  private var json: JSON {
    let members: [(String, JSON)] =
      switch subject {
      case .thing(let number, _): [("thing", .integer(number)), ("request", .null)]
      case .request(let number, _): [("thing", .null), ("request", .integer(number))]
      }
    return .object(
      members + [
        ("items", .array(items.indices.map(json))), ("next", .optional(next)),
        ("open", .integer(openCount)),
      ])
  }

  private func json(_ index: Int) -> JSON {
    let item = items[index]
    let (state, piece): (String, Int?) =
      switch item.mark {
      case .open: ("open", nil)
      case .ticked(let piece): ("ticked", piece)
      case .skipped: ("skipped", nil)
      }
    return .object([
      ("item", .integer(index + 1)), ("text", .sentence(item.text)),
      ("state", .string(state)), ("piece", .optional(piece)),
    ])
  }
}

extension Phrase {
  /// Whoever asks for the checklist of a thing that has none.
  package static let checklistNone = Phrase(
    "checklist.none",
    "A study collects this thing, so it has no checklist; \"slots\" says which clips are wanted.")

  static func checklistOfThing(_ number: Int, _ label: String, _ done: Int, _ count: Int) -> Phrase
  {
    Phrase(
      "checklist.of-thing", "Checklist of thing {1}, {2}: {3} of {4} done.", number, label, done,
      count)
  }

  static func checklistOfRequest(
    _ number: Int, _ title: String, _ done: Int, _ count: Int
  ) -> Phrase {
    Phrase(
      "checklist.of-request", "Checklist of request {1}, {2}: {3} of {4} done.", number, title,
      done, count)
  }

  static func itemNext(_ number: Int, _ text: Phrase) -> Phrase {
    Phrase("checklist.next", "Next is {1}: {2}.", number, text)
  }

  static func itemOpen(_ number: Int, _ text: Phrase) -> Phrase {
    Phrase("checklist.open", "Open is {1}: {2}.", number, text)
  }

  static func itemTicked(_ number: Int, _ text: Phrase, _ piece: Int) -> Phrase {
    Phrase("checklist.ticked", "Done is {1}: {2}, by piece {3}.", number, text, piece)
  }

  static func itemSkipped(_ number: Int, _ text: Phrase) -> Phrase {
    Phrase("checklist.skipped", "Skipped is {1}: {2}.", number, text)
  }
}
