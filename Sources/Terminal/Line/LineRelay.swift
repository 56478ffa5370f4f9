import Core
import Door
import Glibc
import System

/// The program at the terminal line: it passes on what is typed to the running program, and shows what that says.
///
/// It edits lines, turns pages, draws no more than the line takes, and answers itself while nobody runs. It ends with a
/// signal, and where the line that is wanted is another, once what was said last has left.
package struct LineRelay: ~Copyable {
  static let lineToken = Poller.Token(1), programToken = Poller.Token(2)
  private static let signalToken = Poller.Token(3)
  /// The longest time until the last words have left.
  private static let lastPatience = Duration.seconds(1)
  /// How often it is looked whether a slow line has room for a frame.
  private static let roomPause = Duration.milliseconds(15)

  private let address: SocketAddress
  private let signals: SignalQueue
  private var poller: Poller
  private var console: LineConsole
  private var link: ProgramLink?
  private var search = ProgramSearch()
  /// Part of what it said that has no room yet.
  private var held: AnswerPart?
  /// How large the terminal is, as the running program knows it, and whether it waits to hear that.
  private var told: (size: TerminalSize?, isAsking: Bool) = (nil, false)
  /// Whether the running program waits to hear how many bytes its next frame may have.
  private var owesRoom = false
  /// After so long without a word of an answer whoever waits for it hears that.
  var patience = Duration.seconds(10)
  /// When it is told that the latest line has no answer yet; nil where it has, or that was told.
  private var silentAt: Instant?
  /// The line that it serves, as the running program tells that of its configuration.
  private let line: String
  /// When this ends, whatever waits; nil as long as nobody wants that.
  private var endAt: Instant?
  /// Why.
  private(set) var ending = Ending.signal

  /// Why it ends.
  package enum Ending: Sendable {
    /// Somebody wants it.
    case signal
    /// The running program has another line in its configuration: whoever reads that starts this anew.
    case reconfigured
  }

  /// Passes on between the line `tty` and whoever listens at the path `socket`, until it ends; blocks that long.
  package static func run(
    _ tty: String, baud: Int, socket: String, _ speech: TerminalSpeech
  ) throws(Failure) -> Ending {
    _ = try SerialSpeed(baud: baud)
    let address = try SocketAddress(path: socket)
    do throws(SystemError) {
      let console = LineConsole(at: tty, baud: baud, speech, lineToken)
      var relay = try LineRelay(console, serving: "\(tty) \(baud)", address)
      while !relay.isOver { try relay.turn() }
      return relay.ending
    } catch {
      throw Failure(.console, .consoleRelayBroken(error.call, error.reason), cause: error)
    }
  }

  /// Passes on between `console`, which is the line `line`, and whoever listens at `address`.
  init(
    _ console: consuming LineConsole, serving line: String, _ address: SocketAddress
  ) throws(SystemError) {
    let signals = try SignalQueue(of: [SIGTERM, SIGINT, SIGHUP])
    let poller = try Poller()
    try poller.add(signals.descriptor, as: LineRelay.signalToken, for: .readable)
    self.init(console, line, address, signals, poller)
  }

  private init(
    _ console: consuming LineConsole, _ line: String, _ address: SocketAddress,
    _ signals: consuming SignalQueue, _ poller: consuming Poller
  ) {
    self.console = console
    self.line = line
    self.address = address
    self.signals = signals
    self.poller = poller
  }

  /// Whether it is to end, and nothing is left to say.
  var isOver: Bool {
    guard let endAt else { return false }
    return Clock.now >= endAt || (link == nil && console.backlog == 0)
  }

  /// Waits for the next thing that happens, `patience` at most, and does what comes of it.
  mutating func turn(within patience: Duration = .seconds(3600)) throws(SystemError) {
    let now = Clock.now
    try settle(at: now)
    try poller.wait(until: .earlier(deadline(at: now), now + patience), now: now)
    while let ready = poller.next() {
      switch ready.token {
      case LineRelay.lineToken: console.handle(ready)
      case LineRelay.programToken: link?.receive(ready.readiness)
      default: try hearSignals()
      }
    }
    try takeAll()
  }

  private mutating func settle(at now: Instant) throws(SystemError) {
    look(at: now)
    if console.isOpen, search.isToBeTold(at: now) {
      search.tell()
      console.tell(.consoleAway)
    }
    if let silentAt, silentAt <= now {
      self.silentAt = nil
      console.tell(.consoleUnanswered(patience))
    }
    try console.settle(at: now, with: poller)
    try link?.register(with: poller, as: LineRelay.programToken)
    tellSize()
    tellRoom(at: now)
  }

  /// When a turn ends even if nothing happens, or nil.
  func deadline(at now: Instant) -> Instant? {
    // Nobody is looked for while nobody is at the line.
    let own = console.isOpen && endAt == nil ? search.deadline : nil
    let room = (owesRoom && console.isWritten) || endAt != nil ? now + LineRelay.roomPause : nil
    let waits = Instant.earlier(.earlier(room, endAt), silentAt)
    return .earlier(.earlier(console.deadline, own), waits)
  }

  private mutating func takeAll() throws(SystemError) {
    while let event = console.next() { hear(event) }
    while let part = held ?? link?.next() {
      silentAt = nil
      held = console.hasRoom(for: part.size) ? nil : part
      if held != nil { break }
      hear(part)
    }
    guard let link, link.isOver else { return }
    // Its end would be found again and again.
    try link.unregister(from: poller)
    if held == nil { part() }
  }

  private mutating func hearSignals() throws(SystemError) {
    while try signals.next() != nil { end(for: .signal) }
  }

  private mutating func end(for ending: Ending) {
    if endAt == nil { (endAt, self.ending) = (Clock.now + LineRelay.lastPatience, ending) }
    console.endScreen()
    owesRoom = false
  }
}

