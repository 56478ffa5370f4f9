import Core
import System

/// The terminal line, which may be absent, come and go.
struct PatientPort {
  /// A line that is missing is looked for so often: nothing tells when it comes.
  static let longestPause = Duration.seconds(1)

  /// Why it is not open, or nil.
  private(set) var failure: Failure?

  private let path: String
  private let baud: Int
  private var openAt: Instant? = .zero
  private var backoff = Backoff(from: .milliseconds(250), to: PatientPort.longestPause)

  /// The line at `path`, not opened yet.
  init(at path: String, baud: Int) {
    self.path = path
    self.baud = baud
  }

  /// When to try to open it, or nil while it is open.
  var deadline: Instant? { openAt }

  /// Opens the line if that is due and possible.
  mutating func open(at now: Instant) -> SerialPort? {
    guard let openAt, openAt <= now else { return nil }
    do {
      let port = try SerialPort(at: path, try SerialSpeed(baud: baud))
      (failure, self.openAt) = (nil, nil)
      backoff.reset()
      return port
    } catch {
      close(because: error, at: now)
      return nil
    }
  }

  /// The open line hung up: it is opened anew after a while.
  mutating func hangUp(at now: Instant) {
    close(because: Failure(.console, .consoleHungUp(path)), at: now)
  }

  private mutating func close(because failure: Failure, at now: Instant) {
    self.failure = failure
    openAt = now + backoff.next()
  }
}

extension Phrase {
  static func consoleHungUp(_ path: String) -> Phrase {
    Phrase(
      "console.tty.hungup", "The terminal \(path) hung up. It is tried again until it answers.")
  }
}
