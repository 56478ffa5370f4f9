/// The state in one line: what an empty line asks for, and what `watch` tells at each change.
struct StateSummary: Hashable, Sendable {
  /// Whether the camera delivers.
  let capture: Capture.State
  /// State of the shutter.
  let shutter: Shutter.State.Name
  /// State of the clip under way.
  let clip: Recorder.State
  /// The label of the current thing, where it is known.
  let thing: String?
  /// How many pieces there are, where that is known.
  let pieceCount: Int?
  /// Which clips a study still wants of it; nil where it has no slots.
  let toGo: Phrase?
  /// Why devices do not work.
  let faults: [Failure]
  /// Question of the board to everybody; nil while it asks nothing.
  let question: Question?

  /// Something that the board asks, as programs hear of it.
  struct Question: Hashable {
    /// Number by which an answer names it: another option has another.
    let number: Int
    /// The piece that it is about; nil where it is whether to undo something.
    let piece: Int?
    /// The question, with what answers it.
    let phrase: Phrase
  }

  /// The state as a line of text, or as one object for programs.
  func reply(asJSON isJSON: Bool) -> Reply { isJSON ? Reply(json) : Reply(sentence) }

  var sentence: Phrase {
    let state = Phrase.statusSummary(capture.word, shutter.word, thing ?? "-", pieceCount ?? 0)
    let clips = clip == .ready ? [] : [Phrase.clipIs(clip.word)]
    let slots = toGo.map { [$0] } ?? []
    return (clips + slots + faults.map(\.statement)).reduce(state, Phrase.followed)
  }

  var json: JSON {
    .object(
      capture.members + [
        ("shutter", .string(shutter.rawValue)),
        ("clip", .string(clip.name)),
        ("thing", .optional(thing)),
        ("pieces", .optional(pieceCount)),
        ("faults", .array(faults.map(\.json))),
        ("question", .optional(question?.json)),
      ])
  }
}

extension StateSummary.Question {
  fileprivate var json: JSON {
    .object([("number", .integer(number)), ("piece", .optional(piece))] + phrase.members)
  }
}

extension Failure {
  /// The failure as a sentence of the status.
  var statement: Phrase { Phrase("status.fault", "Fault of the \(role.word): \(phrase)") }

  /// The failure for programs.
  var json: JSON { .object([("role", .string(role.rawValue))] + phrase.members) }
}

extension Phrase {
  static func statusSummary(
    _ capture: Phrase, _ shutter: Phrase, _ thing: String, _ pieceCount: Int
  ) -> Phrase {
    Phrase(
      "status.summary",
      "Capture \(capture), shutter \(shutter), thing \(thing), pieces: \(pieceCount).")
  }

}
