import Core
import Testing

@testable import System

@Suite struct PassedComplaintTests {
  private static let phrase = Phrase("test.silent", "\("/run/s") was silent for \(10) s.")

  @Test func aSentenceIsHeardAsItWasPassedOn() throws {
    let words = PassedComplaint(Self.phrase, code: 69).words + ["snap", "--in", "2"]
    let heard = try #require(PassedComplaint(words))
    #expect(heard.code == 69)
    #expect(heard.text(in: .english) == "/run/s was silent for 10 s.")
    let german = Language(templates: ["test.silent": "{2} s lang schwieg {1}."])
    #expect(heard.text(in: german) == "10 s lang schwieg /run/s.")
  }

  @Test(arguments: [
    [], ["snap"], ["--complain"], ["--complain", "69", "{}"], ["--complain", "69", "[]"],
    ["--complain", "x", #"{"key":"a","sentence":"b","values":[]}"#],
  ])
  func otherWordsAreNone(words: [String]) {
    #expect(PassedComplaint(words) == nil)
  }
}
