import Core

/// A board in virtual time to which a plan happens: one boot of it.
struct SimulatedWorld: World, ~Copyable {
  /// What is left on the medium when nobody says otherwise.
  static let room = Space(free: 20_000_000_000, total: 32_000_000_000)

  /// How warm the board is when nobody says otherwise, in thousandths of a degree Celsius.
  static let warmth = 48_000

  let time: VirtualTime
  let calendar: VirtualCalendar
  var board: VirtualBoard
  var plan: Plan
  /// Whether the board has lost its power.
  var isDark = false
  /// When the finger came down for a click that must lead to photos.
  var proof: Instant?
  let start: Instant
  let elapsedBefore: Duration
  /// What the program was configured to do.
  let settings: Settings
  /// The store's directory.
  let store: String
  var chance: Chance
  /// Each line comes from a session of its own.
  var sessionCount = 0

  /// A boot `elapsedBefore` after the start of the simulation, on `board`, which goes by `time` and
  /// `calendar` and has its store in the directory `store`, with a program that goes by `settings`.
  init(
    _ board: consuming VirtualBoard, _ time: VirtualTime, _ calendar: VirtualCalendar,
    _ settings: Settings, store: String, _ plan: Plan, _ chance: Chance,
    after elapsedBefore: Duration
  ) {
    self.board = board
    self.settings = settings
    self.store = store
    self.time = time
    self.calendar = calendar
    self.plan = plan
    self.chance = chance
    self.elapsedBefore = elapsedBefore
    start = time.now
    self.board.medium.space = SimulatedWorld.room
    self.board.temperature = SimulatedWorld.reading(of: SimulatedWorld.warmth)
    self.board.camera.stillSince = start
  }

  /// From the start of the simulation.
  var elapsed: Duration { elapsedBefore + (time.now - start) }

  /// Each turn of the loop takes a little time, and each wait ends a little late.
  mutating func nextEvent(before deadline: Instant?) -> (event: Event, now: Instant) {
    while true {
      time.advance(by: chance.duration(in: .microseconds(5) ... .microseconds(50)))
      playDue()
      board.advance()
      if let event = board.nextEvent() { return (event, time.now) }
      if let deadline, deadline <= time.now { return (.deadline, time.now) }
      if isDark { return (.deadline, time.now) }
      let next = [deadline, board.nextInstant, nextInstant].compactMap { $0 }.min() ?? nextInstant
      time.advance(to: next + chance.duration(in: .zero ... .microseconds(200)))
    }
  }

  mutating func perform(_ effect: Effect) {
    _ = board.perform(effect)
    if case .console(.list(_, let json)) = effect { _ = board.keeper.listing(asJSON: json) }
  }
}
