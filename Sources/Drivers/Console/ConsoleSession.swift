import Core
import Glibc
import System

/// One conversation: its link, the line being typed, and what is still to be said.
///
/// Each line that `next` hands out is owed one `answer`. A peer that has said its last gets what
/// it is owed before the session is over.
final class ConsoleSession {
  /// Input of a session.
  enum Input: Hashable {
    /// A whole line.
    case line(String)
    /// That the answer under way is enough.
    case interrupt
  }

  static let prompt = Array("> ".utf8)

  let id: SessionID

  private let link: ConsoleLink
  private let language: Language
  private var editor: LineEditor
  private var input = ConsoleInput()
  private var output: ConsoleOutput
  /// For each line that has no answer yet, the oldest first, whether a program asked it.
  private var owedAnswers: [Bool] = []
  private var watchedFor: Poller.Readiness?

  init(
    _ id: SessionID, over link: consuming ConsoleLink, in language: Language = .english
  ) {
    self.id = id
    self.language = language
    editor = LineEditor(echoes: link.isTerminal)
    output = ConsoleOutput(pace: link.pace)
    self.link = link
  }

  var droppedByteCount: Int { output.queue.droppedByteCount }
  var deadline: Instant? { output.deadline }

  /// Whether nothing can come or go any more.
  var isOver: Bool {
    guard input.isOver, input.isEmpty else { return false }
    if link.isTerminal { return true }
    let isAnswered = owedAnswers.isEmpty && output.queue.isEmpty
    return editor.unfinished.isEmpty && (output.isOver || isAnswered)
  }

  /// Takes what the poller found.
  func receive(_ readiness: Poller.Readiness) {
    if readiness.contains(.writable) { output.unblock() }
    input.fill(from: link)
    let isGone = !readiness.isDisjoint(with: [.hangup, .error])
    if isGone, input.isOver { output.end() }
  }

  /// Next input, or nil when nothing has come.
  func next() -> Input? {
    while let line = editedLine() {
      switch line {
      case .text(let text):
        owedAnswers.append(Reply.isWantedInJSON(by: text))
        return .line(text)
      case .tooLong:
        owedAnswers.append(false)
        answer(Phrase.consoleLineTooLong(LineEditor.byteLimit).text(in: language))
      case .discarded:
        if !owedAnswers.isEmpty { return .interrupt }
        showPrompt()
      }
    }
    return nil
  }

  /// Says `text`, one line or several, as the answer to the oldest line that has none yet.
  func answer(_ text: String) {
    if !owedAnswers.isEmpty { owedAnswers.removeFirst() }
    if !text.isEmpty { say(text) }
    showPrompt()
  }

  /// Says `reply`, in JSON while a program waits for its answer.
  func send(_ reply: Reply) {
    send(owedAnswers.first ?? false ? reply.json : reply.text(in: language))
  }

  /// Says `text` unasked: on a terminal below the line being typed, which is shown again.
  func send(_ text: String) {
    let interrupts = link.isTerminal && owedAnswers.isEmpty
    if interrupts { output.append([.carriageReturn, .lineFeed]) }
    say(text)
    if interrupts { output.append(ConsoleSession.prompt + editor.unfinished) }
  }

  /// Invites the next line, on a terminal that is owed nothing.
  private func showPrompt() {
    if link.isTerminal, owedAnswers.isEmpty { output.append(ConsoleSession.prompt) }
  }

  /// Says `text` to a peer that is not let in, as far as it reads at once.
  func refuse(_ text: String) {
    say(text)
    // Closing with something unread would reset the connection, and the text with it.
    input.fill(from: link)
    flush(at: Clock.now)
  }

  /// Writes what waits.
  func flush(at now: Instant) {
    output.flush(to: link, at: now)
  }

  /// Tells `poller` what this session waits for, if that has changed.
  func register(with poller: borrowing Poller, as token: Poller.Token) throws(SystemError) {
    let wanted: Poller.Readiness = [
      input.isOver ? [] : .readable, output.wantsWritable ? .writable : [],
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
      if let line = editor.feed(byte) { return line }
    }
    // What a terminal hung up on may be half of something else.
    return input.isOver && !link.isTerminal ? editor.finish() : nil
  }

  private func showEcho() {
    if !editor.echo.isEmpty { output.append(editor.echo) }
    editor.echo.removeAll(keepingCapacity: true)
  }

  private func say(_ text: String) {
    let ending: [UInt8] = link.isTerminal ? [.carriageReturn, .lineFeed] : [.lineFeed]
    for line in text.utf8.split(separator: .lineFeed, omittingEmptySubsequences: false) {
      makeRoom(for: line.count + ending.count)
      output.append(Array(line) + ending)
    }
  }

  /// A long answer goes out piece by piece to whoever reads along; a slow line keeps its pace.
  private func makeRoom(for byteCount: Int) {
    if output.queue.byteCount + byteCount > OutputQueue.byteLimit { flush(at: Clock.now) }
  }
}

extension Phrase {
  static func consoleLineTooLong(_ byteLimit: Int) -> Phrase {
    Phrase(
      "console.line.toolong",
      "That line is too long and was not read. A line has at most {1} bytes.", byteLimit)
  }
}
