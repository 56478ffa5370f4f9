import Core
import Door
import StandIns
import System

@testable import Terminal

/// Whoever comes is greeted, and a key obeyed, as by the running program.
extension LineConsole: LoopDriven {
  package mutating func hear(_ event: Event) {
    if event == .opened { tell(Phrase.consoleGreeting) }
    if case .key = event { keyHeard() }
  }
}

typealias LineHost = LoopHost<LineConsole>

extension LoopHost where Subject: ~Copyable, Subject == LineConsole {
  /// A console on the line `tty`.
  static func make(tty: String, baud: Int = 115_200) throws -> LineHost {
    let speech = TerminalSpeech(.english, .unicode)
    return LineHost(
      LineConsole(at: tty, baud: baud, speech, Poller.Token(9)), try Poller())
  }

  /// The next line, whatever else happens before it.
  mutating func line() throws -> String? {
    while let event = try event() {
      if case .line(let text) = event { return text }
    }
    return nil
  }
}

/// The screen, as its owner sees it.
extension LoopHost where Subject: ~Copyable, Subject == LineConsole {
  // Throwing, so that #expect evaluates them in place: a host can't be copied.
  func settings() throws -> SessionSettings? { console.settings }

  func room() throws -> Int? { console.frameRoom(at: Clock.now + ahead) }

  mutating func beginScreen() throws -> Bool { console.beginScreen() }

  mutating func draw(_ byteCount: Int) throws -> Bool {
    console.draw([UInt8](repeating: 0x2e, count: byteCount))
  }
}
