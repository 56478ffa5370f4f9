import Testing

@testable import Core

/// A lesson on boards that lack something, and on those that speak.
@Suite struct LessonMeansTests {
  private static let lesson = Cue.line("learn", at: 5)
  private static let speaking = Settings.board { $0.hasVoice = true }
  private static let firstName = Phrase.lightShows(
    Pattern.pressHeard.word, Pattern.pressHeard.sign
  ).english

  private static func without(_ roles: Set<Role>) -> Settings {
    .board { $0.roles.subtract(roles) }
  }

  @Test func aBoardWithoutLightBuzzerAndButtonRefusesIt() {
    let run = Recording(Self.without([.light, .buzzer, .button]), [Self.lesson], until: 200)
    #expect(run.said() == [Phrase.lessonImpossible.english])
    #expect(run.answered() == 1)
  }

  @Test func withoutLightAndBuzzerItBeginsWithTheGestures() {
    let run = Recording(Self.without([.light, .buzzer]), [Self.lesson, Cue.press(8)], until: 12)
    #expect(
      run.said() == [
        Phrase.lessonWithoutSigns.english, "Now the gestures. Click: press once, and let go.",
        "That was right: click. Double click: press twice, quickly.",
      ])
  }

  @Test func withoutAButtonItEndsWithTheLastSign() {
    let run = Recording(Self.without([.button]), [Self.lesson], until: 200)
    #expect(run.said().first == Phrase.lessonWithoutGestures.english)
    #expect(run.said().last == Phrase.lessonSignsEnd.english)
    #expect(run.said().count == Pattern.allCases.count + 2)
    #expect(run.answered() == 1)
  }

  @Test(
    arguments: [
      (Role.light, "No light works: what is said of it can't be seen."),
      (.buzzer, "No buzzer works: what is said of it can't be heard."),
    ] as [(Role, String)])
  func whatTheBoardLacksIsSaidFirst(role: Role, sentence: String) {
    let run = Recording(Self.without([role]), [Self.lesson], until: 7)
    #expect(run.said().first == "\(Phrase.lessonBegins.english) \(sentence)")
  }

  @Test func aSignWaitsForTheEndOfItsSentence() {
    let run = Recording(Self.speaking, [Self.lesson], until: 30) { $0.speechTime = .seconds(6) }
    // "Ready." ends at 6.1 s, and what is said of the sign at 12.1 s; 7 s after that the next is named.
    #expect(run.lessonNames == [.at(5), .at(19.1)])
    #expect(run.buzzer(from: 8, to: 10.9).allSatisfy { $0 < 0 })
  }

  @Test func aVoiceThatNeverEndsHoldsASignForALimitedTime() {
    let run = Recording(Self.speaking, [Self.lesson], until: 36) { $0.speechTime = .seconds(900) }
    // Each step of the lesson is put off by 20 s: 5 + 3 + 20 is the sign.
    let flickers = run.stretches(of: .buzzer, from: 8, to: 35).filter { $0.milliseconds > 0 }
    #expect(flickers.count == 1)
    #expect(run.buzzer(from: 27.9, to: 28.2).contains { $0 > 0 })
  }

  @Test func theRuleIsSpokenWithTheFirstName() {
    let run = Recording(Self.speaking, [Self.lesson], until: 7)
    #expect(run.sentences.last == "\(Phrase.lessonBegins.english) \(Self.firstName)")
  }

  @Test func aFaultIsSpokenAndNotOnlyTheEndOfTheLesson() {
    let script = [Self.lesson, Cue.failed(.fullStore, at: 8)]
    let run = Recording(Self.speaking, script, until: 12)
    let end = "The lesson has ended, for there is something else: fault."
    #expect(run.sentences.contains("\(Failure.fullStore.phrase.english) \(end)"))
  }

  @Test func aShutdownIsSpokenBeforeTheEndOfTheLesson() {
    let run = Recording(Self.speaking, [Self.lesson, Cue.press(10, hold: 7)], until: 25)
    #expect(run.sentences.contains { $0.hasPrefix(Phrase.shutdownByButton.english) })
  }

  @Test(arguments: [Cue.line("cancel", at: 59, from: 2), Cue.press(58.5, hold: 1.5)])
  func theSignEndsWithItsTurn(end: [Cue]) {
    // The sixth sign is shown from 58 s on: storing, lit all the time.
    let shown = Recording([Self.lesson], until: 66)
    #expect(shown.light(from: 58.5, to: 61) == [2500])
    let run = Recording([Self.lesson, end], until: 66)
    #expect(run.light(from: 59.8, to: 63.5).allSatisfy { $0 <= 80 })
  }
}

extension Recording {
  /// When session 1 was told the name of a sign.
  fileprivate var lessonNames: [Instant] {
    entries.compactMap { entry in
      guard case .console(.say(let reply, _)) = entry.effect,
        reply.text(in: .english).hasPrefix("This is")
      else { return nil }
      return entry.at
    }
  }
}
