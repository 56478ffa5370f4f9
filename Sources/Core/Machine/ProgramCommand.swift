/// Asking for the end.
package enum ProgramCommand: Hashable, Sendable {
  case shutdown

  static let entries = [
    CommandEntry(
      name: "shutdown", usage: "shutdown", help: Phrase.helpShutdown, access: .full,
      parse: shutdown)
  ]

  @Sendable private static func shutdown(
    _ words: inout Words
  ) throws(Misunderstanding) -> Command {
    .program(.shutdown)
  }
}

extension Machine {
  mutating func obey(
    _ command: ProgramCommand, from session: SessionID
  ) throws(Misunderstanding) {
    switch command {
    case .shutdown:
      if let busy = activity.forbidsPhotos(at: now) { throw Misunderstanding(busy) }
      shutDown(Phrase.shutdownByConsole, for: session)
    }
  }
}

extension Phrase {
  static let helpShutdown = Phrase("help.shutdown", "ends safely.")

  package static let shutdownByConsole = Phrase(
    "machine.shutdown-by-console", "Shutting down: a console asked for it.")
}
