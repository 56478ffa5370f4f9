import Core
import Glibc
import System

/// A program that hears of one durable piece: its file by the last argument, what is known of it on its standard
/// input.
///
/// What it says is read as it comes; only its end is kept, for the log.
struct HookProcess: ~Copyable {
  /// How much it may take.
  static let limits = HelperProcess.Limits(
    time: .seconds(60), memory: 256 << 20, isPatient: true)
  /// The most that it may say, in bytes.
  static let outputLimit = 65_536
  /// So many of the last bytes that it says are kept: more than a line of the log is long.
  static let keptCount = 400

  private var helper: HelperProcess
  private let output: FileDescriptor
  private let name: String
  private var said: [UInt8]
  private var saidCount: Int
  /// Whether nobody can say more to `output`.
  private var isSilent: Bool

  /// Starts `command`, a program and its arguments, for the file `path` of which `json` is known.
  init(
    _ command: [String], about path: String, _ json: String, at now: Instant
  ) throws(SystemError) {
    let input = try Pipe.filled(with: json + "\n")
    let ends = try Pipe.open()
    let ear = FileDescriptor(owning: ends.input)
    let mouth = FileDescriptor(owning: ends.output)
    // Only our end: what the program writes to has to be as every program expects it.
    try SystemError.check("fcntl") { fcntl(ends.input, F_SETFL, O_NONBLOCK) }
    let streams = HelperProcess.Streams(input: input.number, output: mouth.number)
    let helper = try HelperProcess(command + [path], streams, HookProcess.limits, at: now)
    self.helper = helper
    output = ear
    name = command[0]
    said = []
    saidCount = 0
    isSilent = false
  }

  /// Descriptor that is readable when the program has ended.
  var end: Int32 { helper.end.number }

  /// Descriptor that is readable when it has said something.
  var mouth: Int32 { output.number }

  /// When it is ended, if it goes on so long; nil once it was told to end.
  var deadline: Instant? { helper.deadline }

  /// Ends it if it has gone on for too long at `now`.
  mutating func expire(at now: Instant) { helper.expire(at: now) }

  /// Takes what it has said; one that says too much is ended.
  ///
  /// - Returns: whether more may come: a descriptor at its end would be found ready for ever.
  mutating func listen() -> Bool {
    while !isSilent, saidCount <= HookProcess.outputLimit {
      do throws(SystemError) {
        let bytes = try output.someBytes(atMost: 4096)
        if bytes.isEmpty { isSilent = true }
        saidCount += bytes.count
        said = (said + bytes).suffix(HookProcess.keptCount)
      } catch {
        if error.code == EAGAIN { return true }
        isSilent = true
      }
    }
    if saidCount > HookProcess.outputLimit { helper.stop() }
    return false
  }

  /// How it has ended; nil while it goes on.
  mutating func outcome() -> Event.Hook? {
    let outcome = helper.outcome()
    if outcome == .running { return nil }
    _ = listen()
    let seconds = Int(HookProcess.limits.time.inSeconds)
    return switch outcome {
    case .running: nil
    case .well: .ended
    case .badly: .failed(.hookEndedBadly(name, lastLine))
    case .stopped: .failed(.hookLoud(name, HookProcess.outputLimit >> 10, lastLine))
    case .overdue: .failed(.hookSlow(name, seconds, lastLine))
    }
  }

  /// The last line of what it said.
  private var lastLine: String {
    let lines = said.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    return String(decoding: lines.last ?? [], as: UTF8.self).printable
  }
}

extension Phrase {
  static func hookNotStarted(_ program: String, _ reason: String) -> Phrase {
    Phrase(
      "hook.not-started",
      "the hook '{1}' does not start: {2}; see stored in [hooks] of the configuration.", program,
      reason)
  }

  static func hookEndedBadly(_ program: String, _ said: String) -> Phrase {
    said.isEmpty
      ? Phrase("hook.failed-silently", "the hook '{1}' ended with an error.", program)
      : Phrase("hook.failed", "the hook '{1}' ended with an error and said \"{2}\".", program, said)
  }

  static func hookSlow(_ program: String, _ seconds: Int, _ said: String) -> Phrase {
    said.isEmpty
      ? Phrase("hook.slow-silently", "the hook '{1}' was ended after {2} s.", program, seconds)
      : Phrase(
        "hook.slow", "the hook '{1}' was ended after {2} s and said \"{3}\".", program, seconds,
        said)
  }

  static func hookLoud(_ program: String, _ kilobytes: Int, _ said: String) -> Phrase {
    said.isEmpty
      ? Phrase(
        "hook.loud-silently", "the hook '{1}' was ended because it wrote more than {2} kB.",
        program,
        kilobytes)
      : Phrase(
        "hook.loud", "the hook '{1}' was ended because it said more than {2} kB, such as \"{3}\".",
        program, kilobytes, said)
  }
}