/// The running program.
extension LineRelay {
  /// Looks for the running program, once somebody is at the line.
  private mutating func look(at now: Instant) {
    guard link == nil, endAt == nil, console.isOpen, search.isDue(at: now) else { return }
    do throws(SystemError) {
      link = try ProgramLink(to: address)
      search.answered()
    } catch {
      let isNews = search.failed(error, at: now)
      // That nobody is there is said at the line.
      guard isNews, error.code != ENOENT, error.code != ECONNREFUSED else { return }
      StandardError.say("\(error.call) \(address.path): \(error.reason)")
    }
  }

  /// The running program knows nothing of this terminal yet.
  private mutating func beLetIn() {
    search.letIn()
    (told, owesRoom) = ((nil, false), false)
    console.forgetSettings()
  }

  /// The running program has ended, or sends us away: what it owes is answered, and it is looked for.
  private mutating func part() {
    search.lost(at: Clock.now)
    (link, owesRoom, silentAt) = (nil, false, nil)
    console.endScreen()
    if console.isOwed, !search.tell() { console.tell(.consoleAway) }
    while console.isOwed { console.answer() }
    console.note(isAsked: false)
  }

  /// Does what `part` says.
  private mutating func hear(_ part: AnswerPart) {
    switch part {
    case .out(let text), .news(let text): console.tell(text)
    case .err(let text) where !search.isLetIn: hearRefusal(text)
    case .err(let text): ask(text, isQuestion: false)
    case .ask(let text): ask(text, isQuestion: true)
    case .goesOn: console.continues()
    case .end: console.answer()
    case .nothing: console.answerDeclined()
    case .wish(let words): if let wish = SessionWish(words: words) { console.configure(wish) }
    case .measure: console.askForSize()
    case .speech(let json):
      if !search.isLetIn { beLetIn() }
      console.speech = TerminalSpeech(json) ?? console.speech
    case .line(let line): compareLine(with: line)
    case .keyHeard: console.keyHeard()
    case .screen: beginScreen()
    case .picture(let bytes):
      guard endAt == nil else { break }
      console.draw(bytes)
      owesRoom = true
    case .lines:
      console.endScreen()
      owesRoom = false
    }
  }

  private mutating func compareLine(with configured: String) {
    guard configured != line, endAt == nil else { return }
    StandardError.say(console.words(of: .consoleLineMoved))
    end(for: .reconfigured)
  }

  /// Whoever sends us away says why, which is told once.
  private mutating func hearRefusal(_ text: String) {
    if !text.isEmpty, !search.tell() { console.tell(text) }
  }

  /// A terminal that can be none after all has left it already.
  private mutating func beginScreen() {
    owesRoom = endAt == nil && console.beginScreen()
    if !owesRoom { link?.say(.key(.escape)) }
  }

  private mutating func ask(_ text: String, isQuestion: Bool) {
    console.tell(text)
    console.note(isAsked: isQuestion)
  }

  /// Says how large the terminal is, where that is news.
  private mutating func tellSize() {
    guard let link, let settings = console.settings else { return }
    let hasAnswered = told.isAsking && !settings.isAsking
    if settings.size != told.size || hasAnswered { link.say(.size(settings.size)) }
    told = (settings.size, settings.isAsking)
  }

  /// Says how many bytes the next frame may have, once there is room.
  private mutating func tellRoom(at now: Instant) {
    guard owesRoom, let room = console.frameRoom(at: now) else { return }
    owesRoom = false
    link?.say(.room(room))
  }
}

/// The line.
extension LineRelay {
  private mutating func hear(_ event: LineConsole.Event) {
    switch event {
    case .opened: search = ProgramSearch()
    case .line(let line): hear(line)
    case .key(let key): hear(key)
    case .resized: break
    case .interrupted, .declined: hearInterrupt()
    case .closed: leave()
    case .failed(let failure): StandardError.say(console.words(of: failure.phrase))
    case .noticed(let phrase): StandardError.say(console.words(of: phrase))
    }
  }

  private mutating func hear(_ line: String) {
    if link == nil {
      search.hurry()
      look(at: Clock.now)
    }
    if let link {
      silentAt = Clock.now + patience
      return link.say(.typed(line))
    }
    search.tell()
    console.answer(.consoleAway)
  }

  private mutating func hear(_ key: Key) {
    guard let link, let key = ViewfinderKey(key) else { return console.keyHeard() }
    link.say(.key(key))
  }

  private mutating func hearInterrupt() {
    if let link { link.interrupt() } else { console.answer() }
  }

  /// Nobody is at the line any more, so nobody has to hear what is said there.
  private mutating func leave() {
    // It fails where the poller never watched it.
    try? link?.unregister(from: poller)
    (link, owesRoom, held, silentAt) = (nil, false, nil, nil)
  }
}

extension Phrase {
  static let consoleAway = Phrase(
    "console.away",
    "The camera's program does not run; as soon as it does, what is typed here is answered again.")

  static func consoleUnanswered(_ time: Duration) -> Phrase {
    Phrase(
      "console.unanswered",
      """
      The camera's program has not answered for \(Int(time.components.seconds)) s: it is busy, or hangs. As a service it is \
      started anew where it hangs.
      """)
  }

  static let consoleLineMoved = Phrase(
    "console.line.moved",
    "The camera's configuration has another line than this one: the console has to be started again."
  )

  static func consoleRelayBroken(_ call: String, _ reason: String) -> Phrase {
    Phrase("console.relay-broken", "The terminal line can't be served: \(call): \(reason).")
  }
}
