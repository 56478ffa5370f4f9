import Testing

@testable import Core

/// What of an analyser's output is an answer.
@Suite struct AnalyserAnswerTests {
  private static func answer(
    _ text: String, choosesThing: Bool = false
  ) -> Result<AnalyserAnswer, AnalyserError> {
    var analyser = Analyser("eyes")
    analyser.choosesThing = choosesThing
    return Result { () throws(AnalyserError) in
      try AnalyserAnswer(Array(text.utf8), of: analyser)
    }
  }

  private static func key(_ text: String, choosesThing: Bool = false) -> String {
    switch answer(text, choosesThing: choosesThing) {
    case .success: "answer"
    case .failure(let error): error.phrase.key
    }
  }

  @Test func optionsAreReadWithWhatElseIsThereLeftAside() throws {
    let text = #"{"options":[{"text":" Omega ","confidence":0.8304,"box":[1]}],"took":3}"# + "\n"
    let answer = try Self.answer(text).get()
    #expect(answer.options == [PieceOption("Omega", perMille: 830, by: "eyes")])
    #expect(answer.thing == nil)
  }

  @Test func whatIsTooUncertainIsLeftOut() throws {
    let text = #"{"options":[{"text":"a","confidence":0.2994},{"text":"b","confidence":0.2996}]}"#
    #expect(try Self.answer(text).get().options.map(\.text) == ["b"])
  }

  @Test(arguments: [
    ("", "analyser.no-json"), ("Omega", "analyser.no-json"), ("{}", "analyser.no-options"),
    (#"{"options":{}}"#, "analyser.no-options"), (#"{"options":[]}"#, "answer"),
    (#"{"options":[]}{"options":[]}"#, "analyser.no-json"), ("[]", "analyser.no-options"),
    (#"{"options":[1]}"#, "analyser.wrong-option"),
    (#"{"options":[{"text":"a"}]}"#, "analyser.wrong-option"),
    (#"{"options":[{"text":"a","confidence":-0.1}]}"#, "analyser.wrong-option"),
    (#"{"options":[{"text":"a","confidence":"1"}]}"#, "analyser.wrong-option"),
    (#"{"options":[{"text":"  ","confidence":1}]}"#, "analyser.wrong-option"),
    (#"{"options":[{"text":"a\u001b[2Jb","confidence":1}]}"#, "analyser.wrong-option"),
    (#"{"options":[{"text":"a\nb","confidence":1}]}"#, "analyser.wrong-option"),
  ])
  func whatIsNoAnswerSaysWhy(text: String, key: String) {
    #expect(Self.key(text) == key)
  }

  @Test func moreThanAHundredCharactersAreNoOption() {
    let text = String(repeating: "é", count: 100)
    #expect(Self.key(#"{"options":[{"text":"\#(text)","confidence":1}]}"#) == "answer")
    #expect(
      Self.key(#"{"options":[{"text":"\#(text)x","confidence":1}]}"#) == "analyser.wrong-option")
  }

  @Test func tooManyOptionsAreNoAnswer() {
    let one = #"{"text":"a","confidence":1}"#
    let most = Array(repeating: one, count: AnalyserAnswer.mostOptions)
    #expect(Self.key(#"{"options":[\#(most.joined(separator: ","))]}"#) == "answer")
    #expect(
      Self.key(#"{"options":[\#((most + [one]).joined(separator: ","))]}"#)
        == "analyser.too-many")
  }

  @Test func whatIsNotUTF8IsNoAnswer() {
    let bytes = Array(#"{"options":[{"text":""#.utf8) + [0xff] + Array(#"","confidence":1}]}"#.utf8)
    #expect(throws: AnalyserError(.analyserNoJSON("eyes"))) {
      try AnalyserAnswer(bytes, of: Analyser("eyes"))
    }
  }

  @Test func aCodeNamesAThingOnlyToAnAnalyserThatMayChoose() throws {
    let text = #"{"options":[{"text":"exhibit:thing= My bag ","confidence":1}]}"#
    let chosen = try Self.answer(text, choosesThing: true).get()
    #expect((chosen.thing, chosen.options) == ("My bag", []))
    let guessed = try Self.answer(text).get()
    #expect(guessed.thing == nil)
    #expect(guessed.options.map(\.text) == ["exhibit:thing= My bag"])
  }

  @Test(arguments: [
    (#"[{"text":"exhibit:thing=ab","confidence":1}]"#, "analyser.wrong-label"),
    (
      #"[{"text":"exhibit:thing=abc","confidence":1},{"text":"exhibit:thing=abd","confidence":1}]"#,
      "analyser.two-things"
    ),
    (
      #"[{"text":"exhibit:thing=abc","confidence":1},{"text":"exhibit:thing=abc","confidence":1}]"#,
      "answer"
    ),
  ])
  func aCodeHasToNameOneThing(options: String, key: String) {
    #expect(Self.key(#"{"options":\#(options)}"#, choosesThing: true) == key)
  }

  @Test func anUncertainCodeNamesNothing() throws {
    let text = #"{"options":[{"text":"exhibit:thing=Bag","confidence":0.8}]}"#
    let answer = try Self.answer(text, choosesThing: true).get()
    #expect((answer.thing, answer.options) == (nil, []))
  }
}
