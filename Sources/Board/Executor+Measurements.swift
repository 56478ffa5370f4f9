import Core

/// What is measured, and what time it is: by the system where that is synchronised, else by what a person told in this
/// boot.
extension Executor where Devices: ~Copyable {
  /// The moment of `instant`, by the calendar too where that is known.
  func moment(of instant: Instant) -> Moment {
    let moment = devices.moment(of: instant)
    guard let told, moment.wall == .unset else { return moment }
    return Moment(bootID: moment.bootID, instant: instant, wall: told.wall(at: instant))
  }

  /// The moment at which something is recorded, and how far from UTC that is here.
  var present: Moment {
    var moment = moment(of: devices.now)
    moment.utcOffset = devices.utcOffset(at: moment.wall)
    return moment
  }

  /// The store is open: what an earlier program was told in this boot holds still.
  mutating func recallTime() {
    if told == nil { told = store.current?.toldTime(in: present.bootID) }
  }

  /// Adds to `facts` what time it is, and by how much that can be wrong.
  private func measureTime(into facts: inout Measurements) {
    let present = present
    facts.wall = present.wall
    if present.wall.source == .told { facts.wallError = told?.error(at: present.instant) }
    if present.wall.source == .unset { facts.wallError = nil }
  }

  mutating func measurements() -> Measurements {
    var facts = Measurements()
    facts.space = store.current?.space
    facts.temperature = devices.temperature()
    facts.isUnderVoltage = devices.isUnderVoltage()
    devices.measure(into: &facts)
    measureTime(into: &facts)
    return facts
  }
}
