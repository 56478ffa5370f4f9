import Core
import Drivers

extension Log.Level {
  /// The log's own level for the machine's.
  init(_ level: LogLevel) {
    switch level {
    case .error: self = .error
    case .warning: self = .warning
    case .info: self = .info
    case .debug: self = .debug
    }
  }
}
