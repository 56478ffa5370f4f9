import Core

/// A number that goes to and fro in time.
struct Wander: Hashable {
  let low, high: Int
  /// From `low` to `high` and back.
  let period: Duration
  /// How far it is on its way when time begins.
  let phase: Duration

  /// One between two numbers, in a period of some seconds.
  init(from low: Int, to high: Int, _ chance: inout Chance) {
    self.low = low
    self.high = high
    period = chance.duration(in: .seconds(5) ... .seconds(15))
    phase = chance.duration(in: .zero ... .seconds(15))
  }

  /// Where it is at `instant`.
  func value(at instant: Instant) -> Int {
    let elapsed = (instant + phase).nanoseconds % period.nanoseconds
    let half = period.nanoseconds / 2
    let way = elapsed < half ? elapsed : period.nanoseconds - elapsed
    return low + Int(Int64(high - low) * (way / 1000) / (half / 1000))
  }
}
