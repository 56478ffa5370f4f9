/// Random numbers that can be repeated: the SplitMix64 generator (Steele, Lea and Flood, 2014).
///
/// Everything is made of whole numbers by our own arithmetic, so that a seed gives the same run whatever
/// the compiler, its library or the C library's mathematics.
package struct RandomGenerator: Hashable, Sendable {
  private var state: UInt64

  /// The generator that begins with `seed`.
  package init(seed: UInt64) {
    state = seed
  }

  /// 64 bits.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A generator of its own for somebody else, whose use changes nothing here.
  package mutating func split() -> RandomGenerator { RandomGenerator(seed: next()) }

  /// 0 to `bound` - 1; `bound` is at least 1.
  package mutating func below(_ bound: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(bound)).high)
  }

  /// A number of `range`.
  package mutating func number(in range: ClosedRange<Int>) -> Int {
    range.lowerBound + below(range.upperBound - range.lowerBound + 1)
  }

  /// A time of `range`, in whole microseconds.
  package mutating func duration(in range: ClosedRange<Duration>) -> Duration {
    let (low, high) = (range.lowerBound.nanoseconds / 1000, range.upperBound.nanoseconds / 1000)
    return .microseconds(number(in: Int(low)...Int(high)))
  }

  /// True once in `count` times.
  package mutating func happens(onceIn count: Int) -> Bool { below(count) == 0 }

  /// One of `choices`, which are at least one.
  package mutating func choice<Choice>(of choices: [Choice]) -> Choice {
    choices[below(choices.count)]
  }

  /// Noise around 0 with the root mean square `rms`.
  ///
  /// The sum of twelve even numbers from 0 to 1 has the variance 1 and nearly the shape of a bell; its
  /// tails end at six times `rms`.
  package mutating func noise(rms: Int) -> Int {
    let steps = 1 << 16
    let sum = (0..<12).reduce(0) { sum, _ in sum + below(steps) } - 6 * steps
    return (sum * rms) / steps
  }
}
