import Core
import Door
import Glibc
import System

/// The viewfinder of a running program in this terminal: what is drawn there is passed on, and so are the keys.
///
/// The program at the other end decides what a key does, and when the picture is over; what must not depend on it is
/// done here: Ctrl-C, a colon, signals, and the terminal's size. The terminal is taken once something is drawn.
package final class LiveView {
  /// How it has ended.
  package enum Ending: Hashable, Sendable {
    /// The program draws nothing, and says why.
    case refused(String)
    /// It was left, or the program has ended it, and has said this meanwhile.
    case left(String)
  }

  /// Why the picture is over.
  private enum Cause {
    /// The program at the other end; more of what it has to say may follow.
    case closed
    case key
    /// The terminal has hung up.
    case gone
    case signal(Int32)
  }

  /// So long it may take until the picture begins, or a key is taken.
  private static let patience = Duration.seconds(10)
  /// So long its last words may take.
  private static let lastPatience = Duration.seconds(1)
  /// Ctrl-C, and the colon before a command, which a shell has a place for.
  private static let leaving: [Key] = [.interrupt, .character(":")]
  /// So many bytes a picture may have: the terminal takes them as it can.
  private static let room = OutputQueue.byteLimit / 4

  private let dialogue: ConsoleDialogue
  private let signals: SignalQueue
  private let terminal: RawTerminal
  private var parser = KeyParser()
  /// What the terminal has still to take; until then nothing more is heard of the program.
  private var unsent = UnsentBytes(RawTerminal.opening.utf8)
  private var isShown = false
  private var cause: Cause?

  /// Shows it until it is left; blocks that long.
  ///
  /// A signal that ends programs ends this one once the terminal is as it was.
  /// - Parameters:
  ///   - path: socket of the program's console.
  ///   - depth: how many colours the terminal has.
  package static func run(at path: String, _ depth: ColourDepth) throws(Failure) -> Ending {
    let dialogue = try ConsoleDialogue.connected(to: path)
    if let refusal = try refusal(by: dialogue, depth) { return .refused(refusal) }
    let cause: Cause
    do throws(SystemError) { cause = try shown(dialogue) } catch {
      throw dialogue.failure(error)
    }
    switch cause {
    case .closed: return .left(dialogue.rest(within: lastPatience).joined(separator: "\n"))
    case .key, .gone: return .left("")
    case .signal(let number):
      raise(number)
      return .left("")
    }
  }

  /// Why nothing is drawn; nil once something is.
  private static func refusal(
    by dialogue: ConsoleDialogue, _ depth: ColourDepth
  ) throws(Failure) -> String? {
    let deadline = Deadline(after: patience)
    let size = OutputTerminal.size ?? Screen.Size(columns: 80, rows: 24)
    let lines = [
      "set size \(size.columns)x\(size.rows)", "set colour \(depth.rawValue)", "view on",
    ]
    var words: [String] = []
    for line in lines {
      try dialogue.send(line)
      words = []
      guard let code = try dialogue.end(by: deadline, &words) else { return nil }
      if code != 0 { break }
    }
    return words.joined(separator: "\n")
  }

  private static func shown(_ dialogue: ConsoleDialogue) throws(SystemError) -> Cause {
    let path = try Screen.path()
    let signals = try SignalQueue(of: [SIGWINCH, SIGHUP, SIGINT, SIGTERM])
    let terminal = try RawTerminal(at: path)
    let view = LiveView(dialogue, signals, terminal)
    try view.show()
    while true {
      if let cause = view.cause { return cause }
      try view.turn()
    }
  }

  private init(
    _ dialogue: ConsoleDialogue, _ signals: consuming SignalQueue,
    _ terminal: consuming RawTerminal
  ) {
    self.dialogue = dialogue
    self.signals = signals
    self.terminal = terminal
  }

  /// Waits for the next thing that happens, and passes it on.
  private func turn() throws(SystemError) {
    let room = isShown ? 0 : POLLOUT
    var requests = [
      pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: terminal.descriptor, events: Int16(POLLIN | room), revents: 0),
      pollfd(fd: isShown ? dialogue.descriptor : -1, events: Int16(POLLIN), revents: 0),
    ]
    _ = try SystemError.check("poll") { poll(&requests, 3, -1) }
    if requests[0].revents != 0 { try hearSignals() }
    if requests[1].revents & Int16(truncatingIfNeeded: ~POLLOUT) != 0 { try passKeys() }
    if !isShown { try show() }
    if cause == nil { try hear(readsMore: requests[2].revents != 0) }
  }

  private func hearSignals() throws(SystemError) {
    while let number = try signals.next() {
      if number == SIGWINCH { try tellSize() } else { cause = .signal(number) }
    }
  }

  private func tellSize() throws(SystemError) {
    let size = terminal.size
    try dialogue.say(.size(TerminalSize(columns: size.columns, rows: size.rows)))
  }

  private func passKeys() throws(SystemError) {
    guard let bytes = typed() else { return }
    if bytes.isEmpty { return cause = .gone }
    for key in parser.keys(in: bytes, isAll: true) {
      if LiveView.leaving.contains(key) { return cause = .key }
      if let key = ViewfinderKey(key) { try dialogue.say(.key(key)) }
    }
  }

  /// What was typed; nil where that is nothing, none after a hang-up.
  private func typed() -> [UInt8]? {
    var keys = [UInt8](repeating: 0, count: 64)
    let read = keys.withUnsafeMutableBytes { buffer in
      Result { () throws(SystemError) in try terminal.read(into: buffer) }
    }
    switch read {
    case .success(let count): return count.map { Array(keys[..<$0]) }
    // EIO, of a terminal that is gone.
    case .failure: return []
    }
  }

  /// Does what the program says, up to a picture that the terminal has still to take.
  private func hear(readsMore: Bool) throws(SystemError) {
    var readsMore = readsMore
    while isShown, cause == nil, let part = try dialogue.nextIfThere(readsMore: readsMore) {
      readsMore = false
      switch part {
      case .picture(let bytes):
        unsent = UnsentBytes(bytes)
        try show()
      case .lines: cause = .closed
      default: break
      }
    }
  }

  /// Shows what the terminal takes, and has the program draw again once that is all.
  private func show() throws(SystemError) {
    let result = Result { () throws(SystemError) in try terminal.send(&unsent) }
    switch result {
    case .success(let isShown): self.isShown = isShown
    case .failure: cause = .gone
    }
    if isShown { try dialogue.say(.room(LiveView.room)) }
  }
}
