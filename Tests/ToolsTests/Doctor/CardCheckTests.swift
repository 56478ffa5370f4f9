import Core
import Glibc
import Testing

@testable import Tools

@Suite struct CardCheckTests {
  @Test(arguments: [
    (1501, Finding.Verdict.bad), (1500, .warning), (151, .warning), (150, .good),
  ])
  func theVerdictGoesByTheMedian(milliseconds: Int, verdict: Finding.Verdict) {
    let median = Duration.milliseconds(milliseconds)
    let finding = CardCheck(flushes: [.zero, median, .seconds(9)]).finding
    #expect(finding.verdict == verdict)
    #expect((finding.fix == nil) == (verdict == .good))
  }

  @Test func ofTwoTheLongerIsTheMedian() {
    #expect(CardCheck(flushes: [.seconds(1), .seconds(2)]).median == .seconds(2))
  }

  @Test func theSentenceHasMedianAndSlowest() {
    let flushes = [Duration.milliseconds(2), .microseconds(12_340), .milliseconds(40)]
    let sentence = CardCheck(flushes: flushes).finding.sentence.english
    #expect(sentence.hasSuffix("safe in 12.34 ms, at the slowest in 40 ms."))
  }
}

@Suite struct CardTrialTests {
  @Test func aFolderThatIsNotThereCannotBeTried() {
    #expect(throws: SystemError(call: "open", code: ENOENT)) {
      try CardTrial.flushes(in: "/nonexistent")
    }
  }

  @Test func itLeavesNothingBehindAndSortsItsTimes() throws {
    var template = Array("/tmp/exhibit-card-XXXXXX".utf8CString)
    let folder = String(cString: try #require(mkdtemp(&template)))
    let flushes = try CardTrial.flushes(in: folder)
    #expect((1...CardTrial.roundCount).contains(flushes.count))
    #expect(flushes == flushes.sorted() && flushes.allSatisfy { $0 > .zero })
    // Only an empty folder can be removed.
    #expect(rmdir(folder) == 0)
  }
}
