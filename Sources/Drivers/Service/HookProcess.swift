import Board
import CLinux
import Core
import Glibc
import System

/// A program that hears of one piece, or looks at it or at a frame: the file by the last argument, what is known of it on
/// its standard input.
///
/// A frame is in memory alone, where the program has it open.
/// What it says is read as it comes. Of a hook only the end is kept, for the log; of an analyser the whole answer too.
struct HookProcess: ~Copyable {
  /// The most that one may say that is not asked, in bytes, and the most that any may complain.
  static let outputLimit = 65_536
  /// So many of the last bytes that it says are kept: more than a line of the log is long.
  static let keptCount = 400

  private var helper: HelperProcess
  private let program: HookProgram
  private var speech: Ear
  private var complaints: Ear
  /// Whether nobody wants to know any more what it would say.
  private var isInterrupted = false

  /// Starts `command`, a program and its arguments, for `call`.
  init(_ command: [String], about call: HookCall, at now: Instant) throws(SystemError) {
    let program = HookProgram(call.task, command)
    let input = try Pipe.filled(with: call.json + "\n")
    let said = try Pipe.open()
    let speech = Ear(owning: said.input, of: program.outputLimit, keeping: program.keptCount)
    let mouth = FileDescriptor(owning: said.output)
    let complained = try Pipe.open()
    let complaints = Ear(
      owning: complained.input, of: HookProcess.outputLimit, keeping: HookProcess.keptCount)
    let errors = FileDescriptor(owning: complained.output)
    try speech.unblock()
    try complaints.unblock()
    var frame: Int32?
    if let picture = call.frame { frame = try FrameFile.open(picture) }
    defer { if let frame { close(frame) } }
    let streams = HelperProcess.Streams(
      input: input.number, output: mouth.number, errors: errors.number, more: frame)
    let helper = try HelperProcess(command + [call.path], streams, program.limits, at: now)
    self.helper = helper
    self.program = program
    self.speech = speech
    self.complaints = complaints
  }

  /// Descriptor that is readable when the program has ended.
  var end: Int32 { helper.end.number }

  /// Descriptor that is readable when it has said something.
  var mouth: Int32 { speech.number }

  /// Descriptor that is readable when it has complained.
  var complaint: Int32 { complaints.number }

  /// When it is ended, if it goes on so long; nil once it was told to end.
  var deadline: Instant? { helper.deadline }

  /// Ends it if it has gone on for too long at `now`.
  mutating func expire(at now: Instant) { helper.expire(at: now) }

  /// Ends it because there is something else to do.
  mutating func interrupt() {
    helper.stop()
    isInterrupted = true
  }

  /// Takes what it has said; one that says too much is ended.
  ///
  /// - Returns: whether more may come: a descriptor at its end would be found ready for ever.
  mutating func listen() -> Bool {
    let isOpen = speech.listen()
    if speech.isFull { helper.stop() }
    return isOpen
  }

  /// The same of what it has complained.
  mutating func listenToComplaints() -> Bool {
    let isOpen = complaints.listen()
    if complaints.isFull { helper.stop() }
    return isOpen
  }

  /// How it has ended; nil while it goes on.
  mutating func outcome() -> Event.Hook? {
    let outcome = helper.outcome()
    if outcome == .running { return nil }
    if isInterrupted { return .stopped }
    _ = listen()
    _ = listenToComplaints()
    // What was still in the pipe may have been too much.
    let isLoud = outcome == .stopped || speech.isFull || complaints.isFull
    let said = complaints.lastLine.isEmpty ? speech.lastLine : complaints.lastLine
    if isLoud { return .failed(program.loud(said)) }
    return switch outcome {
    case .running, .stopped: nil
    case .well: program.answer(speech.said)
    case .badly: .failed(program.endedBadly(said))
    case .overdue: .failed(program.slow(said))
    }
  }
}

/// Frames in files that are nowhere but in memory.
private enum FrameFile {
  /// A descriptor of such a file, for the caller to close.
  static func open(_ frame: [UInt8]) throws(SystemError) -> Int32 {
    let number = try SystemError.check("memfd_create") { linux_memory_file() }
    let writing = frame.withUnsafeBytes { bytes in
      Result { () throws(SystemError) in
        try bytes.writeAll { rest throws(SystemError) in
          try SystemError.check("write") { write(number, rest.baseAddress, rest.count) }
        }
      }
    }
    if case .failure(let error) = writing {
      close(number)
      throw error
    }
    return number
  }
}

/// What a program says: the end of it, and how much it was.
struct Ear: ~Copyable {
  private let pipe: FileDescriptor
  private let limit: Int
  private let keptCount: Int
  /// The end of what was said.
  private(set) var said: [UInt8] = []
  private var saidCount = 0
  /// Whether nobody can say more.
  private var isSilent = false

  /// One at the reading end of a pipe.
  ///
  /// - Parameters:
  ///   - limit: what may be said, in bytes.
  ///   - keptCount: how many of the last bytes are kept.
  init(owning number: Int32, of limit: Int, keeping keptCount: Int) {
    pipe = FileDescriptor(owning: number)
    self.limit = limit
    self.keptCount = keptCount
  }

  /// The descriptor.
  var number: Int32 { pipe.number }

  /// Whether more was said than may be.
  var isFull: Bool { saidCount > limit }

  /// The last line of what was said.
  var lastLine: String {
    let lines = said.suffix(HookProcess.keptCount).split {
      $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r")
    }
    return String(decoding: lines.last ?? [], as: UTF8.self).printable
  }

  /// Has reading never wait.
  ///
  /// Only our end: what the program writes to has to be as every program expects it.
  borrowing func unblock() throws(SystemError) {
    let number = pipe.number
    try SystemError.check("fcntl") { fcntl(number, F_SETFL, O_NONBLOCK) }
  }

  /// Takes what there is; says whether more may come.
  mutating func listen() -> Bool {
    while !isSilent, !isFull {
      do throws(SystemError) {
        let bytes = try pipe.someBytes(atMost: 4096)
        if bytes.isEmpty { isSilent = true }
        saidCount += bytes.count
        said += bytes
        if said.count > keptCount { said.removeFirst(said.count - keptCount) }
      } catch {
        if error.code == EAGAIN { return true }
        isSilent = true
      }
    }
    return false
  }
}
