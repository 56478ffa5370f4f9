import CLinux
import Core
import Glibc

extension SystemError {
  /// The current `errno` as an error of `call`.
  package init(errnoOf call: String) {
    self.init(call: call, code: errno)
  }

  /// The C library's words for the code, such as "Device or resource busy".
  package var reason: String { String(cString: strerror(code)) }

  /// Runs `body` until a signal no longer interrupts it, and throws if it answers -1.
  ///
  /// - Returns: what `body` answered, at least 0.
  @discardableResult
  package static func check<Number: SignedInteger>(
    _ call: String, _ body: () -> Number
  ) throws(SystemError) -> Number {
    while true {
      let result = body()
      if result != -1 { return result }
      guard errno == EINTR else { throw SystemError(errnoOf: call) }
    }
  }
}
