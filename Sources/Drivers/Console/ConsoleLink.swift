import CLinux
import Core
import Glibc
import System

/// The descriptor behind a session, and what differs between a terminal line and a socket.
enum ConsoleLink: ~Copyable {
  case terminal(SerialPort)
  case socket(FileDescriptor)

  /// Descriptor that the poller watches.
  var descriptor: Int32 {
    switch self {
    case .terminal(let port): port.descriptor
    case .socket(let file): file.number
    }
  }

  /// Whether a person types here, who wants to see what they type.
  var isTerminal: Bool {
    switch self {
    case .terminal: true
    case .socket: false
    }
  }

  /// The pace of a line that is slower than what we have to say.
  var pace: OutputPace? {
    switch self {
    case .terminal(let port): OutputPace(port.speed)
    case .socket: nil
    }
  }

  /// Bytes that a line sends in a tenth of a second; nil where the reader alone sets the pace.
  var bytesPerTenth: Int? {
    switch self {
    case .terminal(let port): port.speed.bytesPerTenth
    case .socket: nil
    }
  }

  /// Reads what came, and the newest of the open files that came with it, if any did.
  borrowing func read(
    into buffer: UnsafeMutableRawBufferPointer, _ handed: inout FileDescriptor?
  ) throws(SystemError) -> Int {
    switch self {
    case .terminal(let port): return try port.read(into: buffer)
    case .socket(let file):
      let number = file.number
      var other: Int32 = -1
      let count = try SystemError.check("recvmsg") {
        linux_receive(number, buffer.baseAddress, buffer.count, &other)
      }
      if other >= 0 { handed = FileDescriptor(owning: other) }
      return count
    }
  }

  borrowing func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) -> Int {
    switch self {
    case .terminal(let port): return try port.write(bytes)
    case .socket(let file):
      let number = file.number
      return try SystemError.check("send") {
        send(number, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
      }
    }
  }

  /// How many bytes the kernel still holds for the line; a socket's are not our concern.
  borrowing func queuedByteCount() throws(SystemError) -> Int {
    switch self {
    case .terminal(let port): try port.queuedByteCount()
    case .socket: 0
    }
  }
}

/// Bytes that a session has sent and nobody has handled yet: one small read at a time.
struct ConsoleInput: ~Copyable {
  /// The most that is read before its lines are handled; the rest waits in the kernel.
  static let byteLimit = 512

  /// Whether the far side will say no more; what it said may still wait here.
  private(set) var isOver = false

  /// The newest of the open files that came with it, until somebody takes it.
  var handed: Optional<FileDescriptor>
  private var bytes = [UInt8](repeating: 0, count: ConsoleInput.byteLimit)
  private var unread = 0..<0

  /// Nothing has come.
  init() {
    handed = nil
  }

  var isEmpty: Bool { unread.isEmpty }

  /// Reads from `link` unless bytes still wait; never blocks.
  mutating func fill(from link: borrowing ConsoleLink) {
    guard isEmpty, !isOver else { return }
    let buffer = UnsafeMutableRawBufferPointer.allocate(
      byteCount: ConsoleInput.byteLimit, alignment: 1)
    defer { buffer.deallocate() }
    do throws(SystemError) {
      let count = try link.read(into: buffer, &handed)
      isOver = count == 0
      bytes.replaceSubrange(0..<count, with: buffer[..<count])
      unread = 0..<count
    } catch {
      isOver = error.code != EAGAIN
    }
  }

  /// The next byte, or nil when none waits.
  mutating func next() -> UInt8? {
    unread.popFirst().map { bytes[$0] }
  }
}
