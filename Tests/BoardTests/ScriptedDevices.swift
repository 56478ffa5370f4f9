import Board
import Core
import System

/// Devices of a test: what each wait and each look finds was written down before, and what is asked of them
/// is written down now.
struct ScriptedDevices: DeviceSet {
  /// What one wait finds.
  struct Find {
    var edges: [Edge] = []
    var events: [Event] = []
  }

  /// The boot's name.
  var bootID = "boot"
  /// What the waits find, in order; when there is no more, the board has lost its power.
  var finds: [Find] = []
  /// What the looks for edges find, in order; nothing when there is no more.
  var edges: [[Edge]] = []
  /// The frames that wait.
  var frames: [Frame] = []
  /// What fails, by the name that it is written down by.
  var failures: [String: Failure] = [:]
  /// What an opening answers; nil: nothing yet.
  var opened: Event?
  var terminals: [SessionID] = []
  /// What was asked of them.
  private(set) var calls: [String] = []
  private(set) var now = Instant.zero
  private var newest, previous: Frame?

  func moment(of instant: Instant) -> Moment {
    Moment(bootID: bootID, instant: instant, wall: .unset)
  }

  /// An hour more where the time is known.
  func utcOffset(at wall: WallTime) -> Int { wall == .unset ? 3600 : 7200 }

  mutating func wait(
    until deadline: Instant?, since now: Instant, _ news: inout News
  ) -> Instant? {
    self.now = now + .seconds(1)
    guard !finds.isEmpty else { return nil }
    let find = finds.removeFirst()
    news.edges += find.edges
    for event in find.events { news.add(event) }
    return self.now
  }

  mutating func takeEdges(_ news: inout News) -> Instant? {
    now = now + .milliseconds(1)
    if !edges.isEmpty { news.edges += edges.removeFirst() }
    return now
  }

  mutating func takeFrame(at now: Instant, _ news: inout News) throws(Failure) {
    try call("take")
    guard !frames.isEmpty else { return }
    (newest, previous) = (frames.removeFirst(), newest)
    if let newest { news.add(.camera(.frame(newest, previous: previous))) }
  }

  mutating func releasePrevious() throws(Failure) {
    guard previous != nil else { return }
    previous = nil
    try call("release")
  }

  mutating func open(_ role: Role) throws(Failure) -> Event? {
    try call("open \(role)")
    return opened
  }

  mutating func close(_ role: Role) { calls.append("close \(role)") }
  mutating func run(at power: CameraPower) { calls.append("power \(power)") }
  mutating func setLight(_ isOn: Bool) throws(Failure) { try call("light \(isOn)") }
  mutating func setBuzzer(_ isOn: Bool) throws(Failure) { try call("buzzer \(isOn)") }

  mutating func speak(_ phrase: Phrase, _ news: inout News) {
    calls.append("speak \(phrase.english)")
  }
  mutating func silence() { calls.append("silence") }
  mutating func runHook(_ call: Result<HookCall?, Failure>, _ news: inout News) {
    calls.append("hook")
  }
  mutating func stopHook() { calls.append("stop hook") }

  mutating func takeHanded(by session: SessionID) -> FileDescriptor? { nil }

  mutating func setPace(_ pace: Sensing.Pace, _ news: inout News) throws(Failure) {
    try call("pace \(pace)")
  }

  mutating func sample(_ news: inout News) throws(Failure) { try call("sample") }

  mutating func withFrame<Answer>(
    _ sequence: UInt32?, _ body: (borrowing LentFrame) throws(Failure) -> Answer
  ) throws(Failure) -> Answer? {
    let held = [newest, previous].compactMap { $0 }
    guard let frame = sequence.map({ number in held.first { $0.sequence == number } }) ?? newest
    else { return nil }
    let result = Self.grey(of: frame).withUnsafeBytes { bytes in
      Result { () throws(Failure) in
        try body(LentFrame(bytes, Self.layout, format: "YUYV", quality: 90))
      }
    }
    return try result.get()
  }

  mutating func answer(
    _ request: CameraRequest, for session: SessionID, _ news: inout News
  ) throws(Failure) -> Reply? {
    try call("answer")
    return Reply(Phrase("test.yes", "yes"))
  }

  func temperature() -> Temperature? { Temperature(milliCelsius: 40_000, zone: "test") }
  func isUnderVoltage() -> Bool? { true }
  mutating func measure(into measurements: inout Measurements) {
    measurements.droppedByteCount = 7
  }

  mutating func send(_ reply: Reply, to session: SessionID) {
    calls.append("say \(reply.text(in: .english)) to \(session.number)")
  }

  mutating func continues(_ session: SessionID) { calls.append("continues \(session.number)") }
  mutating func answered(_ session: SessionID) { calls.append("answered \(session.number)") }
  mutating func notify(_ notice: Notice) { calls.append("notify \(notice)") }
  mutating func log(_ level: LogLevel, _ speaker: String, _ phrase: Phrase) {
    calls.append("log \(speaker)")
  }

  static let layout = FrameLayout(format: .yuyv, width: 16, height: 16, bytesPerLine: 32)

  /// What `frame` shows: grey, a shade for each number, so that pictures can be told apart.
  static func grey(of frame: Frame) -> [UInt8] {
    [UInt8](repeating: UInt8(100 + 20 * frame.sequence), count: 512)
  }

  private mutating func call(_ name: String) throws(Failure) {
    calls.append(name)
    if let failure = failures[name] { throw failure }
  }
}
