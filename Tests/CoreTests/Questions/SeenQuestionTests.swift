import Testing

@testable import Core

/// What a click is to a question that a program shows its person: photo 1 is taken at 5 s, stored at 8 s, and asked about at
/// 9 s; session 1 follows, and session 2 says what was seen.
@Suite struct SeenQuestionTests {
  private static let omega = [PieceOption("Omega", perMille: 800, by: "eyes")]
  private static let seen = Cue.line("seen 1", at: 10, from: 2, .status)
  /// The second time it is in words that offer a click.
  private static let seenTwice = seen + Cue.line("seen 1", at: 10.2, from: 2, .status)

  private func run(
    _ script: [[Cue]], asksByButton: Bool = true, voice: Bool = false
  ) -> Recording {
    let settings = Settings.board { settings in
      (settings.analysers, settings.asksByButton) = ([Analyser("eyes")], asksByButton)
      settings.hasVoice = voice
    }
    let follow = Cue.line("follow --json", at: 1)
    return Recording(settings, [Cue.press(5), follow] + script, until: 16) {
      $0.analyses = [AnalyserAnswer(options: Self.omega, thing: nil)]
    }
  }

  /// Whether a click was the answer, and took no photo.
  private func answers(_ run: Recording) -> Bool {
    let isConfirmed = run.changes.contains(.confirmOption(1, .text("Omega"), setsTitle: true))
    #expect(run.stored.count == (isConfirmed ? 1 : 2))
    return isConfirmed
  }

  @Test func aClickAnswersWhatIsShownInWordsThatOfferIt() {
    let run = run([Self.seenTwice, Cue.press(11)])
    #expect(answers(run))
    let keys = run.replies().compactMap { reply in
      let state = JSONParser.value(of: reply.json.utf8)?.member("state")
      return state?.member("question")?.member("key")?.asText
    }
    #expect(Set(keys) == ["option.asked", "option.asked-of-button"])
    #expect(
      run.said(to: 2) == [
        "Question 1 has other words now, for a click can answer it; it is still to be read.",
        "Question 1 counts as read.",
      ])
  }

  @Test func wordsThatOfferNoClickAreNotEnough() {
    #expect(!answers(run([Self.seen, Cue.press(11)])))
    #expect(!answers(run([Cue.press(11)])))
  }

  @Test func nobodyReadsSoFast() {
    #expect(!answers(run([Self.seenTwice, Cue.press(10.4)])))
  }

  @Test(arguments: [Cue.interrupted(at: 10.5, by: 2), Cue.line("status", at: 10.5, from: 2)])
  func itCountsUntilTheNextLineOrTheEndOfTheConnection(end: [Cue]) {
    #expect(!answers(run([Self.seenTwice, end, Cue.press(11.5)])))
  }

  /// Session 3 watches and reads it, and goes; session 2 had shown another.
  @Test func whoeverWasShownAnotherHasNotReadThis() {
    let watch = Cue.line("watch", at: 9.5, from: 3)
    let end = Cue.interrupted(at: 10.5, by: 3)
    #expect(answers(run([Self.seenTwice, watch, end, Cue.press(11.5)])))
    let undo = Cue.press(8.1, hold: 1.5) + Cue.line("seen 1", at: 9.6, from: 2)
    let later = Cue.line("n", at: 10, from: 4)
    #expect(!answers(run([undo, later, watch, end, Cue.press(12.5)])))
  }

  @Test func whereTheButtonIsNotToAnswerNothingIsOffered() {
    #expect(!answers(run([Self.seenTwice, Cue.press(11)], asksByButton: false)))
  }

  @Test func whatAVoiceHasSaidStaysAsItSaidIt() {
    let run = run([Self.seen, Cue.press(11)], voice: true)
    #expect(answers(run))
  }

  @Test(arguments: ["seen 2", "seen 99"])
  func anotherThanTheQuestionIsRefused(line: String) {
    let run = run([Cue.line(line, at: 10, from: 2), Cue.press(11)])
    #expect(!answers(run) && run.said(to: 2).count == 1)
    #expect(run.said(to: 2).first?.hasSuffix("is not asked: it was answered, or is over.") == true)
  }
}
