import Core
import System

/// The terminal line of the console, which may be absent, come and go.
struct ConsoleTerminal {
  static let shortestPause = Duration.seconds(2)
  static let longestPause = Duration.seconds(30)

  /// Why it is not open, or nil.
  private(set) var failure: Failure?

  private let path: String
  private let speed: SerialSpeed
  private var openAt: Instant? = .zero
  private var pause = ConsoleTerminal.shortestPause

  /// The line at `path`, not opened yet.
  init(at path: String, baud: Int) throws(Failure) {
    self.path = path
    speed = try SerialSpeed(baud: baud)
  }

  /// When to try to open it, or nil while it is open.
  var deadline: Instant? { openAt }

  /// Opens the line if that is due and possible.
  mutating func open(at now: Instant) -> ConsoleLink? {
    guard let openAt, openAt <= now else { return nil }
    do {
      let port = try SerialPort(at: path, speed)
      self = ConsoleTerminal(opened: self)
      return .terminal(port)
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
    openAt = now + pause
    pause = min(pause * 2, ConsoleTerminal.longestPause)
  }

  private init(opened terminal: ConsoleTerminal) {
    path = terminal.path
    speed = terminal.speed
    openAt = nil
  }
}

extension Phrase {
  static func consoleHungUp(_ path: String) -> Phrase {
    Phrase(
      "console.tty.hungup", "The terminal {1} hung up. It is tried again until it answers.", path)
  }
}
