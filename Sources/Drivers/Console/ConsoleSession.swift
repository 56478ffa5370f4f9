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
  private(set) var debts: [Debt] = []
  /// Whether this turn's input was handed out.
  private var isHeard = false
  /// Whether the far side is gone, so that the poller has nothing more to tell.
  private var isGone = false
  /// What keeps a dialogue on a terminal line from going on by itself.
  private var monologue: MonologueGuard?
  /// What stops long answers on a terminal.
  var pager = Pager()
  /// Whether a key has just left an answer, after which some people press Enter.
  private var hasLeft = false
  /// Whether that was Esc, which may begin what an arrow key sends.
  private var hasEscaped = false
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
  private var isListening: Bool { debts.last?.continues ?? true }

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

  private func nextInput() -> Input? {
    while isListening, let line = editedLine() {
      switch line {
      case .text(let text):
        if turnsPage(text) { continue }
        if let input = hear(text) { return input }
      case .tooLong:
        if monologue?.hears(nil) ?? true { refuseLine() }
      case .tab: complete()
      case .place(let row, let column): hearPlace(row: row, column: column)
      case .discarded:
        if pager.isWaiting {
          leavePage()
        } else if !debts.isEmpty {
          return .interrupt
        } else {
          showPrompt()
        }
      }
    }
    return monologue?.takeNotice() ?? false ? .notice : nil
  }

  /// Answers a line that is too long to be read, if need be in the midst of an answer that goes on.
  private func refuseLine() {
    say(Reply(.consoleLineTooLong(LineEditor.byteLimit)), forProgram: false)
    guard debts.isEmpty else { return }
    write("")
    showPrompt()
  }

  /// The line `text`, unless nobody has typed it.
  private func hear(_ text: String) -> Input? {
    let line = link.isTerminal ? MonologueGuard.withoutPrompts(text) : text
    let isHeard = monologue?.hears(line, afterPrompt: line != text) ?? true
    editor.echoes = monologue?.echoes ?? false
    guard isHeard else { return nil }
    if pager.isWaiting { show(pager.leave(), invites: false) }
    askAgain(at: Clock.now)
    let (words, marks) = link.isTerminal ? (line, nil) : AnswerMarks.wanted(by: line)
    debts.append(Debt(isInJSON: Reply.isWantedInJSON(by: words), marks: marks))
    return .line(words)
  }

  /// The open file that came with the latest line, or before it; nil where none did.
  func takeHanded() -> FileDescriptor? { input.handed.take() }

  /// What is said next in answer to the latest line is such news.
  func note(_ outcome: Effect.AnswerOutcome) {
    if !debts.isEmpty { debts[debts.count - 1].marks?.note(outcome) }
  }

  /// More of the answer to the latest line comes as things happen, until the next line.
  func continues() {
    if !debts.isEmpty { debts[debts.count - 1].continues = true }
  }

  /// Says `text`, one line or several, as the end of the answer to the oldest line that waits for it.
  func answer(_ text: String) {
    if isScreen { return keep(text) }
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

  /// Keeps `reply` until the screen shows it, or is one of lines again.
  private func keepForLater(_ reply: Reply) {
    let text = reply.written(forProgram: false, in: language, settings.charset)
    for line in text.split(separator: "\n") { screen?.keep(String(line)) }
  }

  /// The answer to the oldest line ends while a screen is shown.
  private func keep(_ text: String) {
    for line in text.split(separator: "\n") { screen?.keep(String(line)) }
    if !debts.isEmpty { debts.removeFirst() }
  }

  /// Puts in what is certain of the word being typed, or shows which there are.
  private func complete() {
    let completion = Completion(of: editor.beforeCursor)
    guard completion.insertion.isEmpty else { return editor.insert(completion.insertion) }
    guard completion.candidates.count > 1, debts.isEmpty else { return }
    showEcho()
    output.append(editor.leaving + [.carriageReturn, .lineFeed])
    put(completion.candidates.joined(separator: " "))
    showPromptAgain()
  }

  /// Whether the answer under way stops at each page: not one that goes on as things happen, nor one line in JSON.
  private var isPaged: Bool {
    guard link.isTerminal, let debt = debts.first else { return false }
    return !debt.continues && !debt.isInJSON
  }

  /// Says `reply` when the answer that a person reads has ended.
  private func keep(_ reply: Reply) {
    let text = reply.written(forProgram: false, in: language, settings.charset)
    for line in text.split(separator: "\n") {
      guard let page = pager.keep(String(line)) else { continue }
      write("")
      show(page)
    }
  }

  /// Shows the next page of an answer, or its end and what happened meanwhile.
  ///
  /// - Parameter invites: whether the next line has still to come.
  private func show(_ page: Pager.Page, invites: Bool = true) {
    for line in page.lines { put(line) }
    if let more = page.more { return ask(.linesMore(more)) }
    write("")
    for line in page.news { put(line) }
    if invites { showPrompt() }
  }

  /// Says `phrase` in front of what is typed then.
  private func ask(_ phrase: Phrase) {
    let text = Reply(phrase).written(forProgram: false, in: language, settings.charset)
    monologue?.said(text)
    output.append(Array(text.utf8) + [.space])
  }

  private func leavePage() { show(pager.leave()) }

  /// Whether `line` says how an answer goes on that has stopped at a page, and nothing else.
  private func turnsPage(_ line: String) -> Bool {
    defer { hasLeft = false }
    if pager.isWaiting, line.isEmpty {
      show(pager.goOn())
      return true
    }
    if hasLeft, line.isEmpty { showPrompt() }
    return hasLeft && line.isEmpty
  }

  /// Whether `byte` is a key that leaves an answer, and no more than that.
  private func leavesPage(_ byte: UInt8) -> Bool {
    guard pager.isWaiting, editor.unfinished.isEmpty else { return false }
    let isQuit = byte == UInt8(ascii: "q") || byte == UInt8(ascii: "Q")
    // What a terminal answers begins with ESC too.
    guard isQuit || (byte == .escape && !probe.isWaiting) else { return false }
    write("")
    leavePage()
    hasLeft = true
    hasEscaped = byte == .escape
    return true
  }

  /// Invites the next line, on a terminal that is owed nothing.
  private func showPrompt() {
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

  private func editedLine() -> LineEditor.Line? {
    defer { showEcho() }
    while let byte = input.next() {
      if leavesPage(byte) { continue }
      if hasEscaped, byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O") {
        _ = editor.feed(.escape)
      }
      hasEscaped = false
      if let line = editor.feed(byte) { return line }
    }
    // What a terminal hung up on may be half of something else.
    return input.isOver && !link.isTerminal ? editor.finish() : nil
  }

  private func showEcho() {
    if !editor.echo.isEmpty { output.append(editor.echo) }
    editor.echo.removeAll(keepingCapacity: true)
  }

  private func say(_ reply: Reply, forProgram isForProgram: Bool) {
    say(reply.written(forProgram: isForProgram, in: language, settings.charset))
  }

  /// Empty lines are left out: they end answers.
  private func say(_ text: String) {
    for line in text.split(separator: "\n") where !isPaged || pager.shows(String(line)) {
      put((debts.first?.marks?.word ?? "") + line)
    }
    if !debts.isEmpty { debts[0].marks?.haveSaid() }
  }

  func put(_ line: String) {
    monologue?.said(line)
    write(line[...])
  }

  private func write(_ line: Substring) {
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

extension Phrase {
  static func consoleLineTooLong(_ byteLimit: Int) -> Phrase {
    Phrase(
      "console.line.toolong",
      "That line is too long and was not read. A line has at most {1} bytes.", byteLimit)
  }
}
