/// The list as people and programs read it.
extension Checklist {
  /// A sentence an item, or an object.
  package func reply(asJSON isJSON: Bool) -> Reply {
    if isJSON { return Reply(json) }
    if isNone { return Reply(Phrase.checklistNone) }
    return .sentences([heading] + items.indices.map(sentence))
  }

  /// Its part of status: how much is done, and what is next.
  var status: StatusEntry {
    let sentences = isNone ? [] : [heading] + (next.map { [sentence($0 - 1)] } ?? [])
    return StatusEntry("checklist", sentences, json: json)
  }

  /// The open item whose turn it is at `now`, one after the other where there is room for one; nil where none is open.
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
      Phrase(
        "checklist.of-request",
        "Checklist of request \(number), \(title): \(items.count - openCount) of \(items.count) done."
      )
    }
  }

  private func sentence(_ index: Int) -> Phrase {
    let (number, text) = (index + 1, items[index].text)
    switch items[index].mark {
    case .open:
      return next == number
        ? Phrase("checklist.next", "Next is \(number): \(text).")
        : Phrase("checklist.open", "Open is \(number): \(text).")
    case .ticked(let piece):
      return Phrase("checklist.ticked", "Done is \(number): \(text), by piece \(piece).")
    case .skipped: return Phrase("checklist.skipped", "Skipped is \(number): \(text).")
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
      "checklist.of-thing", "Checklist of thing \(number), \(label): \(done) of \(count) done.")
  }

}
