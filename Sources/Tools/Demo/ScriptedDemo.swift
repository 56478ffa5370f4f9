import Board
import Core
import Drivers
import System
import VirtualDevices

/// The surroundings of a board that follows a script in virtual time: they wait for the script's next line
/// and for nothing else.
///
/// Meanwhile the console's socket answers, at the virtual instant at which the script has stopped.
struct ScriptedDemo: DemoSurroundings, ~Copyable {
  /// Why the script was given up, if it was.
  var failure: Failure? { scriptFailure ?? output.failure }
  private var scriptFailure: Failure?
  private let time: VirtualTime
  private let start: Instant
  private var script: Script
  var console: DemoConsole
  private var output = DemoOutput()
  /// Whether light and buzzer are told in words, once for each situation, in place of each time they change.
  private let isPlain: Bool
  private var situation: Situation?
  /// Whether the script has ended.
  private var isEnding = false

  /// A demo of `script` on `console`, with the clock `time`; a script that can't be watched is read whole first.
  init(
    _ script: consuming Script, on console: consuming DemoConsole, _ time: VirtualTime,
    isPlain: Bool
  ) throws(Failure) {
    if !console.watchInput(script.descriptor) { try script.fillWhole() }
    if script.isUsual { console.messages.append(Phrase.demoUsualScript.told) }
    self.init(whole: script, console, time, isPlain)
  }

  /// Cannot fail, so that Swift 6.0 never has to undo it half way.
  private init(
    whole script: consuming Script, _ console: consuming DemoConsole, _ time: VirtualTime,
    _ isPlain: Bool
  ) {
    self.script = script
    self.console = console
    self.time = time
    self.isPlain = isPlain
    start = time.now
  }

  var now: Instant { time.now }

  func moment(of instant: Instant) -> Moment {
    Moment(bootID: console.bootID, instant: instant, wall: .unset)
  }

  /// A script plays at the same place everywhere.
  func utcOffset(at wall: WallTime) -> Int { 0 }

  /// Only the machine ends it.
  var hasEnded: Bool { false }

  mutating func act(on parts: inout VirtualParts) {
    printMessages()
    if output.failure != nil, !isEnding { end(&parts) }
  }

  mutating func pass(until next: Instant?, _ parts: inout VirtualParts) -> Bool {
    if mayTimePass(&parts) { passTime(until: next, &parts) }
    return false
  }

  /// Prints what came of `turn`, which has left `machine` as it is.
  mutating func observe(_ turn: Turn, _ machine: borrowing Machine) {
    if isPlain, machine.situation.word != situation?.word {
      situation = machine.situation
      console.messages.append(machine.situation.signSentence.told)
    }
    // Digits of a digest take half a minute to hear, and the photo's own sentence comes all the same.
    if !isPlain, case .photo(.stored(_, let piece, _)) = turn.event {
      output.write(piece, at: turn.now - start)
    }
    if case .signal(.stop) = turn.event { isEnding = true }
  }

  /// Prints the last messages, and sends them to the sessions of the socket.
  mutating func finish() {
    console.settle()
    printMessages()
  }

  private mutating func printMessages() {
    for text in console.messages { output.write(text, at: time.now - start) }
    console.messages.removeAll()
  }

  /// Looks for whatever is real: lines of the socket, signals, and the script's next line if it is wanted.
  private mutating func mayTimePass(_ parts: inout VirtualParts) -> Bool {
    let isWaiting = script.next == nil && !isEnding
    let hasInput = console.collect(until: isWaiting ? nil : .zero, &parts)
    if isWaiting, hasInput { readScript(&parts) }
    return !isWaiting && parts.isQuiet
  }

  private mutating func readScript(_ parts: inout VirtualParts) {
    do throws(Failure) {
      try script.fill()
      if script.isUsual { console.messages.append(Phrase.demoUsualScript.told) }
    } catch {
      scriptFailure = error
      end(&parts)
    }
  }

  /// Goes on to whatever is next: a device, the deadline, or a line of the script.
  private mutating func passTime(until next: Instant?, _ parts: inout VirtualParts) {
    let line = isEnding ? nil : script.next.map { start + $0.at }
    guard let next = Instant.earlier(next, line) else { return }
    if !isPlain {
      output.write(light: parts.light.isOn, buzzer: parts.buzzer.isOn, at: time.now - start)
    }
    time.advance(to: next)
    if let line, line <= time.now { play(script.take(), &parts) }
  }

  private mutating func play(_ line: ScriptLine, _ parts: inout VirtualParts) {
    output.write("> \(line.words)", at: time.now - start)
    switch line.verb {
    case .press: parts.button.move(.pressed, at: time.now)
    case .release: parts.button.move(.released, at: time.now)
    case .click: parts.button.click(1, at: time.now)
    case .doubleClick: parts.button.click(2, at: time.now)
    case .tripleClick: parts.button.click(3, at: time.now)
    case .longPress: parts.button.hold(at: time.now)
    case .shake: parts.accelerometer.isShaken = true
    case .still: parts.accelerometer.isShaken = false
    case .unplug: parts.unplug(line.role)
    case .plug: parts.plug(line.role)
    case .type: parts.add(.console(.line(line.text, from: DemoConsole.ownSession, .full)))
    case .quit: end(&parts)
    }
  }

  private mutating func end(_ parts: inout VirtualParts) {
    isEnding = true
    parts.add(.signal(.stop))
  }
}

extension Phrase {
  static let demoUsualScript = Phrase(
    "demo.usual-script", "The script is empty; a click after 1 s is played instead.")
}
