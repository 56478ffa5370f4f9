/// All that the machine has to do with: devices, store, consoles and time, real or imitated.
package protocol World: ~Copyable {
  /// Waits for the next event, or until `deadline`, whichever is first.
  ///
  /// Edges of the button come before everything that happened after them, and events in the order in
  /// which the world came to know them. It may wake for nothing: then the deadline comes early.
  ///
  /// - Parameter deadline: nil waits for an event, however long it takes.
  /// - Returns: the event, and the monotonic time at which it was read, which never goes backward; nil
  ///   where the world has ended, as in a power cut.
  mutating func nextEvent(before deadline: Instant?) -> (event: Event, now: Instant)?

  /// Carries out `effect`; a failure comes back as an event.
  mutating func perform(_ effect: Effect)
}

/// One turn of the loop, after all that it asked for was carried out.
package struct Turn: Sendable {
  /// When the event was read.
  package let now: Instant
  /// What the machine was told.
  package let event: Event
  /// What it wanted done, in order.
  package let effects: [Effect]
}

/// Runs `machine` in `world` until it has finished, or the world has ended.
package func run(_ machine: inout Machine, in world: inout some World & ~Copyable) {
  run(&machine, in: &world) { _, _, _ in }
}

/// Runs `machine` in `world` until it has finished, or the world has ended, or `observe` objects.
///
/// Inlined, so that turns which nobody observes are not made up for it.
///
/// - Parameter observe: is shown each turn, with the machine and the world as they are after it.
@inline(__always)
package func run<W: World & ~Copyable, Objection: Error>(
  _ machine: inout Machine, in world: inout W,
  observing observe: (Turn, borrowing Machine, inout W) throws(Objection) -> Void
) throws(Objection) {
  while !machine.isFinished, let (event, now) = world.nextEvent(before: machine.deadline) {
    let effects = machine.handle(event, now: now)
    for effect in effects { world.perform(effect) }
    try observe(Turn(now: now, event: event, effects: effects), machine, &world)
  }
}
