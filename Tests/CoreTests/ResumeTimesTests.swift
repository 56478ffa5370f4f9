import Testing

@testable import Core

@Suite struct ResumeTimesTests {
  private var times = ResumeTimes()

  @Test mutating func aFrameWithoutAPauseBeforeItDoesNotCount() {
    times.finish(at: .at(1))
    #expect(times == ResumeTimes())
  }

  @Test mutating func aResumeThatWasGivenUpDoesNotCount() {
    times.begin(at: .at(1))
    times.forget()
    times.finish(at: .at(2))
    #expect(times.latest == nil)
  }

  @Test mutating func theFirstFrameCounts() {
    times.begin(at: .at(1))
    times.finish(at: .at(1.3))
    times.finish(at: .at(9))
    #expect(times.latest == .milliseconds(300))
    #expect(times.counts == [0, 0, 1, 0, 0, 0, 0])
  }

  @Test mutating func theSlowestIsRemembered() {
    for seconds in [0.05, 7, 0.1] {
      times.begin(at: .at(0))
      times.finish(at: .at(seconds))
    }
    #expect(times.slowest == .seconds(7))
    #expect(times.latest == .milliseconds(100))
    #expect(times.counts == [2, 0, 0, 0, 0, 0, 1])
  }
}
