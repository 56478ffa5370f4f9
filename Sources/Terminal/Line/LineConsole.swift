import Core
import Door
import System

/// The terminal line, whenever it is there, and the conversation on it.
///
/// The owner's loop: before each wait `settle`, then `handle` what the poller found, and hand out `next()` until
/// it is nil: one line at most, and none while the last one has no answer yet. Each line gets exactly one `answer`. Nothing
/// here blocks.
package struct LineConsole: ~Copyable {
  /// Event of the line.
  package enum Event: Hashable, Sendable {
    /// Somebody can be talked to.
    case opened
    /// A line was typed, without its end, perhaps empty; it is owed one answer.
    case line(String)
    /// A key was pressed while it is a screen.
    case key(Key)
    /// The size of the terminal is another: it has `settings`.
    case resized
    /// Somebody has enough of the answer under way (Ctrl-C).
    case interrupted
    /// Somebody gives up at the question that they were asked (Ctrl-C); they are owed one answer.
    case declined
    /// Nobody is there any more, and nothing more comes.
    case closed
    /// The line cannot be used; it is tried again.
    case failed(Failure)
    /// Something about the other end that whoever reads the log should know.
    case noticed(Phrase)
  }

  /// Language and letters of its person.
  package var speech: TerminalSpeech {
    didSet {
      session?.language = speech.language
      session?.settings.charset = speech.charset
    }
  }
  private let token: Poller.Token
  private var port: PatientPort
  private var session: LineSession?
  private var events: [Event] = []
  /// Whether it was a screen when it hung up.
  private var leavesScreen = false

  /// The line `tty`, which is opened by `settle`, now and whenever it is there; `token` is that of the poller's events.
  package init(at tty: String, baud: Int, _ speech: TerminalSpeech, _ token: Poller.Token) {
    port = PatientPort(at: tty, baud: baud)
    self.speech = speech
    self.token = token
  }

  /// When `settle` wants to be called even if nothing happens, or nil.
  ///
  /// An instant long past says that `next` has something now, or once it was settled.
  package var deadline: Instant? {
    if !events.isEmpty || session?.hasInput ?? false { return .zero }
    return .earlier(port.deadline, session?.deadline)
  }

  /// The next thing that happened, or nil until it is settled again.
  package mutating func next() -> Event? {
    if !events.isEmpty { return events.removeFirst() }
    switch session?.next() {
    case nil: return nil
    case .line(let line): return .line(line)
    case .interrupt: return .interrupted
    case .declined: return .declined
    case .notice: return .noticed(.consoleLineEchoes)
    case .key(let key): return .key(key)
    case .resized: return .resized
    }
  }

  /// Handles an event of the poller with the token of this line.
  package mutating func handle(_ ready: Poller.Ready) { session?.receive(ready.readiness) }

  /// Writes what waits, ends what is over, opens what is due, and tells `poller` what to watch.
  ///
  /// Makes no system call when nothing has changed.
  package mutating func settle(
    at now: Instant, with poller: borrowing Poller
  ) throws(SystemError) {
    open(at: now)
    guard let session else { return }
    session.flush(at: now)
    guard session.isOver else { return try session.register(with: poller, as: token) }
    try session.unregister(from: poller)
    close(session, at: now)
  }

  private mutating func open(at now: Instant) {
    let known = port.failure
    if let opened = port.open(at: now) {
      let session = LineSession(over: opened, speech)
      if leavesScreen { session.resetTerminal() }
      leavesScreen = false
      self.session = session
      events.append(.opened)
    } else if let failure = port.failure, failure != known {
      events.append(.failed(failure))
    }
  }

  private mutating func close(_ session: LineSession, at now: Instant) {
    self.session = nil
    leavesScreen = session.isScreen
    events.append(.closed)
    port.hangUp(at: now)
    if let failure = port.failure { events.append(.failed(failure)) }
  }
}

