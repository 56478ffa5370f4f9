import CLinux
import Core
import Glibc
import System

/// A program that says one sentence: it reads that from its standard input, and ends.
///
/// Nothing of it makes the loop wait. The sentence is in the pipe before the program is started, and its end is
/// something that the poller finds. With this value it ends, and what it has started with it.
struct SpeechProcess: ~Copyable {
  /// After so long it is ended.
  static let patience = Duration.seconds(20)
  /// The most memory that it may fill, in bytes.
  static let memoryLimit: UInt64 = 256 << 20
  /// The longest sentence, in bytes: what a pipe takes at once, with the end of the line.
  static let sentenceLimit = Int(PIPE_BUF) - 1

  /// What the poller watches: readable when the program has ended.
  let end: FileDescriptor
  /// When it is ended, if it goes on so long; nil once it was told to end.
  ///
  /// Spelt so that Swift 6.0 does not take it for set before the `init` is through.
  private(set) var deadline: Optional<Instant>
  private let process: pid_t
  private let name: String
  private var isSilenced: Bool
  private var isOverdue: Bool

  /// Starts `command`, a program and its arguments, and has it say `sentence`.
  init(_ command: [String], saying sentence: String, at now: Instant) throws(SystemError) {
    let input = try SpeechProcess.pipe(with: sentence)
    let process = try SpeechProcess.spawn(command, readingFrom: input.number)
    // Without a limit it speaks all the same: a sandbox may forbid to set one.
    _ = linux_limit_data(process, SpeechProcess.memoryLimit)
    self.end = try SpeechProcess.watch(process)
    self.process = process
    name = command[0]
    isSilenced = false
    isOverdue = false
    deadline = now + SpeechProcess.patience
  }

  deinit { SpeechProcess.finish(process) }

  /// Ends it because nobody wants to hear more.
  mutating func silence() {
    isSilenced = true
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

  /// How it has ended, once it has; to be asked when `end` is readable.
  borrowing func outcome() -> Event.Voice {
    if isSilenced { return .ended }
    if isOverdue { return .failed(.voiceSlow(name, SpeechProcess.patience.inWords)) }
    var facts = siginfo_t()
    // It stays a zombie, whose number is nobody else's, until this value ends.
    let answer = waitid(P_PID, id_t(process), &facts, WEXITED | WNOWAIT | WNOHANG)
    let isWell =
      answer == 0 && facts.si_code == CLD_EXITED && facts._sifields._sigchld.si_status == 0
    return isWell ? .ended : .failed(.voiceFailed(name))
  }

  /// What tells of the end of `process`, which ends where there is nothing that could.
  private static func watch(_ process: pid_t) throws(SystemError) -> FileDescriptor {
    let number = pidfd_open(process, 0)
    if number >= 0 { return FileDescriptor(owning: number) }
    let error = SystemError(errnoOf: "pidfd_open")
    finish(process)
    throw error
  }

  /// Ends the program and all that it has started.
  ///
  /// It does not wait: where the kernel takes its time, a dead entry stays in its table until our own end.
  private static func finish(_ process: pid_t) {
    kill(-process, SIGKILL)
    waitpid(process, nil, WNOHANG)
  }

  /// The reading end of a pipe that has `sentence` as a line and then ends.
  private static func pipe(with sentence: String) throws(SystemError) -> FileDescriptor {
    var ends: [Int32] = [-1, -1]
    try SystemError.check("pipe2") { pipe2(&ends, O_CLOEXEC) }
    let input = FileDescriptor(owning: ends[0])
    let output = FileDescriptor(owning: ends[1])
    // An empty pipe takes a line of PIPE_BUF bytes at once: pipe(7).
    try output.write(SpeechProcess.cut(sentence) + "\n")
    return input
  }

  /// As many whole characters of `sentence` as there is room for.
  private static func cut(_ sentence: String) -> String {
    var (text, byteCount) = ("", 0)
    for character in sentence {
      byteCount += character.utf8.count
      guard byteCount <= sentenceLimit else { break }
      text.append(character)
    }
    return text
  }
}

/// Starting it: with an environment that says where programs are, and that text is UTF-8.
extension SpeechProcess {
  private static func spawn(
    _ words: [String], readingFrom input: Int32
  ) throws(SystemError) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    prepare(&attributes)
    return try spawn(words, &actions, &attributes)
  }

  /// A group of its own, to be ended as a whole, and signals as every program expects them.
  private static func prepare(_ attributes: inout posix_spawnattr_t) {
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    var ignored = sigset_t()
    sigemptyset(&ignored)
    sigaddset(&ignored, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &ignored)
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
  }

  private static func spawn(
    _ words: [String], _ actions: inout posix_spawn_file_actions_t,
    _ attributes: inout posix_spawnattr_t
  ) throws(SystemError) -> pid_t {
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    let arguments = words.map { strdup($0) } + [nil]
    let environment = [strdup("LC_ALL=C.UTF-8"), strdup("PATH=\(path)"), nil]
    defer { for text in arguments + environment { free(text) } }
    var process: pid_t = 0
    let code = posix_spawnp(
      &process, words[0], &actions, &attributes, arguments, environment)
    guard code == 0 else { throw SystemError(call: "posix_spawnp", code: code) }
    return process
  }
}

extension Phrase {
  static func voiceNotStarted(_ program: String, _ reason: String) -> Phrase {
    Phrase(
      "voice.not-started",
      "The voice '{1}' does not start: {2}; see command in [voice] of the configuration.", program,
      reason)
  }

  static func voiceFailed(_ program: String) -> Phrase {
    Phrase(
      "voice.failed",
      "The voice '{1}' ended with an error; try its command in a shell, with text to say.", program)
  }

  static func voiceSlow(_ program: String, _ time: String) -> Phrase {
    Phrase(
      "voice.slow",
      "The voice '{1}' was ended after {2}; see whether another program has the sound.", program,
      time)
  }
}
