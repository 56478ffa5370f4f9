import Core
import Door
import System
import Testing

@testable import Exhibit

/// Which words the command does itself, and which it leaves to the program that knows more.
@Suite struct StatusQuestionTests {
  @Test(arguments: [
    ["status"], ["status", "--json"], ["status", "--socket", "/s"], ["--store=/s", "status"],
    ["status", "--config", "/c"],
  ])
  func aPlainQuestionIsPut(words: [String]) throws {
    let question = try #require(StatusQuestion(words))
    #expect(question.isForProgram == words.contains("--json"))
  }

  @Test(arguments: [[], ["status", "--help"], ["status", "--jsn"], ["help", "status"], ["snap"]])
  func allOtherWordsAreForOthers(words: [String]) {
    #expect(StatusQuestion(words) == nil)
  }

  @Test func whereNothingRunsItEndsAsOtherCommandsDo() throws {
    let question = try #require(StatusQuestion(["status", "--socket", "/nonexistent.sock"]))
    let ending = Ending.complaint(
      .consoleNobody("/nonexistent.sock"), ExitStatus.unavailable, isFirst: true)
    #expect(throws: ending) { try question.ask() }
  }

  @Test func aConfigurationIsForOthersToRead() throws {
    let question = try #require(StatusQuestion(["status", "--config", "/nonexistent.toml"]))
    #expect(throws: Ending.others) { try question.ask() }
  }
}

@Suite struct ConsoleLineTests {
  @Test func aCommandOfTheConsoleIsSaidInItsWords() {
    #expect(ConsoleLine(["snap", "--in", "2"])?.line == "snap --in 2")
    #expect(
      ConsoleLine(["thing", "use", "red cup", "--socket", "/s"])?.line == "thing use red cup")
    #expect(ConsoleLine(["--store=/s", "snap"])?.line == "snap")
  }

  @Test(arguments: [
    [], ["list"], ["status"], ["help"], ["frobnicate"], ["--version"], ["export", "all"],
    ["snap", "--help"], ["snap", "-h"], ["help", "snap"],
  ])
  func noOtherCommandIs(words: [String]) {
    #expect(ConsoleLine(words) == nil)
  }

  @Test func whatSteersATerminalIsNotSaid() throws {
    var line = try #require(ConsoleLine(["title", "a\u{1b}[2J", "--socket", "/nonexistent.sock"]))
    #expect {
      try line.run()
    } throws: { error in
      guard case .complaint(let phrase, ExitStatus.usage, true)? = error as? Ending else {
        return false
      }
      return phrase.key == "console.client.control"
    }
  }
}

@Suite struct TerminalLineTests {
  private static let speech = TerminalSpeech(.english, .unicode).text

  @Test func aLineIsServedOnlyWhereAllOfItIsSaid() {
    let words = ["console", "--line", "/dev/ttyX", "9600", "/s", Self.speech]
    #expect(TerminalLine(words) != nil && TerminalLine(words + ["17"]) != nil)
    #expect(TerminalLine(["console"]) == nil && TerminalLine(Array(words.dropLast())) == nil)
    #expect(TerminalLine(words.map { $0 == "9600" ? "fast" : $0 }) == nil)
  }
}
