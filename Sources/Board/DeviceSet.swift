import Core
import System

/// Consoles, log and service manager, which hear what the machine says; none of them makes it wait.
package protocol Audience: ~Copyable {
  /// The session that watches the board, as that of the serial line does, and hears all announcements; nil for none.
  var terminals: [SessionID] { get }
  /// Room of `session` for replies, in bytes; 0 where nobody is there.
  mutating func freeByteCount(of session: SessionID) -> Int
  /// Hands `file` over to `session` with the answer to its latest line.
  ///
  /// - Returns: whether something can be handed over there.
  mutating func hand(_ file: consuming FileDescriptor, to session: SessionID) -> Bool
  /// Says `reply` to `session`, if that is still there.
  mutating func send(_ reply: Reply, to session: SessionID)
  /// Notes that the answer to the latest line of `session` goes on, and that its next may come meanwhile.
  mutating func continues(_ session: SessionID)
  /// Notes that one line of `session` has all its answer.
  mutating func answered(_ session: SessionID)
  /// Tells the service manager, if there is one.
  mutating func notify(_ notice: Notice)
  /// Writes to the log, in the name of the type `speaker`.
  mutating func log(_ level: LogLevel, _ speaker: String, _ phrase: Phrase)
  /// Says these sentences in place of its own from now on; they are the store's, by their keys.
  mutating func speak(with texts: [String: String])
  /// Notes what has become of what the latest line of `session` asked for.
  mutating func note(_ outcome: Effect.AnswerOutcome, of session: SessionID)
  /// Does what `wish` wants of how `session` is written to.
  ///
  /// - Returns: how that is now; nil where a session has nothing to set.
  mutating func configure(_ session: SessionID, as wish: SessionWish) -> SessionSettings?
  /// Writes to sessions in `charset`; nil: in that of the configuration.
  mutating func write(in charset: Charset?)
}

extension Audience where Self: ~Copyable {
  /// Where all that is said is taken at once there is always room.
  package mutating func freeByteCount(of session: SessionID) -> Int { 65_536 }

  /// Files are for programs at real sockets.
  package mutating func hand(_ file: consuming FileDescriptor, to session: SessionID) -> Bool {
    false
  }

  /// Where nobody reads there is no language.
  package mutating func speak(with texts: [String: String]) {}

  /// Says `phrase` to `session`, whose line can't be done or has failed.
  package mutating func refuse(_ phrase: Phrase, to session: SessionID) {
    note(.failed, of: session)
    send(Reply(phrase), to: session)
  }

  /// A person reads it.
  package mutating func note(_ outcome: Effect.AnswerOutcome, of session: SessionID) {}

  /// Where a program draws the session there is nothing to set.
  package mutating func configure(_ session: SessionID, as wish: SessionWish) -> SessionSettings? {
    nil
  }
  /// Nor are there letters.
  package mutating func write(in charset: Charset?) {}
}

