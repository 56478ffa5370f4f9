import Core
import StandIns
import System

@testable import Door

extension Console: LoopDriven {
  package mutating func hear(_ event: Event) {}
}

typealias ConsoleHost = LoopHost<Console>

extension LoopHost where Subject: ~Copyable, Subject == Console {
  /// A console at `socket`.
  static func make(socket: String, door: String? = nil) throws -> ConsoleHost {
    let places = Console.Places(lines: socket, door: door)
    return ConsoleHost(
      try Console(at: places, Console.Speech(.english, .unicode), source: 9), try Poller())
  }

  /// The next line, whatever else happens before it.
  mutating func line() throws -> (text: String, id: SessionID)? {
    while let event = try event() {
      if case .line(let text, let id) = event { return (text, id) }
    }
    return nil
  }
}
