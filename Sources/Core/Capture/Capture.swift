/// Whether the camera delivers, and if not, why not: it pauses, or it can't.
///
/// It pauses for a set of causes, each of which ends in its own way, and goes on when all have ended. It
/// owns what comes of the camera: its frames and their rate, stalls, damage, gaps, and how long it takes
/// to come back.
package struct Capture: Sendable {
  /// What a frame is good for.
  enum Reception: Hashable, Sendable {
    /// Nothing: it was on its way when the camera was closed.
    case none
    /// To be compared with that of the look before.
    case look
    /// Photos; `isFirst` after each opening of the camera.
    case photos(isFirst: Bool)
  }

  /// What the camera delivers.
  private(set) var flow = FrameFlow()
  /// How far a change of the camera has come.
  private var change: CameraChange?
  private(set) var causes = PauseCauses()
  private(set) var connection: CameraConnection
  private(set) var demand = PowerDemand()
  private var gaps = GapWatch()
  private(set) var resumeTimes = ResumeTimes()
  /// Why the latest look failed.
  private var lookFailure: Failure?

  /// Capture by the camera, if the configuration has one.
  package init(isConfigured: Bool) {
    connection = CameraConnection(isConfigured: isConfigured)
  }
}

/// Pauses, and their ends.
extension Capture {
  /// Pauses for `cause`, besides what it pauses for already, and lets the camera go.
  mutating func pause(for cause: PauseCause, _ steps: inout Steps) {
    causes.insert(cause)
    resumeTimes.forget()
    lookFailure = nil
    close(&steps)
  }

  /// Ends a pause for `cause`: the camera is opened when no other cause is left.
  mutating func end(_ cause: PauseCause, at now: Instant, _ steps: inout Steps) {
    if causes.remove(cause), causes.isEmpty { resume(at: now, &steps) }
  }

  private mutating func resume(at now: Instant, _ steps: inout Steps) {
    // A look becomes an opening like any other: all that follows one follows then too.
    close(&steps)
    guard connection.open(for: .frames) else { return }
    resumeTimes.begin(at: now)
    _ = demand.adopt(&steps)
    steps.open(.camera)
  }

  /// The program ends, and no photo needs a frame any more: lets the camera go for good.
  mutating func stop(_ steps: inout Steps) {
    if connection.end() { steps.close(.camera) }
    flow.end()
  }

  private mutating func close(_ steps: inout Steps) {
    if connection.close() { steps.close(.camera) }
    flow.end()
  }
}

/// The camera: opening, frames, failures.
extension Capture {
  /// It is open; one that was paused meanwhile is closed already.
  mutating func opened(_ mode: CameraMode, at now: Instant, _ steps: inout Steps) {
    guard connection.opened(mode) else { return }
    flow.opened(framesPerSecond: mode.framesPerSecond, at: now)
    // A pause may have a look every two seconds for days.
    if isLooking { return }
    steps.log(
      .info, "Capture", .cameraOpened(mode.card, mode.format, mode.size, mode.rate))
  }

  /// A valid frame was read at `now`.
  mutating func receive(
    _ frame: Frame, _ previous: Frame?, at now: Instant, _ steps: inout Steps
  ) -> Reception {
    guard connection.isOpen else { return .none }
    if isLooking { return .look }
    resumeTimes.finish(at: now)
    flow.receive(RecentFrames(newest: frame, previous: previous), stamped: frame.stamped, at: now)
    endGap(at: frame.stamped, &steps)
    guard connection.delivered() else { return .photos(isFirst: false) }
    change = nil
    steps.log(.info, "Capture", .deviceWorks(Role.camera.word))
    return .photos(isFirst: true)
  }

  /// What came at `now` is no picture.
  mutating func damaged(at now: Instant) {
    flow.damaged(at: now)
  }

  /// The camera failed: it is closed, and tried again later if somebody wants it.
  mutating func failed(_ failure: Failure, at now: Instant, _ steps: inout Steps) {
    steps.close(.camera)
    switch connection.fails(failure, at: now) {
    case .none: steps.log(.warning, Role.camera.speaker, failure.phrase)
    case .look:
      if failure != lookFailure { steps.log(.warning, Role.camera.speaker, failure.phrase) }
      lookFailure = failure
    case .frames(let isNews):
      gaps.begin(at: flow.frames.newest?.stamped ?? now, failure.isAbsence ? .unplugged : .fault)
      if isNews { steps.report(.error, Role.camera.speaker, failure.phrase) }
    }
    resumeTimes.forget()
    flow.end()
    change = nil
  }

