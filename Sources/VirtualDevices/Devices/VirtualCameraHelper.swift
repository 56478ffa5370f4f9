import Board
import Core

/// Imitates what opens the camera aside from the loop: that takes its time, and a camera may hang for a
/// while, in which it answers nothing.
package struct VirtualCameraHelper {
  /// What the loop has to be told.
  enum Outcome: Hashable {
    /// The camera can be opened now.
    case opens
    /// It has been waited for long enough.
    case givenUp(CameraDelay)
    /// What hung does so no longer.
    case answersAgain
  }

  /// What opening takes.
  package var openingTime = Duration.zero
  private var hang: (since: Instant, until: Instant)?
  /// When somebody asked for the camera, while that is awaited.
  private var askedAt: Instant?
  /// Whether somebody gave up.
  private var isGivenUp = false

  /// A camera that answers.
  package init() {}

  /// Has the camera hang from `now` on, for `time`.
  package mutating func hang(for time: Duration, at now: Instant) {
    hang = (since: hang?.since ?? now, until: now + time)
  }

  /// Whether the camera answers nothing at `now`; for the simulator's rules.
  package func hangs(at now: Instant) -> Bool { hang.map { now < $0.until } ?? false }

  /// When there is something to tell.
  var nextInstant: Instant? {
    guard let askedAt else { return isGivenUp ? hang?.until : nil }
    return min(opensAt(askedAt), askedAt + CameraDelay.patience)
  }

  /// What has taken its time, where that is worth a word.
  func delay(at now: Instant) -> CameraDelay? {
    guard let hang, now < hang.until, now - hang.since >= CameraDelay.noticeable else { return nil }
    return CameraDelay(.opening, at: VirtualCamera.path, for: now - hang.since)
  }

  /// Begins to open the camera; one that has hung for too long already fails at once.
  mutating func open(at now: Instant) throws(Failure) {
    if let delay = delay(at: now), delay.time >= CameraDelay.patience {
      isGivenUp = true
      throw .silentCamera(delay)
    }
    askedAt = now
  }

  /// Nobody waits for the camera any more.
  mutating func abandon() {
    askedAt = nil
  }

  /// What there is to tell at `now`, once.
  mutating func takeOutcome(at now: Instant) -> Outcome? {
    defer { if let hang, hang.until <= now { self.hang = nil } }
    guard let askedAt else { return takeEnd(at: now) }
    if opensAt(askedAt) <= now {
      self.askedAt = nil
      return .opens
    }
    guard askedAt + CameraDelay.patience <= now else { return nil }
    self.askedAt = nil
    isGivenUp = true
    return .givenUp(CameraDelay(.opening, at: VirtualCamera.path, for: now - askedAt))
  }

  private mutating func takeEnd(at now: Instant) -> Outcome? {
    guard isGivenUp, let hang, hang.until <= now else { return nil }
    isGivenUp = false
    return .answersAgain
  }

  private func opensAt(_ askedAt: Instant) -> Instant {
    max(askedAt, hang?.until ?? askedAt) + openingTime
  }
}
