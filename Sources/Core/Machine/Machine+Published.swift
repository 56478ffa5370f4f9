/// The making of the facts that are published.
extension Machine {
  /// Time before a photo in which nothing may hold up the loop; as much longer as the medium takes for one.
  private static let leastSpare = Duration.seconds(2)

  /// Facts as of now, for whoever publishes them, and for who has just told a concern something.
  @inline(__always)
  var present: Published {
    let (activity, capture) = (underWay, self.capture.state)
    let storeProblem = storeProblem(activity)
    return Published(
      activity: activity, isFinished: isFinished, capture: capture,
      isResuming: self.capture.isResuming, hasFault: hasFault, isAsked: isAsked, clip: clipUnderWay,
      isStoring: storing.isBusy || recorder.isFinishing, isRoomLow: hindrances.isRoomLow,
      storeWorks: peripherals.works(.store), storeOpens: peripherals.isOpening(.store),
      storeIsLocked: lock.isWaiting, storeProblem: storeProblem,
      refusal: storeProblem ?? problem(of: capture),
      isSettled: storing.isEmpty && recorder.isAtRest,
      spare: Machine.leastSpare + storing.flushes.p99)
  }

  @inline(__always)
  private var underWay: Activity {
    if life.isEnding { return .ending }
    if let planned = shutter.planned {
      return shutter.isConfirmed ? .photos(planned: planned) : .gesture(planned: planned)
    }
    if recorder.isRecording { return .recording }
    let count = storing.count + (recorder.isFinishing ? 1 : 0)
    return count == 0 ? .atRest : .storing(count)
  }

  /// A store that is being opened for the first time will be there when it is needed.
  @inline(__always)
  private func storeProblem(_ activity: Activity) -> Phrase? {
    if activity == .ending { return .shuttingDown }
    if peripherals.works(.store) { return nil }
    switch peripherals.state(of: .store) {
    case .working, .opening(after: nil): return nil
    case .opening(let failure?), .faulted(let failure, _): return failure.phrase
    case .absent: return .storeNotOpen
    }
  }

  @inline(__always)
  private func problem(of capture: Capture.State) -> Phrase? {
    if let hindrance = hindrances.gravest { return hindrances.reason(of: hindrance) }
    switch capture {
    case .starting, .running, .paused: return nil
    case .faulted(let failure, _): return failure.phrase
    case .stopped: return .cameraAbsent
    }
  }

  @inline(__always)
  private var clipUnderWay: Published.Clip? {
    guard recorder.hasFrames else { return nil }
    return Published.Clip(isStudy: recorder.task != nil, desiredAt: recorder.desiredAt)
  }

  /// Whether no photo can be taken or asked for.
  ///
  /// A camera that is merely not there counts as starting; a missing light could not show it and would
  /// only silence the buzzer's countdown.
  @inline(__always)
  private var hasFault: Bool {
    if let failure = capture.failure, !failure.isAbsence { return true }
    return peripherals.haveGraveFailure
  }
}
