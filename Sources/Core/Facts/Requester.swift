/// Who, or what, asked for something.
package enum Requester: Hashable, Sendable {
  /// A press.
  case button
  /// A line on a console.
  case console(SessionID)
  /// Another program, by a signal.
  case signal
  /// The start of the program.
  case start
  /// Movement that ended a pause.
  case wake
  /// What comes back from a bundle.
  case bundle
  /// A day that is over.
  case clock
  /// A program that has looked at a piece.
  case analyser

  /// Its name in records.
  package var name: String {
    switch self {
    case .button: "button"
    case .console: "console"
    case .signal: "signal"
    case .start: "start"
    case .wake: "wake"
    case .bundle: "bundle"
    case .clock: "clock"
    case .analyser: "analyser"
    }
  }

  /// The console session that asked, if it was one.
  package var session: SessionID? {
    if case .console(let session) = self { session } else { nil }
  }
}
