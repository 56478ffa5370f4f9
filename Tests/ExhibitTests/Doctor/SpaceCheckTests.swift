import Core
import Testing

@testable import Exhibit

@Suite struct SpaceCheckTests {
  @Test(arguments: [
    (499, Finding.Verdict.bad), (500, .warning), (999, .warning), (1000, .good),
  ])
  func theFloorAndTwiceTheFloorAreTheLimits(megabytes: Int, verdict: Finding.Verdict) {
    let space = Space(free: megabytes * 1_000_000, total: 8_000_000_000)
    let finding = SpaceCheck(space: space, floor: 500_000_000).finding
    #expect(finding.verdict == verdict)
    #expect((finding.fix == nil) == (verdict == .good))
  }

  @Test func theSentenceHasAllThree() {
    let space = Space(free: 4_000_000_000, total: 8_000_000_000)
    let sentence = SpaceCheck(space: space, floor: 500_000_000).finding.sentence
    #expect(
      sentence.english == "There are 4.0 GB free of 8.0 GB; capture pauses under 500.0 MB.")
  }
}
