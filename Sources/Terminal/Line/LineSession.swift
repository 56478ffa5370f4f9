import Core
import Door
import Glibc
import System

/// The conversation on a terminal line: the line being typed, and what is still to be said.
///
/// Each line that `next` hands out is owed one `answer`, and until that has come or `continues` there is no next.
/// A plain answer ends with an empty line, and so does one that went on; another in JSON is one line. A long one stops at
/// each page.
final class LineSession {
  /// Input of a session.
  enum Input: Hashable {
    /// A whole line.
    case line(String)
    /// That the answer under way is enough.
    case interrupt
    /// That somebody gives up at the question which is the answer to the latest line.
    case declined
    /// That the other end sends what nobody has typed.
    case notice
    /// A key, while it is a screen.
    case key(Key)
    /// That the terminal's size is another, or not known any more.
    case resized
  }

  /// An answer that is not complete.
  struct Debt {
    /// Whether a program asked.
    let isInJSON: Bool
    /// Whether more of it comes as things happen, until the next line.
    var continues = false
    /// Whether its person has enough of it.
    var isUnwanted = false
    /// Whether it is owed for giving up at a question.
    var isOfDeclining = false
  }

  static let prompt = Array("> ".utf8)
  /// Bytes that are the echo of Ctrl-C, and of little before it.
  static let mostOfControlC = 32

  let port: SerialPort
  /// Language of its person.
  var language: Language
  /// How it is written to.
  var settings: SessionSettings
  var editor = LineEditor(echoes: true)
  var input = InputBuffer()
  var output: LineOutput
  /// For each line whose answer is not complete, the oldest first: one that continues, and one more.
  var debts: [Debt] = []
  /// Guard that keeps a dialogue with no person from going on by itself.
  var monologue = MonologueGuard()
  /// Pager of long answers.
  var pager = Pager()
  /// Whether a key has just left an answer, after which some people press Enter.
  var hasLeft = false
  /// Whether that was Esc, which may begin what an arrow key sends.
  var hasEscaped = false
  /// Whether the answer to the latest line is a question.
  var isAsked = false
  /// Keys while it is a screen; nil while it is one of lines.
  var screen: ScreenInput?
  /// Whether a key was handed out that has still to be obeyed: what follows may be of a line.
  var awaitsKey = false
  /// Whether what makes the terminal one of lines again may wait to be written.
  var hasClosing = false
  /// Whether the terminal is asked for its size.
  var probe = TerminalProbe()
  /// Whether that has changed, and nobody was told.
  var hasResized = false
  /// Whether this turn's input was handed out.
  private var isHeard = false
  /// Whether the far side is gone, so that the poller has nothing more to tell.
  private var isGone = false
  private var watch = PollerWatch()

  init(over port: consuming SerialPort, _ speech: TerminalSpeech) {
    language = speech.language
    settings = SessionSettings(speech.charset)
    output = LineOutput(pace: OutputPace(port.speed))
    self.port = port
  }

  /// Whoever sees the terminal next finds one of lines.
  deinit {
    guard screen != nil else { return }
    // It fails where the terminal is gone.
    _ = LineSession.screenClosing.withUnsafeBytes { try? port.write($0) }
  }

  var deadline: Instant? {
    .earlier(output.deadline, .earlier(probe.deadline, screen?.deadline))
  }

  /// Whether nothing can come or go any more; what was typed before a hang-up is nobody's.
  var isOver: Bool { isGone || (input.isOver && input.isEmpty) }

  /// Whether `next` has something to go on, now or once it is settled.
  var hasInput: Bool {
    if hasResized, isListening || isScreen { return true }
    if !awaitsKey, screen?.hasKey ?? false { return true }
    guard isScreen ? !awaitsKey : isListening else { return false }
    return !input.isEmpty || (isGone && !input.isOver)
  }

  /// Whether the next line may come: the last one has its answer, or one that continues.
  var isListening: Bool { debts.last?.continues ?? true }

  /// Takes what the poller found.
  func receive(_ readiness: Poller.Readiness) {
    if !readiness.isDisjoint(with: [.writable, .readable]) { output.unblock() }
    if readiness.contains(.readable) { probe.heard(at: Clock.now) }
    if !readiness.isDisjoint(with: .over) { isGone = true }
    fill()
  }

