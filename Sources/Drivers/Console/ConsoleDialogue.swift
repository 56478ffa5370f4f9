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
    /// From here on the other end draws.
    case screen
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

  /// Descriptor to wait for what comes.
  var descriptor: Int32 { socket.number }

  /// Sends `line`.
  package func send(_ line: String) throws(Failure) {
    let words = Array("\(line) \(AnswerMarks.flag)\n".utf8)
    do throws(SystemError) {
      try send(words, by: Deadline(after: ConsoleDialogue.patience))
    } catch {
      throw failure(error)
    }
  }

  /// Sends `bytes` as they are.
  func send(_ bytes: [UInt8], by deadline: Deadline) throws(SystemError) {
    try ConsoleClient.send(bytes, over: socket, by: deadline)
  }

  /// The next part of the answer; blocks until there is one, however long that takes.
  package func next() throws(Failure) -> Part { try next(by: nil) }

  private func next(by deadline: Deadline?) throws(Failure) -> Part {
    do throws(SystemError) {
      while true {
        if let part = takePart() { return part }
        unread += try someBytes(by: deadline)
        guard unread.count <= ConsoleDialogue.lineLimit else {
          throw SystemError(call: "read", code: EMSGSIZE)
        }
      }
    } catch {
      throw failure(error)
    }
  }

  /// Reads an answer up to its end, and collects its `words`.
  ///
  /// - Returns: the code that it ends with; nil where the other end draws.
  func end(by deadline: Deadline, _ words: inout [String]) throws(Failure) -> Int32? {
    while true {
      switch try part(by: deadline, after: words) {
      case .out(let text), .err(let text), .ask(let text): words.append(text)
      case .end(let code): return code
      case .screen: return nil
      }
    }
  }

  /// Whoever sends us away says why, and ends no answer.
  private func part(by deadline: Deadline, after words: [String]) throws(Failure) -> Part {
    do throws(Failure) { return try next(by: deadline) } catch {
      guard error.cause?.code == ECONNRESET, !words.isEmpty else { throw error }
      return .end(1)
    }
  }

  /// What has come and is no part of an answer.
  func takeUnread() -> [UInt8] {
    defer { unread = [] }
    return unread
  }

  /// What comes next, as it is; blocks until something does, and throws where nothing can any more.
  func someBytes(by deadline: Deadline? = nil) throws(SystemError) -> [UInt8] {
    if let deadline { try deadline.wait(for: POLLIN, on: socket.number) } else { try wait() }
    let bytes = try socket.someBytes(atMost: 16_384)
    guard !bytes.isEmpty else { throw SystemError(call: "read", code: ECONNRESET) }
    return bytes
  }

  /// All that the other end still has to say after `words`, once we say no more; what has no time is left out.
  func rest(after words: [UInt8], within time: Duration) -> String {
    let deadline = Deadline(after: time)
    var words = words
    // It fails where the other end is gone, and then that was all.
    _ = try? ConsoleClient.endLines(to: socket)
    while words.count < ConsoleDialogue.lineLimit, let more = try? someBytes(by: deadline) {
      words += more
    }
    return String(decoding: words, as: UTF8.self)
  }

  /// `error` of this dialogue, for people.
  func failure(_ error: SystemError) -> Failure {
    ConsoleClient.failure(error, path, ConsoleDialogue.patience)
  }

  private func wait() throws(SystemError) {
    var request = pollfd(fd: socket.number, events: Int16(POLLIN), revents: 0)
    _ = try SystemError.check("poll") { poll(&request, 1, -1) }
  }

  private func takePart() -> Part? {
    if unread.starts(with: ConsoleSession.screenOpening) {
      unread.removeFirst(ConsoleSession.screenOpening.count)
      return .screen
    }
    guard let end = unread.firstIndex(of: .lineFeed) else { return nil }
    defer { unread.removeFirst(end + 1) }
    return ConsoleDialogue.part(String(decoding: unread[..<end], as: UTF8.self))
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
