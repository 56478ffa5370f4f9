import ArgumentParser
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

  @Test func itGoesByTheConfigurationUnlessTheSocketIsGiven() throws {
    let command = try #require(
      try Exhibit.parseAsRoot(["status", "--config", "/nonexistent.toml"]) as? StatusCommand)
    #expect(command.file.path == "/nonexistent.toml" && command.socket == nil)
    #expect(throws: (any Error).self) { try command.run() }
  }

  @Test(arguments: [
    ["status"], ["status", "--json"], ["status", "--socket", "/s"], ["--store=/s", "status"],
  ])
  func aPlainQuestionNeedsNoParser(words: [String]) throws {
    let question = try #require(StatusQuestion.plain(words))
    #expect(question.isJSON == words.contains("--json"))
  }

  @Test(arguments: [[], ["status", "--help"], ["status", "--jsn"], ["help", "status"], ["snap"]])
  func allOtherWordsAreForTheParser(words: [String]) {
    #expect(StatusQuestion.plain(words) == nil)
  }

  @Test func whereNothingRunsItEndsAsOtherCommandsDo() throws {
    let command = try #require(
      try Exhibit.parseAsRoot(["status", "--socket", "/nonexistent.sock"]) as? StatusCommand)
    #expect(throws: ExitCode.unavailable) { try command.run() }
  }
}
