import Core
import Door
import Glibc
import StandIns
import System

@testable import Terminal

/// The owner of a line, as the relay is one: its loop, a step at a time, and what it heard.
struct LineHost: ~Copyable {
  private static let source: UInt16 = 9

  var console: LineConsole
  /// Added to the present, to see what becomes of retries without waiting for them.
  var ahead = Duration.zero
  /// How often the poller found something.
  private(set) var wakeupCount = 0

  /// What happened and `event` has not handed out yet.
  private(set) var heard: [LineConsole.Event] = []

  private var poller: Poller

  /// A console on the line `tty`.
  static func make(tty: String, baud: Int = 115_200) throws -> LineHost {
    let speech = TerminalSpeech(.english, .unicode)
    return LineHost(
      console: LineConsole(at: tty, baud: baud, speech, Poller.Token(source)),
      poller: try Poller())
  }

  private init(console: consuming LineConsole, poller: consuming Poller) {
    self.console = console
    self.poller = poller
  }

  /// The next thing that happens within ten seconds, or nil.
  mutating func event() throws -> LineConsole.Event? {
    let end = Clock.now + .seconds(10)
    while Clock.now < end {
      if !heard.isEmpty { return heard.removeFirst() }
      try step(until: end)
    }
    return nil
  }

  /// The next line, whatever else happens before it.
  mutating func line() throws -> String? {
    while let event = try event() {
      if case .line(let text) = event { return text }
    }
    return nil
  }

  /// Handles what is ready now, without waiting; what was heard stays for `event`.
  mutating func settle() throws {
    for _ in 0..<3 { try step(until: .zero) }
  }

  /// One turn of the loop, which waits no longer than `patience`.
  mutating func turn(within patience: Duration = .zero) throws {
    try step(until: patience == .zero ? .zero : Clock.now + patience)
  }

  /// What was heard and not handed out.
  mutating func takeHeard() -> [LineConsole.Event] {
    defer { heard.removeAll() }
    return heard
  }

  /// Waits at most ten seconds for something to be ready, and handles it.
  mutating func handleOne() throws {
    let before = wakeupCount
    let end = Clock.now + .seconds(10)
    while wakeupCount == before, Clock.now < end { try step(until: end) }
  }

  /// Goes on until `person` has received `ending`, at most ten seconds; everything it received.
  mutating func receive(until ending: String, by person: borrowing Peer) throws -> String {
    var text = ""
    let end = Clock.now + .seconds(10)
    while !text.hasSuffix(ending), Clock.now < end {
      try step(until: min(end, Clock.now + .milliseconds(1)))
      text += person.received()
    }
    return text
  }

  /// Whoever comes is greeted, and a key obeyed, as by the running program.
  private mutating func hear(_ event: LineConsole.Event) {
    if event == .opened { console.tell(Phrase.consoleGreeting) }
    if case .key = event { console.keyHeard() }
    heard.append(event)
  }

  private mutating func step(until end: Instant) throws {
    try console.settle(at: Clock.now + ahead, with: poller)
    try poller.wait(until: min(end, console.deadline.map { $0 - ahead } ?? end))
    while let ready = poller.next() {
      wakeupCount += 1
      console.handle(ready)
    }
    while let event = console.next() { hear(event) }
    try console.settle(at: Clock.now + ahead, with: poller)
  }
}

/// The screen, as its owner sees it.
extension LineHost {
  // Throwing, so that #expect evaluates them in place: a host can't be copied.
  func settings() throws -> SessionSettings? { console.settings }

  func room() throws -> Int? { console.frameRoom(at: Clock.now + ahead) }

  mutating func beginScreen() throws -> Bool { console.beginScreen() }

  mutating func draw(_ byteCount: Int) throws -> Bool {
    console.draw([UInt8](repeating: 0x2e, count: byteCount))
  }
}
