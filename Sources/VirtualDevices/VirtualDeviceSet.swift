import Board
import Core
import System

/// Where an imitated board is: its clocks, the people at its consoles and screens, and what is done to it.
package protocol Surroundings: Audience, ScreenSet, ~Copyable {
  /// The present on the monotonic clock.
  var now: Instant { get }
  /// The moment of `instant`, by the calendar too where that is known.
  func moment(of instant: Instant) -> Moment
  /// Seconds that this place is east of UTC by its zone at the time `wall`.
  func utcOffset(at wall: WallTime) -> Int
  /// Whether the board is there no longer, as in a power cut.
  var hasEnded: Bool { get }

  /// Does to the board what is due: before each look at it.
  mutating func act(on parts: inout VirtualParts)

  /// Lets time pass until `next`, or until something is done to the board; nil: as long as it takes.
  ///
  /// - Returns: whether the board wakes up though nothing happened, as epoll does now and then.
  mutating func pass(until next: Instant?, _ parts: inout VirtualParts) -> Bool

  /// The open file that came with the latest line of `session`; nil where none did.
  mutating func takeHanded(by session: SessionID) -> FileDescriptor?
}

extension Surroundings where Self: ~Copyable {
  /// Most people hand nothing over.
  package mutating func takeHanded(by session: SessionID) -> FileDescriptor? { nil }
}

/// The devices of a board that is imitated, and the surroundings that it is in.
package struct VirtualDeviceSet<Around: Surroundings & ~Copyable>: DeviceSet, ~Copyable {
  /// The virtual devices.
  package var parts: VirtualParts
  /// Surroundings: clock, audience, and what happens to the board.
  package var around: Around

  /// A board of `parts`, all closed, in the surroundings `around`.
  package init(_ parts: VirtualParts, in around: consuming Around) {
    self.parts = parts
    self.around = around
  }

  package var now: Instant { around.now }

  package func moment(of instant: Instant) -> Moment { around.moment(of: instant) }

  package func utcOffset(at wall: WallTime) -> Int { around.utcOffset(at: wall) }

  package mutating func wait(
    until deadline: Instant?, since now: Instant, _ news: inout News
  ) -> Instant? {
    var isWoken = false
    while let now = look(&news) {
      let isDue = deadline.map { $0 <= now } ?? false
      if isWoken || isDue || !news.isEmpty || parts.camera.isReadable { return now }
      isWoken = around.pass(until: .earlier(deadline, parts.nextInstant), &parts)
    }
    return nil
  }

  package mutating func takeEdges(_ news: inout News) -> Instant? {
    around.act(on: &parts)
    if around.hasEnded { return nil }
    let now = around.now
    parts.advance(to: now)
    news.attempt { news throws(Failure) in try parts.button.edges(into: &news.edges, at: now) }
    return now
  }

  private mutating func look(_ news: inout News) -> Instant? {
    guard let now = takeEdges(&news) else { return nil }
    for event in parts.takeEvents(at: now) { news.add(event) }
    return now
  }

  package mutating func takeFrame(at now: Instant, _ news: inout News) throws(Failure) {
    guard let frame = try parts.camera.take() else { return }
    news.add(.camera(.frame(frame, previous: parts.camera.previousFrame)))
  }

  package mutating func releasePrevious() throws(Failure) {
    try parts.camera.releasePrevious()
  }

  package mutating func open(_ role: Role) throws(Failure) -> Event? {
    switch role {
    case .camera:
      try parts.cameraHelper.open(at: now)
      return nil
    case .accelerometer: return .accelerometer(.opened(try parts.accelerometer.open()))
    case .button: try parts.button.open(at: now)
    case .light: try parts.light.open(as: .light)
    case .buzzer: try parts.buzzer.open(as: .buzzer)
    case .console, .store: break
    }
    return .device(.opened(role))
  }

  package mutating func close(_ role: Role) {
    switch role {
    case .camera:
      parts.cameraHelper.abandon()
      parts.camera.close()
    case .button: parts.button.close()
    case .light: parts.light.close()
    case .buzzer: parts.buzzer.close()
    case .accelerometer: parts.accelerometer.close()
    case .console, .store: break
    }
  }

  package mutating func run(at power: CameraPower) { parts.camera.power = power }

  package mutating func setLight(_ isOn: Bool) throws(Failure) { try parts.light.set(isOn) }

  package mutating func setBuzzer(_ isOn: Bool) throws(Failure) { try parts.buzzer.set(isOn) }

  package mutating func speak(_ phrase: Phrase, _ news: inout News) {
    parts.voice.speak(phrase, at: now)
  }

  package mutating func silence() { parts.voice.silence(at: now) }

  package mutating func runHook(_ call: Result<HookCall?, Failure>, _ news: inout News) {
    switch call {
    case .success(nil): news.add(.hook(.ended))
    case .success(let call?): parts.hook.run(call, at: now)
    case .failure(let failure): news.add(.hook(.failed(failure.phrase)))
    }
  }

  package mutating func stopHook() { parts.hook.stop(at: now) }

  package mutating func setPace(_ pace: Sensing.Pace, _ news: inout News) throws(Failure) {
    try parts.accelerometer.setPace(pace)
  }

  package mutating func sample(_ news: inout News) throws(Failure) {
    guard let sample = try parts.accelerometer.sample() else { return }
    news.add(.accelerometer(.reading(sample)))
  }

  package mutating func withFrame<Answer>(
    _ sequence: UInt32?, _ body: (borrowing LentFrame) throws(Failure) -> Answer
  ) throws(Failure) -> Answer? {
    try parts.camera.withFrame(sequence) { (bytes, layout) throws(Failure) in
      let format = layout.format.rawValue
      return try body(LentFrame(bytes, layout, format: format, quality: VirtualCamera.quality))
    }
  }

  package mutating func freeByteCount(of session: SessionID) -> Int {
    around.freeByteCount(of: session)
  }

  package mutating func takeHanded(by session: SessionID) -> FileDescriptor? {
    around.takeHanded(by: session)
  }

  package func temperature() -> Temperature? { parts.temperature }

  package func isUnderVoltage() -> Bool? { nil }

  package mutating func measure(into facts: inout Measurements) {
    let medium = parts.medium
    facts.space = facts.space.map { medium.space ?? $0 }
    facts.frames = parts.camera.isOpen ? parts.camera.counts : nil
    facts.cameraDelay = parts.cameraHelper.delay(at: now)
  }
}

