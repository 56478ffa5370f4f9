/// How much a line of the log matters; the numbers are those of syslog(3).
package enum LogLevel: Int, CaseIterable, Comparable, Sendable {
  /// Something does not work.
  case error = 3
  /// Something will not work, or works less well.
  case warning = 4
  /// What was done.
  case info = 6
  /// What somebody who looks for a fault wants to know.
  case debug = 7

  /// Whether `more` matters more, which is the smaller number.
  package static func < (more: LogLevel, less: LogLevel) -> Bool { more.rawValue < less.rawValue }
}
