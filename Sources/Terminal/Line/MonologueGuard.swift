import Core

/// Keeps a terminal line whose other end is no person from talking with us for ever.
///
/// An end that sends back what it is told, as a Linux host does whose port is set to echo, sends our own sentences: they
/// are known and not answered, and nothing that comes from there is echoed a second time. One that says something of
/// its own at each answer or echo, as a login or another board does, has used up its allowance soon. A command is
/// always heard, also one that reads like something that was said: no sentence of ours is one.
struct MonologueGuard {
  /// So many of our lines are known when they come back.
  static let mostLines = 128
  /// Empty lines that are answered at once; after those one each `emptyPause`.
  static let mostEmptyLines = 8
  static let emptyPause = Duration.seconds(1)
  /// Other lines without a command that are answered at once; after those one each `strangePause`.
  static let mostStrangeLines = 8
  static let strangePause = Duration.seconds(30)

  /// Whether the other end sends back what it is told.
  private(set) var isEchoed = false
  /// Whether what comes is to be echoed.
  var echoes: Bool { !isEchoed && !isIgnoring }

  /// Whether the latest line without a command was one too many.
  private var isIgnoring = false
  /// Our lines, the latest last.
  private var lines: [String] = []
  /// Whether something was said since a line of ours came back.
  private var hasSaid = false
  private var emptyLines = Allowance(most: mostEmptyLines, pause: emptyPause)
  private var strangeLines = Allowance(most: mostStrangeLines, pause: strangePause)
  private var notice = Notice.none, warning = Notice.none

  /// Whether the other side was told that it is not listened to.
  private enum Notice { case none, due, given }

  /// `line` without what is left at its beginning of prompts that came back.
  static func withoutPrompts(_ line: String) -> String {
    var rest = Substring(line)
    while rest.hasPrefix("> ") { rest = rest.dropFirst(2) }
    return rest == ">" ? "" : String(rest)
  }

  /// We said `line`.
  mutating func said(_ line: String) {
    if lines.count == MonologueGuard.mostLines { lines.removeFirst() }
    lines.append(line)
    hasSaid = true
  }

  /// The clock stands at `now`.
  mutating func advance(to now: Instant) {
    emptyLines.advance(to: now)
    strangeLines.advance(to: now)
  }

  /// Whether `line`, which is nil for one that is too long, is to be answered.
  ///
  /// - Parameter afterPrompt: whether a prompt of ours stood before it.
  mutating func hears(_ line: String?, afterPrompt isAfterPrompt: Bool = false) -> Bool {
    if let line, Reply.isAskedFor(by: line) {
      endEcho()
      (isIgnoring, warning) = (false, .none)
      return true
    }
    if let line, lines.contains(line) {
      (isEchoed, hasSaid) = (true, false)
      return give(false)
    }
    endEcho()
    guard let line, line.allSatisfy({ $0 == " " }) else {
      isIgnoring = !strangeLines.take()
      if strangeLines.isEmpty, !isIgnoring, case .none = warning { warning = .due }
      return give(!isIgnoring)
    }
    return !isAfterPrompt && echoes && emptyLines.take()
  }

  /// Whether somebody should be told that nobody types here; true once.
  mutating func takeNotice() -> Bool {
    guard case .due = notice else { return false }
    notice = .given
    return true
  }

  /// Whether whoever types is to be told that lines without a command are answered no more for now; true once, until a
  /// command comes.
  mutating func takeWarning() -> Bool {
    guard case .due = warning else { return false }
    warning = .given
    return true
  }

  /// What was said last has not come back before this: the other end echoes no longer.
  private mutating func endEcho() {
    if hasSaid { isEchoed = false }
  }

  private mutating func give(_ isHeard: Bool) -> Bool {
    if !isHeard, case .none = notice { notice = .due }
    return isHeard
  }
}

/// Something of which there may be so much at once, and then some more after each pause.
private struct Allowance {
  private let most: Int
  private let pause: Duration
  private var left: Int
  private var moreAt: Instant?
  private var now = Instant.zero

  init(most: Int, pause: Duration) {
    (self.most, self.pause) = (most, pause)
    left = most
  }

  mutating func advance(to now: Instant) {
    self.now = now
    while let next = moreAt, next <= now {
      left += 1
      moreAt = left < most ? next + pause : nil
    }
  }

  /// Whether there is none for now.
  var isEmpty: Bool { left == 0 }

  /// Takes one, if there is one.
  mutating func take() -> Bool {
    guard left > 0 else { return false }
    left -= 1
    if moreAt == nil { moreAt = now + pause }
    return true
  }
}
