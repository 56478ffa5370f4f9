import Testing

@testable import Core

/// What programs hear of the board's questions, and how they answer one: photo 1 is taken at 5 s, stored at 8 s, and asked
/// about at 9 s; session 1 follows.
@Suite struct NumberedQuestionTests {
  private static let two = ["Omega", "Seiko"].map { PieceOption($0, perMille: 800, by: "eyes") }
  private static let following = Cue.line("follow --json", at: 1)

  private func run(_ script: [[Cue]], until end: Double = 40) -> Recording {
    let settings = Settings.board { $0.analysers = [Analyser("eyes")] }
    return Recording(settings, [Cue.press(5), Self.following] + script, until: end) {
      $0.analyses = [AnalyserAnswer(options: Self.two, thing: nil)]
    }
  }

  /// The numbers of the questions in the states that session 1 was told; nil where none was asked.
  private func questions(_ run: Recording) -> [Int?] {
    run.replies().compactMap { reply in
      let event = JSONParser.value(of: reply.json.utf8)
      return event?.member("state").map { state in
        state.member("question")?.member("number")?.asNumber.map { Int($0) }
      }
    }
  }

  private func confirmed(_ run: Recording) -> [StoreChange] {
    run.changes.filter { if case .confirmOption = $0 { true } else { false } }
  }

  @Test func programsThatFollowHearOfEachQuestionAndOfItsEnd() {
    let numbers = questions(run([], until: 15))
    #expect(numbers.first == .some(nil) && numbers.contains(1) && numbers.last == 2)
    let over = questions(run([Cue.line("y 1", at: 10, from: 2)], until: 15))
    #expect(over.contains(1) && !over.contains(2) && over.last == .some(nil))
  }

  @Test func itIsSaidWhatItIsAbout() throws {
    let texts = run([], until: 10).replies().map(\.json)
    let text = try #require(texts.last)
    #expect(text.contains(#""question":{"number":1,"piece":1,"key":"option.asked","sentence":""#))
  }

  @Test func theFirstAnswerCountsAndALaterOneIsRefused() {
    let run = run([Cue.line("n 1", at: 10, from: 2), Cue.line("y 1", at: 10.1, from: 3)])
    #expect(run.changes.contains(.denyOption(1, .text("Omega"))))
    #expect(confirmed(run).isEmpty)
    #expect(run.said(to: 3) == [Phrase.questionNotAsked(1).english])
  }

  @Test(arguments: [0, 2, 99])
  func anAnswerToAnotherIsNone(number: Int) {
    let run = run([Cue.line("y \(number)", at: 10, from: 2)], until: 13)
    #expect(run.changes == [.addOptions(1, Self.two)])
    #expect(run.answered(2) == 1)
  }

  /// The second option is another question, 300 ms or not.
  @Test func anAnswerInTimeIsToTheOneThatItNames() {
    let run = run([Cue.line("y 1", at: 14.1, from: 2), Cue.line("y 2", at: 14.2, from: 2)])
    #expect(confirmed(run) == [.confirmOption(1, .text("Seiko"), setsTitle: true)])
  }

  @Test func whoeverWatchesInWordsIsToldNoStateForIt() {
    let people = Recording(
      .board { $0.analysers = [Analyser("eyes")] }, [Cue.press(5), Cue.line("watch", at: 1)],
      until: 20
    ) { $0.analyses = [AnalyserAnswer(options: Self.two, thing: nil)] }
    let states = people.said()
    #expect(zip(states, states.dropFirst()).allSatisfy { $0 != $1 })
  }

  @Test func aQuestionOfASessionHasNoNumber() {
    let run = run([Cue.line("purge", at: 20, from: 2), Cue.line("y 3", at: 21, from: 2)])
    #expect(!run.changes.contains { if case .purge = $0 { true } else { false } })
  }
}
