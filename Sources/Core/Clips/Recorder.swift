/// The clip under way: from the wish to the medium.
///
/// Its frames wait in memory until the store has made its file, and whenever the store is slower than the camera. What
/// the store was asked for it answers, well or badly; until then it is asked for nothing else.
package struct Recorder: Sendable {
  /// State of a clip; the clip stands apart, because it is looked at in each turn.
  package indirect enum State: Hashable, Sendable {
    /// None is under way.
    case ready
    /// It is wanted, and waits for its first frame.
    case awaiting(ClipRequest)
    /// Its first frames are in memory, and the store has still to make its file.
    case beginning(ClipRequest)
    /// Its frames are written.
    case running(ClipRequest)
    /// It has ended, and the store has still to make it a piece.
    case finishing(ClipRequest)

    /// What was asked for.
    package var request: ClipRequest? {
      switch self {
      case .ready: nil
      case .awaiting(let request), .beginning(let request), .running(let request),
        .finishing(let request):
        request
      }
    }
  }

  /// Somebody who waits for the clip's end.
  struct Asker: Hashable, Sendable {
    let session: SessionID
    /// Whether a program asks, which wants one object.
    let isProgram: Bool
    /// Whether the clip is to be deleted.
    let discards: Bool
  }

  /// How long a clip waits for a camera that does not deliver.
  package static let patience = Shutter.patience
  /// What was recorded is made durable at most so often.
  package static let flushPeriod = Duration.seconds(1)
  /// More sessions wait for the end of a clip only if somebody opens them and never closes them.
  static let mostAskers = 16

  /// State of the clip under way.
  package private(set) var state = State.ready
  /// How long a clip may be.
  var longest: Duration
  /// Whether it is still to be said what the clip is to be in a study.
  private var isTaskOpen = false
  /// Whether the store owes an answer.
  private(set) var isAsked = false
  /// Why the clip has ended, or is to end once its file is there.
  private(set) var ending: ClipEnd?
  private(set) var askers: [Asker] = []
  /// The session that asked for the clip and hears in sentences of its beginning.
  private(set) var listener: SessionID?
  /// When it began: with its press, or with its first frame where that came later.
  private var startedAt = Instant.zero
  /// When the store was asked for a flush, or made the file.
  private var flushedAt = Instant.zero
  /// Whether frames were taken since.
  private var hasNews = false
  /// The clip that is to begin when this one is a piece, and who hears of that.
  @Occasional private var next: (clip: ClipRequest, listener: SessionID?)? = nil
  /// Since when it can begin, where the one before had to be a piece first.
  private var possibleAt = Instant.zero
  /// The press that is to end the clip and may turn out to be none.
  private(set) var doubtedSince: Instant?

  /// A recorder of clips that are at most `longest` long; none is under way.
  package init(longest: Duration) {
    self.longest = longest
  }

  /// Whether no clip is under way.
  @inline(__always)
  package var isAtRest: Bool { state == .ready }

  /// Whether a clip is being recorded, or about to be, as soon as the one before is a piece.
  @inline(__always)
  package var isRecording: Bool {
    switch state {
    case .ready: false
    case .finishing: next != nil
    case .awaiting, .beginning, .running: true
    }
  }

  /// Whether a clip waits for its first frame.
  @inline(__always)
  var isAwaiting: Bool { if case .awaiting = state { true } else { false } }

  /// Whether frames of a clip are being taken.
  @inline(__always)
  package var hasFrames: Bool {
    switch state {
    case .ready, .awaiting, .finishing: false
    case .beginning, .running: true
    }
  }

  /// Whether a clip that has ended is not a piece yet.
  @inline(__always)
  package var isFinishing: Bool { if case .finishing = state { true } else { false } }

  /// When a clip without a frame has waited for long enough.
  @inline(__always)
  var missedAt: Instant? {
    guard case .awaiting(let clip) = state else { return nil }
    return max(clip.planned, possibleAt) + Recorder.patience
  }

  /// When the clip is as long as it may be.
  var endsAt: Instant? { hasFrames && ending == nil ? startedAt + mostLength : nil }

  /// How long the clip under way may be.
  var mostLength: Duration { task?.longest ?? longest }

  /// What the clip under way is to be in a study.
  @inline(__always)
  var task: StudyTask? { state.request?.task }

  /// When the clip under way has its desired length; nil where it has none.
  @inline(__always)
  var desiredAt: Instant? { hasFrames ? task.map { startedAt + $0.desired } : nil }

  /// The clip that waits for what it is to be in a study, and is not begun before; nil where none does.
  @inline(__always)
  var withoutTask: ClipRequest? { isTaskOpen ? state.request : nil }

  /// A clip is wanted, of whose beginning `listener` hears; it waits for one that is not a piece yet.
  mutating func want(_ clip: ClipRequest, toldTo listener: SessionID? = nil) {
    if isFinishing { return next = (clip, listener) }
    self = Recorder(longest: longest)
    state = .awaiting(clip)
    self.listener = listener
    isTaskOpen = true
  }

  /// The clip that waits is wanted no more, if there is one; says whether.
  mutating func forgetNext() -> Bool {
    defer { next = nil }
    return next != nil
  }

  /// The clip is to be `task` in a study, or for none, and of the thing with this number.
  mutating func assign(_ task: StudyTask?, of thing: Int?) {
    isTaskOpen = false
    switch state {
    case .awaiting(var clip):
      (clip.task, clip.thing) = (task, thing)
      state = .awaiting(clip)
    case .beginning(var clip):
      (clip.task, clip.thing) = (task, thing)
      state = .beginning(clip)
    case .ready, .running, .finishing: break
    }
  }

  /// Whether `frame` belongs to the clip, if only perhaps; one that may be over before its first frame waits.
  func takes(_ frame: Frame) -> Bool {
    switch state {
    case .awaiting(let clip): frame.stamped >= clip.planned && doubtedSince == nil
    case .beginning, .running: ending == nil
    case .ready, .finishing: false
    }
  }

  /// A frame of it was taken at `now`, after those of `memory`; `camera` delivers it, seen as `orientation` says.
  mutating func took(
    _ camera: CameraMode?, _ orientation: Orientation?, after memory: FrameRecall, at now: Instant
  ) {
    hasNews = true
    guard case .awaiting(var clip) = state else { return }
    (clip.camera, clip.orientation) = (camera, orientation)
    startedAt = memory.beginning(of: clip.planned, at: now)
    state = .beginning(clip)
  }

  /// What the store is to do now; nil while it owes an answer, and while there is nothing.
  func due(at now: Instant) -> Effect.Clip? {
    guard !isAsked else { return nil }
    switch state {
    case .ready, .awaiting: return nil
    case .beginning(let clip): return isTaskOpen ? nil : .begin(clip)
    case .running: return hasNews && now - flushedAt >= Recorder.flushPeriod ? .flush : nil
    case .finishing: return .finish
    }
  }

  /// The store is asked for what is due, at `now`.
  mutating func ask(at now: Instant) {
    isAsked = true
    (flushedAt, hasNews) = (now, false)
  }

  /// The store has not done what it was asked for, and is to be asked again.
  mutating func putBack() {
    isAsked = false
  }

  /// The file is there; a clip that was to end meanwhile does now.
  mutating func begun() {
    guard case .beginning(let clip) = state else { return }
    isAsked = false
    state = ending == nil ? .running(clip) : .finishing(clip)
  }

  /// What was written is durable; the clip may have ended meanwhile.
  mutating func flushed() {
    isAsked = false
  }

  /// A press at `instant` is to end the clip, once it is known to be one.
  mutating func doubt(since instant: Instant) {
    doubtedSince = instant
  }

  /// It is known whether the press was one.
  ///
  /// - Returns: whether there was such a doubt.
  mutating func settleDoubt() -> Bool {
    defer { doubtedSince = nil }
    return doubtedSince != nil
  }

  /// Ends the clip, for the reason `end`, if it is being recorded; one without a frame is no more.
  ///
  /// - Returns: whether it was being recorded.
  mutating func stop(_ end: ClipEnd) -> Bool {
    guard isRecording, ending == nil else { return false }
    ending = end
    switch state {
    case .running(let clip): state = .finishing(clip)
    case .awaiting, .beginning, .ready, .finishing: break
    }
    return true
  }

  /// `asker` waits for the end of the clip; says whether there is room for it.
  mutating func add(_ asker: Asker) -> Bool {
    guard askers.count < Recorder.mostAskers else { return false }
    askers.append(asker)
    return true
  }

  /// The clip is a piece, or none, at `now`: it is over.
  ///
  /// - Returns: who waits for that; nil where none was under way.
  mutating func end(at now: Instant) -> [Asker]? {
    let (askers, next) = (state.request == nil ? nil : askers, next)
    self = Recorder(longest: longest)
    if let next {
      want(next.clip, toldTo: next.listener)
      possibleAt = now
    }
    return askers
  }

  /// `news` of the piece as people hear it: with the clip's end, where they have not heard of that.
  func heard(_ news: Phrase) -> Phrase {
    guard ending == .longest else { return news }
    return .followed(.clipEnds(.clipLongest(mostLength.inWords)), news)
  }

  /// How long it has been recorded for at `now`; nil while no frame was taken.
  func length(at now: Instant) -> Duration? { hasFrames ? now - startedAt : nil }
}

