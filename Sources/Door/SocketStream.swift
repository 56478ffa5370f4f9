import CLinux
import Core
import Glibc
import System

/// The bytes of one connection, both ways: read a little at a time, written as far as the far side takes them.
///
/// Nothing here blocks, and what a far side doesn't read is bounded, dropped as a whole and counted.
package final class SocketStream {
  private let socket: FileDescriptor
  private var input = InputBuffer()
  private var output = OutputQueue()
  /// The newest of the open files that came with bytes, until somebody takes it.
  private var handed: Optional<FileDescriptor>
  /// Whether an open file that comes is taken.
  ///
  /// One that is not is never this program's: to close it can wait for whoever serves it.
  var takesFiles = true
  /// Whether the far side is gone, so that the poller has nothing more to tell.
  private(set) var isGone = false
  /// Whether the far side takes nothing at the moment.
  private var isBlocked = false
  /// Whether it takes nothing any more: what would be said is forgotten, not dropped.
  private(set) var isDeaf = false
  private var watch = PollerWatch()

  /// The stream of the connection `socket`.
  package init(over socket: consuming FileDescriptor) {
    handed = nil
    self.socket = socket
  }

  /// Descriptor of the connection, lent.
  var descriptor: Int32 { socket.number }
  /// How many bytes did not fit since the begin.
  var droppedByteCount: Int { output.droppedByteCount }
  /// How many bytes have still room.
  var room: Int { isDeaf ? 0 : OutputQueue.byteLimit - output.byteCount }
  /// Whether all that was said has left.
  package var isSent: Bool { isDeaf || output.isEmpty }
  /// Whether the far side will say no more, and all it said was handed out.
  package var isAtEnd: Bool { input.isOver && input.isEmpty }
  /// Whether the far side will say no more; what it said may still wait.
  var hasEnded: Bool { input.isOver }
  /// Whether `next` has something, now or once it is settled.
  var hasInput: Bool { !input.isEmpty || (isGone && !input.isOver) }

  /// Takes what the poller found.
  package func receive(_ readiness: Poller.Readiness) {
    if !readiness.isDisjoint(with: [.writable, .readable]) { isBlocked = false }
    if !readiness.isDisjoint(with: .over) { isGone = true }
    fill()
  }

  /// Reads what is left where the far side is gone, of which the poller tells no more.
  package func fillAfterEnd() {
    if isGone { fill() }
  }

  /// All bytes that have come and were not handed out; none where none wait.
  package func take() -> [UInt8] { input.take() }

  /// The next byte, or nil when none waits.
  func next() -> UInt8? { input.next() }

  /// The open file that came with the latest bytes, or before them; nil where none did.
  func takeHanded() -> FileDescriptor? { handed.take() }

  /// Says `bytes`: all of them, or none where there is no room beside `reserve` bytes.
  ///
  /// What is long goes out piece by piece to whoever reads along.
  package func write(_ bytes: [UInt8], keeping reserve: Int = 0) {
    guard !isDeaf else { return }
    if bytes.count > room - reserve, !isBlocked { flush() }
    output.append(bytes, keeping: reserve)
  }

  /// Says `bytes` and hands `file` over with them: all of it, or nothing where something waits to be read there.
  ///
  /// - Returns: whether it did.
  func write(_ bytes: [UInt8], handing file: consuming FileDescriptor) -> Bool {
    guard !isDeaf else { return true }
    if !output.isEmpty, !isBlocked { flush() }
    guard output.isEmpty else { return false }
    let (number, handed) = (socket.number, file.number)
    do throws(SystemError) {
      let count = try SystemError.check("sendmsg") {
        bytes.withUnsafeBytes { linux_hand_over(number, $0.baseAddress, $0.count, handed) }
      }
      // The file has gone with the first byte.
      output.append(Array(bytes.dropFirst(count)))
    } catch {
      guard error.code != EAGAIN else { return false }
      fallDeaf()
    }
    return true
  }

  /// Writes what the far side takes now.
  package func flush() {
    guard !output.isEmpty, !isBlocked else { return }
    let number = socket.number
    do throws(SystemError) {
      isBlocked = try !output.drain { bytes throws(SystemError) in
        try SystemError.check("send") {
          send(number, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        }
      }
    } catch {
      fallDeaf()
    }
  }

  /// Reads what has come.
  func fill() {
    let number = socket.number
    input.fill { buffer throws(SystemError) in
      guard takesFiles else {
        return try SystemError.check("recv") { recv(number, buffer.baseAddress, buffer.count, 0) }
      }
      var other: Int32 = -1
      let count = try SystemError.check("recvmsg") {
        linux_receive(number, buffer.baseAddress, buffer.count, &other)
      }
      if other >= 0 { handed = FileDescriptor(owning: other) }
      return count
    }
    if isGone, input.isOver { fallDeaf() }
  }

  /// Tells `poller` what this stream waits for, if that has changed: not for more input before what has come is handled,
  /// and a hang-up is told once.
  package func register(with poller: borrowing Poller, as token: Poller.Token) throws(SystemError) {
    if isGone { return try unregister(from: poller) }
    let wanted: Poller.Readiness = [
      input.isOver || !input.isEmpty ? [] : .readable, isBlocked ? .writable : [],
    ]
    try watch.set(wanted, of: socket.number, as: token, with: poller)
  }

  /// Has `poller` watch the socket no longer.
  package func unregister(from poller: borrowing Poller) throws(SystemError) {
    try watch.end(of: socket.number, with: poller)
  }

  private func fallDeaf() {
    (isDeaf, isBlocked) = (true, false)
    output.removeAll()
  }
}
