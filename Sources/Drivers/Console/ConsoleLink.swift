import CLinux
import Core
import Glibc
import System

/// The descriptor behind a session, and what differs between a terminal line and a socket.
enum ConsoleLink: ~Copyable {
  case terminal(SerialPort)
  case socket(FileDescriptor)

  /// What the poller watches.
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

  borrowing func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    switch self {
    case .terminal(let port): try port.read(into: buffer)
    case .socket(let file): try file.read(into: buffer)
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
