import Core
import System

/// One conversation: the lines of a program or of a person behind one, and what is still to be said.
///
/// Each line that `next` hands out is owed one `answer`, and until that has come or `continues` there is no next.
/// A plain answer ends with an empty line, and so does one that went on; another in JSON is one line. A peer that has said
/// its last gets what it is owed before the session is over.
final class ConsoleSession: GuestSession {
  /// An answer that is not complete.
  private struct Debt {
    /// Whether a program asked.
    let isInJSON: Bool
    /// Marks that tell a program good answers from others, where it wants them.
    var marks: AnswerMarks?
    /// Whether more of it comes as things happen, until the next line.
    var continues = false
  }

  /// Bytes that are kept for the ends of answers where a peer does not read.
  private static let reserve = 1024

  let id: SessionID
  /// Whose program is at the other end.
  let owner: UInt32
  /// Language of its person.
  private var language: Language
  /// How it is written to.
  var settings: SessionSettings
  /// Whether it is the terminal line's: it hears what is said to nobody in particular.
  private(set) var leadsLine = false

  let stream: SocketStream
  private let places: Console.Places
  private var reader = LineReader()
  /// For each line whose answer is not complete, the oldest first: one that continues, and one more.
  private var debts: [Debt] = []
  /// Whether the answer to the latest line is a question.
  private var isAsked = false
  /// News since it is a screen; nil while it is one of lines.
  var screenNews: ScreenNews?
  /// Bytes that the next frame may have; nil while its terminal has no room.
  var room: Int?
  /// Whether this turn's input was handed out.
  private var isHeard = false
  /// Whether that was a key, of which the far side waits to hear that it was obeyed.
  private var owesKey = false

  init(
    _ id: SessionID, over stream: SocketStream, of owner: UInt32, at places: Console.Places,
    _ speech: Console.Speech
  ) {
    self.id = id
    self.owner = owner
    language = speech.language
    settings = SessionSettings(speech.charset)
    self.stream = stream
    self.places = places
  }

  var access: Access { leadsLine ? places.serialAccess : .local }

  var writing: SessionSettings? { settings }

  var freeByteCount: Int { max(0, stream.room - ConsoleSession.reserve) }

  /// Whether nothing can come or go any more.
  var isOver: Bool {
    guard stream.isAtEnd, !reader.isInside else { return false }
    return stream.isDeaf || (debts.isEmpty && stream.isSent)
  }

  /// Whether `next` has something to go on, now or once it is settled.
  var hasInput: Bool {
    guard isListening || isScreen else { return false }
    return stream.hasInput || (stream.hasEnded && reader.isInside)
  }

  /// Whether the next line may come: the last one has its answer, or one that continues.
  private var isListening: Bool { debts.last?.continues ?? true }

  /// People are spoken to so from now on.
  func speak(_ speech: Console.Speech) {
    language = speech.language
    settings.charset = speech.charset
    if leadsLine { tellSpeech() }
  }

  /// The next line in answer to the latest one is such news.
  func note(_ outcome: Effect.AnswerOutcome) {
    isAsked = outcome == .asks
    if !debts.isEmpty { debts[debts.count - 1].marks?.note(outcome) }
  }

  /// More of the answer to the latest line comes as things happen, until the next line.
  func continues() {
    guard !debts.isEmpty else { return }
    debts[debts.count - 1].continues = true
    if debts[debts.count - 1].marks != nil { write(.goesOn) }
  }

  /// Says `text`, one line or several, as the end of the answer to the oldest line that waits for it.
  func answer(_ text: String) {
    if !text.isEmpty { say(text) }
    let debt = debts.isEmpty ? nil : debts.removeFirst()
    if let marks = debt?.marks { return write(marks.end) }
    if let debt, !isScreen, debt.continues || !debt.isInJSON { writeEnd() }
  }

