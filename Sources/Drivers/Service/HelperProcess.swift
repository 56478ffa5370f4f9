import CLinux
import Core
import Glibc
import System

/// A program that is started for one thing and ends by itself: bounded in time and memory, and alone in a group of
/// its own.
///
/// Nothing of it makes the loop wait: its end is something that the poller finds. With this value it ends, and what it
/// has started with it, as far as that has not left its group, as by setsid(2). It has no descriptor but those that it
/// is given: all of ours are closed when it starts.
struct HelperProcess: ~Copyable {
  /// How much it may take.
  struct Limits: Sendable {
    /// After so long it is ended.
    let time: Duration
    /// The most memory that it may fill, in bytes.
    let memory: UInt64
    /// Whether all else has the processor first, and memory too: where that runs out, this is ended before others.
    let isPatient: Bool
  }

  /// What it reads from and writes to, as descriptors; nil: nothing, and to nowhere.
  struct Streams {
    let input: Int32?
    /// Its standard output.
    let output: Int32?
    /// Its standard error.
    let errors: Int32?
    /// The file that it finds at the first descriptor behind those.
    let more: Int32?

    /// Streams of which one takes all that it says, or two.
    init(input: Int32?, output: Int32?, errors: Int32? = nil, more: Int32? = nil) {
      (self.input, self.output, self.more) = (input, output, more)
      self.errors = errors ?? output
    }
  }

  /// How it has ended, or why it was ended.
  enum Outcome: Equatable, Sendable {
    /// It goes on.
    case running
    /// With status 0.
    case well
    /// With another status, or by a signal.
    case badly
    /// It was told to.
    case stopped
    /// It went on for too long.
    case overdue
  }

  /// What the poller watches: readable when the program has ended.
  let end: FileDescriptor
  /// When it is ended, if it goes on so long; nil once it was told to end.
  ///
  /// Spelt so that Swift 6.0 does not take it for set before the `init` is through.
  private(set) var deadline: Optional<Instant>
  private let process: pid_t
  private var isStopped: Bool
  private var isOverdue: Bool

  /// Starts `command`, a program and its arguments.
  init(
    _ command: [String], _ streams: Streams, _ limits: Limits, at now: Instant
  ) throws(SystemError) {
    let process = try ProcessStart(
      streams.input, streams.output, streams.errors, more: streams.more
    ).spawn(command, environment: HelperProcess.environment)
    // Without limits it runs all the same: a sandbox may forbid to set them.
    _ = linux_limit_data(process, limits.memory)
    if limits.isPatient { HelperProcess.yield(process) }
    self.end = try HelperProcess.watch(process)
    self.process = process
    isStopped = false
    isOverdue = false
    deadline = now + limits.time
  }

  deinit { HelperProcess.finish(process) }

  /// Ends it because nobody wants more of it.
  mutating func stop() {
    isStopped = true
    deadline = nil
    kill(-process, SIGKILL)
  }

  /// Ends it if it has gone on for too long at `now`.
  mutating func expire(at now: Instant) {
    guard let deadline, now >= deadline else { return }
    isOverdue = true
    self.deadline = nil
    kill(-process, SIGKILL)
  }

  /// How it has ended, once `end` is readable.
  borrowing func outcome() -> Outcome {
    var facts = siginfo_t()
    // It stays a zombie, whose number is nobody else's, until this value ends.
    let answer = waitid(P_PID, id_t(process), &facts, WEXITED | WNOWAIT | WNOHANG)
    if answer == 0, facts._sifields._sigchld.si_pid == 0 { return .running }
    if isStopped { return .stopped }
    if isOverdue { return .overdue }
    let isWell =
      answer == 0 && facts.si_code == CLD_EXITED && facts._sifields._sigchld.si_status == 0
    return isWell ? .well : .badly
  }

  /// It says where programs are, and that text is UTF-8.
  private static var environment: [String] {
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    return ["LC_ALL=C.UTF-8", "PATH=\(path)"]
  }

  /// Lets all others go before `process`: it inherits that the kernel is to spare us (proc_pid_oom_score_adj(5)).
  private static func yield(_ process: pid_t) {
    _ = linux_make_patient(process)
    let file = "/proc/\(process)/oom_score_adj"
    guard let file = try? FileDescriptor(opening: file, O_WRONLY) else { return }
    // Without it the program runs all the same.
    try? file.write("500")
  }

  /// What tells of the end of `process`, which ends where there is nothing that could.
  private static func watch(_ process: pid_t) throws(SystemError) -> FileDescriptor {
    let number = pidfd_open(process, 0)
    if number >= 0 { return FileDescriptor(owning: number) }
    let error = SystemError(errnoOf: "pidfd_open")
    finish(process)
    throw error
  }

  /// Ends the program and all that it has started in its group.
  ///
  /// It does not wait: where the kernel takes its time, a dead entry stays in its table until our own end.
  private static func finish(_ process: pid_t) {
    kill(-process, SIGKILL)
    waitpid(process, nil, WNOHANG)
  }
}

/// Pipes, both of whose ends are closed in other programs.
///
/// Their ends come as numbers: Swift 6.0.3 can't part a value that owns both in a function that may throw.
enum Pipe {
  /// The ends of an empty pipe, both for the caller to own.
  static func open() throws(SystemError) -> (input: Int32, output: Int32) {
    var ends: [Int32] = [-1, -1]
    try SystemError.check("pipe2") { pipe2(&ends, O_CLOEXEC) }
    return (ends[0], ends[1])
  }

  /// The reading end of a pipe that has `text` and then ends.
  ///
  /// The pipe takes it at once, at least PIPE_BUF bytes (pipe(7)); where it doesn't, the failure says so.
  static func filled(with text: String) throws(SystemError) -> FileDescriptor {
    let ends = try open()
    let input = FileDescriptor(owning: ends.input)
    let output = FileDescriptor(owning: ends.output)
    try SystemError.check("fcntl") { fcntl(ends.output, F_SETFL, O_NONBLOCK) }
    try output.write(text)
    return input
  }
}