  private func fill() {
    input.fill { buffer throws(SystemError) in try port.read(into: buffer) }
    if isGone, input.isOver { output.end() }
  }

  /// Next input, or nil when nothing has come; one in a turn, which ends with `flush`.
  func next() -> Input? {
    guard !isHeard, isListening || isScreen else { return nil }
    if isGone { fill() }
    let next = isScreen ? nextKey().map { .key($0) } : nextInput()
    isHeard = next != nil
    awaitsKey = awaitsKey || (isScreen && isHeard)
    if next == nil, hasResized {
      hasResized = false
      return .resized
    }
    return next
  }

  /// More of the answer to the latest line comes as things happen, until the next line.
  func continues() {
    if !debts.isEmpty { debts[debts.count - 1].continues = true }
  }

  /// Says `text`, one line or several, as the end of the answer to the oldest line that waits for it.
  func answer(_ text: String) {
    if isScreen { return keepAnswer(text) }
    if !text.isEmpty { say(text) }
    let isPaged = isPaged
    let debt = debts.isEmpty ? nil : debts.removeFirst()
    if isPaged { return show(pager.goOn()) }
    if let debt, debt.continues || !debt.isInJSON { write("") }
    showPrompt()
  }

  /// Says `text`, a line or several: part of the answer that is owed or, where none is, news.
  ///
  /// News stand below the line being typed, which is shown again.
  func tell(_ text: String) {
    if isScreen { return keepForLater(text) }
    if pager.isWaiting { return keep(text) }
    let interrupts = debts.isEmpty
    if interrupts { output.append(editor.leaving + [.carriageReturn, .lineFeed]) }
    say(text)
    if interrupts { showPromptAgain() }
  }

  /// Says `phrase`, a sentence of our own.
  func tell(_ phrase: Phrase) { tell(words(of: phrase)) }

  /// Says `phrase`, a sentence of our own, as the answer that is owed.
  func answer(_ phrase: Phrase) {
    answer(words(of: phrase, forProgram: debts.first?.isInJSON ?? false))
  }

  func words(of phrase: Phrase, forProgram isForProgram: Bool = false) -> String {
    Reply(phrase).written(forProgram: isForProgram, in: language, settings.charset)
  }

  /// Invites the line that was begun.
  func showPromptAgain() {
    output.append(LineSession.prompt + (editor.echoes ? editor.shownAgain : []))
  }

  /// Invites the next line, where nothing is owed.
  func showPrompt() {
    if debts.isEmpty { output.append(LineSession.prompt) }
  }

  /// Writes what waits, and begins a turn.
  func flush(at now: Instant) {
    isHeard = false
    monologue.advance(to: now)
    screen?.advance(to: now)
    expireQuestion(at: now)
    output.flush(to: port, at: now)
    hasClosing = hasClosing && !output.queue.isEmpty
  }

  /// Tells `poller` what this session waits for, if that has changed: not for more input before it has handled
  /// what it has, and a hang-up is told once.
  func register(with poller: borrowing Poller, as token: Poller.Token) throws(SystemError) {
    if isGone { return try unregister(from: poller) }
    let wanted: Poller.Readiness = [
      input.isOver || !input.isEmpty ? [] : .readable, output.wantsWritable ? .writable : [],
    ]
    try watch.set(wanted, of: port.descriptor, as: token, with: poller)
  }

  /// Has `poller` watch the line no longer.
  func unregister(from poller: borrowing Poller) throws(SystemError) {
    try watch.end(of: port.descriptor, with: poller)
  }

  /// Empty lines are left out: they end answers.
  func say(_ text: String) {
    guard debts.first?.isUnwanted != true else { return }
    for line in text.split(separator: "\n") where !isPaged || pager.shows(String(line)) {
      put(String(line))
    }
  }

  func put(_ line: String) {
    monologue.said(line)
    write(line[...])
  }

  func write(_ line: Substring) {
    output.append(Array(line.utf8) + [.carriageReturn, .lineFeed])
  }
}
