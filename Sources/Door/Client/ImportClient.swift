import CLinux
import Core
import Glibc
import System

/// The other end of the console's socket for whoever hands files over: one open file with each line.
///
/// The files are opened here, with the rights of whoever asks; the running program needs none of its own.
package struct ImportClient: ~Copyable {
  /// So long a file may take, with all that goes before it.
  private static let patience = Duration.seconds(900)
  private static let answerLimit = 65_536

  private let socket: FileDescriptor
  private let path: String

  /// Connects with the program that listens at `path`; nil where none does.
  package static func connected(to path: String) throws(Failure) -> ImportClient? {
    let address = try SocketAddress(path: path)
    do throws(SystemError) {
      let socket = try SocketAddress.makeSocket()
      try address.connect(socket)
      return ImportClient(socket, path)
    } catch {
      if error.code == ENOENT || error.code == ECONNREFUSED { return nil }
      throw ConsoleClient.failure(error, path, ImportClient.patience)
    }
  }

  private init(_ socket: consuming FileDescriptor, _ path: String) {
    self.socket = socket
    self.path = path
  }

  /// Hands `file` over, called `name`, which one command takes in with others of the same `batch`.
  ///
  /// Blocks until it is a piece, or is none.
  /// - Returns: the answer, one line of JSON.
  package borrowing func take(
    _ file: borrowing FileDescriptor, called name: String, batch: String
  ) throws(Failure) -> String {
    try answer(to: "import --handed \(batch) \(PercentCode.word(for: name)) --json\n", with: file)
  }

  /// Hands over the file of what was described last with this `batch`.
  package borrowing func giveBack(
    _ file: borrowing FileDescriptor, called name: String, batch: String
  ) throws(Failure) -> String {
    let line = "import --handed --restored \(batch) \(PercentCode.word(for: name)) --json\n"
    return try answer(to: line, with: file)
  }

  /// Hands a description over of what is to come back from a bundle; its file has to follow where the answer says so.
  package borrowing func describe(
    _ file: borrowing FileDescriptor, batch: String
  ) throws(Failure) -> String {
    try answer(to: "import --handed --restored \(batch) --json\n", with: file)
  }

  private borrowing func answer(
    to line: String, with file: borrowing FileDescriptor
  ) throws(Failure) -> String {
    let deadline = Deadline(after: ImportClient.patience)
    do throws(SystemError) {
      try send(Array(line.utf8), with: file.number, by: deadline)
      return try answer(by: deadline)
    } catch {
      throw ConsoleClient.failure(error, path, ImportClient.patience)
    }
  }

  /// A line is shorter than what a socket takes at once.
  private borrowing func send(
    _ bytes: [UInt8], with file: Int32, by deadline: Deadline
  ) throws(SystemError) {
    let number = socket.number
    try deadline.wait(for: POLLOUT, on: number)
    let count = try SystemError.check("sendmsg") {
      bytes.withUnsafeBytes { linux_hand_over(number, $0.baseAddress, $0.count, file) }
    }
    guard count == bytes.count else { throw SystemError(call: "sendmsg", code: EMSGSIZE) }
  }

  private borrowing func answer(by deadline: Deadline) throws(SystemError) -> String {
    var answer: [UInt8] = []
    while answer.last != UInt8(ascii: "\n") {
      try deadline.wait(for: POLLIN, on: socket.number)
      let more = try socket.someBytes(atMost: 4096)
      guard !more.isEmpty else { throw SystemError(call: "read", code: ECONNRESET) }
      answer += more
      guard answer.count <= ImportClient.answerLimit else {
        throw SystemError(call: "read", code: EMSGSIZE)
      }
    }
    return String(decoding: answer.dropLast(), as: UTF8.self)
  }
}
