import Core
import Drivers
import Simulator

/// A demo that follows a script in virtual time: it waits for the script's next line and for nothing else.
///
/// Meanwhile the console's socket answers, at the virtual instant at which the script has stopped.
struct ScriptedDemo: World, ~Copyable {
  /// Why the script was given up, if it was.
  private(set) var failure: Failure?
  private let time: VirtualTime
  private let start: Instant
  private var script: Script
  private var stage: DemoStage
  private var output = DemoOutput()
  /// Whether the script has said its last.
  private var isEnding = false

  /// A demo of `script` on `stage`, whose board goes by `time`; what can't be watched is read whole first.
  init(
    _ script: consuming Script, on stage: consuming DemoStage, _ time: VirtualTime
  ) throws(Failure) {
    if !stage.watchInput(script.descriptor) { try script.fillWhole() }
    if script.isUsual { stage.said.append(Phrase(.demoUsualScript).english) }
    self.init(whole: script, stage, time)
  }

  /// Cannot fail, so that Swift 6.0 never has to undo it half way.
  private init(
    whole script: consuming Script, _ stage: consuming DemoStage, _ time: VirtualTime
  ) {
    self.script = script
    self.stage = stage
    self.time = time
    start = time.now
  }

  mutating func nextEvent(before deadline: Instant?) -> (event: Event, now: Instant) {
    while true {
      tell()
      stage.board.advance()
      if let event = stage.board.nextEvent() {
        note(event)
        return (event, time.now)
      }
      if let deadline, deadline <= time.now { return (.deadline, time.now) }
      if mayTimePass() { passTime(until: deadline) }
    }
  }

  mutating func perform(_ effect: Effect) {
    stage.perform(effect)
  }

  /// Says the last words, to the sessions of the socket too.
  mutating func finish() {
    stage.settle()
    tell()
  }

  private var elapsed: Duration { time.now - start }

  private mutating func note(_ event: Event) {
    if case .photo(.stored(_, let piece, _)) = event { output.write(piece, at: elapsed) }
    if case .signal(.stop) = event { isEnding = true }
  }

  /// Looks for whatever is real: lines of the socket, signals, and the script's next line if it is wanted.
  private mutating func mayTimePass() -> Bool {
    let isWaiting = script.next == nil && !isEnding
    let hasInput = stage.collect(until: isWaiting ? nil : .zero)
    if isWaiting, hasInput { readScript() }
    return !isWaiting && stage.board.isQuiet
  }

  private mutating func readScript() {
    do throws(Failure) {
      try script.fill()
      if script.isUsual { stage.said.append(Phrase(.demoUsualScript).english) }
    } catch {
      failure = error
      end()
    }
  }

  /// Goes on to whatever is next: a device, the deadline, or a line of the script.
  private mutating func passTime(until deadline: Instant?) {
    let line = isEnding ? nil : script.next.map { start + $0.at }
    guard let next = [deadline, stage.board.nextInstant, line].compactMap({ $0 }).min()
    else { return }
    output.write(light: stage.board.light.isOn, buzzer: stage.board.buzzer.isOn, at: elapsed)
    time.advance(to: next)
    if let line, line <= time.now { play(script.take()) }
  }

  private mutating func play(_ line: ScriptLine) {
    output.write("> \(line.words)", at: elapsed)
    switch line.verb {
    case .press: stage.board.button.move(.pressed, at: time.now)
    case .release: stage.board.button.move(.released, at: time.now)
    case .click: stage.board.button.click(1, at: time.now)
    case .doubleClick: stage.board.button.click(2, at: time.now)
    case .tripleClick: stage.board.button.click(3, at: time.now)
    case .longPress: stage.board.button.hold(at: time.now)
    case .shake: stage.board.accelerometer.isShaken = true
    case .still: stage.board.accelerometer.isShaken = false
    case .unplug: stage.board.unplug(line.role)
    case .plug: stage.board.plug(line.role)
    case .type: stage.board.add(.console(.line(line.text, from: DemoStage.terminal, .full)))
    case .quit: end()
    }
  }

  private mutating func end() {
    isEnding = true
    stage.board.add(.signal(.stop))
  }

  private mutating func tell() {
    for text in stage.said { output.write(text, at: elapsed) }
    stage.said.removeAll()
  }
}
