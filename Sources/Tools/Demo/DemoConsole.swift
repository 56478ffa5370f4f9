import Board
import Core
import Door
import Drivers
import Glibc
import System
import VirtualDevices

/// Console of every demo: its socket inside the store, the demo's own terminal, and signals.
///
/// The demo's own terminal is a session too; messages to it wait in `messages`.
struct DemoConsole: Audience, ~Copyable {
  /// Owner of a descriptor: `Poller.Token.source`.
  enum Source: UInt16 {
    case signals, console, input
  }

  /// The session of the terminal on which the demo runs; those of the socket count from 1.
  static let ownSession = SessionID(number: 0)

  /// The name of the boot that the demo plays.
  let bootID: String
  var poller: Poller
  /// Messages to the terminal, oldest first.
  var messages: [String] = []
  /// What its people are spoken to in.
  private(set) var language = Language.present
  /// Whether Ctrl-C is not for the demo, but for the answer that somebody reads.
  var interruptEndsPage = false
  private var isInterrupted = false
  /// Latest message since something real was waited for.
  private var latest = ""
  private let signals: Signals
  private var console: Console

  /// A console for the boot `bootID`, whose store is the directory `store`.
  init(_ bootID: String, store: String) throws(Failure) {
    let console = try DemoConsole.console(store)
    do throws(SystemError) {
      let signals = try Signals()
      let poller = try Poller()
      try poller.add(signals.descriptor, as: Poller.Token(Source.signals.rawValue), for: .readable)
      self.init(bootID, console, signals, poller)
    } catch {
      throw Failure(.console, .demoAtTerminal("\(error.call): \(error.reason)"))
    }
  }

  /// Cannot fail, so that Swift 6.0 never has to undo it half way.
  private init(
    _ bootID: String, _ console: consuming Console, _ signals: consuming Signals,
    _ poller: consuming Poller
  ) {
    self.bootID = bootID
    self.console = console
    self.console.speech.language = language
    self.signals = signals
    self.poller = poller
  }

  /// A failure of its socket names the store, because that is what a person can choose.
  private static func console(_ store: String) throws(Failure) -> Console {
    do throws(Failure) {
      return try Console(
        at: Console.Places(lines: ConsolePlace.socket(inStore: store)),
        Console.Speech(.english, .unicode),
        source: Source.console.rawValue)
    } catch {
      guard let cause = error.cause else { throw error }
      let isTaken = cause.code == EADDRINUSE || cause.code == EAGAIN
      let phrase =
        isTaken
        ? Phrase(
          "demo.store-taken",
          "Another exhibit is running in \(store); stop it, or name another folder with --store.")
        : Phrase.demoFolderUnusable(store, cause.reason)
      throw Failure(.console, phrase, cause: cause)
    }
  }

  var terminals: [SessionID] { [DemoConsole.ownSession] }

  mutating func send(_ reply: Reply, to session: SessionID) {
    if session == DemoConsole.ownSession {
      note(reply.text(in: language))
    } else {
      console.send(reply, to: session)
    }
  }

  mutating func continues(_ session: SessionID) {
    if session != DemoConsole.ownSession { console.continues(session) }
  }

  mutating func answered(_ session: SessionID) {
    if session != DemoConsole.ownSession { console.answer("", to: session) }
  }

  mutating func note(_ outcome: Effect.AnswerOutcome, of session: SessionID) {
    console.note(outcome, of: session)
  }

  mutating func configure(_ session: SessionID, as wish: SessionWish) -> SessionSettings? {
    console.configure(session, as: wish)
  }

  mutating func notify(_ notice: Notice) {}

  mutating func takeHanded(by session: SessionID) -> FileDescriptor? {
    console.takeHanded(by: session)
  }

  mutating func speak(with texts: [String: String]) {
    language = Language.present.with(texts)
    console.speech.language = language
  }

  /// What is written at the demo's own terminal is that terminal's to say.
  mutating func write(in charset: Charset?) { console.speech.charset = charset ?? .unicode }

  mutating func log(_ level: LogLevel, _ speaker: String, _ phrase: Phrase) {
    // Who looks for a fault reads a log, and not the demo.
    if level != .debug { note(phrase.text(in: language)) }
  }

  /// Has the poller watch `descriptor` as the demo's input; says whether it can: files can't be watched.
  func watchInput(_ descriptor: Int32) -> Bool {
    do throws(SystemError) {
      try poller.add(descriptor, as: Poller.Token(Source.input.rawValue), for: .readable)
      return true
    } catch {
      return false
    }
  }

  /// Has the poller watch `descriptor` no longer.
  func forgetInput(_ descriptor: Int32) {
    // Fails where it is not watched any more, which is what is wanted.
    try? poller.remove(descriptor)
  }

  /// Waits until `deadline` for something real to happen, and has `parts` tell of it, input aside.
  ///
  /// - Returns: whether there is input.
  mutating func collect(until deadline: Instant?, _ parts: inout VirtualParts) -> Bool {
    var hasInput = false
    latest = ""
    settle()
    wait(until: deadline)
    while let ready = poller.next() {
      switch Source(rawValue: ready.token.source) {
      case .signals: takeSignals(&parts)
      case .console: console.handle(ready)
      case .input: hasInput = true
      case nil: preconditionFailure("all tokens are made of sources")
      }
    }
    takeLines(&parts)
    return hasInput
  }

  /// Whether somebody had enough of the answer that they read; says so once.
  mutating func takeInterrupt() -> Bool {
    defer { isInterrupted = false }
    return isInterrupted
  }

  /// Sends what the socket's sessions have room for.
  mutating func settle() {
    do throws(SystemError) {
      try console.settle(at: Clock.now, with: poller)
    } catch {
      messages.append("\(error.call): \(error.reason)")
    }
  }

  /// The log and the console often say the same at once, where once is enough; later it is news again.
  private mutating func note(_ text: String) {
    if text != latest { messages.append(text) }
    latest = text
  }

  private mutating func wait(until deadline: Instant?) {
    do throws(SystemError) {
      try poller.wait(until: .earlier(deadline, console.deadline))
    } catch {
      preconditionFailure("\(error): the poller's descriptors are its own")
    }
  }

  private mutating func takeSignals(_ parts: inout VirtualParts) {
    // A signal that can't be read is not one that ends the demo.
    while let signal = (try? signals.read()) ?? nil {
      if signal == .interrupt, interruptEndsPage {
        isInterrupted = true
      } else {
        parts.add(.signal(signal == .snap ? .snap : .stop))
      }
    }
  }

  private mutating func takeLines(_ parts: inout VirtualParts) {
    while let event = console.next() {
      switch event {
      case .opened, .leadsLine: break
      case .interrupted(let session), .closed(let session):
        parts.add(.console(.interrupted(session)))
      case .declined(let session): parts.add(.console(.declined(session)))
      case .line(let line, let session): parts.add(.console(.line(line, from: session, .local)))
      // Nothing draws on the sessions of a socket.
      case .key, .resized: break
      case .failed(let failure): messages.append(failure.phrase.told)
      }
    }
  }
}

extension Phrase {
  static func demoAtTerminal(_ reason: String) -> Phrase {
    Phrase(
      "demo.at-terminal",
      "The terminal cannot be used for the demo: \(reason); give a script with --script FILE.")
  }

}
