import Core
import Testing
import VirtualDevices

@testable import Simulator

@Suite struct SimulatedViewerTests {
  private let session = SessionID(number: 5)
  private let start = Instant.zero + .seconds(100)

  private func viewer(_ seed: UInt64) -> SimulatedViewer {
    var random = RandomGenerator(seed: seed)
    return SimulatedViewer(session, from: start, for: .seconds(8), &random)
  }

  /// A viewer who has become a screen at once, on a serial line or not.
  private func screen(_ isServed: (SimulatedViewer) -> Bool) throws -> SimulatedViewer {
    for seed: UInt64 in 0..<200 {
      var viewer = viewer(seed)
      if viewer.beginScreen(), isServed(viewer) { return viewer }
    }
    throw NoSuchViewer()
  }

  private struct NoSuchViewer: Error {}

  @Test func whoeverLooksIsGoneSomeSecondsLater() {
    for seed: UInt64 in 0..<50 {
      var viewer = viewer(seed)
      var acts: [SimulatedViewer.Act] = []
      while let act = viewer.takeAct(by: start + .seconds(11)) { acts.append(act) }
      #expect(acts.first == .type("view on"))
      #expect(acts.last == .hangUp)
      #expect(viewer.nextInstant == nil)
    }
  }

  @Test func keysAndLinesNeverMeanSomethingAtATime() throws {
    var viewer = try screen { _ in true }
    #expect(viewer.deed(.type("status")) == nil)
    #expect(viewer.deed(.key(.escape)) != nil)
    viewer.isScreen = false
    #expect(viewer.deed(.type("status")) != nil)
    #expect(viewer.deed(.key(.escape)) == nil)
  }

  @Test func aSerialLineIsBusyUntilItHasSentAll() throws {
    var viewer = try screen { ($0.room(at: start)?.byteCount ?? 0) < 10_000 }
    let room = try #require(viewer.room(at: start)?.byteCount)
    viewer.draw(room, at: start)
    #expect(viewer.room(at: start + .milliseconds(100)) == nil)
    #expect(viewer.room(at: start + .milliseconds(160))?.byteCount == room)
  }

  @Test func someAreNoScreens() {
    let answers = (0..<100).map { seed in
      var viewer = viewer(UInt64(seed))
      return viewer.beginScreen()
    }
    #expect((20...80).contains(answers.count { $0 }))
  }

  @Test func whoeverHangsUpIsNoScreenAnyMore() throws {
    var viewers = SimulatedViewers()
    var viewer = try screen { _ in true }
    viewer.leave(at: start)
    viewers.add(viewer)
    #expect(viewers.takeDeed(by: start) == .interrupted(session))
    let isScreen = viewers.beginScreen(session)
    #expect(!isScreen)
    #expect(viewers.nextInstant == nil)
  }
}
