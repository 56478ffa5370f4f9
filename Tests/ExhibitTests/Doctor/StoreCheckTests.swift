import Testing

@testable import Exhibit

@Suite struct StoreCheckTests {
  @Test(arguments: [
    (StoreCheck.State.unusable("Not a directory"), Finding.Verdict.bad),
    (.missing(canBeMade: false), .bad), (.missing(canBeMade: true), .warning),
    (.forbidden, .warning), (.writable, .good),
  ])
  func theVerdictGoesByWhetherItCanBeWritten(state: StoreCheck.State, verdict: Finding.Verdict) {
    #expect(StoreCheck(path: "/store", state: state).finding.verdict == verdict)
  }

  @Test func whatThisUserCannotMakeIsRootsToMake() {
    let mine = StoreCheck(path: "/store", state: .missing(canBeMade: true)).finding
    let roots = StoreCheck(path: "/store", state: .missing(canBeMade: false)).finding
    #expect(mine.commands == ["exhibit doctor --fix"])
    #expect(roots.commands == ["sudo exhibit doctor --fix"])
  }
}
