import Core
import Door
import Glibc
import System

/// A terminal taken over as a whole: keys come as they are pressed, and rows are painted.
///
/// It shows the alternate screen without a cursor. While the shell has the program stopped, the terminal is the
/// shell's. The terminal is put back by this value's end; after SIGKILL there
/// is none, and the user's shell or reset(1) does it.
package struct Screen: ~Copyable {
  /// Columns and rows of a terminal.
  package struct Size: Hashable, Sendable {
    /// Characters a row.
    package let columns: Int
    /// Rows.
    package let rows: Int

    /// A size in characters.
    package init(columns: Int, rows: Int) {
      self.columns = columns
      self.rows = rows
    }

    /// That of the terminal that is open as `descriptor`; nil where it is none, or one that doesn't know.
    init?(ofTerminal descriptor: Int32) {
      var size = winsize()
      guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
      else { return nil }
      self.init(columns: Int(size.ws_col), rows: Int(size.ws_row))
    }
  }

  /// The most that is read at once; what is beyond it comes with the next read.
  static let readByteCount = 512

  private let terminal: RawTerminal
  private let jobs: JobControl
  private var canvas: ScreenCanvas
  private var parser: KeyParser

  /// Whether standard input and output are both a terminal that can do more than print lines.
  package static var isPossible: Bool {
    let capabilities = TerminalCapabilities.ofEnvironment
    return isTerminal && capabilities.isKnown && !capabilities.isDumb
  }

  /// Whether standard input and output are both a terminal.
  package static var isTerminal: Bool {
    isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
  }

  /// Lines of a page on standard output: all rows but one, where it is a terminal that knows how many it has.
  private static var pageLength: Int {
    guard let size = OutputTerminal.size, size.rows > 1 else { return Pager.usualLength }
    return size.rows - 1
  }

  /// A pager of what is printed on standard output.
  package static var pager: Pager {
    var pager = Pager(length: pageLength)
    pager.columns = OutputTerminal.size?.columns ?? Pager.usualColumns
    return pager
  }

  /// Takes over the terminal that the program was started on.
  ///
  /// Errors: that of the call that failed, ENOTTY where standard input is no terminal.
  package init() throws(SystemError) {
    try self.init(at: try Screen.path(), .ofEnvironment)
  }

  /// Takes over the terminal at `path`.
  init(at path: String, _ capabilities: TerminalCapabilities) throws(SystemError) {
    let jobs = try JobControl()
    let terminal = try RawTerminal(at: path)
    var opening = UnsentBytes(RawTerminal.opening.utf8)
    _ = try terminal.send(&opening)
    self.jobs = jobs
    self.terminal = terminal
    canvas = ScreenCanvas(capabilities, unsent: opening)
    parser = KeyParser()
  }

  /// Descriptor that the poller watches for reading: keys.
  package var descriptor: Int32 { terminal.descriptor }

  /// Another: signals to stop and to go on.
  package var jobDescriptor: Int32 { jobs.descriptor }

  /// How large the terminal is at this moment.
  package var size: Size { terminal.size }

  /// The keys that were pressed since the last call; never blocks.
  ///
  /// Errors: EIO once the terminal is gone, and then for ever.
  package mutating func keys() throws(SystemError) -> [Key] {
    var bytes = [UInt8](repeating: 0, count: Screen.readByteCount)
    let count = try bytes.withUnsafeMutableBytes { buffer in
      Result { () throws(SystemError) in try terminal.read(into: buffer) }
    }.get()
    guard let count else { return [] }
    guard count > 0 else { throw SystemError(call: "read", code: EIO) }
    let keys = parser.keys(in: bytes[..<count], isAll: count < bytes.count)
    if keys.contains(.refresh) { canvas.forget() }
    return keys
  }

  /// Gives the terminal back, stops this process and its job, and takes the terminal over again when it goes on.
  ///
  /// Blocks for as long as that lasts. Errors: EIO if the terminal is gone then.
  package mutating func suspend() throws(SystemError) {
    try suspend(all: true)
  }

  /// Obeys the signals that came to stop and to go on, as `suspend` does.
  package mutating func obeySignals() throws(SystemError) {
    let signals = jobs.take()
    if signals.stop { return try suspend(all: false) }
    // A shell that stopped it by force has left the terminal as it likes it.
    if signals.goOn { try resume() }
  }

  private mutating func suspend(all: Bool) throws(SystemError) {
    terminal.giveBack()
    jobs.stop(all: all)
    try resume()
  }

  private mutating func resume() throws(SystemError) {
    try terminal.takeBack()
    canvas.begin(with: RawTerminal.opening.utf8)
  }

  /// Shows `rows` from the top and nothing below them, cut at the terminal's size.
  ///
  /// Sends only what changed since the last time; never blocks. What a slow terminal can't take now is
  /// painted by a later call. Errors: EIO once the terminal is gone.
  package mutating func paint(_ rows: [ScreenRow]) throws(SystemError) {
    try canvas.paint(rows, in: terminal.size) { bytes throws(SystemError) in
      try terminal.write(bytes)
    }
  }

  /// Path of the terminal that the program was started on.
  static func path() throws(SystemError) -> String {
    var name = [CChar](repeating: 0, count: Int(PATH_MAX))
    let code = ttyname_r(STDIN_FILENO, &name, name.count)
    if code == ENOTTY { throw SystemError(call: "ttyname_r", code: code) }
    // In a container the terminal may have been opened outside, where its name means something.
    guard code == 0, access(name, R_OK | W_OK) == 0 else { return "/dev/tty" }
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
  }
}
