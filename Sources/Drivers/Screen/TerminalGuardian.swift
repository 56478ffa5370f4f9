import CLinux
import Core
import Glibc
import System

/// Puts a terminal back when the program can't: after SIGKILL, a trap, or an exit that skips `deinit`.
///
/// It is a shell that waits at a socket for the word "done". If the socket closes without it, the
/// program is gone, and the shell says the farewell sequence and has stty(1) restore the settings, unless the
/// user's own shell was quicker: a raw terminal alone turns Ctrl-C into a key (`-isig`). It is a session of
/// its own, so that what ends the program's whole process group leaves it alone.
struct TerminalGuardian: ~Copyable {
  private static let shell = "/bin/sh"
  private static let script = """
    trap '' INT TERM HUP QUIT
    read -r word && [ "$word" = done ] && exit
    exec <&1
    printf %s "$2"
    case $(stty -a) in *-isig*) stty "$1" ;; esac
    """
  private static let done = "done\n"
  private static let endWaits = 200
  private static let endMilliseconds: Int32 = 5

  private let lifeline: FileDescriptor
  let process: pid_t

  /// Watches over the terminal at `path`, which is to be set to `original`, and sent `farewell`.
  init(
    of path: String, _ original: termios, farewell: String
  ) throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    try SystemError.check("socketpair") { socketpair(AF_UNIX, type, 0, &ends) }
    let lifeline = FileDescriptor(owning: ends[0])
    let theirs = FileDescriptor(owning: ends[1])
    // Not the program's own description of it: a shell writes to what blocks.
    let terminal = try FileDescriptor(opening: path, O_RDWR | O_NOCTTY)
    let process = try TerminalGuardian.spawn(
      input: theirs.number, output: terminal.number, original.inWords, farewell)
    self.lifeline = lifeline
    self.process = process
  }

  deinit {
    // A guardian that was killed is no reason for SIGPIPE.
    _ = send(
      lifeline.number, TerminalGuardian.done, TerminalGuardian.done.utf8.count,
      Int32(MSG_NOSIGNAL))
    for _ in 0..<TerminalGuardian.endWaits {
      guard waitpid(process, nil, WNOHANG) == 0 else { return }
      poll(nil, 0, TerminalGuardian.endMilliseconds)
    }
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
  }

  /// Starts the shell with `input` and `output`, and with nothing else of this process: neither its other
  /// descriptors nor its blocked and ignored signals.
  ///
  /// - Returns: its process, which is the caller's to wait for.
  static func spawn(
    input: Int32, output: Int32, _ settings: String, _ farewell: String
  ) throws(SystemError) -> pid_t {
    var (actions, attributes) = (posix_spawn_file_actions_t(), posix_spawnattr_t())
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    connect(input, output, by: &actions)
    separate(by: &attributes)
    let words = [shell, "-c", script, "exhibit-guardian", settings, farewell]
    let arguments = words.map { $0.withCString { strdup($0) } } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process: pid_t = 0
    let code = posix_spawn(&process, shell, &actions, &attributes, arguments, environ)
    guard code == 0 else { throw SystemError(call: "posix_spawn", code: code) }
    return process
  }

  private static func connect(
    _ input: Int32, _ output: Int32, by actions: inout posix_spawn_file_actions_t
  ) {
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1)
  }

  private static func separate(by attributes: inout posix_spawnattr_t) {
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    let flags = Int32(linux_spawn_setsid) | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    posix_spawnattr_setflags(&attributes, Int16(flags))
  }
}

extension termios {
  /// The settings as `stty -g` prints them and stty(1) takes them: hexadecimal words between colons.
  var inWords: String {
    let controls = withUnsafeBytes(of: c_cc) { $0.map { UInt32($0) } }
    return ([c_iflag, c_oflag, c_cflag, c_lflag] + controls)
      .map { String($0, radix: 16) }.joined(separator: ":")
  }
}