/// Why a clip has ended.
enum ClipEnd: Hashable, Sendable {
  /// Somebody stopped it.
  case stopped
  /// It is as long as a clip may be.
  case longest
  /// Something forbids to go on, which is said.
  case forbidden(Phrase)

  /// Why, where people have to hear of that.
  func reason(longest: Duration) -> Phrase? {
    switch self {
    case .stopped: nil
    case .longest: .clipLongest(longest.inWords)
    case .forbidden(let reason): reason
    }
  }
}

extension Recorder.State {
  /// The word for it in status.
  var word: Phrase {
    switch self {
    case .ready: Phrase("clip.state.ready", "none")
    case .awaiting: Phrase("clip.state.awaiting", "waiting for the camera")
    case .beginning, .running: Phrase("clip.state.recording", "recording")
    case .finishing: Phrase("clip.state.storing", "storing")
    }
  }

  /// The name for it for programs.
  var name: String {
    switch self {
    case .ready: "none"
    case .awaiting: "awaiting"
    case .beginning, .running: "recording"
    case .finishing: "storing"
    }
  }
}

extension Recorder {
  /// What status says of it at `now`.
  func status(at now: Instant) -> StatusEntry {
    StatusEntry("clip", isAtRest ? [] : [sentence(at: now)], json: json(at: now))
  }

  /// The clip under way, in a sentence.
  func sentence(at now: Instant) -> Phrase {
    guard let length = length(at: now) else { return .clipIs(state.word) }
    return Phrase("clip.runs", "Clip: \(state.word), for \(length.asLength) s.")
  }

  /// The same for programs.
  func json(at now: Instant) -> JSON {
    .object([
      ("state", .string(state.name)),
      ("seconds", .optional(length(at: now).map { $0.inSeconds })),
    ])
  }
}

extension Phrase {
  static func clipIs(_ state: Phrase) -> Phrase { Phrase("clip.is", "Clip: \(state).") }

  static func clipLongest(_ time: String) -> Phrase {
    Phrase("clip.longest", "A clip is at most \(time) long.")
  }
}