/// The devices of a board, real or imitated, and its clocks.
///
/// It decides nothing. A device is there from `open` to `close`; what is closed takes everything as
/// nothing. `Executor` closes before it opens, asks for edges before each event, and takes frames one
/// by one; so whatever is here can be as simple as the driver behind it.
package protocol DeviceSet: Audience, ScreenSet, ~Copyable {
  /// The present on the monotonic clock.
  var now: Instant { get }
  /// The moment of `instant`, by the calendar too where that is known.
  func moment(of instant: Instant) -> Moment
  /// Seconds that this place is east of UTC by its zone at the time `wall`; of an unset one, at what the system's clock
  /// says now.
  func utcOffset(at wall: WallTime) -> Int

  /// Waits until something happens or `deadline` has come, and adds what became known: edges, and what
  /// else there is but frames.
  ///
  /// A few events at most, so that a frame has its turn before long. It may come back for nothing.
  ///
  /// - Parameters:
  ///   - deadline: nil waits as long as it takes.
  ///   - now: what the last look returned.
  /// - Returns: the present; nil where the board is there no longer, as in a power cut.
  mutating func wait(
    until deadline: Instant?, since now: Instant, _ news: inout News
  ) -> Instant?

  /// Adds the edges that wait; never waits itself.
  ///
  /// - Returns: the present, as `wait` does.
  mutating func takeEdges(_ news: inout News) -> Instant?

  /// Adds the oldest frame that the driver has, if there is one, and holds it beside the one before it.
  ///
  /// - Parameter now: what the last look returned.
  mutating func takeFrame(at now: Instant, _ news: inout News) throws(Failure)

  /// Lets the held frame before the newest go.
  mutating func releasePrevious() throws(Failure)

  /// Opens the device of `role`, which is closed.
  ///
  /// - Returns: what there is to tell of it; nil where it answers later, by news, and where there is none.
  mutating func open(_ role: Role) throws(Failure) -> Event?
  /// Closes the device of `role`, if it is open, and gives back what it holds.
  mutating func close(_ role: Role)

  /// Has the camera run so from its next opening on.
  mutating func run(at power: CameraPower)
  /// Switches the light.
  mutating func setLight(_ isOn: Bool) throws(Failure)
  /// Switches the buzzer.
  mutating func setBuzzer(_ isOn: Bool) throws(Failure)
  /// Has the voice say `phrase`; what comes of it is added, at once or later: `ended` or `failed`.
  ///
  /// The sentence before has ended.
  mutating func speak(_ phrase: Phrase, _ news: inout News)
  /// Cuts off what the voice is saying, which ends soon.
  mutating func silence()
  /// Starts the program of a call, while none runs; what comes of it is added, at once or later. A failure is what comes of
  /// it at once; where there is no call it ends well at once.
  mutating func runHook(_ call: Result<HookCall?, Failure>, _ news: inout News)
  /// Ends the program that runs: `stopped` is added soon, unless it has ended by itself.
  mutating func stopHook()
  /// Has the accelerometer measure at `pace`; adds how it is listened to where that changes.
  mutating func setPace(_ pace: Sensing.Pace, _ news: inout News) throws(Failure)
  /// Reads the accelerometer, and adds the reading if there is one.
  mutating func sample(_ news: inout News) throws(Failure)

  /// Lends the held frame `sequence`, or the newest for nil, until `body` returns.
  ///
  /// - Returns: what `body` returns; nil if that frame is not held.
  mutating func withFrame<Answer>(
    _ sequence: UInt32?, _ body: (borrowing LentFrame) throws(Failure) -> Answer
  ) throws(Failure) -> Answer?

  /// Answers a question of `session` about the camera, or does to it what is asked; adds what came of that.
  ///
  /// - Returns: the answer; nil where it comes later: then it is sent, and `answered` is added.
  mutating func answer(
    _ request: CameraRequest, for session: SessionID, _ news: inout News
  ) throws(Failure) -> Reply?

  /// The open file that came with the latest line of `session`, which is the caller's from now on; nil where none did.
  mutating func takeHanded(by session: SessionID) -> FileDescriptor?

  /// How warm the board is; nil where nobody can tell.
  func temperature() -> Temperature?
  /// Whether its supply is too low; nil where it can't tell.
  func isUnderVoltage() -> Bool?
  /// Adds what the devices know besides to `measurements`, in which the store's room stands already.
  mutating func measure(into measurements: inout Measurements)
}

/// A frame that a camera lends for a moment; its bytes are the driver's.
package struct LentFrame: ~Copyable {
  /// The picture, in its `layout`.
  package let bytes: UnsafeRawBufferPointer
  /// Layout of the pixels in memory.
  package let layout: FrameLayout
  /// The camera's pixel format, as a four-character code.
  package let format: String
  /// JPEG quality for raw frames, 1 to 100.
  package let quality: Int
  /// Whether the camera had been started so short before that it may not have seen anything yet.
  package let isEarly: Bool

  /// A frame whose bytes stay the caller's.
  package init(
    _ bytes: UnsafeRawBufferPointer, _ layout: FrameLayout, format: String, quality: Int,
    isEarly: Bool = false
  ) {
    self.bytes = bytes
    self.layout = layout
    self.format = format
    self.quality = quality
    self.isEarly = isEarly
  }
}

/// A call of a program: all that it hears of a piece or of a frame.
package struct HookCall: Hashable, Sendable {
  /// The reason for it.
  package let task: HookTask
  /// Path of the piece's file, or by which the program finds a frame.
  package let path: String
  /// The piece as `list --json` has it, on one line; for an option that was confirmed that beside it.
  package let json: String
  /// A frame, a JPEG picture that is in no file; nil for a piece.
  package let frame: [UInt8]?

  /// A call for `task`, about a piece whose file is `path`.
  package init(_ task: HookTask, path: String, json: String) {
    (self.task, self.path, self.json, frame) = (task, path, json, nil)
  }

  /// The descriptor by which a program has a frame.
  package static let frameDescriptor: Int32 = 3

  /// A call for `task`, about a JPEG picture that the camera has just taken.
  package init(_ task: HookTask, frame: [UInt8], json: String) {
    (self.task, self.json, self.frame) = (task, json, frame)
    path = "/proc/self/fd/\(HookCall.frameDescriptor)"
  }
}
