import Core

/// One turn of the loop, after all that it wanted was done.
struct Step {
  /// When the event was read.
  let now: Instant
  let event: Event
  let effects: [Effect]
  /// The machine afterwards.
  let machine: Machine
  /// The board afterwards.
  let board: BoardState
}
