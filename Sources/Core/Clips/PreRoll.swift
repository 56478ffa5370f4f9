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
  /// When the first and the latest of them came; nil while there is none.
  private var frames: (first: Instant, latest: Instant)?

  /// A frame came at `now`.
  mutating func took(at now: Instant) {
    if told != nil { frames = (frames?.first ?? now, now) }
  }

  /// When a clip begins that has the frames from `instant` on, of which one comes now, at `now`: with those that are
  /// remembered, if any of them came since.
  func beginning(of instant: Instant, at now: Instant) -> Instant {
    guard let frames, frames.latest >= instant else { return now }
    return max(instant, frames.first)
  }

  /// Has `wanted` be remembered, where that is news; nil for nothing.
  mutating func settle(_ wanted: PreRoll?, _ steps: inout Steps) {
    guard wanted != told else { return }
    if wanted == nil { frames = nil }
    told = wanted
    steps.add(.clip(.remember(wanted)))
  }
}

extension Machine {
  /// Has frames remembered while the camera delivers such as can be, for a clip that may be wanted.
  mutating func settleMemory() {
    memory.settle(capture.state == .running && !published.isEnding ? wantedRoll : nil, &steps)
  }

  private var wantedRoll: PreRoll? {
    // In nearly every turn there is neither a press nor a clip.
    preRoll ?? (button.isAtRest && !recorder.isAwaiting ? nil : tentativeRoll)
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
