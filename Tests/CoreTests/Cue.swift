@testable import Core
import Testing

/// Something that happens in a scripted world by itself.
struct Cue: CustomTestStringConvertible {
  let at: Instant
  let event: Event
  /// Whether what it measures stays so, for whoever measures later.
  let isLasting: Bool

  init(_ event: Event, at instant: Instant, isLasting: Bool = false) {
    self.at = instant
    self.event = event
    self.isLasting = isLasting
  }

  var testDescription: String {
    let seconds = (at - .at(0)).inSeconds
    return switch event {
    case .edge(let edge): "\(edge.direction) at \(seconds) s"
    case .console(.line(let line, _, _)): "'\(line)' at \(seconds) s"
    default: "\(event) at \(seconds) s"
    }
  }

  /// A press at `seconds`, held for `hold` seconds.
  static func press(_ seconds: Double, hold: Double = 0.1) -> [Cue] {
    [Cue(edge: .press(seconds)), Cue(edge: .release(seconds + hold))]
  }

  /// A line from session 1.
  static func line(
    _ line: String, at seconds: Double, from session: Int = 1, _ access: Access = .full
  ) -> [Cue] {
    [Cue(.console(.line(line, from: SessionID(number: session), access)), at: .at(seconds))]
  }

  /// Session 1 begins at the serial line.
  static func opened(at seconds: Double) -> [Cue] {
    [Cue(.console(.opened(SessionID(number: 1))), at: .at(seconds))]
  }

  /// A session wants to hear no more, or is over.
  static func interrupted(at seconds: Double, by session: Int = 1) -> [Cue] {
    [Cue(.console(.interrupted(SessionID(number: session))), at: .at(seconds))]
  }

  /// Somebody presses `key` at the screen of session 1.
  static func key(_ key: ViewfinderKey, at seconds: Double, _ access: Access = .full) -> [Cue] {
    [Cue(.console(.key(key, from: SessionID(number: 1), access)), at: .at(seconds))]
  }

  /// The terminal of session 1 says its size.
  static func resized(at seconds: Double) -> [Cue] {
    [Cue(.console(.resized(SessionID(number: 1))), at: .at(seconds))]
  }

  /// A signal.
  static func signal(_ signal: Signal, at seconds: Double) -> [Cue] {
    [Cue(.signal(signal), at: .at(seconds))]
  }

  /// The configuration was read again.
  static func reconfigured(
    _ changed: Set<Role> = [], at seconds: Double, _ change: (inout Settings) -> Void = { _ in }
  ) -> [Cue] {
    [Cue(.reconfigured(.board(change), changed: changed), at: .at(seconds))]
  }

  /// A failure of a device by itself.
  static func failed(_ failure: Failure, at seconds: Double) -> [Cue] {
    [Cue(.device(.failed(failure)), at: .at(seconds))]
  }

  /// A look at `seconds` that finds everything changed.
  static func scene(at seconds: Double) -> [Cue] {
    [Cue(.camera(.sceneChanged(by: 1)), at: .at(seconds))]
  }

  /// From `seconds` on the board is as warm as that and its card as empty.
  static func measured(
    celsius: Int = 40, free: Int = 20_000_000_000, at seconds: Double
  ) -> [Cue] {
    var measurements = Measurements()
    measurements.temperature = Temperature(milliCelsius: celsius * 1000, zone: "cpu-thermal")
    measurements.space = Space(free: free, total: 32_000_000_000)
    return [Cue(.measured(.all(measurements)), at: .at(seconds), isLasting: true)]
  }

  private init(edge: Edge) {
    self.init(.edge(edge), at: edge.stamped)
  }

  /// Whether a person does it who may want the camera by it.
  var isOfAPerson: Bool {
    switch event {
    case .edge, .signal(.snap): true
    case .console(.line(let line, _, _)): line != "pause"
    default: false
    }
  }

  /// Whether a sentence of the voice ends.
  var isEndOfSpeech: Bool { if case .voice = event { true } else { false } }
  /// Whether a program ends by it.
  var isEndOfHook: Bool { if case .hook = event { true } else { false } }

  var isEdge: Bool {
    if case .edge = event { true } else { false }
  }
}
