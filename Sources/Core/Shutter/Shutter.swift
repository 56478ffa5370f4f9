/// Counts down and chooses the frame of each photo of a series.
///
/// All its deadlines are absolute: however late it is asked, the plan stays where the press put it. A
/// series may be *tentative* while the gesture that would ask for it is still being made: it counts
/// and takes, and is then confirmed or abandoned.
package struct Shutter: Sendable {
  /// State of a series; the series stands apart, because it is looked at in each turn.
  package indirect enum State: Hashable, Sendable {
    /// Nothing was asked yet.
    case ready
    /// The first photo is due when the countdown ends.
    case counting(Series)
    /// Photo `index` is due and waits for its frame.
    case triggering(Series, index: Int)
    /// Photo `next` is due when the interval ends.
    case interval(Series, next: Int)
    /// The last series was taken.
    case complete
    /// The last series was cancelled.
    case stopped
  }

  /// How long a photo waits for a camera that does not deliver.
  package static let patience = Duration.seconds(5)

  /// State of the series under way, or of the last one.
  package private(set) var state = State.ready
  /// Whether the gesture that asks for the series is known.
  package private(set) var isConfirmed = true
  /// Photos of the tentative series that failed; told only if it turns out to be wanted.
  private var quietFailures: [FailedPhoto] = []
  /// The series that a press is to cancel which may turn out to be none.
  private(set) var doubted: Series?
  /// The series that the gesture under way may ask for, be it taken already.
  private var tentative: Series?
  /// For what the next frame begins a countdown: it is the first after the start, or after a pause; nil if it
  /// begins none.
  private var startsFor: Requester?
  private var used: Frame?
  /// Where it stood before the tentative series.
  private var settled = State.ready
  private var nextID: Shot.ID = 1

  /// A shutter that was asked for nothing.
  ///
  /// - Parameter startsFor: for what the first frame after the start begins a countdown; nil: it begins none.
  package init(startsFor: Requester? = nil) {
    self.startsFor = startsFor
  }

  /// Where it stands as far as people are concerned: a tentative series is none yet.
  package var shown: State { isConfirmed ? state : settled }

  /// The series under way, tentative or confirmed.
  package var series: Series? {
    switch state {
    case .ready, .complete, .stopped: nil
    case .counting(let series), .triggering(let series, _), .interval(let series, _): series
    }
  }

  /// When the next photo is to be taken, or was if it still waits for its frame.
  @inline(__always)
  package var planned: Instant? {
    switch state {
    case .ready, .complete, .stopped: nil
    case .counting(let series): series.planned(0)
    case .triggering(let series, let index), .interval(let series, let index):
      series.planned(index)
    }
  }

  /// The instant of the next photo that is certain to be wanted.
  var promised: Instant? { isConfirmed ? planned : nil }

  /// When the next photo falls due; nil while one that is due waits for its frame.
  var dueAt: Instant? { isWaiting ? nil : planned }

  /// When a photo that is due has waited for its frame for long enough.
  var missedAt: Instant? { isWaiting ? planned.map { $0 + Shutter.patience } : nil }

  /// Whether a photo that is due waits for its frame.
  var isWaiting: Bool {
    if case .triggering = state { true } else { false }
  }

  /// Starts `series`, whatever was under way.
  mutating func start(_ series: Series, isTentative: Bool) {
    if isTentative { settled = state }
    tentative = isTentative ? series : nil
    state = .counting(series)
    isConfirmed = !isTentative
    if !isTentative { startsFor = nil }
    quietFailures.removeAll()
    used = nil
  }

  /// The gesture is known and asks for the tentative series.
  ///
  /// - Returns: the photos of it that have failed meanwhile.
  mutating func confirm() -> [FailedPhoto] {
    isConfirmed = true
    defer { quietFailures.removeAll() }
    return quietFailures
  }

  /// Whether `series` is under way for a gesture that is not known yet.
  func isTentative(_ series: Series) -> Bool { !isConfirmed && tentative == series }

  /// The gesture is known and asks for something else: the tentative series never was.
  mutating func abandon() {
    if !isConfirmed { state = settled }
    isConfirmed = true
    quietFailures.removeAll()
  }

  /// A photo of the tentative series has failed; nobody hears of a series that never was.
  mutating func failQuietly(_ photo: FailedPhoto) {
    quietFailures.append(photo)
  }

  /// The next frame begins a countdown for `requester`, unless one is under way.
  mutating func expectStart(for requester: Requester) {
    startsFor = series == nil ? requester : nil
  }

  /// For what a countdown is expected that begins now; nil if none is, or if it was asked for before.
  ///
  /// While a press is heard that may be none it waits.
  mutating func startByItself() -> Requester? {
    guard isConfirmed else { return nil }
    defer { startsFor = nil }
    return startsFor
  }

  /// Something came between before that frame: nobody expects a countdown any more.
  mutating func forfeitStart() {
    startsFor = nil
  }

  /// A press is to cancel the series under way, once it is known to be one.
  mutating func doubt() {
    doubted = series
  }

  /// It is known whether the press was one.
  ///
  /// - Returns: the series that it is about.
  mutating func settleDoubt() -> Series? {
    defer { doubted = nil }
    return doubted
  }

  /// Ends the series under way, or the one whose last photo was taken just now; what is stored stays.
  mutating func cancel(wasTaken: Bool = false) {
    if series != nil || wasTaken { state = .stopped }
  }

  /// Lets the next photo wait for its frame: it is due.
  mutating func trigger() {
    switch state {
    case .counting(let series): state = .triggering(series, index: 0)
    case .interval(let series, let next): state = .triggering(series, index: next)
    case .ready, .triggering, .complete, .stopped: break
    }
  }

  /// Lets the photo go that waits for its frame.
  ///
  /// - Returns: its series, and its place in it; nil if none waits.
  mutating func giveUp() -> (series: Series, index: Int)? {
    guard case .triggering(let series, let index) = state else { return nil }
    finish(index, of: series)
    return (series, index)
  }

  /// Takes the photo that is due, if its frame is among `frames`.
  mutating func choose(from frames: RecentFrames) -> Shot? {
    guard case .triggering(let series, let index) = state,
      let frame = frames.nearest(
        to: series.planned(index), notBefore: series.earliestFrame, besides: used),
      frame.stamped - series.planned(index) <= Shutter.patience
    else { return nil }
    used = frame
    finish(index, of: series)
    defer { nextID += 1 }
    return Shot(id: nextID, series: series, index: index, frame: frame)
  }

  /// Has another frame chosen for `shot`, whose frame is no picture; its deadline stays.
  ///
  /// - Returns: false if nothing waits for it any more.
  mutating func chooseAgain(for shot: Shot) -> Bool {
    guard used == shot.frame else { return false }
    switch state {
    // The next of the series may be due already: it waits for its turn.
    case .complete, .interval, .triggering: break
    case .ready, .counting, .stopped: return false
    }
    state = .triggering(shot.series, index: shot.index)
    return true
  }

  private mutating func finish(_ index: Int, of series: Series) {
    let isLast = index == series.count - 1
    state = isLast ? .complete : .interval(series, next: index + 1)
  }
}

extension Shutter.State {
  /// Name of a state, for programs by its raw value.
  enum Name: String, CaseIterable {
    case ready, counting, triggering, interval, complete, stopped

    /// The word for it in status.
    var word: Phrase {
      switch self {
      case .ready: Phrase("shutter.state.ready", "ready")
      case .counting: Phrase("shutter.state.counting", "counting")
      case .triggering: Phrase("shutter.state.triggering", "triggering")
      case .interval: Phrase("shutter.state.interval", "interval")
      case .complete: Phrase("shutter.state.complete", "complete")
      case .stopped: Phrase("shutter.state.stopped", "stopped")
      }
    }
  }

  /// The name for it.
  var name: Name {
    switch self {
    case .ready: .ready
    case .counting: .counting
    case .triggering: .triggering
    case .interval: .interval
    case .complete: .complete
    case .stopped: .stopped
    }
  }

  /// What is left until the next photo is due, while one is counted down to.
  package func countdown(at now: Instant) -> Duration? {
    switch self {
    case .ready, .triggering, .complete, .stopped: nil
    case .counting(let series): max(.zero, series.planned(0) - now)
    case .interval(let series, let next): max(.zero, series.planned(next) - now)
    }
  }
}
