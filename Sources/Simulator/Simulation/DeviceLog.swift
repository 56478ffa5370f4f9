import Board
import Core

/// Calls to a board's devices in one turn of the loop, and news of them.
struct DeviceLog {
  /// Calls in order.
  var calls: [DeviceCall] = []
  /// The edges that were found.
  private(set) var edges: [Edge] = []
  /// News besides edges, in brief.
  var told: [String] = []
  /// When they were last looked at, in this turn or an earlier one.
  private(set) var lookedAt = Instant.zero
  /// Whether they were looked at in this turn.
  private(set) var hasLooked = false
  /// Until when it was waited for them.
  var waits: [Instant?] = []
  /// Whether a frame was taken while the one before the newest was held still.
  var hasCrowdedFrames = false
  /// What drawing on screens has taken, and whether more was drawn on one than its line had room for.
  var drawingTime = Duration.zero
  var hasOverdrawn = false

  /// Nothing yet.
  init() {}

  /// Notes a look, and what it added to `news` beyond so many edges and events.
  mutating func look(at instant: Instant?, _ news: News, after count: (edges: Int, events: Int)) {
    edges += news.edges[count.edges...]
    told += news.events[count.events...].map(\.brief)
    hasLooked = true
    if let instant { lookedAt = instant }
  }

  /// Notes a failure that was thrown.
  mutating func note(_ failure: Failure) {
    told.append(Event.device(.failed(failure)).brief)
  }

  /// Forgets all but when they were last looked at.
  mutating func beginTurn() {
    let instant = lookedAt
    self = DeviceLog()
    lookedAt = instant
  }
}

/// Call to a device, or message to somebody.
enum DeviceCall: Hashable {
  case open(Role), close(Role)
  case power(CameraPower)
  case light(Bool), buzzer(Bool)
  case speak(Phrase), silence
  case pace(Sensing.Pace)
  case sample
  /// A frame was lent: that of the number, or the newest.
  case frame(UInt32?)
  case answer(CameraRequest)
  /// Something was said; nil stands for any words.
  case send(Reply?, SessionID)
  case continues(SessionID)
  case answered(SessionID)
  case beginScreen(SessionID), endScreen(SessionID), askForSize(SessionID)
  /// A screen is drawn: what was said to it since is taken first, and what has changed is sent last.
  case news(SessionID), draw(SessionID)
  case notify(Notice)
  case log(LogLevel, String, Phrase)
}
