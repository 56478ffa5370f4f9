import Board
import Core
import Evidence
import Testing

@testable import VirtualDevices

/// Surroundings in which time passes only when it is let, and nobody listens.
private struct Vacuum: Surroundings {
  var now = Instant.zero
  var hasEnded = false
  /// How often the board wakes for nothing before it does for something.
  var spuriousWakes = 0
  /// How long after one line of session 1 the next comes, while there are no others; nil for none.
  var linePause: Duration?
  let terminals: [SessionID] = []
  /// The session that is a screen.
  var screen: SessionID?

  func moment(of instant: Instant) -> Moment {
    Moment(bootID: "boot", instant: instant, wall: .unset)
  }

  func utcOffset(at wall: WallTime) -> Int { 0 }

  mutating func act(on parts: inout VirtualParts) {
    guard let linePause else { return }
    now = now + linePause
    parts.add(.console(.line("status", from: SessionID(number: 1), .full)))
  }

  mutating func pass(until next: Instant?, _ parts: inout VirtualParts) -> Bool {
    guard spuriousWakes == 0 else {
      spuriousWakes -= 1
      return true
    }
    now = next ?? now
    return false
  }

  mutating func beginScreen(_ session: SessionID) -> Bool {
    screen = session
    return true
  }

  mutating func endScreen(_ session: SessionID) { screen = nil }
  mutating func send(_ reply: Reply, to session: SessionID) {}
  mutating func continues(_ session: SessionID) {}
  mutating func answered(_ session: SessionID) {}
  mutating func notify(_ notice: Notice) {}
  mutating func log(_ level: LogLevel, _ speaker: String, _ phrase: Phrase) {}
}

@Suite struct VirtualDeviceSetTests {
  private func devices() -> VirtualDeviceSet<Vacuum> {
    let scene = Scene(width: 64, height: 48, RandomGenerator(seed: 1))
    let camera = VirtualCamera(.scene(scene), framesPerSecond: 10)
    let parts = VirtualParts(camera: camera, VirtualMedium(), RandomGenerator(seed: 2))
    return VirtualDeviceSet(parts, in: Vacuum())
  }

  private let deadline = Instant.zero + .seconds(5)

  @Test func withoutPowerThereIsNoPresent() {
    var devices = devices()
    var news = News()
    devices.around.hasEnded = true
    let presents = [
      devices.takeEdges(&news), devices.wait(until: deadline, since: .zero, &news),
    ]
    #expect(presents == [nil, nil])
  }

  @Test func aWaitEndsAtItsDeadline() {
    var devices = devices()
    var news = News()
    let present = devices.wait(until: deadline, since: .zero, &news)
    #expect(present == deadline)
    #expect(news.isEmpty)
  }

  @Test func aWaitMayEndForNothing() {
    var devices = devices()
    var news = News()
    devices.around.spuriousWakes = 1
    let present = devices.wait(until: deadline, since: .zero, &news)
    #expect(present == .zero)
    #expect(news.isEmpty)
  }

  @Test func aWaitEndsWhenAnEdgeComes() throws {
    var devices = devices()
    var news = News()
    _ = try devices.open(.button)
    devices.parts.button.click(1, at: .zero + .seconds(1))
    let present = devices.wait(until: deadline, since: .zero, &news)
    #expect(present == .zero + .seconds(1))
    #expect(news.edges == [Edge(.pressed, stamped: .zero + .seconds(1))])
  }

  @Test func aWaitEndsWhenAFrameComesAndLeavesIt() throws {
    var devices = devices()
    var news = News()
    _ = try devices.open(.camera)
    _ = devices.wait(until: deadline, since: .zero, &news)
    news = News()
    let present = devices.wait(until: deadline, since: .zero, &news)
    #expect(try #require(present) < deadline)
    #expect(news.isEmpty)
    try devices.takeFrame(at: .zero, &news)
    #expect(news.events.count == 1)
  }

  @Test func aPageOfLinesComesLineByLine() {
    var devices = devices()
    var news = News()
    for _ in 0..<3 {
      devices.parts.add(.console(.line("", from: SessionID(number: 1), .full)))
    }
    let counts = (0..<4).map { _ in
      _ = devices.wait(until: .zero, since: .zero, &news)
      return news.events.count
    }
    #expect(counts == [1, 2, 3, 3])
  }

  /// With 10 frames a second and a line each millisecond.
  @Test func linesWithoutPauseTakeNoFrameFromTheCamera() throws {
    var devices = devices()
    _ = try devices.open(.camera)
    devices.around.linePause = .milliseconds(1)
    let store = StoreSetup(
      directory: "/nowhere", device: "/nowhere/device", program: ProgramFacts(version: "1"))
    var board = Executor(devices, BoardStore(store))
    var (frames, lines) = ([UInt32](), 0)
    while board.devices.now < .zero + .seconds(3), let (event, _) = board.nextEvent(before: nil) {
      if case .camera(.frame(let frame, _)) = event { frames.append(frame.sequence) }
      if case .console(.line) = event { lines += 1 }
    }
    #expect(lines > 500)
    #expect(frames.count >= 20)
    #expect(zip(frames, frames.dropFirst()).allSatisfy { $0 + 1 == $1 }, "none is passed over")
  }

  @Test func aScreenIsOneOfItsSurroundings() {
    var devices = devices()
    let session = SessionID(number: 7)
    let isScreen = devices.beginScreen(session)
    let screen = devices.around.screen
    devices.endScreen(session)
    let rest = devices.around.screen
    #expect(isScreen)
    #expect(screen == session)
    #expect(rest == nil)
  }

  @Test func whatFailsWhileItIsLookedAtIsNews() throws {
    var devices = devices()
    var news = News()
    _ = try devices.open(.button)
    devices.parts.unplug(.button)
    _ = devices.takeEdges(&news)
    guard case .device(.failed(let failure)) = news.events.first else {
      Issue.record("nobody is told of a button that is gone")
      return
    }
    #expect(failure == .brokenButton)
  }
}
