import CLinux
import Core
import Glibc
import System

/// A terminal line, open for the program alone: raw, 8N1, without flow control, never blocking.
///
/// Nobody but root can open it meanwhile. What the line was set to before comes back at the end. A hang-up (a USB gadget whose host is gone)
/// shows as the end of what can be read; the port is then of no more use and must be opened anew.
package struct SerialPort: ~Copyable {
  private static let closingWaits = 20
  private static let closingMilliseconds: Int32 = 10

  let speed: SerialSpeed

  private let file: FileDescriptor
  private let original: termios

  /// Descriptor that the poller watches.
  var descriptor: Int32 { file.number }

  /// Opens the terminal at `path`; the failure says what to do.
  init(at path: String, _ speed: SerialSpeed) throws(Failure) {
    do {
      let file = try FileDescriptor(opening: path, O_RDWR | O_NOCTTY | O_NONBLOCK)
      var settings = termios()
      let number = file.number
      try SystemError.check("tcgetattr") { tcgetattr(number, &settings) }
      let original = settings
      // Two readers would each get half of what is typed.
      try SystemError.check("TIOCEXCL") { linux_ioctl_number(number, UInt(TIOCEXCL), 0) }
      SerialPort.makeRaw(&settings, speed)
      try SystemError.check("tcsetattr") { tcsetattr(number, TCSANOW, &settings) }
      self.file = file
      self.original = original
      self.speed = speed
    } catch {
      throw Failure(.console, SerialPort.phrase(for: error, path), cause: error)
    }
  }

  deinit {
    discardWhatIsNotSent()
    // Fails where the device is gone, which has then forgotten its settings itself.
    var settings = original
    tcsetattr(file.number, TCSANOW, &settings)
    _ = linux_ioctl_number(file.number, UInt(TIOCNXCL), 0)
  }

  /// Reads what has come; 0 after a hang-up.
  borrowing func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    try file.read(into: buffer)
  }

  /// Writes what the line has room for.
  borrowing func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) -> Int {
    try file.write(bytes)
  }

  /// How many bytes the line has taken and not sent yet.
  borrowing func queuedByteCount() throws(SystemError) -> Int {
    var byteCount: Int32 = 0
    try file.control("TIOCOUTQ", UInt(TIOCOUTQ), &byteCount)
    return Int(byteCount)
  }

  /// Gives the line a moment for its last words and drops the rest: close(2) would wait half a minute
  /// for a line whose other end does not read.
  private borrowing func discardWhatIsNotSent() {
    for _ in 0..<SerialPort.closingWaits {
      guard let count = try? queuedByteCount(), count > 0 else { return }
      poll(nil, 0, SerialPort.closingMilliseconds)
    }
    tcflush(file.number, TCOFLUSH)
  }

  private static func makeRaw(_ settings: inout termios, _ speed: SerialSpeed) {
    // It clears IXON, which is what we would send, and leaves what the other end could be sent.
    cfmakeraw(&settings)
    settings.c_iflag &= ~(tcflag_t(IXOFF) | tcflag_t(IXANY))
    settings.c_cflag |= tcflag_t(CLOCAL | CREAD)
    settings.c_cflag &= ~(tcflag_t(CSTOPB) | tcflag_t(CRTSCTS))
    cfsetispeed(&settings, speed.code)
    cfsetospeed(&settings, speed.code)
  }

  /// Sentence for when the terminal at `path` could not be opened.
  package static func phrase(for error: SystemError, _ path: String) -> Phrase {
    switch error.code {
    case ENOENT, ENXIO, ENODEV: Phrase.consoleTTYMissing(path)
    case ENOTTY: Phrase.consoleNotATTY(path)
    case EACCES, EPERM: Phrase.consoleTTYForbidden(path)
    case EBUSY:
      Phrase(
        "console.tty.taken",
        """
        Another program has the terminal \(path) for itself. Find it with 'sudo fuser -v \(path)' and stop it, \
        or set another [console] tty in /etc/exhibit/exhibit.toml.
        """)
    default:
      Phrase(
        "console.tty.refused",
        """
        The terminal \(path) cannot be used: \(error.reason). Check the cable, or set another [console] tty in \
        /etc/exhibit/exhibit.toml.
        """)
    }
  }
}

/// A speed that the kernel's terminals know (termios(3)), in bits a second.
struct SerialSpeed: Hashable {
  /// Bits a second.
  let baud: Int
  /// The kernel's name for it, `B115200` and so on.
  let code: speed_t

  /// The kernel's names for the speeds of `BoardPlan.bauds`.
  private static let codes = [
    1200: B1200, 2400: B2400, 4800: B4800, 9600: B9600, 19_200: B19200, 38_400: B38400,
    57_600: B57600, 115_200: B115200, 230_400: B230400, 460_800: B460800, 500_000: B500000,
    921_600: B921600, 1_000_000: B1000000, 1_500_000: B1500000, 2_000_000: B2000000,
    3_000_000: B3000000, 4_000_000: B4000000,
  ]

  /// Bytes that the line sends in a tenth of a second: ten bits a byte, with its start and stop bit.
  var bytesPerTenth: Int { baud / 100 }

  /// The speed of `baud` bits a second, or a failure that names those there are.
  init(baud: Int) throws(Failure) {
    guard let code = SerialSpeed.codes[baud] else {
      let list = BoardPlan.bauds.map { String($0) }.joined(separator: ", ")
      throw Failure(.console, .consoleBaudUnknown(baud, list))
    }
    self.baud = baud
    self.code = speed_t(code)
  }
}

extension Phrase {
  static func consoleTTYMissing(_ path: String) -> Phrase {
    Phrase(
      "console.tty.missing",
      "There is no \(path). Check the cable and the overlay, or set [console] tty in /etc/exhibit/exhibit.toml."
    )
  }

  static func consoleNotATTY(_ path: String) -> Phrase {
    Phrase(
      "console.tty.other",
      "\(path) is not a terminal. Set [console] tty in /etc/exhibit/exhibit.toml to a serial line.")
  }

  static func consoleTTYForbidden(_ path: String) -> Phrase {
    Phrase(
      "console.tty.forbidden",
      "The terminal \(path) may not be opened. Add the user that runs exhibit to the group dialout."
    )
  }

  static func consoleBaudUnknown(_ baud: Int, _ rates: String) -> Phrase {
    Phrase(
      "console.baud.unknown",
      "\(baud) baud is not a speed of a terminal. Set [console] baud to one of \(rates).")
  }
}
