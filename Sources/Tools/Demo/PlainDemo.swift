import Board
import Core
import Drivers
import Glibc
import System
import Terminal
import VirtualDevices

/// The surroundings of a board in a terminal of which nothing is expected but lines, in real time.
///
/// Words are the finger, as in `PlainWord`; each other line is one of the console. Every line is printed once and
/// stays: a screen reader reads it as it comes.
struct PlainDemo: DemoSurroundings, ~Copyable {
  private static let readByteCount = 4096
  /// How long a shake lasts.
  private static let shake = Duration.seconds(1)
  /// The button is held so long that the board shuts down.
  private static let veryLongHold = Duration.milliseconds(6500)

  var console: DemoConsole
  private let input: FileDescriptor
  /// Whether the poller tells of input; files can't be watched.
  private let isWatched: Bool
  private var pager: Pager
  /// Bytes of a line whose end has not come.
  private var unfinished: [UInt8] = []
  /// Lines that were read and wait for the answer of the one before.
  private var lines: [String] = []
  /// Whether a line waits for its answer, which stops at each page.
  private var isAnswering = false
  /// Whether nothing more can be read.
  private var isOver = false
  /// Whether the terminal takes nothing more.
  private var isGone = false
  /// Whether the machine was told to end.
  private var isEnding = false
  private var shakeEnd: Instant?
  private var situation: Situation?

  /// A demo on `console`, standard input and standard output.
  init(_ console: consuming DemoConsole) throws(SystemError) {
    let input = FileDescriptor(owning: try SystemError.check("dup") { dup(STDIN_FILENO) })
    self.init(console, input)
  }

  /// Cannot fail, so that Swift 6.0 never has to undo it half way.
  private init(_ console: consuming DemoConsole, _ input: consuming FileDescriptor) {
    isWatched = console.watchInput(input.number)
    pager = Screen.pager
    console.messages += [
      Phrase(
        "plain.introduction",
        "This is a simulated board; \"click\" and Enter press its button, \"quit\" ends the demo."
      ).told,
      Phrase(
        "plain.help",
        "The word \"help\" tells all others, and the commands of the console."
      ).told,
    ]
    self.console = console
    self.input = input
  }

  var now: Instant { Clock.now }

  func moment(of instant: Instant) -> Moment {
    Moment(bootID: console.bootID, instant: instant, wall: Clock.wallTime(at: instant))
  }

  func utcOffset(at wall: WallTime) -> Int { Clock.utcOffset(at: wall) }

  /// Only the machine ends it.
  var hasEnded: Bool { false }

  mutating func act(on parts: inout VirtualParts) {
    tellNews()
    turnPage()
    if !isAnswering, !pager.isWaiting, !lines.isEmpty { obey(lines.removeFirst(), &parts) }
    if isGone { end(&parts) }
  }

  mutating func pass(until next: Instant?, _ parts: inout VirtualParts) -> Bool {
    if let end = shakeEnd, end <= Clock.now {
      parts.accelerometer.isShaken = false
      shakeEnd = nil
    }
    console.interruptEndsPage = pager.isWaiting
    let mustRead = !isWatched && !isOver && lines.isEmpty
    let isReady = console.collect(until: mustRead ? .zero : .earlier(next, shakeEnd), &parts)
    if isReady || mustRead { read(&parts) }
    if console.takeInterrupt() { print(pager.leave()) }
    return false
  }

  /// Says what the light shows from now on, where that is something else.
  mutating func observe(_ machine: borrowing Machine) {
    let present = machine.situation
    guard present.word != situation?.word else { return }
    situation = present
    console.messages.append(present.signSentence.told)
  }

  /// Prints the last messages, and sends those of the socket's sessions.
  mutating func finish() {
    console.settle()
    if pager.isWaiting { print(pager.leave()) }
    tellNews()
  }

  private mutating func end(_ parts: inout VirtualParts) {
    if !isEnding { parts.add(.signal(.stop)) }
    isEnding = true
  }
}

/// What is typed.
extension PlainDemo {
  private mutating func read(_ parts: inout VirtualParts) {
    let bytes = (try? input.someBytes(atMost: PlainDemo.readByteCount)) ?? []
    guard !bytes.isEmpty else {
      isOver = true
      console.forgetInput(input.number)
      return end(&parts)
    }
    unfinished += bytes
    while let end = unfinished.firstIndex(of: UInt8(ascii: "\n")) {
      let line = String(decoding: unfinished[..<end], as: UTF8.self)
      lines.append(line.printable { $0.properties.isWhitespace ? " " : "" })
      unfinished.removeSubrange(...end)
    }
  }

  /// A line that says how the answer goes on which has stopped at a page; another one leaves it and is carried out.
  private mutating func turnPage() {
    while pager.isWaiting, let line = lines.first {
      let word = line.split(separator: " ").joined(separator: " ")
      if word.isEmpty || word == "q" { lines.removeFirst() }
      print(word.isEmpty ? pager.goOn() : pager.leave())
    }
  }

  private mutating func obey(_ line: String, _ parts: inout VirtualParts) {
    if let word = PlainWord(line) { return obey(word, &parts) }
    isAnswering = true
    if line.split(separator: " ") == ["help"] { answer(PlainWord.help.map(\.told)) }
    parts.add(.console(.line(line, from: DemoConsole.ownSession, .full)))
  }

  private mutating func obey(_ word: PlainWord, _ parts: inout VirtualParts) {
    let now = Clock.now
    switch word {
    case .click: parts.button.click(1, at: now)
    case .double: parts.button.click(2, at: now)
    case .triple: parts.button.click(3, at: now)
    case .long: parts.button.hold(at: now)
    case .hold:
      parts.button.move(.pressed, at: now)
      parts.button.move(.released, at: now + PlainDemo.veryLongHold)
    case .shake:
      parts.accelerometer.isShaken = true
      shakeEnd = now + PlainDemo.shake
    case .unplug(let role): parts.unplug(role)
    case .plug(let role): parts.plug(role)
    case .quit: end(&parts)
    }
  }
}

/// What is printed.
extension PlainDemo {
  /// What happened is printed at once, or after the answer that somebody is reading.
  private mutating func tellNews() {
    let news = console.messages.flatMap { $0.split(separator: "\n").map(String.init) }
    console.messages.removeAll()
    for line in news {
      if !pager.isWaiting {
        put(line)
      } else if let page = pager.keep(line) {
        print(page)
      }
    }
  }

  private mutating func answer(_ lines: [String]) {
    tellNews()
    for line in lines where pager.shows(line) { put(line) }
  }

  private mutating func print(_ page: Pager.Page) {
    for line in page.lines { put(line) }
    if let more = page.more { put(Phrase.linesMore(more).told) }
    for line in page.news { put(line) }
  }

  private mutating func put(_ line: String) {
    guard !isGone else { return }
    do throws(Failure) { try DemoOutput.print(line.printable) } catch { isGone = true }
  }
}

/// Of what the console says, the answers to what is typed stop at each page.
extension PlainDemo {
  mutating func send(_ reply: Reply, to session: SessionID) {
    guard session == DemoConsole.ownSession, isAnswering else {
      return console.send(reply, to: session)
    }
    answer(reply.text(in: console.language).split(separator: "\n").map(String.init))
  }

  /// What goes on as things happen is news, and stops at no page.
  mutating func continues(_ session: SessionID) {
    if session == DemoConsole.ownSession { isAnswering = false } else { console.continues(session) }
  }

  mutating func answered(_ session: SessionID) {
    guard session == DemoConsole.ownSession else { return console.answered(session) }
    if isAnswering { print(pager.goOn()) }
    isAnswering = false
  }
}
