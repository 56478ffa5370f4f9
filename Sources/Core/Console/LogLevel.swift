/// How much a line of the log matters.
public enum LogLevel: String, CaseIterable, Hashable, Sendable {
  case error, warning, info, debug
}