/// Audience of the board: that of its surroundings.
extension VirtualDeviceSet where Around: ~Copyable {
  package var terminals: [SessionID] { around.terminals }

  package mutating func send(_ reply: Reply, to session: SessionID) {
    around.send(reply, to: session)
  }

  package mutating func continues(_ session: SessionID) { around.continues(session) }

  package mutating func answered(_ session: SessionID) { around.answered(session) }

  package mutating func speak(with texts: [String: String]) { around.speak(with: texts) }

  package mutating func write(in charset: Charset?) { around.write(in: charset) }

  package mutating func note(_ outcome: Effect.AnswerOutcome, of session: SessionID) {
    around.note(outcome, of: session)
  }

  package mutating func configure(_ session: SessionID, as wish: SessionWish) -> SessionSettings? {
    around.configure(session, as: wish)
  }

  package mutating func notify(_ notice: Notice) { around.notify(notice) }

  package mutating func log(_ level: LogLevel, _ speaker: String, _ phrase: Phrase) {
    around.log(level, speaker, phrase)
  }

  /// Answer about the imitated camera, which has no driver that could be set to anything.
  package mutating func answer(
    _ request: CameraRequest, for session: SessionID, _ news: inout News
  ) throws(Failure) -> Reply? {
    switch request {
    case .controls(json: true): return Reply(.object([("controls", .array([]))]))
    case .list(json: true):
      let camera = JSON.object([("path", .string(VirtualCamera.path))])
      return Reply(.object([("cameras", .array([camera]))]))
    case .list(json: false): return Reply(.cameraOnly("The simulated camera"))
    case .use:
      // There is no other.
      news.add(.camera(.stays))
      return Reply(.cameraOnly("The simulated camera"))
    case .controls(json: false), .set:
      return Reply(.controlsNone("the simulated camera"))
    }
  }
}

/// Screens of the board: those of the people around it.
extension VirtualDeviceSet where Around: ~Copyable {
  package var drawsNothing: Phrase? { around.drawsNothing }

  package mutating func beginScreen(_ session: SessionID) -> Bool { around.beginScreen(session) }

  package mutating func endScreen(_ session: SessionID) { around.endScreen(session) }

  package mutating func askForSize(_ session: SessionID) { around.askForSize(session) }

  package func screenRoom(of session: SessionID) -> ScreenRoom? { around.screenRoom(of: session) }

  package mutating func takeNews(of session: SessionID) -> [String] {
    around.takeNews(of: session)
  }

  package mutating func draw(_ bytes: [UInt8], on session: SessionID) -> Bool {
    around.draw(bytes, on: session)
  }
}

/// A clock that goes only when somebody moves it: weeks pass in minutes, and a run can be repeated.
package final class VirtualTime {
  // Stored apart: Swift 6.0 can't read a stored property of a class through a noncopyable value.
  private var instant: Instant

  /// A clock that stands at `start`.
  package init(at start: Instant = .zero + .seconds(20)) {
    instant = start
  }

  /// The present.
  package var now: Instant { instant }

  /// Goes on to `instant`, if that is not past.
  package func advance(to instant: Instant) {
    self.instant = max(self.instant, instant)
  }

  /// Goes on by `duration`.
  package func advance(by duration: Duration) {
    instant = instant + duration
  }
}

extension Phrase {
  static func cameraOnly(_ camera: String) -> Phrase {
    Phrase("camera.only", "\(camera) is the only camera.")
  }
}
