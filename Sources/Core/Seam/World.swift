/// All that the machine has to do with: devices, store, consoles and time, real or simulated.
public protocol World: ~Copyable {
  /// Waits for the next event, or until `deadline`, whichever is first.
  ///
  /// Edges of the button come before everything that happened after them, and events in the order in
  /// which the world came to know them.
  ///
  /// - Parameter deadline: nil waits for an event, however long it takes.
  /// - Returns: the event, and the monotonic time at which it was read, which never goes backward.
  mutating func nextEvent(before deadline: Instant?) -> (event: Event, now: Instant)

  /// Carries out `effect`; a failure comes back as an event.
  mutating func perform(_ effect: Effect)
}

/// Runs `machine` in `world` until it has finished.
public func run(_ machine: inout Machine, in world: inout some World & ~Copyable) {
  while !machine.isFinished {
    let (event, now) = world.nextEvent(before: machine.deadline)
    for effect in machine.handle(event, now: now) {
      world.perform(effect)
    }
  }
}
