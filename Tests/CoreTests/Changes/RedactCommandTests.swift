import Testing

@testable import Core

/// Asking for texts to go for good.
@Suite struct RedactCommandTests {
  private static func asked(_ choice: Redaction.Choice) -> StoreChange {
    let redaction = Redaction(
      choice, 3, "Omega", count: 3, latest: 9, remarks: [.questionDeclined])
    return .redact(choice, asked: redaction)
  }

  @Test(arguments: [
    ("redact 17 title", Redaction.Choice.piece(17, .title)),
    ("redact 17 OPTIONS", .piece(17, .options)), ("redact 17 source", .piece(17, .source)),
    ("redact thing 3 title", .thing(ThingReference("3"), .title)),
    (
      "redact thing Omega watch serial_number", .thing(ThingReference("Omega watch"), .serialNumber)
    ),
    ("redact request 2 url", .request(2, .url)),
    ("redact request 2 delivery_target", .request(2, .target)),
  ])
  func aFieldIsNamed(line: String, choice: Redaction.Choice) {
    let run = Recording([Cue.line(line, at: 5), Cue.line("y", at: 6)])
    #expect(run.changes == [Self.asked(choice)])
    let atOnce = Recording([Cue.line("\(line) --yes", at: 5)])
    #expect(atOnce.changes == [.redact(choice, asked: nil)])
  }

  @Test func theQuestionTellsWhatGoesAndWhatStays() {
    let run = Recording([Cue.line("redact thing 3 title", at: 5), Cue.line("n", at: 6)])
    #expect(
      run.said() == [
        """
        Nothing is done. Take out for good, of thing 3, Omega: title, with all that it ever was, 3 in all? Nothing \
        brings it back. Out of reach are exports and sticks that have it, what was logged, and what the card keeps \
        aside by itself. y or n.
        """, "Nothing is done.",
      ])
    #expect(run.changes.isEmpty && run.answered() == 2)
  }

  @Test(arguments: [
    ("redact", "piece.number-needed"), ("redact 17", "redact.fields"),
    ("redact 17 18 title", "show.one"), ("redact 17 price", "redact.field-unknown"),
    ("redact thing 3", "redact.thing-needed"), ("redact thing 3 category", "redact.field-unknown"),
    ("redact request 2 type", "redact.field-unknown"), ("redact 17 title now", "command.extra"),
    ("redact 17 title --json", "question.needs-yes"),
  ])
  func whatIsWrongWithItIsSaid(line: String, key: String) {
    let run = Recording([Cue.line(line, at: 5), Cue.line("y", at: 6)])
    let keys = run.effects.compactMap { effect in
      if case .console(.say(.sentences(let phrases), _)) = effect {
        phrases.first?.key
      } else {
        nil
      }
    }
    #expect(keys.first == key)
    #expect(run.changes.isEmpty)
  }

  @Test func whoMayOnlyReadTakesNothingOut() {
    let run = Recording([Cue.line("redact 17 title --yes", at: 5, from: 3, .status)])
    #expect(run.changes.isEmpty)
  }
}
