import Core

/// Lets the plan happen.
extension SimulatedWorld {
  /// When the plan goes on, on this boot's clock.
  var nextInstant: Instant { start + (plan.next - elapsedBefore) }

  /// Plays what is due; after a stall, or a power cut, that may be a lot.
  mutating func playDue() {
    while !isDark, nextInstant <= time.now { play(plan.take()) }
  }

  private mutating func play(_ happening: Happening) {
    switch happening {
    case .clicks(let count, let gap): click(count, gap: gap)
    case .press(let hold): press(at: time.now, hold: hold)
    case .chatter(let count): chatter(count)
    case .line(let line): say(line)
    case .hangUp: board.add(.console(.interrupted(SessionID(number: sessionCount))))
    case .signal(let signal): board.add(.signal(signal))
    case .reconfigure(let role): board.add(.reconfigured(settings, changed: [role]))
    case .shake: shake()
    case .still: rest()
    case .unplug(let role): board.unplug(role)
    case .plug(let role): board.plug(role)
    case .occupyCamera: board.camera.obstacle = .busyCamera
    case .freeCamera: board.camera.obstacle = nil
    case .breakStream: board.camera.fail(with: .brokenStream)
    case .loseFrames(let count): board.camera.lose(count)
    case .spoilFrames(let count): board.spoiledCount += count
    case .hangStream: board.camera.hang()
    case .silenceCamera: board.camera.isSilent = true
    case .unsilenceCamera: board.camera.isSilent = false
    case .failFlushes(let count): board.medium.failingFlushCount = count
    case .refuseCommits: VirtualIntruder.enter(store)
    case .allowCommits: VirtualIntruder.leave(store)
    case .flushTime(let time): board.medium.flushTime = time
    case .freeBytes(let count): free(count)
    case .temperature(let value): board.temperature = SimulatedWorld.reading(of: value)
    case .setCalendar(let seconds, let isVouchedFor):
      calendar.set(seconds, at: time.now, isVouchedFor: isVouchedFor)
    case .stall(let duration): time.advance(by: duration)
    case .cutPower: isDark = true
    case .heal: heal()
    case .provingClick: prove()
    }
  }

  private mutating func say(_ line: String) {
    sessionCount += 1
    board.add(.console(.line(line, from: SessionID(number: sessionCount), .full)))
  }

  private mutating func click(_ count: Int, gap: Duration) {
    var instant = time.now
    for _ in 0..<count {
      let hold = chance.duration(in: .milliseconds(20) ... .milliseconds(300))
      press(at: instant, hold: hold)
      instant = instant + hold + gap
    }
  }

  private mutating func press(at instant: Instant, hold: Duration) {
    board.button.move(.pressed, at: instant, bounces: bounces())
    board.button.move(.released, at: instant + hold, bounces: bounces())
  }

  /// Most contacts bounce, for less than ten milliseconds.
  private mutating func bounces() -> [Duration] {
    (0..<2 * chance.below(4)).map { _ in
      chance.duration(in: .microseconds(20) ... .microseconds(1500))
    }
  }

  private mutating func chatter(_ count: Int) {
    var instant = time.now
    for _ in 0..<count {
      let closed = chance.duration(in: .microseconds(50) ... .milliseconds(40))
      board.button.move(.pressed, at: instant)
      board.button.move(.released, at: instant + closed)
      instant = instant + closed + chance.duration(in: .microseconds(50) ... .milliseconds(40))
    }
  }

  private mutating func free(_ byteCount: Int) {
    board.medium.space = Space(free: byteCount, total: SimulatedWorld.room.total)
  }

  /// What the board's thermometer says at so many thousandths of a degree Celsius; nil: nothing.
  static func reading(of milliCelsius: Int?) -> Temperature? {
    milliCelsius.map { Temperature(milliCelsius: $0, zone: "virtual-cpu") }
  }

  /// All faults end.
  private mutating func heal() {
    for role in VirtualBoard.pluggable { board.plug(role) }
    board.camera.loseNoMore()
    board.camera.isSilent = false
    board.spoiledCount = 0
    rest()
    VirtualIntruder.leave(store)
    board.medium.failingFlushCount = 0
    board.medium.flushTime = .milliseconds(10)
    board.medium.space = SimulatedWorld.room
    board.temperature = SimulatedWorld.reading(of: SimulatedWorld.warmth)
  }

  private mutating func shake() {
    board.accelerometer.isShaken = true
    board.camera.stillSince = nil
  }

  private mutating func rest() {
    board.accelerometer.isShaken = false
    board.camera.stillSince = board.camera.stillSince ?? time.now
  }

  private mutating func prove() {
    proof = time.now
    press(at: time.now, hold: .milliseconds(100))
  }
}
