import Core
import System

/// What an owner's loop drives: a console, or a terminal line.
package protocol LoopDriven: ~Copyable {
  /// Event of it.
  associatedtype Event: Hashable

  /// When `settle` wants to be called even if nothing happens, or nil.
  var deadline: Instant? { get }
  /// Writes what waits, and tells `poller` what to watch.
  mutating func settle(at now: Instant, with poller: borrowing Poller) throws(SystemError)
  /// Handles what the poller found.
  mutating func handle(_ ready: Poller.Ready)
  /// The next thing that happened.
  mutating func next() -> Event?
  /// Does what its owner does at each event.
  mutating func hear(_ event: Event)
}

/// The owner of a console or a line, as board and relay are: its loop, a step at a time, and what it heard.
package struct LoopHost<Subject: LoopDriven & ~Copyable>: ~Copyable {
  /// Its console.
  package var console: Subject
  /// Added to the present, to see what becomes of retries without waiting for them.
  package var ahead = Duration.zero
  /// How often the poller found something.
  package private(set) var wakeupCount = 0

  /// What happened and `event` has not handed out yet.
  package private(set) var heard: [Subject.Event] = []

  private var poller: Poller

  /// The owner of `console`.
  package init(_ console: consuming Subject, _ poller: consuming Poller) {
    self.console = console
    self.poller = poller
  }

  /// The next thing that happens within ten seconds, or nil.
  package mutating func event() throws -> Subject.Event? {
    let end = Clock.now + .seconds(10)
    while Clock.now < end {
      if !heard.isEmpty { return heard.removeFirst() }
      try step(until: end)
    }
    return nil
  }

  /// Handles what is ready now, without waiting; what was heard stays for `event`.
  package mutating func settle() throws {
    for _ in 0..<3 { try step(until: .zero) }
  }

  /// One turn of the loop, which waits no longer than `patience`.
  package mutating func turn(within patience: Duration = .zero) throws {
    try step(until: patience == .zero ? .zero : Clock.now + patience)
  }

  /// What was heard and not handed out.
  package mutating func takeHeard() -> [Subject.Event] {
    defer { heard.removeAll() }
    return heard
  }

  /// Waits at most ten seconds for something to be ready, and handles it.
  package mutating func handleOne() throws {
    let before = wakeupCount
    let end = Clock.now + .seconds(10)
    while wakeupCount == before, Clock.now < end { try step(until: end) }
  }

  /// Goes on until `person` has received `ending`, at most ten seconds; everything it received.
  package mutating func receive(until ending: String, by person: borrowing Peer) throws -> String {
    var text = ""
    let end = Clock.now + .seconds(10)
    while !text.hasSuffix(ending), Clock.now < end {
      try step(until: min(end, Clock.now + .milliseconds(1)))
      text += person.received()
    }
    return text
  }

  private mutating func step(until end: Instant) throws {
    try console.settle(at: Clock.now + ahead, with: poller)
    try poller.wait(until: min(end, console.deadline.map { $0 - ahead } ?? end))
    while let ready = poller.next() {
      wakeupCount += 1
      console.handle(ready)
    }
    while let event = console.next() {
      console.hear(event)
      heard.append(event)
    }
    try console.settle(at: Clock.now + ahead, with: poller)
  }
}
