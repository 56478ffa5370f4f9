import Core
import Glibc
import System

/// A conversation with the running program that stays open behind its first line, so that the program knows when whoever
/// leads it has ended, however that was.
package final class ConsoleConversation {
  /// The longest time for an answer.
  private static let patience = Duration.seconds(10)

  private let socket: FileDescriptor
  private let path: String

  /// Says `line` to whoever listens at `path`, and waits for the answer; the failure says what to do.
  package static func begun(
    by line: String, at path: String
  ) throws(Failure) -> ConsoleConversation {
    let address = try SocketAddress(path: path)
    let deadline = Deadline(after: patience)
    do throws(SystemError) {
      let socket = try SocketAddress.makeSocket()
      try address.connect(socket)
      try ConsoleClient.send(line + "\n", over: socket, by: deadline)
      try ConsoleConversation.awaitAnswer(from: socket, by: deadline)
      return ConsoleConversation(socket, path)
    } catch {
      throw ConsoleClient.failure(error, path, patience)
    }
  }

  private init(_ socket: consuming FileDescriptor, _ path: String) {
    self.socket = socket
    self.path = path
  }

  /// Says `line`, the last, and waits for the answer.
  ///
  /// A program that has started anew meanwhile is asked in a conversation of its own.
  package func end(with line: String) throws(Failure) {
    let deadline = Deadline(after: ConsoleConversation.patience)
    guard isOpen else { return _ = try ConsoleClient.ask(line, at: path) }
    do throws(SystemError) {
      try ConsoleClient.send(line + "\n", over: socket, by: deadline)
      try ConsoleClient.endLines(to: socket)
      try ConsoleConversation.awaitAnswer(from: socket, by: deadline)
    } catch {
      throw ConsoleClient.failure(error, path, ConsoleConversation.patience)
    }
  }

  /// Whether the other end is there; what it has said unasked stays to be read.
  private var isOpen: Bool {
    var request = pollfd(fd: socket.number, events: 0, revents: 0)
    return poll(&request, 1, 0) == 0
  }

  /// Reads up to the empty line that ends an answer.
  private static func awaitAnswer(
    from socket: borrowing FileDescriptor, by deadline: Deadline
  ) throws(SystemError) {
    var end: [UInt8] = []
    while end.suffix(2) != [10, 10], end != [10] {
      try deadline.wait(for: POLLIN, on: socket.number)
      let more = try socket.someBytes(atMost: 4096)
      guard !more.isEmpty else { throw SystemError(call: "read", code: ECONNRESET) }
      end = (end + more).suffix(2)
    }
  }
}
