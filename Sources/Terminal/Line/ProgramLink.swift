import Core
import Door
import Glibc
import System

/// The running program at the other end of its socket, for whoever leads a terminal line: nothing here blocks.
final class ProgramLink {
  private let socket: FileDescriptor
  private var reader = AnswerReader()
  private var output = OutputQueue()
  /// Whether the program is gone, though parts of what it said may wait.
  private(set) var isOver = false
  private var isBlocked = false
  private var watchedFor: Poller.Readiness?

  /// A connection with the program that listens at `address`; throws where none does.
  init(to address: SocketAddress) throws(SystemError) {
    let socket = try SocketAddress.makeSocket()
    try address.connect(socket)
    self.socket = socket
    say(.leadsLine)
  }

  /// Says `line`.
  func say(_ line: ClientLine) { send(Array((line.text + "\n").utf8)) }

  /// Whoever is there has enough, or gives up (Ctrl-C).
  func interrupt() { send([.interrupt]) }

  /// The next part of what the program says, if it has come.
  func next() -> AnswerPart? { reader.next() }

  /// Takes what the poller found.
  func receive(_ readiness: Poller.Readiness) {
    if !readiness.isDisjoint(with: .writable) { flush() }
    if !readiness.isDisjoint(with: [.readable, .hangup, .error]) { read() }
  }

  /// Tells `poller` what to watch: not for more while what was said finds no room.
  func register(
    with poller: borrowing Poller, as token: Poller.Token, hasRoom: Bool
  ) throws(SystemError) {
    let wanted: Poller.Readiness = [hasRoom ? .readable : [], isBlocked ? .writable : []]
    guard wanted != watchedFor, !isOver else { return }
    if watchedFor == nil {
      try poller.add(socket.number, as: token, for: wanted)
    } else {
      try poller.change(socket.number, as: token, for: wanted)
    }
    watchedFor = wanted
  }

  /// Has `poller` watch it no longer.
  func unregister(from poller: borrowing Poller) throws(SystemError) {
    if watchedFor != nil { try poller.remove(socket.number) }
    watchedFor = nil
  }

  private func read() {
    do throws(SystemError) {
      let bytes = try socket.someBytes(atMost: 16_384)
      reader.feed(bytes)
      isOver = bytes.isEmpty || reader.isOverfull
    } catch {
      isOver = error.code != EAGAIN
    }
  }

  private func send(_ bytes: [UInt8]) {
    output.append(bytes)
    flush()
  }

  private func flush() {
    let number = socket.number
    do throws(SystemError) {
      isBlocked = try !output.drain { bytes throws(SystemError) in
        try SystemError.check("send") {
          Glibc.send(number, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        }
      }
    } catch {
      // What it said before it ended is still to be read.
      (isBlocked, output) = (false, OutputQueue())
    }
  }
}
