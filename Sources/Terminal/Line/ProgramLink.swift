import Core
import Door
import System

/// The running program at the other end of its socket, for whoever leads a terminal line: nothing here blocks.
final class ProgramLink {
  private let stream: SocketStream
  private var reader = AnswerReader()

  /// A connection with the program that listens at `address`; throws where none does.
  init(to address: SocketAddress) throws(SystemError) {
    let socket = try SocketAddress.makeSocket()
    try address.connect(socket)
    stream = SocketStream(over: socket)
    say(.leadsLine)
  }

  /// Whether the program is gone, and all that it said was handed out.
  var isOver: Bool { stream.isAtEnd || reader.isOverfull }

  /// Says `line`.
  func say(_ line: ClientLine) { send(Array((line.text + "\n").utf8)) }

  /// Whoever is there has enough, or gives up (Ctrl-C).
  func interrupt() { send([.interrupt]) }

  /// The next part of what the program says, if it has come: no more is read of it than is wanted.
  func next() -> AnswerPart? {
    while true {
      if let part = reader.next() { return part }
      stream.fillAfterEnd()
      let bytes = stream.take()
      guard !bytes.isEmpty else { return nil }
      reader.feed(bytes)
    }
  }

  /// Takes what the poller found.
  func receive(_ readiness: Poller.Readiness) {
    stream.receive(readiness)
    stream.flush()
  }

  /// Tells `poller` what to watch.
  func register(with poller: borrowing Poller, as token: Poller.Token) throws(SystemError) {
    try stream.register(with: poller, as: token)
  }

  /// Has `poller` watch it no longer.
  func unregister(from poller: borrowing Poller) throws(SystemError) {
    try stream.unregister(from: poller)
  }

  private func send(_ bytes: [UInt8]) {
    stream.write(bytes)
    stream.flush()
  }
}