  /// Says `reply`, in JSON while a program waits for its answer.
  func send(_ reply: Reply) {
    let isForProgram = !isScreen && debts.first?.isInJSON ?? false
    say(reply.written(forProgram: isForProgram, in: language, settings.charset))
  }

  /// Lines carry no files.
  func hand(_ file: consuming FileDescriptor) -> Bool { false }

  /// Says `phrase` to a peer that is not let in, as far as it reads at once.
  func refuse(_ phrase: Phrase) {
    send(Reply(phrase))
    writeEnd()
    leave()
  }

  /// Writes what waits, and begins a turn.
  func flush() {
    isHeard = false
    if owesKey { write(.keyHeard) }
    owesKey = false
    stream.flush()
  }
}

/// Input.
extension ConsoleSession {
  /// Next input, or nil when nothing has come; one in a turn, which ends with `flush`.
  func next() -> GuestInput? {
    guard !isHeard, isListening || isScreen else { return nil }
    stream.fillAfterEnd()
    while let line = nextLine() {
      guard let input = hear(line) else { continue }
      isHeard = true
      return input
    }
    return nil
  }

  private func nextLine() -> LineReader.Line? {
    while let byte = stream.next() {
      if let line = reader.feed(byte) { return line }
    }
    return stream.hasEnded ? reader.finish() : nil
  }

  private func hear(_ line: LineReader.Line) -> GuestInput? {
    switch line {
    case .text(let text): return hear(text)
    case .interrupt: return hearInterrupt()
    case .tooLong:
      send(Reply(.consoleLineTooLong(LineReader.byteLimit)))
      if debts.isEmpty { writeEnd() }
      return nil
    }
  }

  private func hear(_ text: String) -> GuestInput? {
    switch ClientLine(text) {
    case nil: return isScreen ? nil : owe(text, leadsLine ? AnswerMarks() : nil)
    case .typed(let words):
      guard isScreen else { return owe(words, AnswerMarks()) }
      // It was typed before it was known that keys are wanted.
      write(.end(1))
      return nil
    case .leadsLine:
      leadsLine = true
      tellSpeech()
      write(.line(places.terminalLine))
      return .leadsLine
    case .key(let key):
      owesKey = true
      return isScreen ? key.map { .key($0) } : nil
    case .size(let size): return fit(size) ? .resized : nil
    case .room(let count):
      room = count
      return nil
    }
  }

  private func owe(_ words: String, _ marks: AnswerMarks?) -> GuestInput {
    isAsked = false
    debts.append(Debt(isInJSON: Reply.isWantedInJSON(by: words), marks: marks))
    return .line(words)
  }

  private func hearInterrupt() -> GuestInput? {
    guard debts.isEmpty else { return .interrupt }
    guard isAsked else {
      if leadsLine { write(.nothing) }
      return nil
    }
    isAsked = false
    debts.append(Debt(isInJSON: false, marks: leadsLine ? AnswerMarks() : nil))
    return .declined
  }
}

/// Output.
extension ConsoleSession {
  /// Empty lines are left out: they end answers.
  private func say(_ text: String) {
    for line in text.split(separator: "\n") { say(line: String(line)) }
    if !debts.isEmpty { debts[0].marks?.haveSaid() }
  }

  func say(line: String) {
    if screenNews != nil {
      screenNews?.keep(line)
    } else if let marks = debts.first?.marks {
      write(marks.part(line))
    } else if debts.isEmpty, leadsLine {
      write(.news(line))
    } else {
      stream.write(Array("\(line)\n".utf8), keeping: ConsoleSession.reserve)
    }
  }

  private func tellSpeech() { write(.speech(TerminalSpeech(language, settings.charset).text)) }

  /// Says `part`; words leave room for what says where an answer ends.
  func write(_ part: AnswerPart) {
    stream.write(part.bytes, keeping: part.words == nil ? 0 : ConsoleSession.reserve)
  }

  /// The empty line that ends an answer without marks.
  private func writeEnd() { stream.write([.lineFeed]) }
}
