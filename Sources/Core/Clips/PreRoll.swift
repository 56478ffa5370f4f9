/// How much is remembered of what the camera delivers, for a clip that may be wanted: whatever is less.
package struct PreRoll: Hashable, Sendable {
  /// From the oldest frame to the newest at most.
  package var length = Duration.seconds(5)
  /// Bytes of all frames at most; as many wait for a store that is slower than the camera.
  package var byteCount = 32_000_000
  /// First edge of the press that may turn out to ask for the clip, before which nothing counts; nil where it is remembered
  /// all the time.
  package var since: Instant?

  /// As much as is remembered where nobody says otherwise.
  package init() {}
}

/// Whether frames are remembered.
struct FrameRecall: Sendable {
  /// The amount that is; nil for nothing.
  private(set) var told: PreRoll?
  /// Instant from which on they are.
  private var toldAt = Instant.zero

  /// When a clip of frames from `instant` on begins, of which a first one comes in now at `now`.
  func beginning(of instant: Instant, at now: Instant) -> Instant {
    told == nil ? now : max(instant, toldAt)
  }

  /// Has `wanted` be remembered from `now` on, where that is news; nil for nothing.
  mutating func settle(_ wanted: PreRoll?, at now: Instant, _ steps: inout Steps) {
    guard wanted != told else { return }
    if told == nil { toldAt = now }
    told = wanted
    steps.add(.clip(.remember(wanted)))
  }
}

extension Machine {
  /// Has frames remembered while the camera delivers such as can be, for a clip that may be wanted.
  mutating func settleMemory() {
    guard published.capture == .running, !published.isEnding else {
      return memory.settle(nil, at: now, &steps)
    }
    // In nearly every turn there is neither a press nor a clip.
    let isWanted = !button.isAtRest || recorder.isAwaiting
    memory.settle(preRoll ?? (isWanted ? tentativeRoll : nil), at: now, &steps)
  }

  /// Frames remembered all the time, of what the camera delivers; nil for none.
  private var preRoll: PreRoll? {
    guard settings.preRoll.length > .zero, let mode = capture.mode else { return nil }
    return mode.isCompressed || settings.isRawRemembered ? settings.preRoll : nil
  }

  /// Frames remembered from the first edge of a press on that may turn out to ask for a clip, until it does not.
  ///
  /// A clip begins with its press by them, though each frame has to be encoded; one that is wanted keeps what there is
  /// until it has a frame of its own. A photo that is due comes first.
  private var tentativeRoll: PreRoll? {
    if recorder.isAwaiting { return memory.told }
    guard let since = button.mayAsk(for: .clip, by: settings.gestures), !isPhotoDue,
      clipProblem == nil
    else { return nil }
    var roll = PreRoll()
    roll.byteCount = min(roll.byteCount, settings.preRoll.byteCount)
    roll.since = since
    return roll
  }

  private var isPhotoDue: Bool { shutter.planned.map { $0 <= now } ?? false }
}

extension CameraMode {
  /// Whether each of its frames is a picture that needs no encoding.
  var isCompressed: Bool { format == "MJPG" || format == "JPEG" }
}
