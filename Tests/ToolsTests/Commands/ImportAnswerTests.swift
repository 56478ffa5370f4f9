import Core
import Testing

@testable import Tools

/// What a running program answers about one file.
@Suite struct ImportAnswerTests {
  @Test func aPieceHasItsNumber() throws {
    let answer = try ImportAnswer(#"{"imported":[17],"there":[],"said":null,"problem":null}"#)
    #expect(answer.number == 17 && !answer.isThere && answer.sentence == nil)
  }

  @Test func whatIsThereAlreadyIsSaid() throws {
    let json = #"{"imported":[],"there":[3],"said":"a \"b\" is there.","problem":null}"#
    let answer = try ImportAnswer(json)
    #expect(answer.number == nil && answer.isThere && answer.sentence == #"a "b" is there."#)
  }

  @Test func aNameThatLooksLikeAnAnswerIsNone() throws {
    let json =
      #"{"imported":[],"there":[],"said":"\"imported\":[9] \"problem\":\"x\" is empty.","problem":null}"#
    let answer = try ImportAnswer(json)
    #expect(answer.number == nil && !answer.isThere)
  }

  @Test(arguments: [
    #"{"imported":[],"there":[],"said":null,"problem":"Shutting down."}"#,
    "This console may only look.", "",
  ])
  func whereNoOtherFileIsTakenInTheCommandEnds(answer: String) {
    var ended: Failure?
    do throws(Failure) { _ = try ImportAnswer(answer) } catch { ended = error }
    #expect(ended?.phrase.key == "import.ended")
  }
}
