import Testing

@testable import Door

@Suite struct SaidCommandTests {
  @Test(arguments: [
    ["help", "snap"], ["snap", "--help"], ["snap", "-h"], ["snap", "--in", "2", "--help"],
    ["--store", "/s", "snap", "--help"], ["snap", "-h", "--socket", "/s"],
    ["--config=/c", "help", "snap"], ["-s", "/s", "snap", "-h"],
  ])
  func whoeverAsksWhatACommandDoesIsNotTakenAtTheirWord(words: [String]) throws {
    let command = try #require(SaidCommand(words))
    #expect(command.isExplained && command.manual?.name == "snap")
  }

  @Test(arguments: [
    ["snap"], ["title", "x", "-h"], ["snap", "--in", "2"], ["--store", "/s", "snap"],
    ["snap", "--socket=/s", "--json"],
  ])
  func anyOtherIsSaid(words: [String]) throws {
    #expect(try #require(SaidCommand(words)).isExplained == false)
  }

  @Test(arguments: [
    [], ["list"], ["list", "--help"], ["help"], ["help", "list"], ["--help"], ["frobnicate"],
    ["--socket", "/s", "status"],
  ])
  func otherWordsAreNone(words: [String]) {
    #expect(SaidCommand(words) == nil)
  }

  /// Whoever looks up a socket hands the words on so, and they have to be the same command still.
  @Test(arguments: [
    ["snap", "--in", "2"], ["--config", "/c", "thing", "use", "red cup"], ["title", "x", "-h"],
  ])
  func whatIsHandedOnIsTheSameCommand(words: [String]) throws {
    let command = try #require(SaidCommand(words))
    let handedOn = try #require(SaidCommand(["--socket", "/s"] + command.words))
    #expect(handedOn.words == command.words && !handedOn.isExplained)
    #expect(handedOn.place.socket == "/s")
  }
}
