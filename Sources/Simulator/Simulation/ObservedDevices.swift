import Board
import Core
import System
import VirtualDevices

/// A virtual board whose devices are watched: what is asked of them, and what they have to tell.
struct ObservedDevices: DeviceSet, ~Copyable {
  var devices: VirtualDeviceSet<SimulatedSurroundings>
  var log = DeviceLog()

  /// Devices of which nothing was asked yet.
  init(_ devices: consuming VirtualDeviceSet<SimulatedSurroundings>) {
    self.devices = devices
  }

  var now: Instant { devices.now }
  func moment(of instant: Instant) -> Moment { devices.moment(of: instant) }
  func utcOffset(at wall: WallTime) -> Int { devices.utcOffset(at: wall) }

  mutating func wait(
    until deadline: Instant?, since now: Instant, _ news: inout News
  ) -> Instant? {
    let before = (news.edges.count, news.events.count)
    log.waits.append(deadline)
    let present = devices.wait(until: deadline, since: now, &news)
    log.look(at: present, news, after: before)
    return present
  }

  mutating func takeEdges(_ news: inout News) -> Instant? {
    let before = (news.edges.count, news.events.count)
    let present = devices.takeEdges(&news)
    log.look(at: present, news, after: before)
    return present
  }

  mutating func takeFrame(at now: Instant, _ news: inout News) throws(Failure) {
    if devices.parts.camera.previousFrame != nil { log.hasCrowdedFrames = true }
    try witness(&news) { devices, news throws(Failure) in
      try devices.takeFrame(at: now, &news)
    }
  }

  mutating func releasePrevious() throws(Failure) {
    try witness { devices throws(Failure) in try devices.releasePrevious() }
  }

  mutating func open(_ role: Role) throws(Failure) -> Event? {
    log.calls.append(.open(role))
    do throws(Failure) {
      let answer = try devices.open(role)
      if let answer { log.told.append(answer.brief) }
      return answer
    } catch {
      log.note(error)
      throw error
    }
  }

  mutating func close(_ role: Role) {
    log.calls.append(.close(role))
    devices.close(role)
  }

  mutating func run(at power: CameraPower) {
    log.calls.append(.power(power))
    devices.run(at: power)
  }

  mutating func setLight(_ isOn: Bool) throws(Failure) {
    log.calls.append(.light(isOn))
    try witness { devices throws(Failure) in try devices.setLight(isOn) }
  }

  mutating func setBuzzer(_ isOn: Bool) throws(Failure) {
    log.calls.append(.buzzer(isOn))
    try witness { devices throws(Failure) in try devices.setBuzzer(isOn) }
  }

  mutating func speak(_ phrase: Phrase, _ news: inout News) {
    log.calls.append(.speak(phrase))
    devices.speak(phrase, &news)
  }

  mutating func silence() {
    log.calls.append(.silence)
    devices.silence()
  }

  mutating func runHook(_ call: Result<HookCall?, Failure>, _ news: inout News) {
    let before = news.events.count
    devices.runHook(call, &news)
    log.told += news.events[before...].map(\.brief)
  }

  mutating func stopHook() { devices.stopHook() }

  mutating func setPace(_ pace: Sensing.Pace, _ news: inout News) throws(Failure) {
    log.calls.append(.pace(pace))
    try witness(&news) { devices, news throws(Failure) in try devices.setPace(pace, &news) }
  }

  mutating func sample(_ news: inout News) throws(Failure) {
    log.calls.append(.sample)
    try witness(&news) { devices, news throws(Failure) in try devices.sample(&news) }
  }

  mutating func withFrame<Answer>(
    _ sequence: UInt32?, _ body: (borrowing LentFrame) throws(Failure) -> Answer
  ) throws(Failure) -> Answer? {
    log.calls.append(.frame(sequence))
    return try devices.withFrame(sequence, body)
  }

  mutating func answer(
    _ request: CameraRequest, for session: SessionID, _ news: inout News
  ) throws(Failure) -> Reply? {
    log.calls.append(.answer(request))
    let before = news.events.count
    let text = try devices.answer(request, for: session, &news)
    log.told += news.events[before...].map(\.brief)
    return text
  }

  mutating func takeHanded(by session: SessionID) -> FileDescriptor? {
    devices.takeHanded(by: session)
  }

  func temperature() -> Temperature? { devices.temperature() }
  func isUnderVoltage() -> Bool? { devices.isUnderVoltage() }
  mutating func measure(into facts: inout Measurements) { devices.measure(into: &facts) }

  /// Does `work` with the devices and notes its failure.
  private mutating func witness(
    _ work: (inout VirtualDeviceSet<SimulatedSurroundings>) throws(Failure) -> Void
  ) throws(Failure) {
    do throws(Failure) {
      try work(&devices)
    } catch {
      log.note(error)
      throw error
    }
  }

  /// Does `work` with the devices and notes what it tells, its failure too.
  private mutating func witness(
    _ news: inout News,
    _ work: (inout VirtualDeviceSet<SimulatedSurroundings>, inout News) throws(Failure) -> Void
  ) throws(Failure) {
    let before = news.events.count
    try witness { devices throws(Failure) in try work(&devices, &news) }
    log.told += news.events[before...].map(\.brief)
  }
}

/// Screens.
extension ObservedDevices {
  mutating func beginScreen(_ session: SessionID) -> Bool {
    log.calls.append(.beginScreen(session))
    return devices.beginScreen(session)
  }

  mutating func endScreen(_ session: SessionID) {
    log.calls.append(.endScreen(session))
    devices.endScreen(session)
  }

  mutating func askForSize(_ session: SessionID) {
    log.calls.append(.askForSize(session))
    devices.askForSize(session)
  }

  func screenRoom(of session: SessionID) -> ScreenRoom? { devices.screenRoom(of: session) }

  mutating func takeNews(of session: SessionID) -> [String] {
    log.calls.append(.news(session))
    let began = now
    defer { log.drawingTime += now - began }
    return devices.takeNews(of: session)
  }

  mutating func draw(_ bytes: [UInt8], on session: SessionID) -> Bool {
    log.calls.append(.draw(session))
    let room = devices.screenRoom(of: session)?.byteCount ?? 0
    if bytes.count > room { log.hasOverdrawn = true }
    return devices.draw(bytes, on: session)
  }
}

/// Audience, which is observed too.
extension ObservedDevices {
  var terminals: [SessionID] { devices.terminals }

  mutating func freeByteCount(of session: SessionID) -> Int { devices.freeByteCount(of: session) }

  mutating func send(_ reply: Reply, to session: SessionID) {
    log.calls.append(.send(reply, session))
    devices.send(reply, to: session)
  }

  mutating func continues(_ session: SessionID) {
    log.calls.append(.continues(session))
    devices.continues(session)
  }

  mutating func answered(_ session: SessionID) {
    log.calls.append(.answered(session))
    devices.answered(session)
  }

  mutating func notify(_ notice: Notice) {
    log.calls.append(.notify(notice))
    devices.notify(notice)
  }

  mutating func log(_ level: LogLevel, _ speaker: String, _ phrase: Phrase) {
    log.calls.append(.log(level, speaker, phrase))
    devices.log(level, speaker, phrase)
  }
}
