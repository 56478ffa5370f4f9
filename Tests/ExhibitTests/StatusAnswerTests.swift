import Testing

@testable import Exhibit

@Suite struct StatusAnswerTests {
  private static let well =
    #"{"capture":"running","thing":"\"faults\":[1","faults":[],"version":"1"}"#
  private static let ill =
    #"{"capture":"faulted","thing":"\"faults\":[]","faults":[{"role":"camera"}]}"#

  @Test func theFirstLineIsForProgramsAndTheRestForPeople() {
    let answer = StatusAnswer(Self.well + "\nCapture: running.\nLight: ready.\n\n")
    #expect(answer.json == Self.well)
    #expect(answer.sentences == "Capture: running.\nLight: ready.")
  }

  @Test func whatHasFailedIsTakenFromTheFaultsAlone() {
    let (well, ill) = (StatusAnswer(Self.well + "\nCapture: running.\n"), StatusAnswer(Self.ill))
    #expect(well.isStatus && !well.hasFaults)
    #expect(ill.isStatus && ill.hasFaults)
  }

  @Test(arguments: ["", "Too many sessions.\n", #"{"key":"console.shutting-down"}"#])
  func aRefusalIsNoStatus(text: String) {
    #expect(!StatusAnswer(text).isStatus)
    #expect(!StatusAnswer(text).hasFaults)
  }
}
