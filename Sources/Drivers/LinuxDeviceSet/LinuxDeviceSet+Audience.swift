import Board
import Core
import System

/// Those who listen: consoles, the service manager, the log.
extension LinuxDeviceSet {
  package var terminal: SessionID? {
    switch console {
    case .some(let console): console.terminalSession
    case .none: nil
    }
  }

  package mutating func send(_ reply: Reply, to session: SessionID) {
    console?.send(reply, to: session)
  }

  package mutating func answered(_ session: SessionID) {
    console?.answer("", to: session)
  }

  package mutating func notify(_ notice: Notice) {
    notifier?.tell(notice, in: plan.language)
  }

  package mutating func log(_ level: LogLevel, _ speaker: String, _ phrase: Phrase) {
    log.write(level, speaker, phrase.text(in: plan.language))
  }

  /// Sends what the consoles have room for; to be called before the program ends.
  package mutating func settleConsole(at now: Instant = Clock.now) {
    do throws(SystemError) {
      try console?.settle(at: now, with: poller)
    } catch {
      log.error("Console", "\(error.call): \(error.reason)")
    }
  }

  /// Says it to whoever watches the board, and to the log.
  mutating func announce(_ level: LogLevel, _ speaker: String, _ phrase: Phrase) {
    log(level, speaker, phrase)
    if let terminal { send(Reply(phrase), to: terminal) }
  }
}
