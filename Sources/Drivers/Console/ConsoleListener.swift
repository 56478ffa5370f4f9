import Core
import System

/// The console's socket and what the poller knows of it.
final class ConsoleListener {
  /// How long the socket rests when the system could give it no connection: out of memory or
  /// descriptors, which would otherwise be reported without end.
  static let rest = Duration.seconds(2)

  private enum State { case unwatched, watched, exhausted, resting(until: Instant) }

  private let socket: ConsoleSocket
  private var state = State.unwatched

  init(_ socket: consuming ConsoleSocket) {
    self.socket = socket
  }

  /// When it wants to be settled again, or nil.
  var deadline: Instant? {
    switch state {
    case .resting(let until): until
    case .unwatched, .watched, .exhausted: nil
    }
  }

  /// The next connection, or nil when none is waiting.
  func accept() throws(Failure) -> FileDescriptor? {
    do {
      return try socket.accept()
    } catch {
      state = .exhausted
      throw error
    }
  }

  /// Tells `poller` whether to watch.
  func register(
    with poller: borrowing Poller, as token: Poller.Token, at now: Instant
  ) throws(SystemError) {
    switch state {
    case .watched:
      return
    case .unwatched:
      try poller.add(socket.descriptor, as: token, for: .readable)
      state = .watched
    case .exhausted:
      try poller.change(socket.descriptor, as: token, for: [])
      state = .resting(until: now + ConsoleListener.rest)
    case .resting(let until):
      guard until <= now else { return }
      try poller.change(socket.descriptor, as: token, for: .readable)
      state = .watched
    }
  }
}