  /// A camera was plugged in at `now`.
  mutating func plugged(at now: Instant) {
    connection.plugged(at: now)
  }

  /// Tries a camera that had failed again, or gives up a look; `deadline` has come.
  ///
  /// - Returns: whether a look ends with nothing.
  mutating func expire(_ steps: inout Steps) -> Bool {
    if isLooking {
      close(&steps)
      return true
    }
    if connection.open(for: .frames) { steps.open(.camera) }
    return false
  }

  /// Opens a stalled camera anew, or gives it up for a while where that has not helped.
  ///
  /// To be asked in a turn in which nothing else happened: a frame may wait to be read.
  mutating func judge(at now: Instant, _ steps: inout Steps) {
    guard stallAt != nil, let mode, let verdict = flow.judge(at: now) else { return }
    gaps.begin(at: flow.frames.newest?.stamped ?? now, flow.isDamaged(at: now) ? .fault : .stall)
    switch verdict {
    case .reopen:
      steps.log(.warning, "Capture", flow.stallNews(of: mode.path, at: now))
      reopen(&steps)
    case .fault: failed(flow.stallFailure(of: mode.path, at: now), at: now, &steps)
    }
  }

  /// Opens the camera for one frame of a pause, to be had within `Shutter.patience` of `now`.
  mutating func look(at now: Instant, _ steps: inout Steps) {
    guard connection.open(for: .look(until: now + Shutter.patience)) else { return }
    steps.open(.camera)
  }

  /// The look has its frame.
  mutating func endLook(_ steps: inout Steps) {
    lookFailure = nil
    close(&steps)
  }

  private mutating func reopen(_ steps: inout Steps) {
    steps.close(.camera)
    flow.end()
    if connection.open(for: .frames) { steps.open(.camera) }
  }
}

/// Which camera, and how it runs.
extension Capture {
  /// Whether another camera was asked for, and has neither delivered nor failed.
  var isChanging: Bool {
    switch change {
    case .asked: true
    case .opening: state == .starting
    case nil: false
    }
  }

  /// Another camera was asked for.
  mutating func askForChange() {
    change = .asked
  }

  /// The camera in use stays.
  mutating func stays() {
    change = nil
  }

  /// Another camera took the camera's place, or none is left; all begins anew with it.
  ///
  /// - Parameter isOpening: whether the world tells what opening it came to without being asked.
  mutating func changed(isConfigured: Bool, isOpening: Bool, _ steps: inout Steps) {
    renew(isConfigured: isConfigured, isOpening: isOpening, &steps)
    change = connection.purpose == nil ? nil : .opening
  }

  /// The configuration has another camera, or none.
  mutating func renew(isConfigured: Bool, isOpening: Bool = false, _ steps: inout Steps) {
    flow.end()
    connection = CameraConnection(isConfigured: isConfigured)
    if !causes.isEmpty {
      _ = connection.close()
      if isOpening { steps.close(.camera) }
    } else if isConfigured, !isOpening {
      steps.open(.camera)
    }
  }

  /// A console set a control: photos from now on say so.
  mutating func controlSet(_ setting: ControlSetting) {
    connection.controlSet(setting)
  }

  /// A person wants the camera to take little power, or not.
  mutating func savePower(_ isWanted: Bool) {
    demand.savesPower = isWanted
  }

  /// Whether photos are on their way that are to be as large as they can be.
  mutating func expectLargePhotos(_ areExpected: Bool) {
    demand.isLifted = areExpected
  }

  /// Opens the camera anew where it has to run in another way; one that is off does so when it is opened.
  ///
  /// - Parameter mayGoDown: whether nothing waits for the medium that would have to wait for a camera.
  mutating func settlePower(mayGoDown: Bool, _ steps: inout Steps) {
    guard mayGoDown || demand.wanted == .full, demand.adopt(&steps) else { return }
    if connection.purpose == .frames { reopen(&steps) }
  }
}

/// What the store hears of times without pictures.
extension Capture {
  /// Nobody waits any longer for a camera that delivers nothing.
  mutating func endGap(at instant: Instant, _ steps: inout Steps) {
    if let gap = gaps.end(at: instant) { steps.note(.gap(gap)) }
  }
}

extension Phrase {
  static func cameraOpened(
    _ card: String, _ format: String, _ size: String, _ rate: Phrase
  ) -> Phrase {
    Phrase("camera.opened", "\(card) delivers \(format) \(size) at \(rate).")
  }
}
