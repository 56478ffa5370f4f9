import CLinux
import Core
import Glibc
import System

/// How another program is started: what it reads from and writes to, in a group of its own, which can be ended as a
/// whole, and with signals as every program expects them.
///
/// posix_spawn(3) runs nothing of ours in the child, and all our descriptors close themselves there.
struct ProcessStart {
  /// Descriptors for its standard input, output and error, nil is /dev/null, and perhaps for one more.
  private let streams: [Int32?]

  init(_ input: Int32?, _ output: Int32?, _ error: Int32?, more: Int32? = nil) {
    streams = [input, output, error] + (more.map { [$0] } ?? [])
  }

  /// Starts the program and arguments `words`, which is looked for in `PATH` if it is no path.
  ///
  /// Blocks until the kernel has found the program and read its beginning.
  func spawn(_ words: [String], environment: [String]) throws(SystemError) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (place, descriptor) in streams.enumerated() {
      if let descriptor {
        posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(place))
      } else {
        posix_spawn_file_actions_addopen(&actions, Int32(place), "/dev/null", O_RDWR, 0)
      }
    }
    // Ours close themselves; those that our own parent left open don't.
    _ = linux_close_from(&actions, Int32(streams.count))
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    ProcessStart.prepare(&attributes)
    return try ProcessStart.spawn(words, environment, &actions, &attributes)
  }

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
    _ words: [String], _ environment: [String],
    _ actions: inout posix_spawn_file_actions_t, _ attributes: inout posix_spawnattr_t
  ) throws(SystemError) -> pid_t {
    let arguments = words.map { strdup($0) } + [nil]
    let variables = environment.map { strdup($0) } + [nil]
    defer { for text in arguments + variables { free(text) } }
    var process: pid_t = 0
    let code = posix_spawnp(&process, words[0], &actions, &attributes, arguments, variables)
    guard code == 0 else { throw SystemError(call: "posix_spawnp", code: code) }
    return process
  }
}
