import Core
import Drivers
import Evidence
import Simulator
import System

/// A demo in a terminal, in real time: keys are the finger, the screen is the board.
struct LiveDemo: World, ~Copyable {
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

  /// A demo of `stage` on `screen`; its evidence goes to the directory `store`.
  init(_ stage: consuming DemoStage, on screen: consuming Screen, store: String) {
    self.stage = stage
    self.screen = screen
    facts.store = store
  }

  /// Runs `machine` until it has finished.
  mutating func run(_ machine: inout Machine) {
    let isWatched = stage.watchInput(screen.descriptor)
    precondition(isWatched, "a terminal can be watched")
    while !machine.isFinished {
      let (event, now) = nextEvent(before: machine.deadline)
      for effect in machine.handle(event, now: now) { perform(effect) }
      show(machine)
    }
    stage.settle()
  }

  mutating func nextEvent(before deadline: Instant?) -> (event: Event, now: Instant) {
    while true {
      stage.board.advance()
      let now = Clock.now
      if let event = stage.board.nextEvent() {
        note(event)
        return (event, now)
      }
      if let deadline, deadline <= now { return (.deadline, now) }
      wait(until: deadline, at: now)
    }
  }

  mutating func perform(_ effect: Effect) {
    stage.perform(effect)
    facts.transcript += stage.said.flatMap { $0.split(separator: "\n").map(String.init) }
    facts.transcript.removeFirst(max(0, facts.transcript.count - LiveDemo.mostLines))
    stage.said.removeAll()
  }

  private mutating func wait(until deadline: Instant?, at now: Instant) {
    if let end = shakeEnd, end <= now { stopShaking() }
    if paintAt <= now { paint(at: now) }
    let next = [deadline, stage.board.nextInstant, shakeEnd, paintAt].compactMap { $0 }.min()
    if stage.collect(until: next) { takeKeys() }
  }

  /// What the machine thinks, for the next picture.
  private mutating func show(_ machine: Machine) {
    facts.situation = machine.situation.name
    facts.capture = machine.capture.state.name
    facts.countdown = machine.shutter.shown.countdown(at: Clock.now)
  }

  private mutating func note(_ event: Event) {
    switch event {
    case .photo(.stored), .device(.opened(.store)):
      facts.pieces = stage.board.keeper.latest(LiveDemo.mostPieces).map(LiveDemo.words)
    default: break
    }
  }

  private static func words(_ piece: Piece) -> String {
    Phrase(.demoPiece, piece.kind, "\(piece.number)", piece.thing).english
  }

  private mutating func paint(at now: Instant) {
    paintAt = now + LiveDemo.paintPeriod
    facts.isLit = stage.board.light.isOn
    facts.isBuzzing = stage.board.buzzer.isOn
    facts.mode = keys.mode
    facts.elapsed = now - start
    facts.picture = stage.board.thumbnail()
    attempt { demo throws(SystemError) in
      try demo.screen.paint(DemoView(demo.facts, in: demo.screen.size).rows)
    }
  }

  private mutating func takeKeys() {
    attempt { demo throws(SystemError) in
      for key in try demo.screen.keys() {
        if let action = demo.keys.take(key) { demo.act(on: action) }
      }
    }
    paintAt = Clock.now
  }

  /// Does `work` with the screen; a terminal that is gone ends the demo.
  private mutating func attempt(_ work: (inout LiveDemo) throws(SystemError) -> Void) {
    do throws(SystemError) {
      try work(&self)
    } catch {
      stage.forgetInput(screen.descriptor)
      stage.board.add(.signal(.stop))
    }
  }

  private mutating func act(on action: DemoAction) {
    let now = Clock.now
    switch action {
    case .click: stage.board.button.click(1, at: now)
    case .doubleClick: stage.board.button.click(2, at: now)
    case .tripleClick: stage.board.button.click(3, at: now)
    case .longPress: stage.board.button.hold(at: now)
    case .shake: shake(at: now)
    case .togglePlug: togglePlug()
    case .line(let line): say(line)
    case .quit: stage.board.add(.signal(.stop))
    }
  }

  private mutating func shake(at now: Instant) {
    stage.board.accelerometer.isShaken = true
    facts.isShaking = true
    shakeEnd = now + LiveDemo.shake
  }

  private mutating func stopShaking() {
    stage.board.accelerometer.isShaken = false
    facts.isShaking = false
    shakeEnd = nil
  }

  private mutating func togglePlug() {
    facts.isPlugged.toggle()
    facts.isPlugged ? stage.board.plug(.camera) : stage.board.unplug(.camera)
  }

  private mutating func say(_ line: String) {
    facts.transcript.append("> \(line)")
    stage.board.add(.console(.line(line, from: DemoStage.terminal, .full)))
  }
}
