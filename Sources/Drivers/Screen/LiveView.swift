import Core
import Glibc
import System

/// The viewfinder of a running program in this terminal: what is drawn there is passed on, and so are the keys.
///
/// The program at the other end decides what a key does, and when the picture is over; Ctrl-C ends it here.
package final class LiveView {
  private static let patience = Duration.seconds(10)
  private static let interrupt: UInt8 = 0x03
  /// What a program says instead of drawing is short.
  private static let mostWords = 65_536

  private let socket: FileDescriptor
  private let terminal: RawTerminal
  /// What was said before anything was drawn.
  private var words: [UInt8] = []
  private var isDrawn = false
  private var isOver = false
  /// The last bytes that were passed on, in which the end of the picture may begin.
  private var tail: [UInt8] = []

  /// Shows it until a key ends it; blocks that long.
  ///
  /// - Parameters:
  ///   - path: socket of the program's console.
  ///   - depth: how many colours the terminal has.
  /// - Returns: what the program said instead of drawing; nil where it drew.
  package static func run(at path: String, _ depth: ColourDepth) throws(Failure) -> String? {
    do throws(SystemError) {
      let view = try connected(to: path)
      try view.begin(depth)
      while !view.isOver { try view.passOn() }
      return view.isDrawn ? nil : view.refusal
    } catch {
      throw ConsoleClient.failure(error, path, patience)
    }
  }

  private static func connected(to path: String) throws(SystemError) -> LiveView {
    let address: SocketAddress
    do throws(Failure) { address = try SocketAddress(path: path) } catch {
      throw error.cause ?? SystemError(call: "connect", code: ENAMETOOLONG)
    }
    let socket = try SocketAddress.makeSocket()
    try address.connect(socket)
    return LiveView(socket, try RawTerminal(at: "/dev/tty"))
  }

  private init(_ socket: consuming FileDescriptor, _ terminal: consuming RawTerminal) {
    self.socket = socket
    self.terminal = terminal
  }

  private func begin(_ depth: ColourDepth) throws(SystemError) {
    let size = terminal.size
    let lines = """
      set size \(size.columns)x\(size.rows)
      set colour \(depth.rawValue)
      view on

      """
    try ConsoleClient.send(lines, over: socket, by: Deadline(after: LiveView.patience))
  }

  /// Three answers without a picture: the last says why.
  private var refusal: String {
    let answers = String(decoding: words, as: UTF8.self).split(separator: "\n")
    return answers.last.map { String($0) } ?? ""
  }

  private func passOn() throws(SystemError) {
    var requests = [
      pollfd(fd: socket.number, events: Int16(POLLIN), revents: 0),
      pollfd(fd: terminal.descriptor, events: Int16(POLLIN), revents: 0),
    ]
    _ = try SystemError.check("poll") { poll(&requests, 2, -1) }
    if requests[1].revents != 0 { try passKeys() }
    if requests[0].revents != 0 { try passPicture() }
  }

  private func passKeys() throws(SystemError) {
    var keys = [UInt8](repeating: 0, count: 64)
    let read = try keys.withUnsafeMutableBytes { buffer in
      Result { () throws(SystemError) in try terminal.read(into: buffer) }
    }.get()
    guard let count = read else { return }
    keys.removeLast(keys.count - count)
    isOver = count == 0 || keys.contains(LiveView.interrupt)
    if !isOver {
      try ConsoleClient.send(keys, over: socket, by: Deadline(after: LiveView.patience))
    }
  }

  private func passPicture() throws(SystemError) {
    let bytes = try socket.someBytes(atMost: 16_384)
    if bytes.isEmpty { isOver = true }
    guard isDrawn else { return hear(bytes) }
    try show(bytes)
  }

  /// Waits for the first byte that draws; an empty line ends each answer before.
  private func hear(_ bytes: [UInt8]) {
    words += bytes
    let opening = Array(RawTerminal.opening.utf8)
    if let start = words.firstRange(of: opening)?.lowerBound {
      isDrawn = true
      let first = Array(words[start...])
      words = []
      return (try? show(first)) ?? ()
    }
    let answers = String(decoding: words, as: UTF8.self).split(
      separator: "\n\n", omittingEmptySubsequences: false)
    if answers.count > 3 || words.count > LiveView.mostWords { isOver = true }
  }

  /// The terminal is waited for: it is this person's own.
  private func show(_ bytes: [UInt8]) throws(SystemError) {
    var unsent = UnsentBytes(bytes)
    let deadline = Deadline(after: LiveView.patience)
    while try !terminal.send(&unsent) { try deadline.wait(for: POLLOUT, on: terminal.descriptor) }
    tail += bytes
    if tail.firstRange(of: ConsoleSession.screenClosing) != nil { isOver = true }
    tail = Array(tail.suffix(ConsoleSession.screenClosing.count))
  }
}
