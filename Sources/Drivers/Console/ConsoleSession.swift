import Core
import Glibc
import System

/// One conversation: its link, the line being typed, and what is still to be said.
///
/// Each line that `next` hands out is owed one `answer`, and until that has come or `continues` there is no next.
/// A plain answer ends with an empty line, and so does one that went on; another in JSON is one line. On a terminal a
/// long one stops at each page. A peer that has said its last gets what it is owed before the session is over.
final class ConsoleSession {
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
    /// What tells a program good answers from others, where it wants that.
    var marks: AnswerMarks?
    /// Whether more of it comes as things happen, until the next line.
    var continues = false
  }

  static let prompt = Array("> ".utf8)

  let id: SessionID

  let link: ConsoleLink
  /// What its person is spoken to in.
  var language: Language
  /// How it is written to.
  var settings: SessionSettings
  var editor: LineEditor
  var input = ConsoleInput()
  var output: ConsoleOutput
  /// For each line whose answer is not complete, the oldest first: one that continues, and one more.
  var debts: [Debt] = []
  /// Whether this turn's input was handed out.
  private var isHeard = false
  /// Whether the far side is gone, so that the poller has nothing more to tell.
  private var isGone = false
  /// What keeps a dialogue on a terminal line from going on by itself.
  var monologue: MonologueGuard?
  /// What stops long answers on a terminal.
  var pager = Pager()
  /// Whether a key has just left an answer, after which some people press Enter.
  var hasLeft = false
  /// Whether that was Esc, which may begin what an arrow key sends.
  var hasEscaped = false
  /// Whether the answer to the latest line is a question.
  var isAsked = false
  /// What is typed while it is a screen; nil while it is one of lines.
  var screen: ScreenInput?
  /// Whether the terminal is asked for its size.
  var probe = TerminalProbe()
  /// Whether that has changed, and nobody was told.
  var hasResized = false
  private var watchedFor: Poller.Readiness?

  init(
    _ id: SessionID, over link: consuming ConsoleLink, in language: Language, _ charset: Charset
  ) {
    self.id = id
    self.language = language
    settings = SessionSettings(charset)
    editor = LineEditor(echoes: link.isTerminal)
    output = ConsoleOutput(pace: link.pace)
    monologue = link.isTerminal ? MonologueGuard() : nil
    self.link = link
  }

  /// Whoever sees the terminal next finds one of lines.
  deinit {
    guard screen != nil else { return }
    // It fails where the terminal is gone.
    _ = ConsoleSession.screenClosing.withUnsafeBytes { try? link.write($0) }
  }

  var droppedByteCount: Int { output.queue.droppedByteCount + pager.droppedByteCount }
  var deadline: Instant? {
    .earlier(output.deadline, .earlier(probe.deadline, screen?.deadline))
  }

  /// Whether nothing can come or go any more.
  var isOver: Bool {
    guard input.isOver, input.isEmpty else { return false }
    if link.isTerminal { return true }
    let isAnswered = debts.isEmpty && output.queue.isEmpty
    return editor.unfinished.isEmpty && (output.isOver || isAnswered)
  }

  /// Whether `next` has something to go on, now or once it is settled.
  var hasInput: Bool {
    if hasResized || (screen?.hasKey ?? false) { return true }
    guard isListening || isScreen else { return false }
    if !input.isEmpty || (isGone && !input.isOver) { return true }
    return input.isOver && !link.isTerminal && !editor.unfinished.isEmpty
  }

  /// Whether the next line may come: the last one has its answer, or one that continues.
  var isListening: Bool { debts.last?.continues ?? true }

  /// Takes what the poller found.
  func receive(_ readiness: Poller.Readiness) {
    if !readiness.isDisjoint(with: [.writable, .readable]) { output.unblock() }
    if !readiness.isDisjoint(with: [.hangup, .error]) { isGone = true }
    fill()
  }

  private func fill() {
    input.fill(from: link)
    if isGone, input.isOver { output.end() }
  }

  /// Next input, or nil when nothing has come; one in a turn, which ends with `flush`.
  func next() -> Input? {
    guard !isHeard, isListening || isScreen else { return nil }
    if isGone { fill() }
    let next = isScreen ? nextKey().map { .key($0) } : nextInput()
    isHeard = next != nil
    if next == nil, hasResized {
      hasResized = false
      return .resized
    }
    return next
  }

  /// The open file that came with the latest line, or before it; nil where none did.
  func takeHanded() -> FileDescriptor? { input.handed.take() }

  /// What is said next in answer to the latest line is such news.
  func note(_ outcome: Effect.AnswerOutcome) {
    isAsked = outcome == .asks
    if !debts.isEmpty { debts[debts.count - 1].marks?.note(outcome) }
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
    if let marks = debt?.marks { return write(marks.end[...]) }
    if isPaged { return show(pager.goOn()) }
    if let debt, debt.continues || !debt.isInJSON { write("") }
    showPrompt()
  }

  /// Says `reply`, in JSON while a program waits for its answer.
  ///
  /// What nobody waits for stands on a terminal below the line being typed, which is shown again.
  func send(_ reply: Reply) {
    if isScreen { return keepForLater(reply) }
    if pager.isWaiting { return keep(reply) }
    let interrupts = link.isTerminal && debts.isEmpty
    if interrupts { output.append(editor.leaving + [.carriageReturn, .lineFeed]) }
    say(reply, forProgram: debts.first?.isInJSON ?? false)
    if interrupts { showPromptAgain() }
  }

  /// Invites the line that was begun.
  func showPromptAgain() {
    output.append(ConsoleSession.prompt + (editor.echoes ? editor.shownAgain : []))
  }

  /// Invites the next line, on a terminal that is owed nothing.
  func showPrompt() {
    if link.isTerminal, debts.isEmpty { output.append(ConsoleSession.prompt) }
  }

  /// Says `phrase` to a peer that is not let in, as far as it reads at once.
  func refuse(_ phrase: Phrase) {
    say(Reply(phrase), forProgram: false)
    write("")
    // Closing with something unread would reset the connection, and the text with it.
    input.fill(from: link)
    flush(at: Clock.now)
  }

  /// Writes what waits, and begins a turn.
  func flush(at now: Instant) {
    isHeard = false
    monologue?.advance(to: now)
    screen?.advance(to: now)
    expireQuestion(at: now)
    output.flush(to: link, at: now)
  }

  /// Tells `poller` what this session waits for, if that has changed: not for more input before it has handled
  /// what it has, and a hang-up is told once.
  func register(with poller: borrowing Poller, as token: Poller.Token) throws(SystemError) {
    if isGone { return try unregister(from: poller) }
    let wanted: Poller.Readiness = [
      input.isOver || !input.isEmpty ? [] : .readable, output.wantsWritable ? .writable : [],
    ]
    guard wanted != watchedFor else { return }
    if watchedFor == nil {
      try poller.add(link.descriptor, as: token, for: wanted)
    } else {
      try poller.change(link.descriptor, as: token, for: wanted)
    }
    watchedFor = wanted
  }

  /// Has `poller` watch the link no longer.
  func unregister(from poller: borrowing Poller) throws(SystemError) {
    if watchedFor != nil { try poller.remove(link.descriptor) }
    watchedFor = nil
  }

  func say(_ reply: Reply, forProgram isForProgram: Bool) {
    say(reply.written(forProgram: isForProgram, in: language, settings.charset))
  }

  /// Empty lines are left out: they end answers.
  func say(_ text: String) {
    for line in text.split(separator: "\n") where !isPaged || pager.shows(String(line)) {
      put((debts.first?.marks?.word ?? "") + line)
    }
    if !debts.isEmpty { debts[0].marks?.haveSaid() }
  }

  func put(_ line: String) {
    monologue?.said(line)
    write(line[...])
  }

  func write(_ line: Substring) {
    let ending: [UInt8] = link.isTerminal ? [.carriageReturn, .lineFeed] : [.lineFeed]
    let bytes = Array(line.utf8) + ending
    makeRoom(for: bytes.count)
    output.append(bytes)
  }

  /// A long answer goes out piece by piece to whoever reads along; a slow line keeps its pace.
  private func makeRoom(for byteCount: Int) {
    guard output.queue.byteCount + byteCount > OutputQueue.byteLimit else { return }
    output.flush(to: link, at: Clock.now)
  }
}