/// Answers and news.
extension LineConsole {
  /// Whether somebody is there.
  package var isOpen: Bool { session != nil }

  /// Whether an answer is owed.
  package var isOwed: Bool { session.map { !$0.debts.isEmpty } ?? false }

  /// Bytes that were said and have not left yet, the kernel's among them.
  package var backlog: Int { session?.backlog ?? 0 }

  /// Whether `byteCount` more bytes have room among those that wait to be written, or nothing waits.
  package func hasRoom(for byteCount: Int) -> Bool {
    guard let queue = session?.output.queue else { return true }
    return queue.isEmpty || byteCount < OutputQueue.byteLimit - queue.byteCount
  }

  /// Whether all that was said was given to the line.
  package var isWritten: Bool { session?.output.queue.isEmpty ?? true }

  /// The answer to the latest line goes on, and the next line may come meanwhile.
  package mutating func continues() { session?.continues() }

  /// The latest line is a question, or is none.
  package mutating func note(isAsked: Bool) { session?.isAsked = isAsked }

  /// Says `text`, which may be nothing, as the end of the answer to the oldest line that waits for it.
  package mutating func answer(_ text: String = "") { session?.answer(text) }

  /// Says `phrase`, a sentence of our own, as the answer that is owed.
  package mutating func answer(_ phrase: Phrase) {
    session?.answer(phrase)
  }

  /// Nothing is under way: whoever has given up at a question gets the answer that they are owed.
  package mutating func answerDeclined() {
    if session?.debts.first?.isOfDeclining ?? false { answer() }
  }

  /// Says `text`: part of the answer that is owed or, where none is, something unasked.
  package mutating func tell(_ text: String) { session?.tell(text) }

  /// Says `phrase`, so too.
  package mutating func tell(_ phrase: Phrase) { session?.tell(phrase) }

  /// `phrase` as the log has it.
  package func words(of phrase: Phrase) -> String { phrase.text(in: speech.language) }
}

/// The terminal, and what draws on it.
extension LineConsole {
  /// How the terminal is written to; nil where nobody is there.
  package var settings: SessionSettings? { session?.settings }

  /// Does what `wish` wants of that, and tells how it is then.
  @discardableResult
  package mutating func configure(_ wish: SessionWish) -> SessionSettings? {
    session?.configure(wish)
  }

  /// Nobody has set anything there any more: whoever knows what is set is another.
  package mutating func forgetSettings() { session?.forgetSettings() }

  /// Asks the terminal how large it is: `resized` follows where it answers.
  package mutating func askForSize() { session?.askForSize(forPerson: false) }

  /// Whether keys come one by one and what is written is drawn.
  package var isScreen: Bool { session?.isScreen ?? false }

  /// Makes the terminal a screen: keys come one by one, and what is said waits.
  ///
  /// - Returns: whether that is possible, as it is not in a plain session.
  @discardableResult
  package mutating func beginScreen() -> Bool { session?.beginScreen() ?? false }

  /// The latest key was obeyed, or has no meaning.
  package mutating func keyHeard() { session?.awaitsKey = false }

  /// Makes the terminal one of lines again, whatever was drawn; what was said meanwhile follows.
  package mutating func endScreen() { session?.endScreen() }

  /// How many bytes the next frame may have so that a key's answer is sent within a fifth of a second; nil while the line
  /// is busy with the one before, and where nothing is drawn.
  package func frameRoom(at now: Instant) -> Int? { session?.frameRoom(at: now) }

  /// Sends `bytes`, which draw on the screen: all of them, or none where there is no room.
  @discardableResult
  package mutating func draw(_ bytes: [UInt8]) -> Bool { session?.draw(bytes) ?? false }
}

extension Phrase {
  static let consoleLineEchoes = Phrase(
    "console.line.echoes",
    """
    The serial line's other end sends back what it is told, or sends no commands. Only commands are answered \
    there now; on a Linux host "stty raw -echo" for its port ends an echo.
    """)
}
