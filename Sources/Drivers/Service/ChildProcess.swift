import CLinux
import Core
import Glibc
import System

/// A program that is run for what it says on its standard output; with this value it ends, and what it
/// has started with it.
struct ChildProcess: ~Copyable {
  /// The longest answer in bytes.
  static let byteLimit = 65_536

  private let process: pid_t
  private let output: FileDescriptor

  /// Starts `program`, which is looked for in `PATH` if it is no path, with `arguments`.
  ///
  /// It has nothing to read, nobody reads its standard error, and its language is English.
  init(_ program: String, _ arguments: [String]) throws(SystemError) {
    let ends = try Pipe.open()
    let input = FileDescriptor(owning: ends.input)
    let output = FileDescriptor(owning: ends.output)
    process = try ProcessStart(nil, output.number, nil)
      .spawn([program] + arguments, environment: ["LC_ALL=C"])
    self.output = input
  }

  deinit {
    kill(-process, SIGKILL)
    waitpid(process, nil, 0)
  }

  /// All that it says; nil if it ends with another status than 0.
  ///
  /// Errors: `ETIMEDOUT` if it has not ended after `time`, `EMSGSIZE` if it says more than `byteLimit`.
  borrowing func answer(within time: Duration) throws(SystemError) -> String? {
    let deadline = Deadline(after: time)
    var bytes: [UInt8] = []
    while true {
      try deadline.wait(for: POLLIN, on: output.number)
      let more = try output.someBytes(atMost: ChildProcess.byteLimit)
      if more.isEmpty { break }
      bytes += more
      guard bytes.count <= ChildProcess.byteLimit else {
        throw SystemError(call: "read", code: EMSGSIZE)
      }
    }
    return try hasSucceeded(by: deadline) ? String(decoding: bytes, as: UTF8.self) : nil
  }

  /// Waits for its end, which may come after that of its output.
  private borrowing func hasSucceeded(by deadline: Deadline) throws(SystemError) -> Bool {
    let process = process
    let end = FileDescriptor(
      owning: try SystemError.check("pidfd_open") { pidfd_open(process, 0) })
    try deadline.wait(for: POLLIN, on: end.number)
    var facts = siginfo_t()
    // It stays a zombie, whose number is nobody else's, until this value ends.
    try SystemError.check("waitid") { waitid(P_PID, id_t(process), &facts, WEXITED | WNOWAIT) }
    return facts.si_code == CLD_EXITED && facts._sifields._sigchld.si_status == 0
  }
}
