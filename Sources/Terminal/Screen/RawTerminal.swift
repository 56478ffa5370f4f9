import CLinux
import Core
import Door
import Glibc
import System

/// A terminal that sends keys as they are pressed and shows what it is sent, until this value ends.
///
/// Its description is its own: the shell that shares standard input never finds itself non-blocking.
struct RawTerminal: ~Copyable {
  private static let closingMilliseconds: Int32 = 500
  /// The alternate screen, the cursor hidden, and no wrapping at the right edge (xterm's private modes).
  static let opening = "\u{1b}[?1049h\u{1b}[?25l\u{1b}[?7l\u{1b}[0m\u{1b}[2J"
  /// CAN first: it ends a sequence that was cut off.
  static let closing = "\u{18}\u{1b}[0m\u{1b}[?7h\u{1b}[?25h\u{1b}[?1049l"

  private let file: FileDescriptor
  private let original: termios

  /// Descriptor that the poller watches.
  var descriptor: Int32 { file.number }

  /// Makes the terminal at `path` raw; errors are those of open(2) and tcgetattr(3).
  init(at path: String) throws(SystemError) {
    let file = try FileDescriptor(opening: path, O_RDWR | O_NOCTTY | O_NONBLOCK)
    let number = file.number
    var settings = termios()
    try SystemError.check("tcgetattr") { tcgetattr(number, &settings) }
    try RawTerminal.makeRaw(number, settings)
    self.file = file
    original = settings
  }

  deinit {
    giveBack()
  }

  /// Lends the terminal to others as it was before; `takeBack` makes it raw again.
  borrowing func giveBack() {
    sendClosing()
    // Fails where the terminal is gone. What was typed and not read is not for the shell.
    var settings = original
    tcflush(file.number, TCIFLUSH)
    tcsetattr(file.number, TCSANOW, &settings)
  }

  /// Makes the terminal raw again, whatever others have made of it.
  borrowing func takeBack() throws(SystemError) {
    try RawTerminal.makeRaw(file.number, original)
  }

  private static func makeRaw(_ number: Int32, _ original: termios) throws(SystemError) {
    var settings = original
    cfmakeraw(&settings)
    try SystemError.check("tcsetattr") { tcsetattr(number, TCSANOW, &settings) }
  }

  /// How large the terminal is now; 80 × 24 where it doesn't know.
  var size: Screen.Size {
    Screen.Size(ofTerminal: file.number) ?? Screen.Size(columns: 80, rows: 24)
  }

  /// Reads what has come, or nil if nothing has; 0 after a hang-up.
  borrowing func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int? {
    do {
      return try file.read(into: buffer)
    } catch let error where error.code == EAGAIN {
      return nil
    }
  }

  /// Writes what the terminal takes now, which may be nothing.
  borrowing func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) -> Int {
    do {
      return try file.write(bytes)
    } catch let error where error.code == EAGAIN {
      return 0
    }
  }

  /// Writes what the terminal takes now, and says whether that was all.
  borrowing func send(_ unsent: inout UnsentBytes) throws(SystemError) -> Bool {
    try unsent.flush { bytes throws(SystemError) in try write(bytes) }
  }

  /// A terminal that has stopped reading gets a moment; then what waits for it makes room.
  private borrowing func sendClosing() {
    var closing = UnsentBytes(RawTerminal.closing.utf8)
    for _ in 0..<2 {
      let result = Result { () throws(SystemError) in try send(&closing) }
      // It fails where the terminal is gone, and nothing is left to restore.
      guard case .success(false) = result else { return }
      var request = pollfd(fd: file.number, events: Int16(POLLOUT), revents: 0)
      if poll(&request, 1, RawTerminal.closingMilliseconds) == 0 { tcflush(file.number, TCOFLUSH) }
    }
  }
}
