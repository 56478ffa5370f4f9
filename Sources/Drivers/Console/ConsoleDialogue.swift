import Core
import Glibc
import System

/// The other end of the console's socket for a command of a shell: lines, and what comes of each as it comes.
package final class ConsoleDialogue {
  /// Part of an answer.
  package enum Part: Hashable, Sendable {
    /// A line of it.
    case out(String)
    /// Why it can't be done, or that it has failed.
    case err(String)
    /// A question, whose answer is the next line.
    case ask(String)
    /// There is no more of it; the code is that of a command.
    case end(Int32)
  }

  /// So long it may take until the line is sent.
  private static let patience = Duration.seconds(10)
  /// The longest line of an answer in bytes.
  private static let lineLimit = 1 << 20

  private let socket: FileDescriptor
  private let path: String
  private var unread: [UInt8] = []

  /// Connects with the program that listens at `path`; the failure says what to do.
  package static func connected(to path: String) throws(Failure) -> ConsoleDialogue {
    let address = try SocketAddress(path: path)
    do throws(SystemError) {
      let socket = try SocketAddress.makeSocket()
      try address.connect(socket)
      return ConsoleDialogue(socket, path)
    } catch {
      throw ConsoleClient.failure(error, path, ConsoleDialogue.patience)
    }
  }

  private init(_ socket: consuming FileDescriptor, _ path: String) {
    self.socket = socket
    self.path = path
  }

  /// Sends `line`.
  package func send(_ line: String) throws(Failure) {
    do throws(SystemError) {
      let words = "\(line) \(AnswerMarks.flag)\n"
      try ConsoleClient.send(words, over: socket, by: Deadline(after: ConsoleDialogue.patience))
    } catch {
      throw ConsoleClient.failure(error, path, ConsoleDialogue.patience)
    }
  }

  /// The next part of the answer; blocks until there is one, however long that takes.
  package func next() throws(Failure) -> Part {
    do throws(SystemError) {
      while true {
        if let end = unread.firstIndex(of: .lineFeed) {
          let line = String(decoding: unread[..<end], as: UTF8.self)
          unread.removeFirst(end + 1)
          return ConsoleDialogue.part(line)
        }
        try readMore()
      }
    } catch {
      throw ConsoleClient.failure(error, path, ConsoleDialogue.patience)
    }
  }

  private func readMore() throws(SystemError) {
    var request = pollfd(fd: socket.number, events: Int16(POLLIN), revents: 0)
    _ = try SystemError.check("poll") { poll(&request, 1, -1) }
    let more = try socket.someBytes(atMost: 4096)
    guard !more.isEmpty else { throw SystemError(call: "read", code: ECONNRESET) }
    unread += more
    guard unread.count <= ConsoleDialogue.lineLimit else {
      throw SystemError(call: "read", code: EMSGSIZE)
    }
  }

  /// A line without a mark is from somebody who sends us away.
  private static func part(_ line: String) -> Part {
    let text = String(line.dropFirst(4))
    switch line.prefix(4) {
    case "out ": return .out(text)
    case "ask ": return .ask(text)
    case "end ": return .end(Int32(text) ?? 1)
    case "err ": return .err(text)
    default: return .err(line)
    }
  }
}
