import Board
import Core
import VirtualDevices

/// Somebody who looks through the viewfinder on a console for a while: what they do and when, and what terminal and
/// line are like.
struct SimulatedViewer {
  /// What they do; keys mean something at a screen only, lines elsewhere.
  enum Act: Hashable {
    case key(ViewfinderKey)
    case type(String)
    /// The terminal tells its size, which is another then.
    case tell(TerminalSize)
    case hangUp
  }

  private static let keys: [ViewfinderKey] =
    "   123456np+-:f0".map { ViewfinderKey.character($0) }
    + [ViewfinderKey.up, .left, .refresh, .escape]
  /// What is typed after a colon.
  private static let lines = [
    "", "", "status", "view on", "view off", "list", "snap --in 0", quickSeries, quickSeries,
    quickSeries,
  ]
  /// Its photos are closer than the moments around one in which nothing is drawn.
  private static let quickSeries = "snap --in 0 --count 40 --every 0.1"
  private static let sizes = [(80, 24), (64, 20), (40, 12), (39, 12), (60, 3)].compactMap {
    TerminalSize(columns: $0, rows: $1)
  }
  /// Bytes per second of a serial line at 1200 to 115200 baud; a socket takes whatever comes.
  private static let speeds: [Int?] = [nil, 11_520, 3_840, 960, 120]
  /// A frame finds its line so full at most.
  private static let longestWait = Duration.milliseconds(150)
  /// So long after the last key they are gone for good.
  private static let farewell = Duration.seconds(3)

  let session: SessionID
  /// What drawing for them takes at least, on this board.
  let drawingTime: Duration
  /// Whether keys come one by one.
  var isScreen = false
  /// The latest that was said to the screen.
  var news: String?
  private let access: Access
  /// What their line takes; nil: whatever comes.
  var bytesPerSecond: Int?
  private let size: TerminalSize
  /// What the terminal takes to tell its size when it is asked; nil: it never does.
  private let answerTime: Duration?
  private var settings = SessionSettings(.unicode)
  private var acts: [(at: Instant, act: Act)] = []
  private var busyUntil = Instant.zero

  /// Somebody who begins at `now`, and leaves after `duration` or a little later.
  init(
    _ session: SessionID, from now: Instant, for duration: Duration,
    _ random: inout RandomGenerator
  ) {
    self.session = session
    drawingTime = random.duration(in: .milliseconds(1) ... .milliseconds(40))
    access = random.happens(onceIn: 8) ? .status : .local
    bytesPerSecond = random.choice(of: SimulatedViewer.speeds)
    size = random.choice(of: SimulatedViewer.sizes)
    answerTime =
      random.happens(onceIn: 3) ? nil : random.duration(in: .milliseconds(1) ... .seconds(3))
    if random.happens(onceIn: 8) { _ = settings.apply(.plain(true)) }
    if !random.happens(onceIn: 3) { settings.size = size }
    acts = [(now, .type("view on"))]
    if random.happens(onceIn: 8) { type(SimulatedViewer.quickSeries, at: now + .seconds(2)) }
    act(until: now + duration, &random)
  }

  /// When they do something next.
  var nextInstant: Instant? { acts.first?.at }

  /// Takes what they do by `now`, the oldest of it.
  mutating func takeAct(by now: Instant) -> Act? {
    guard let (at, act) = acts.first, at <= now else { return nil }
    acts.removeFirst()
    return act
  }

  /// What the board hears of `act`; nil where that means nothing now.
  mutating func deed(_ act: Act) -> Event.Console? {
    switch act {
    case .key(let key): return isScreen ? .key(key, from: session, access) : nil
    case .type(let line): return isScreen ? nil : .line(line, from: session, access)
    case .tell(let size):
      settings.size = size
      return .resized(session)
    case .hangUp: return .interrupted(session)
    }
  }

  /// They go at `now`, whatever they wanted to do.
  mutating func leave(at now: Instant) { acts = [(now, .hangUp)] }

  mutating func beginScreen() -> Bool {
    isScreen = !settings.isPlain
    return isScreen
  }

  mutating func askForSize(at now: Instant) {
    if let answerTime { add(.tell(size), at: now + answerTime) }
  }

  func room(at now: Instant) -> ScreenRoom? {
    guard isScreen, busyUntil <= now else { return nil }
    let most = bytesPerSecond.map { $0 * Int(SimulatedViewer.longestWait.nanoseconds / 1_000_000) }
    return ScreenRoom(settings, .english, byteCount: most.map { $0 / 1000 } ?? 1 << 20)
  }

  mutating func draw(_ byteCount: Int, at now: Instant) {
    guard let bytesPerSecond else { return }
    busyUntil = now + .seconds(1) * byteCount / bytesPerSecond
  }

  /// Makes up what they do until `end`, and how they leave: by a key, a line or without a word.
  private mutating func act(until end: Instant, _ random: inout RandomGenerator) {
    var instant = acts[0].at
    while true {
      instant = instant + random.duration(in: .milliseconds(20) ... .seconds(2))
      guard instant < end else { break }
      act(at: instant, &random)
    }
    switch random.below(4) {
    case 0: add(.key(.character("q")), at: end)
    case 1: add(.key(.escape), at: end)
    case 2: add(.hangUp, at: end)
    default: type("view off", at: end)
    }
    add(.hangUp, at: end + SimulatedViewer.farewell)
  }

  private mutating func act(at instant: Instant, _ random: inout RandomGenerator) {
    if random.happens(onceIn: 12) {
      return add(.tell(random.choice(of: SimulatedViewer.sizes)), at: instant)
    }
    let key = random.choice(of: SimulatedViewer.keys)
    guard key == .character(":") else { return add(.key(key), at: instant) }
    type(random.choice(of: SimulatedViewer.lines), at: instant)
  }

  /// A colon, and a line; a while later an empty one.
  private mutating func type(_ line: String, at instant: Instant) {
    add(.key(.character(":")), at: instant)
    add(.type(line), at: instant + .milliseconds(400))
    add(.type(""), at: instant + .milliseconds(900))
  }

  private mutating func add(_ act: Act, at instant: Instant) {
    let place = acts.firstIndex { $0.at > instant } ?? acts.endIndex
    acts.insert((instant, act), at: place)
  }
}
