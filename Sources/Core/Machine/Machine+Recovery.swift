/// Getting devices back: those that return, and a camera that is there and says nothing.
extension Machine {
  /// When the camera has stalled, if no frame comes before; a camera that is closed can't stall, and a
  /// look during a pause has an end of its own.
  var stallAt: Instant? { capture.mode == nil || capture.isPeeking ? nil : stall.deadline }

  /// Opens a stalled camera anew, or gives it up for a while where that has not helped.
  mutating func judgeStall() {
    guard stallAt != nil, let mode = capture.mode, let verdict = stall.judge(at: now) else {
      return
    }
    beginGap(deliversDamage ? .fault : .stall)
    switch verdict {
    case .reopen:
      log(.warning, "Capture", Phrase(deliversDamage ? .cameraDamaging : .cameraStalled, mode.path))
      forgetFrames()
      emit(.device(.close(.camera)))
      retryCamera()
    case .fault:
      failed(Failure(.camera, Phrase(deliversDamage ? .cameraDamaged : .cameraSilent, mode.path)))
    }
  }

  /// Whether what came of late was no picture, which explains why there is none.
  var deliversDamage: Bool {
    guard let damagedAt else { return false }
    return now - damagedAt <= Shutter.patience
  }

  /// A device that failed is tried soon, instead of when its wait is over; nothing else is done.
  mutating func plugged(_ role: Role) {
    if role == .camera {
      capture.device.plugged(now: now)
    } else if let index = others.firstIndex(where: { $0.role == role }) {
      others[index].plugged(now: now)
    }
  }

  /// The camera delivers no longer.
  mutating func beginGap(_ cause: Gap.Cause) {
    gaps.begin(at: frames.newest?.stamped ?? now, cause)
  }

  /// The camera delivers again, or nobody waits for it any longer.
  mutating func endGap(at instant: Instant) {
    if !gaps.end(at: instant) { log(.warning, "Capture", Phrase(.gapForgotten)) }
  }

  /// Records what waits to be, when no photo has to wait for that.
  mutating func settleGaps() {
    if finishAt == nil, shutter.series == nil, storing.isEmpty { noteGaps() }
  }

  mutating func noteGaps() {
    guard !gaps.waiting.isEmpty, device(.store)?.isWorking ?? false else { return }
    flushes += gaps.take().map { .store(.note($0)) }
  }
}
