import Core
import Drivers
import Glibc
import Simulator
import System

/// What every demo stands on: the simulated board, the console's socket inside the store, and signals.
///
/// The demo's own terminal is a session of the console too; what it is told waits in `said`.
struct DemoStage: ~Copyable {
  /// Whose descriptor the poller found.
  enum Source: UInt16 {
    case signals, console, input
  }

  /// The session of the terminal on which the demo runs; those of the socket count from 1.
  static let terminal = SessionID(number: 0)

  var board: VirtualBoard
  var poller: Poller
  /// What the terminal is to be told, oldest first.
  var said: [String] = []
  /// What was said last since something real was waited for.
  private var latest = ""
  private let signals: Signals
  private var console: Console

  /// A stage for `board`, whose store is the directory `store`.
  init(_ board: consuming VirtualBoard, store: String) throws(Failure) {
    let console = try DemoStage.console(store)
    do throws(SystemError) {
      let signals = try Signals()
      let poller = try Poller()
      try poller.add(signals.descriptor, as: Poller.Token(Source.signals.rawValue), for: .readable)
      self.init(board, console, signals, poller)
    } catch {
      throw Failure(.console, Phrase(.demoAtTerminal, "\(error.call): \(error.reason)"))
    }
  }

  /// Cannot fail, so that Swift 6.0 never has to undo it half way.
  private init(
    _ board: consuming VirtualBoard, _ console: consuming Console, _ signals: consuming Signals,
    _ poller: consuming Poller
  ) {
    self.board = board
    self.console = console
    self.signals = signals
    self.poller = poller
  }

  /// What is wrong with its socket is told of the store, which is what a person can choose.
  private static func console(_ store: String) throws(Failure) -> Console {
    do throws(Failure) {
      return try Console(
        tty: nil, baud: 0, socket: DemoFolder.socket(store), source: Source.console.rawValue)
    } catch {
      guard let cause = error.cause else { throw error }
      let isTaken = cause.code == EADDRINUSE || cause.code == EAGAIN
      let phrase =
        isTaken
        ? Phrase(.demoStoreTaken, store) : Phrase(.demoFolderUnusable, store, cause.reason)
      throw Failure(.console, phrase, cause: cause)
    }
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

  /// Waits until `deadline` for something real to happen, and takes it, input aside.
  ///
  /// - Returns: whether there is input.
  mutating func collect(until deadline: Instant?) -> Bool {
    var hasInput = false
    latest = ""
    settle()
    wait(until: deadline)
    while let ready = poller.next() {
      switch Source(rawValue: ready.token.source) {
      case .signals: takeSignals()
      case .console: console.take(ready)
      case .input: hasInput = true
      case nil: preconditionFailure("all tokens are made of sources")
      }
    }
    takeLines()
    return hasInput
  }

  /// Sends what the socket's sessions have room for.
  mutating func settle() {
    do throws(SystemError) {
      try console.settle(at: Clock.now, with: poller)
    } catch {
      said.append("\(error.call): \(error.reason)")
    }
  }

  /// Carries out `effect`.
  mutating func perform(_ effect: Effect) {
    for found in board.perform(effect) { note(found.english) }
    switch effect {
    case .console(.say(let text, let session)): tell(text, session)
    case .console(.list(let session, let json)): tell(board.keeper.listing(asJSON: json), session)
    case .camera(.answer(let request, let session)): tell(board.answer(to: request), session)
    case .console(.answered(let session)):
      if session != DemoStage.terminal { console.answer("", to: session) }
    case .console(.announce(let phrase, let session)):
      tell(phrase.english, DemoStage.terminal)
      if let session, session != DemoStage.terminal { tell(phrase.english, session) }
    case .service(.log(_, _, let phrase)): note(phrase.english)
    case .device, .camera, .accelerometer, .photo, .store, .output, .service(.notify), .measure:
      break
    }
  }

  private mutating func tell(_ text: String, _ session: SessionID) {
    guard session == DemoStage.terminal else { return console.send(text, to: session) }
    note(text)
  }

  /// The log and the console often say the same at once, where once is enough; later it is news again.
  private mutating func note(_ text: String) {
    if text != latest { said.append(text) }
    latest = text
  }

  private mutating func wait(until deadline: Instant?) {
    let first = [deadline, console.deadline].compactMap { $0 }.min()
    do throws(SystemError) {
      try poller.wait(until: first)
    } catch {
      preconditionFailure("\(error): the poller's descriptors are its own")
    }
  }

  private mutating func takeSignals() {
    // A signal that can't be read is not one that ends the demo.
    while let signal = (try? signals.read()) ?? nil {
      board.add(.signal(signal == .snap ? .snap : .stop))
    }
  }

  private mutating func takeLines() {
    while let event = console.next() {
      switch event {
      case .opened: break
      case .interrupted(let session), .closed(let session):
        board.add(.console(.interrupted(session)))
      case .line(let line, let session): board.add(.console(.line(line, from: session, .full)))
      case .failed(let failure): said.append(failure.phrase.english)
      }
    }
  }
}
