import Core
import Glibc
import System

/// The other end of the console's socket for a command of a shell: lines, and what comes of each as it comes.
package final class ConsoleDialogue {
  /// The longest time until a line is sent.
  private static let patience = Duration.seconds(10)
  /// The most lines that are heard at the end.
  private static let mostRest = 1000

  private let socket: FileDescriptor
  private let path: String
  private var reader = AnswerReader()

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
  package var descriptor: Int32 { socket.number }

  /// Sends `line`, which somebody has typed.
  package func send(_ line: String) throws(Failure) {
    do throws(SystemError) { try say(.typed(line)) } catch { throw failure(error) }
  }

  /// Says `line`.
  package func say(_ line: ClientLine) throws(SystemError) {
    let deadline = Deadline(after: ConsoleDialogue.patience)
    try ConsoleClient.send(line.text + "\n", over: socket, by: deadline)
  }

  /// The next part of the answer; blocks until there is one, however long that takes.
  package func next() throws(Failure) -> AnswerPart { try next(by: nil) }

  private func next(by deadline: Deadline?) throws(Failure) -> AnswerPart {
    do throws(SystemError) {
      while true {
        if let part = reader.next() { return part }
        try read(by: deadline)
      }
    } catch {
      throw failure(error)
    }
  }

  /// Reads an answer up to its end, and collects its `words`.
  ///
  /// - Returns: the code that it ends with; nil where the other end draws.
  package func end(by deadline: Deadline, _ words: inout [String]) throws(Failure) -> Int32? {
    while true {
      switch try part(by: deadline, after: words) {
      case .out(let text), .err(let text), .ask(let text): words.append(text)
      case .end(let code): return code
      case .screen: return nil
      case .goesOn, .nothing, .news, .wish, .measure, .speech, .line, .keyHeard, .picture, .lines:
        continue
      }
    }
  }

  /// The next part; one that sends us away says why, and ends no answer.
  private func part(by deadline: Deadline, after words: [String]) throws(Failure) -> AnswerPart {
    do throws(Failure) { return try next(by: deadline) } catch {
      guard error.cause?.code == ECONNRESET, !words.isEmpty else { throw error }
      return .end(1)
    }
  }

  /// The next part, if it has come; where `readsMore`, it is read for once, as far as something is there.
  package func nextIfThere(readsMore: Bool) throws(SystemError) -> AnswerPart? {
    if let part = reader.next() { return part }
    if readsMore { try read(by: nil) }
    return reader.next()
  }

  private func read(by deadline: Deadline?) throws(SystemError) {
    reader.feed(try someBytes(by: deadline))
    guard !reader.isOverfull else { throw SystemError(call: "read", code: EMSGSIZE) }
  }

  /// Bytes as they come; blocks until some do, and throws where none can any more.
  private func someBytes(by deadline: Deadline?) throws(SystemError) -> [UInt8] {
    if let deadline { try deadline.wait(for: POLLIN, on: socket.number) } else { try wait() }
    let bytes = try socket.someBytes(atMost: 16_384)
    guard !bytes.isEmpty else { throw SystemError(call: "read", code: ECONNRESET) }
    return bytes
  }

  /// The last lines of the other end, once we say no more; those that have no time are left out.
  package func rest(within time: Duration) -> [String] {
    let deadline = Deadline(after: time)
    var lines: [String] = []
    // It fails where the other end is gone, and then that was all.
    _ = try? ConsoleClient.endLines(to: socket)
    while lines.count < ConsoleDialogue.mostRest, let part = try? next(by: deadline) {
      if let words = part.words { lines.append(words) }
    }
    return lines
  }

  /// `error` of this dialogue, for people.
  package func failure(_ error: SystemError) -> Failure {
    ConsoleClient.failure(error, path, ConsoleDialogue.patience)
  }

  private func wait() throws(SystemError) {
    var request = pollfd(fd: socket.number, events: Int16(POLLIN), revents: 0)
    _ = try SystemError.check("poll") { poll(&request, 1, -1) }
  }
}
