import CLinux
import Core
import Glibc
import System

/// The other end of the console's socket: asks the running program one thing and waits for the answer.
///
/// The question is one line, after which the client says no more; the answer is all that comes until
/// the program ends the session.
package enum ConsoleClient {
  /// The longest answer in bytes.
  static let byteLimit = 1 << 20
  private static let readByteCount = 4096

  /// The answer to `line` from whoever listens at `path`; the failure says what to do.
  ///
  /// Blocks for `timeout` at most. The answer keeps the end of its last line, without the empty one that ends it.
  package static func ask(
    _ line: String, at path: String, within timeout: Duration = .seconds(10)
  ) throws(Failure) -> String {
    let address = try SocketAddress(path: path)
    let deadline = Deadline(after: timeout)
    do {
      let socket = try SocketAddress.makeSocket()
      try address.connect(socket)
      try send(line + "\n", over: socket, by: deadline)
      try endLines(to: socket)
      let answer = try answer(from: socket, by: deadline)
      return answer.hasSuffix("\n\n") ? String(answer.dropLast()) : answer
    } catch {
      throw Failure(.console, phrase(for: error, path, timeout), cause: error)
    }
  }

  /// `error` of a conversation at `path` that was to take `timeout` at most, for people.
  static func failure(_ error: SystemError, _ path: String, _ timeout: Duration) -> Failure {
    Failure(.console, phrase(for: error, path, timeout), cause: error)
  }

  static func send(
    _ text: String, over socket: borrowing FileDescriptor, by deadline: Deadline
  ) throws(SystemError) {
    try send(Array(text.utf8), over: socket, by: deadline)
  }

  static func send(
    _ bytes: [UInt8], over socket: borrowing FileDescriptor, by deadline: Deadline
  ) throws(SystemError) {
    let number = socket.number
    var rest = bytes[...]
    while !rest.isEmpty {
      try deadline.wait(for: POLLOUT, on: number)
      do {
        rest = rest.dropFirst(try send(rest, over: number))
      } catch let error where error.code == EPIPE {
        // Somebody who sends us away says why, and did so before we asked.
        return
      }
    }
  }

  /// No more lines follow; whoever has sent us away is not there any more.
  static func endLines(to socket: borrowing FileDescriptor) throws(SystemError) {
    let number = socket.number
    do throws(SystemError) {
      try SystemError.check("shutdown") { shutdown(number, Int32(SHUT_WR)) }
    } catch  where error.code == ENOTCONN {
      return
    }
  }

  private static func send(
    _ bytes: ArraySlice<UInt8>, over number: Int32
  ) throws(SystemError) -> Int {
    try SystemError.check("send") {
      bytes.withUnsafeBytes { Glibc.send(number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    }
  }

  private static func answer(
    from socket: borrowing FileDescriptor, by deadline: Deadline
  ) throws(SystemError) -> String {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: readByteCount, alignment: 1)
    defer { buffer.deallocate() }
    var answer: [UInt8] = []
    while true {
      try deadline.wait(for: POLLIN, on: socket.number)
      let count = try read(from: socket, into: buffer, hasAnswer: !answer.isEmpty)
      guard count > 0 else { return String(decoding: answer, as: UTF8.self) }
      answer += buffer[..<count]
      guard answer.count <= byteLimit else { throw SystemError(call: "read", code: EMSGSIZE) }
    }
  }

  /// How many bytes came; 0 at the end.
  private static func read(
    from socket: borrowing FileDescriptor, into buffer: UnsafeMutableRawBufferPointer,
    hasAnswer: Bool
  ) throws(SystemError) -> Int {
    do {
      return try socket.read(into: buffer)
    } catch let error where error.code == ECONNRESET && hasAnswer {
      // Somebody who sends us away does not read what we asked; the kernel calls that a reset.
      return 0
    }
  }

  private static func phrase(
    for error: SystemError, _ path: String, _ timeout: Duration
  ) -> Phrase {
    switch error.code {
    case ENOENT, ECONNREFUSED: Phrase.consoleNobody(path)
    case EACCES, EPERM:
      Phrase(
        "console.client.forbidden",
        "You may not talk to exhibit at \(path). Become a member of the group exhibit, or ask as root."
      )
    case ETIMEDOUT, EAGAIN: Phrase.consoleSilent(path, Int(timeout.components.seconds))
    case EMSGSIZE:
      Phrase("console.client.toolong", "The answer from \(path) has more than \(byteLimit) bytes.")
    default:
      Phrase(
        "console.client.brokeoff",
        "The connection to exhibit at \(path) broke: \(error.reason). Ask again, and see its log.")
    }
  }
}

extension Failure {
  /// The code of a command that could not talk to the running program: nobody there, not allowed, or broken off.
  package var exitStatus: Int32 {
    switch cause?.code {
    case EACCES, EPERM: ExitStatus.notPermitted
    default: ExitStatus.unavailable
    }
  }
}

extension Phrase {
  package static func consoleNobody(_ path: String) -> Phrase {
    Phrase(
      "console.client.nobody",
      "Exhibit is not running, or its socket is elsewhere: nobody answers at \(path).")
  }

  static func consoleSilent(_ path: String, _ seconds: Int) -> Phrase {
    Phrase(
      "console.client.silent",
      "Exhibit did not answer at \(path) within \(seconds) s. See its log.")
  }

}
