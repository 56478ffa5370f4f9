import CLinux
import Core
import Glibc
import System

@testable import Drivers

/// A terminal that was made raw, and its guardian, as a program has them that may be killed.
struct GuardedTerminal: ~Copyable {
  static let farewell = "good bye"

  let terminal: PseudoTerminal
  /// How the terminal was set before.
  let original: String
  let guardian: pid_t

  private let line: FileDescriptor
  private var lifeline: Peer

  init() throws {
    let terminal = try PseudoTerminal()
    var settings = try terminal.settings()
    let original = settings.inWords
    let line = try FileDescriptor(opening: terminal.path, O_RDWR | O_NOCTTY)
    var ends: [Int32] = [-1, -1]
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    try SystemError.check("socketpair") { socketpair(AF_UNIX, type, 0, &ends) }
    let ours = Peer(owning: ends[0])
    let theirs = FileDescriptor(owning: ends[1])
    let guardian = try TerminalGuardian.spawn(
      input: theirs.number, output: line.number, original, GuardedTerminal.farewell)
    cfmakeraw(&settings)
    let number = line.number
    try SystemError.check("tcsetattr") { tcsetattr(number, TCSANOW, &settings) }
    self.terminal = terminal
    self.original = original
    self.guardian = guardian
    self.line = line
    lifeline = ours
  }

  /// The kernel closes what a killed program had open.
  mutating func killProgram() { lifeline.close() }

  /// Sets the terminal as a shell does while it edits its line, and tells the settings.
  borrowing func editLines() throws -> String {
    var settings = try terminal.settings()
    settings.c_lflag |= tcflag_t(ISIG)
    settings.c_oflag |= tcflag_t(OPOST)
    let number = line.number
    try SystemError.check("tcsetattr") { tcsetattr(number, TCSANOW, &settings) }
    return settings.inWords
  }

  /// What the program tells its guardian.
  borrowing func say(_ text: String) throws { try lifeline.send(text) }

  /// Waits at most ten seconds until the guardian ignores the signals that it means to ignore.
  borrowing func waitUntilPrepared() throws {
    let ignored = [SIGINT, SIGTERM, SIGHUP, SIGQUIT].reduce(UInt64(0)) { $0 | 1 << ($1 - 1) }
    for _ in 0..<10_000 {
      if let mask = signals("SigIgn"), mask & ignored == ignored { return }
      poll(nil, 0, 1)
    }
    throw SystemError(call: "trap", code: ETIMEDOUT)
  }

  /// A mask of signals in the guardian's /proc/PID/status.
  borrowing func signals(_ name: String) -> UInt64? {
    guard let file = fopen("/proc/\(guardian)/status", "r") else { return nil }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, Int32(line.count), file) != nil {
      let words = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
        .split(whereSeparator: \.isWhitespace)
      if words.first == "\(name):", words.count == 2 { return UInt64(words[1], radix: 16) }
    }
    return nil
  }

  /// How many descriptors the guardian has open.
  borrowing func descriptorCount() -> Int {
    var found = glob_t()
    defer { globfree(&found) }
    guard glob("/proc/\(guardian)/fd/*", 0, nil, &found) == 0 else { return 0 }
    return Int(found.gl_pathc)
  }

  /// Waits for the guardian's end.
  borrowing func exitStatus() -> Int32 {
    var status: Int32 = -1
    waitpid(guardian, &status, 0)
    return status
  }
}
