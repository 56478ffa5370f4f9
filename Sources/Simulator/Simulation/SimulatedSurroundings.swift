import Board
import Core
import VirtualDevices

/// The surroundings of a board in virtual time, in which a plan happens: one boot of it.
struct SimulatedSurroundings: Surroundings, ~Copyable {
  /// Room on the medium unless the plan changes it.
  static let room = Space(free: 20_000_000_000, total: 32_000_000_000)

  /// Temperature of the board unless the plan changes it, in thousandths of a degree Celsius.
  static let warmth = 48_000

  /// The session of whoever watches the board; those that type a line count from 1.
  static let watcher = SessionID(number: 0)

  let time: VirtualTime
  let calendar: VirtualCalendar
  let bootID: String
  var plan: Plan
  /// A stall that is to come.
  var absence: (from: Instant, for: Duration)?
  /// When the finger came down for a click that must lead to photos.
  var proof: Instant?
  let start: Instant
  let elapsedBefore: Duration
  /// How long the simulation lasts.
  let length: Duration
  /// Settings of the program.
  let settings: Settings
  /// What the store lies on.
  let medium: ForgetfulMedium
  var random: RandomGenerator
  /// Another program's lock on the store's database.
  var lock: DatabaseLock?
  /// Each line comes from a session of its own.
  var sessionCount = 0
  /// Who exports the store.
  let exports: SimulatedExports
  /// Who looks through the viewfinder.
  var viewers = SimulatedViewers()

  /// The boot `bootID`, which begins `elapsedBefore` after the start of a simulation of `length`, by the
  /// clocks `time` and `calendar`, of a program with `settings` and with its store on `medium`.
  init(
    _ bootID: String, _ time: VirtualTime, _ calendar: VirtualCalendar, _ settings: Settings,
    on medium: ForgetfulMedium, _ exports: SimulatedExports, _ plan: Plan,
    _ random: RandomGenerator,
    after elapsedBefore: Duration,
    of length: Duration
  ) {
    self.bootID = bootID
    self.settings = settings
    (self.medium, self.exports) = (medium, exports)
    self.time = time
    self.calendar = calendar
    self.plan = plan
    self.random = random
    self.elapsedBefore = elapsedBefore
    self.length = length
    start = time.now
  }

  /// Whether the board has lost its power.
  var isDark: Bool { medium.isOff }

  /// Whether another program has the store's database locked.
  var isLocked: Bool {
    switch lock {
    case .some: true
    case .none: false
    }
  }

  /// From the start of the simulation.
  var elapsed: Duration { elapsedBefore + (time.now - start) }

  var now: Instant { time.now }

  func moment(of instant: Instant) -> Moment {
    Moment(bootID: bootID, instant: instant, wall: calendar.wall(at: instant))
  }

  func utcOffset(at wall: WallTime) -> Int { VirtualCalendar.utcOffset(at: wall) }

  var hasEnded: Bool { isDark || elapsed >= length }

  /// Each look takes a little time.
  mutating func act(on parts: inout VirtualParts) {
    time.advance(by: random.duration(in: .microseconds(5) ... .microseconds(50)))
    stayAway()
    playDue(on: &parts)
    goOnExporting(&parts)
  }

  private mutating func stayAway() {
    guard let (from, duration) = absence, from <= now else { return }
    absence = nil
    time.advance(by: duration)
  }

  /// Each wait ends a little late, and one in fifty for nothing before its time.
  mutating func pass(until next: Instant?, _ parts: inout VirtualParts) -> Bool {
    let end = Instant.earlier(next, nextInstant) ?? nextInstant
    if random.happens(onceIn: 50), end > now {
      time.advance(by: random.duration(in: .zero...(end - now)))
      return true
    }
    time.advance(to: end + random.duration(in: .zero ... .microseconds(200)))
    return false
  }
}

/// The screens of whoever looks; a picture takes time to be drawn, and again until its line has sent it.
extension SimulatedSurroundings {
  mutating func beginScreen(_ session: SessionID) -> Bool { viewers.beginScreen(session) }
  mutating func endScreen(_ session: SessionID) { viewers.endScreen(session) }
  mutating func askForSize(_ session: SessionID) { viewers.askForSize(session, at: now) }

  func screenRoom(of session: SessionID) -> ScreenRoom? { viewers.room(of: session, at: now) }

  mutating func takeNews(of session: SessionID) -> [String] {
    time.advance(by: viewers.drawingTime(of: session, &random))
    return viewers.takeNews(of: session)
  }

  mutating func draw(_ bytes: [UInt8], on session: SessionID) -> Bool {
    if random.happens(onceIn: 30) { return false }
    viewers.draw(bytes.count, on: session, at: now)
    return true
  }
}

/// Nobody listens, but to be heard takes time.
extension SimulatedSurroundings {
  var terminals: [SessionID] { [SimulatedSurroundings.watcher] }

  /// Some programs read slowly, and some not at all for a while.
  mutating func freeByteCount(of session: SessionID) -> Int {
    random.happens(onceIn: 3) ? 0 : random.number(in: 500...65_536)
  }

  mutating func send(_ reply: Reply, to session: SessionID) {
    viewers.keep(reply, for: session)
    exports.hear(in: session)
    time.advance(by: random.duration(in: .microseconds(100) ... .microseconds(400)))
  }

  mutating func continues(_ session: SessionID) {}
  mutating func answered(_ session: SessionID) {}
  mutating func notify(_ notice: Notice) {}
  mutating func log(_ level: LogLevel, _ speaker: String, _ phrase: Phrase) {}
}

/// Wall clock of a virtual board: it may jump by years while the monotonic one goes on.
package final class VirtualCalendar {
  /// No board believes an earlier date, 2025-01-01 UTC.
  static let earliest = 1_735_689_600.0

  /// Seconds that the board's place is east of UTC: its clocks go forward by half an hour, at an hour that no other's do.
  static func utcOffset(at wall: WallTime) -> Int {
    let half = (wall.microseconds ?? 0) / 1_000_000 / 15_768_000
    return half.isMultiple(of: 2) ? -12_600 : -10_800
  }

  // Stored apart: Swift 6.0 can't read a stored property of a class through a noncopyable value.
  private var setting: (seconds: Double, at: Instant, isVouchedFor: Bool)

  /// A calendar that says `seconds`, in Unix time, at the instant `now`.
  package init(_ seconds: Double, at now: Instant, isVouchedFor: Bool) {
    setting = (seconds, now, isVouchedFor)
  }

  /// Has it say `seconds` at the instant `now`, whatever it said before.
  package func set(_ seconds: Double, at now: Instant, isVouchedFor: Bool) {
    setting = (seconds, now, isVouchedFor)
  }

  /// Wall time of `instant`; of one before a jump too by the present setting.
  package func wall(at instant: Instant) -> WallTime {
    let seconds = setting.seconds + (instant - setting.at).inSeconds
    guard setting.isVouchedFor, seconds >= VirtualCalendar.earliest else { return .unset }
    return .synchronised(Int64((seconds * 1_000_000).rounded()))
  }
}
