import Core
import Glibc

/// Standard error, where a program says what is wrong.
package enum StandardError {
  /// Writes the lines of `text`, without what steers a terminal.
  package static func say(_ text: String) {
    let lines = text.split(separator: "\n").map { String($0).printable + "\n" }
    let bytes = Array(lines.joined().utf8)
    // Nobody is left to tell if standard error takes nothing.
    _ = write(STDERR_FILENO, bytes, bytes.count)
  }
}

/// Standard output, where a program says what it was asked for.
package enum StandardOutput {
  /// Writes `text` and the end of a line to `descriptor`; blocks until it has taken all.
  package static func write(
    _ text: String, to descriptor: Int32 = STDOUT_FILENO
  ) throws(SystemError) {
    try write(Array((text + "\n").utf8), to: descriptor)
  }

  /// Writes `bytes` to `descriptor`; blocks until it has taken all.
  package static func write(
    _ bytes: [UInt8], to descriptor: Int32 = STDOUT_FILENO
  ) throws(SystemError) {
    var bytes = bytes[...]
    while !bytes.isEmpty {
      let taken = try SystemError.check("write") {
        bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      }
      bytes.removeFirst(taken)
    }
  }

  /// `error` of writing, for people.
  package static func failure(_ error: SystemError) -> Failure {
    Failure(
      .console, Phrase("output.refused", "The output cannot be written: \(error.reason)."),
      cause: error)
  }
}
