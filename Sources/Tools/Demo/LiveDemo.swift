import Board
import Core
import Drivers
import Evidence
import Imaging
import System
import Terminal
import VirtualDevices

/// The surroundings of a board in a terminal, in real time: keys are the finger, the screen is the board.
struct LiveDemo: DemoSurroundings, ~Copyable {
  /// From one picture of the board to the next.
  private static let paintPeriod = Duration.milliseconds(100)
  /// How long a shake lasts.
  private static let shake = Duration.seconds(1)
  /// Pieces that are remembered: more than any screen shows.
  private static let mostPieces = 20

  var console: DemoConsole
  private var screen: Screen
  private var keys = DemoKeys()
  private var facts = DemoFacts()
  private let start = Clock.now
  private var paintAt = Clock.now
  private var shakeEnd: Instant?
  private var player = ClipPlayer<Thumbnail>()
  /// Whether pictures are being taken: then no other is decoded.
  private var isCapturing = false

  /// A demo on `console` and `screen`; its evidence goes to the directory `store`.
  init(_ console: consuming DemoConsole, on screen: consuming Screen, store: String) {
    self.console = console
    self.screen = screen
    facts.store = store
    let isWatched =
      self.console.watchInput(self.screen.descriptor)
      && self.console.watchInput(self.screen.jobDescriptor)
    precondition(isWatched, "a terminal and signals can be watched")
  }

  var now: Instant { Clock.now }

  func moment(of instant: Instant) -> Moment {
    Moment(bootID: console.bootID, instant: instant, wall: Clock.wallTime(at: instant))
  }

  func utcOffset(at wall: WallTime) -> Int { Clock.utcOffset(at: wall) }

  /// Only the machine ends it.
  var hasEnded: Bool { false }

  mutating func act(on parts: inout VirtualParts) {}

  mutating func pass(until next: Instant?, _ parts: inout VirtualParts) -> Bool {
    let now = Clock.now
    if let end = shakeEnd, end <= now { stopShaking(&parts) }
    if paintAt <= now { paint(&parts, at: now) }
    let first = Instant.earlier(.earlier(next, shakeEnd), paintAt)
    if console.collect(until: first, &parts) { takeKeys(&parts) }
    return false
  }

  /// The pieces that can be seen after `turn`; nil while they are the same.
  static func pieces(after turn: Turn, in store: OpenStore?) -> [Piece]? {
    switch turn.event {
    case .photo(.stored), .clip(.stored), .store(.importing(.stored)), .device(.opened(.store)):
      store?.latest(mostPieces)
    default: nil
    }
  }

  /// Notes the machine's state for the next picture of the board, and the latest `pieces` where they are others.
  mutating func observe(_ machine: borrowing Machine, _ pieces: [Piece]?) {
    facts.situation = machine.situation.word.told
    facts.capture = machine.capture.state.word.told
    facts.countdown = machine.shutter.shown.countdown(at: Clock.now)
    if let pieces { facts.pieces = pieces.map(LiveDemo.words) }
  }

  /// Notes which clip is looked at on this terminal, after `turn`; a press ends that.
  mutating func observe(
    _ turn: Turn, _ machine: borrowing Machine, _ store: OpenStore?
  ) {
    isCapturing = machine.isCapturing
    switch turn.event {
    case .edge(let edge) where edge.direction == .pressed: player.dismiss()
    case .store(.sought(.found, by: DemoConsole.ownSession)),
      .store(.reviewing(_?, by: DemoConsole.ownSession)):
      player.recall()
    default: break
    }
    let subject = machine.lookedAt(by: DemoConsole.ownSession).map {
      ClipPlayer<Thumbnail>.Subject(piece: $0.piece, still: $0.still)
    }
    guard player.isNews(subject) else { return }
    player.show(subject, subject.flatMap { store?.clipInView($0.piece) }, at: Clock.now)
  }

  /// Sends the last messages to the sessions of the socket.
  mutating func finish() {
    console.settle()
  }

  private static func words(_ piece: Piece) -> String {
    let kind: any PhraseValue = PieceFilter.Kind(rawValue: piece.kind)?.word ?? piece.kind
    return Phrase("demo.piece", "\(kind) \(piece.number), \(piece.thing)").told
  }

  private mutating func paint(_ parts: inout VirtualParts, at now: Instant) {
    paintAt = now + LiveDemo.paintPeriod
    takeMessages()
    facts.isLit = parts.light.isOn
    facts.isBuzzing = parts.buzzer.isOn
    facts.mode = keys.mode
    if facts.mode != .help { facts.helpRowsAbove = 0 }
    facts.elapsed = now - start
    if !isCapturing { player.advance(at: now) { try? Thumbnailer.thumbnail(ofPicture: $0) } }
    facts.still = isCapturing ? nil : player.shown
    facts.picture = facts.still == nil ? parts.thumbnail() : nil
    attempt(&parts) { demo, _ throws(SystemError) in
      try demo.screen.paint(DemoView(demo.facts, in: demo.screen.size).rows)
    }
  }

  private mutating func takeMessages() {
    let lines = console.messages.flatMap { $0.split(separator: "\n").map(String.init) }
    facts.transcript.append(lines, width: screen.size.columns)
    console.messages.removeAll()
  }

  private mutating func takeKeys(_ parts: inout VirtualParts) {
    attempt(&parts) { demo, parts throws(SystemError) in
      try demo.screen.obeySignals()
      for key in try demo.screen.keys() {
        guard let action = demo.keys.press(key) else { continue }
        if action == .suspend { try demo.screen.suspend() }
        demo.act(on: action, &parts)
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
      console.forgetInput(screen.descriptor)
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
    case .line(let line): type(line, &parts)
    case .tell(let words): facts.transcript.append([words], width: screen.size.columns)
    case .scroll(let pages): scroll(pages)
    case .suspend: break
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

  /// A page keeps a row of the one before.
  private mutating func scroll(_ pages: Int) {
    facts.mode = keys.mode
    let size = screen.size
    let view = DemoView(facts, in: size)
    if facts.mode == .help {
      let (height, count) = view.help
      let above = facts.helpRowsAbove - pages * max(1, height - 1)
      facts.helpRowsAbove = min(max(0, above), max(0, count - height))
    } else {
      let height = view.consoleHeight
      facts.transcript.scroll(
        by: pages * max(1, height - 1), width: size.columns, height: height)
    }
  }

  private mutating func type(_ line: String, _ parts: inout VirtualParts) {
    takeMessages()
    facts.transcript.append(["> \(line)"], width: screen.size.columns)
    facts.transcript.scrollToEnd()
    parts.add(.console(.line(line, from: DemoConsole.ownSession, .full)))
  }
}
