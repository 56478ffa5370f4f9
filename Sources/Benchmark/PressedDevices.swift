import Board
import CFakeVideo
import Core
import Drivers
import System

/// The devices of the program, of which the camera is memory, and button and light are a clock's: edges that
/// come at instants that are planned, and the time until the light answers.
struct PressedDevices: DeviceSet, ~Copyable {
  private static let framePeriod = Duration.milliseconds(33)
  private static let frame = [UInt8](repeating: 128, count: 2 * 640 * 480)

  private var devices: LinuxDeviceSet
  /// The fake camera, which is not this value's.
  private let camera: OpaquePointer
  private var nextFrameAt: Instant?
  /// Edges to come, the next first.
  private var edges: [Edge] = []
  /// The press that the light owes an answer.
  private var pressedAt: Instant?
  /// From each press to the light's answer.
  private(set) var answers: [Duration] = []

  /// `devices`, whose camera is `camera` and delivers from now on.
  init(_ devices: consuming LinuxDeviceSet, _ camera: OpaquePointer) {
    self.devices = devices
    self.camera = camera
    nextFrameAt = self.devices.now
  }

  /// Has the camera deliver nothing more.
  mutating func silenceCamera() { nextFrameAt = nil }

  /// Plans `count` presses of 50 ms, one each `period`, after `delay`.
  mutating func press(_ count: Int, every period: Duration, after delay: Duration) {
    for number in 1...count {
      let at = devices.now + delay + period * number
      edges += [
        Edge(.pressed, stamped: at), Edge(.released, stamped: at + .milliseconds(50)),
      ]
    }
  }

  mutating func wait(
    until deadline: Instant?, since now: Instant, _ news: inout News
  ) -> Instant? {
    if let due = nextFrameAt, due <= now {
      fake_video_deliver(camera, Self.frame, Self.frame.count, 0)
      nextFrameAt = due + Self.framePeriod
    }
    let end = Instant.earlier(deadline, .earlier(nextFrameAt, edges.first?.stamped))
    guard let present = devices.wait(until: end, since: now, &news) else { return nil }
    addEdges(until: present, &news)
    return present
  }

  mutating func takeEdges(_ news: inout News) -> Instant? {
    guard let present = devices.takeEdges(&news) else { return nil }
    addEdges(until: present, &news)
    return present
  }

  private mutating func addEdges(until now: Instant, _ news: inout News) {
    while let edge = edges.first, edge.stamped <= now {
      news.edges.append(edges.removeFirst())
      if edge.direction == .pressed { pressedAt = edge.stamped }
    }
  }

  mutating func setLight(_ isOn: Bool) throws(Failure) {
    guard let pressedAt else { return }
    answers.append(devices.now - pressedAt)
    self.pressedAt = nil
  }
}

/// All the others do as they do.
extension PressedDevices {
  var now: Instant { devices.now }
  func moment(of instant: Instant) -> Moment { devices.moment(of: instant) }
  func utcOffset(at wall: WallTime) -> Int { devices.utcOffset(at: wall) }

  mutating func takeFrame(at now: Instant, _ news: inout News) throws(Failure) {
    try devices.takeFrame(at: now, &news)
  }

  mutating func releasePrevious() throws(Failure) { try devices.releasePrevious() }

  mutating func open(_ role: Role) throws(Failure) -> Event? { try devices.open(role) }
  mutating func close(_ role: Role) { devices.close(role) }

  mutating func run(at power: CameraPower) { devices.run(at: power) }
  mutating func setBuzzer(_ isOn: Bool) throws(Failure) { try devices.setBuzzer(isOn) }

  mutating func speak(_ phrase: Phrase, _ news: inout News) { devices.speak(phrase, &news) }
  mutating func silence() { devices.silence() }
  mutating func runHook(_ call: Result<HookCall?, Failure>, _ news: inout News) {
    devices.runHook(call, &news)
  }

  mutating func stopHook() { devices.stopHook() }

  mutating func setPace(_ pace: Sensing.Pace, _ news: inout News) throws(Failure) {
    try devices.setPace(pace, &news)
  }

  mutating func sample(_ news: inout News) throws(Failure) { try devices.sample(&news) }

  mutating func withFrame<Answer>(
    _ sequence: UInt32?, _ body: (borrowing LentFrame) throws(Failure) -> Answer
  ) throws(Failure) -> Answer? {
    try devices.withFrame(sequence, body)
  }

  mutating func answer(
    _ request: CameraRequest, for session: SessionID, _ news: inout News
  ) throws(Failure) -> Reply? {
    try devices.answer(request, for: session, &news)
  }

  mutating func takeHanded(by session: SessionID) -> FileDescriptor? {
    devices.takeHanded(by: session)
  }

  func temperature() -> Temperature? { devices.temperature() }
  func isUnderVoltage() -> Bool? { devices.isUnderVoltage() }
  mutating func measure(into facts: inout Measurements) { devices.measure(into: &facts) }
}

/// Nobody listens.
extension PressedDevices {
  var terminals: [SessionID] { [] }
  mutating func send(_ reply: Reply, to session: SessionID) {}
  mutating func continues(_ session: SessionID) {}
  mutating func answered(_ session: SessionID) {}
  mutating func notify(_ notice: Notice) {}
  mutating func log(_ level: LogLevel, _ speaker: String, _ phrase: Phrase) {}
}
