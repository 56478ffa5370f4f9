import Board
import Core
import Drivers
import Evidence
import System
import VirtualDevices

/// The surroundings of a board in a terminal, in real time: keys are the finger, the screen is the board.
struct LiveDemo: Surroundings, ~Copyable {
  /// From one picture of the board to the next.
  private static let paintPeriod = Duration.milliseconds(100)
  /// How long a shake lasts.
  private static let shake = Duration.seconds(1)
  /// Pieces and console lines that are remembered: more than any screen shows.
  private static let mostPieces = 20, mostLines = 200

  private var stage: DemoStage
  private var screen: Screen
  private var keys = DemoKeys()
  private var facts = DemoFacts()
  private let start = Clock.now
  private var paintAt = Clock.now
  private var shakeEnd: Instant?

  /// A demo on `stage` and `screen`; its evidence goes to the directory `store`.
  init(_ stage: consuming DemoStage, on screen: consuming Screen, store: String) {
    self.stage = stage
    self.screen = screen
    facts.store = store
    let isWatched = self.stage.watchInput(self.screen.descriptor)
    precondition(isWatched, "a terminal can be watched")
  }

  var now: Instant { Clock.now }

  func moment(of instant: Instant) -> Moment {
    Moment(bootID: stage.bootID, instant: instant, wall: Clock.wallTime(at: instant))
  }

  /// Only the machine ends it.
  var hasEnded: Bool { false }

  mutating func act(on parts: inout VirtualParts) {}

  mutating func pass(until next: Instant?, _ parts: inout VirtualParts) -> Bool {
    let now = Clock.now
    if let end = shakeEnd, end <= now { stopShaking(&parts) }
    if paintAt <= now { paint(&parts, at: now) }
    let first = Instant.earlier(.earlier(next, shakeEnd), paintAt)
    if stage.collect(until: first, &parts) { takeKeys(&parts) }
    return false
  }

  /// The pieces that can be seen after `turn`; nil while they are the same.
  static func pieces(after turn: Turn, in photos: inout PhotoPipeline) -> [Piece]? {
    switch turn.event {
    case .photo(.stored), .device(.opened(.store)): photos.latest(mostPieces)
    default: nil
    }
  }

  /// What the machine thinks, for the next picture, and the latest `pieces` where they are others.
  mutating func observe(_ machine: borrowing Machine, _ pieces: [Piece]?) {
    facts.situation = machine.situation.word.english
    facts.capture = machine.capture.state.word.english
    facts.countdown = machine.shutter.shown.countdown(at: Clock.now)
    if let pieces { facts.pieces = pieces.map(LiveDemo.words) }
  }

  /// Says the last words to the sessions of the socket.
  mutating func finish() {
    stage.settle()
  }

  private static func words(_ piece: Piece) -> String {
    Phrase.demoPiece(piece.kind, piece.number, piece.thing).english
  }

  private mutating func paint(_ parts: inout VirtualParts, at now: Instant) {
    paintAt = now + LiveDemo.paintPeriod
    takeWords()
    facts.isLit = parts.light.isOn
    facts.isBuzzing = parts.buzzer.isOn
    facts.mode = keys.mode
    facts.elapsed = now - start
    facts.picture = parts.thumbnail()
    attempt(&parts) { demo, _ throws(SystemError) in
      try demo.screen.paint(DemoView(demo.facts, in: demo.screen.size).rows)
    }
  }

  private mutating func takeWords() {
    facts.transcript += stage.said.flatMap { $0.split(separator: "\n").map(String.init) }
    facts.transcript.removeFirst(max(0, facts.transcript.count - LiveDemo.mostLines))
    stage.said.removeAll()
  }

  private mutating func takeKeys(_ parts: inout VirtualParts) {
    attempt(&parts) { demo, parts throws(SystemError) in
      for key in try demo.screen.keys() {
        if let action = demo.keys.take(key) { demo.act(on: action, &parts) }
      }
    }
    paintAt = Clock.now
  }

  /// Does `work` with the screen; a terminal that is gone ends the demo.
  private mutating func attempt(
    _ parts: inout VirtualParts,
    _ work: (inout LiveDemo, inout VirtualParts) throws(SystemError) -> Void
  ) {
    do throws(SystemError) {
      try work(&self, &parts)
    } catch {
      stage.forgetInput(screen.descriptor)
      parts.add(.signal(.stop))
    }
  }

  private mutating func act(on action: DemoAction, _ parts: inout VirtualParts) {
    let now = Clock.now
    switch action {
    case .click: parts.button.click(1, at: now)
    case .doubleClick: parts.button.click(2, at: now)
    case .tripleClick: parts.button.click(3, at: now)
    case .longPress: parts.button.hold(at: now)
    case .shake: shake(&parts, at: now)
    case .togglePlug: togglePlug(&parts)
    case .line(let line): say(line, &parts)
    case .quit: parts.add(.signal(.stop))
    }
  }

  private mutating func shake(_ parts: inout VirtualParts, at now: Instant) {
    parts.accelerometer.isShaken = true
    facts.isShaking = true
    shakeEnd = now + LiveDemo.shake
  }

  private mutating func stopShaking(_ parts: inout VirtualParts) {
    parts.accelerometer.isShaken = false
    facts.isShaking = false
    shakeEnd = nil
  }

  private mutating func togglePlug(_ parts: inout VirtualParts) {
    facts.isPlugged.toggle()
    facts.isPlugged ? parts.plug(.camera) : parts.unplug(.camera)
  }

  private mutating func say(_ line: String, _ parts: inout VirtualParts) {
    takeWords()
    facts.transcript.append("> \(line)")
    parts.add(.console(.line(line, from: DemoStage.ownSession, .full)))
  }
}

/// Who listens stands on the stage.
extension LiveDemo {
  var terminal: SessionID? { stage.terminal }
  mutating func send(_ reply: Reply, to session: SessionID) { stage.send(reply, to: session) }
  mutating func answered(_ session: SessionID) { stage.answered(session) }
  mutating func notify(_ notice: Notice) { stage.notify(notice) }
  mutating func log(_ level: LogLevel, _ speaker: String, _ phrase: Phrase) {
    stage.log(level, speaker, phrase)
  }
}

extension Phrase {
  static func demoPiece(_ kind: String, _ number: Int, _ thing: String) -> Phrase {
    Phrase("demo.piece", "{1} {2}, {3}", kind, number, thing)
  }
}
