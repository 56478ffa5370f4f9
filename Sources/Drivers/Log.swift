import CLinux
import Core
import Glibc
import System

/// What the program tells about itself, a line at a time, to the journal or to standard error.
///
/// It never waits: a line that its reader has no room for is dropped.
struct Log: ~Copyable {
  private let descriptor: Int32
  private let format: LogLine.Format

  /// A log to standard error, in the journal's form where systemd reads that.
  init() {
    let journal = getenv("JOURNAL_STREAM").map { String(cString: $0) }
    self.init(to: STDERR_FILENO, journal: journal)
  }

  /// A log to `descriptor`, which stays its owner's; `journal` is what systemd says of its stream.
  init(to descriptor: Int32, journal: String?) {
    self.descriptor = descriptor
    let isJournal = journal != nil && journal == Log.stream(descriptor)
    format = isJournal ? .journal : .standardError(process: getpid())
  }

  /// Something does not work.
  func error(_ speaker: String, _ text: String) { write(.error, speaker, text) }

  /// Writes `text` as `speaker`, the type that it comes from, says it.
  func write(_ level: LogLevel, _ speaker: String, _ text: String) {
    let line = LogLine(level, speaker, text)
    let bytes = line.bytes(as: format, at: Clock.localTime())
    if isWritable { _ = Glibc.write(descriptor, bytes, bytes.count) }
  }

  /// A pipe, a socket or a terminal that is ready has room for `LogLine.byteLimit`.
  private var isWritable: Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&request, 1, 0) == 1 && request.revents == Int16(POLLOUT)
  }

  /// The name that systemd gives the stream in `JOURNAL_STREAM` (systemd.exec(5)): device and inode.
  private static func stream(_ descriptor: Int32) -> String? {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? "\(status.st_dev):\(status.st_ino)" : nil
  }
}

/// One line of the log, before it is known who reads it.
struct LogLine {
  /// The longest line in bytes, end included: what a pipe that is ready takes whole (pipe(7)).
  static let byteLimit = 4096

  /// What stands before the text.
  enum Format: Hashable {
    /// The journal adds time, program and process itself, and takes the priority off.
    case journal
    /// Local time with microseconds and offset, program and process.
    case standardError(process: Int32)
  }

  private let level: LogLevel
  private let speaker: String
  private let text: String

  init(_ level: LogLevel, _ speaker: String, _ text: String) {
    self.level = level
    self.speaker = speaker
    self.text = text
  }

  /// The whole line with its end; printable, so that it is one line.
  func bytes(as format: Format, at time: Clock.LocalTime) -> [UInt8] {
    let line = "\(prefix(for: format, at: time))[\(speaker)] \(level.name): \(text.printable)"
    return LogLine.cut(Array(line.utf8)) + [.lineFeed]
  }

  private func prefix(for format: Format, at time: Clock.LocalTime) -> String {
    switch format {
    case .journal: "<\(level.rawValue)>"
    case .standardError(let process): "\(time) exhibit[\(process)] "
    }
  }

  /// The bytes themselves, or as many whole characters as leave room for an ellipsis and the end.
  private static func cut(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.count >= byteLimit else { return bytes }
    let ellipsis = Array("…".utf8)
    var end = byteLimit - 1 - ellipsis.count
    while end > 0, bytes[end].continuesCharacter { end -= 1 }
    return bytes[..<end] + ellipsis
  }
}
