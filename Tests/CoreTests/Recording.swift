import Testing

@testable import Core

extension Settings {
  /// A board with everything but an accelerometer, whose samples would only fill the logs.
  static let board: Settings = {
    var settings = Settings()
    settings.roles = [.camera, .button, .light, .buzzer, .console, .store]
    settings.version = "1.0"
    return settings
  }()

  /// The board with some settings changed.
  static func board(_ change: (inout Settings) -> Void) -> Settings {
    var settings = board
    change(&settings)
    return settings
  }
}

/// A whole run of the machine: it starts at 0 s, plays a script and is stopped at `end`.
struct Recording: CustomTestStringConvertible {
  /// The world in which it ran.
  let world: ScriptedWorld
  /// The machine after its end.
  let machine: Machine
  /// The machine before it was stopped.
  let lastAtWork: Machine
  /// What it wanted done before it was stopped.
  let entries: [ScriptedWorld.Entry]
  /// When a person did something that may want the camera.
  let acts: [Instant]

  init(
    _ script: [[Cue]], until end: Double = 20, in change: (inout ScriptedWorld) -> Void = { _ in }
  ) {
    self.init(.board, script, until: end, in: change)
  }

  init(
    _ settings: Settings, _ script: [[Cue]], until end: Double = 20,
    in change: (inout ScriptedWorld) -> Void = { _ in }
  ) {
    let cues = script.flatMap { $0 }
    var world = ScriptedWorld(cues + Cue.signal(.stop, at: end))
    change(&world)
    var machine = Machine(settings)
    var lastAtWork = machine
    run(&machine, in: &world) { turn, machine, _ in
      if turn.now < .at(end) { lastAtWork = machine }
    }
    self.world = world
    self.machine = machine
    self.lastAtWork = lastAtWork
    acts = cues.filter(\.isOfAPerson).map(\.at)
    entries = world.log.filter { $0.at < .at(end) }
  }

  var testDescription: String { "a run of \(world.log.count) effects" }

  /// All effects, until the very end.
  var effects: [Effect] { world.log.map(\.effect) }

  /// The shots whose frames were kept.
  var kept: [Shot] {
    entries.compactMap { if case .photo(.keep(let shot)) = $0.effect { shot } else { nil } }
  }
  /// The shots that were stored.
  var stored: [Shot] {
    entries.compactMap { if case .photo(.store(let shot)) = $0.effect { shot } else { nil } }
  }
  /// The shots that were dropped.
  var dropped: [Shot.ID] {
    entries.compactMap { if case .photo(.drop(let id)) = $0.effect { id } else { nil } }
  }
  /// The gaps that were recorded, until the very end.
  var gaps: [Gap] { notes.compactMap { if case .gap(let gap) = $0 { gap } else { nil } } }
  /// What the store was asked to record, until the very end.
  var notes: [Note] { noted.flatMap { $0 } }
  /// The same by request.
  var noted: [[Note]] {
    effects.compactMap { if case .store(.note(let notes)) = $0 { notes } else { nil } }
  }
  /// The changes that the store was asked for, until the very end.
  var changes: [StoreChange] {
    effects.compactMap { if case .store(.change(let change, _)) = $0 { change } else { nil } }
  }
  /// The keys of what everybody was told.
  var announced: [String] {
    entries.compactMap {
      if case .console(.announce(let phrase, _)) = $0.effect { phrase.key } else { nil }
    }
  }
  /// What everybody was told, in English.
  var announcedSentences: [String] {
    entries.compactMap {
      if case .console(.announce(let phrase, _)) = $0.effect { phrase.english } else { nil }
    }
  }
  /// What session `number` was told directly.
  func said(to number: Int = 1) -> [String] {
    replies(to: number).map { $0.text(in: .english) }
  }
  /// The answers that session `number` was given, and what it was told besides.
  func replies(to number: Int = 1) -> [Reply] {
    entries.compactMap { entry in
      guard case .console(.say(let reply, SessionID(number: number))) = entry.effect else {
        return nil
      }
      return reply
    }
  }
  /// How many lines of session `number` were answered, until the very end.
  func answered(_ number: Int = 1) -> Int {
    effects.filter { $0 == .console(.answered(SessionID(number: number))) }.count
  }
  /// When `effect` was to be carried out.
  func times(of effect: Effect) -> [Instant] {
    entries.filter { $0.effect == effect }.map(\.at)
  }
  /// Whether the light was on at `instant`.
  func isLit(at instant: Instant) -> Bool {
    world.log.last { entry in
      if case .output(.light) = entry.effect { entry.at <= instant } else { false }
    }?.effect == .output(.light(true))
  }
  /// When `key` was announced first.
  func announcement(of key: String) -> Instant? {
    entries.first { entry in
      if case .console(.announce(let phrase, _)) = entry.effect { phrase.key == key } else { false }
    }?.at
  }
  /// The lengths in milliseconds of the light's on and, negative, off from `start` to `end`.
  func light(from start: Double, to end: Double) -> [Int] {
    stretches(of: .light, from: start, to: end).map(\.milliseconds)
  }
  /// What the buzzer did, as `light` tells it of the light.
  func buzzer(from start: Double, to end: Double) -> [Int] {
    stretches(of: .buzzer, from: start, to: end).map(\.milliseconds)
  }
}
