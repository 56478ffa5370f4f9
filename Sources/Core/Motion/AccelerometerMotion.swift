/// Movement told from the accelerometer: by how much what it measures differs, in strength or in
/// direction, from what it was while the board lay still.
///
/// It learns what stillness looks like from its first samples, and again after each movement: the
/// board may lie in another way then, and the sensor's noise is known only by watching it.
package struct AccelerometerMotion: Sendable {
  /// What counts as movement.
  package enum Mode: String, CaseIterable, Hashable, Sendable {
    /// A change against what was measured while still, in strength or direction.
    case relative
    /// More than gravity: for sensors that are well calibrated.
    case absolute
  }

  /// What counts in the absolute mode, in thousandths of g.
  static let absoluteThreshold = 1010.0
  /// The least change of strength that counts, in thousandths of g.
  static let leastThreshold = 10.0
  /// A threshold is never greater, however noisy the sensor is.
  static let greatestThreshold = 50.0
  /// How many times the noise (root mean square) a change has to be.
  static let noiseFactor = 5.0
  /// The cosine of 3°, by which the direction has to turn.
  static let turn = 0.998_629_534_754_574
  /// So many samples in a row have to show it: one may be a truck outside.
  static let samplesInARow = 2
  /// From how many samples stillness is learned.
  static let lessonLength = 20
  /// How slowly stillness follows, as the sensor warms up: a part of the difference at each sample.
  static let following = 1.0 / 64

  /// Knowledge of stillness.
  private enum State {
    /// Samples are gathered to learn from; until then nothing is movement.
    case learning([GravityVector])
    /// It is known what stillness is; so many samples in a row differed from it.
    case watching(differing: Int)
  }

  private var state = State.learning([])
  private var rest = GravityVector.zero
  /// The mean length of the vector while still, in thousandths of g.
  private var strength = 0.0
  /// The mean square by which the length differs while still.
  private var variance = 0.0

  /// One that knows nothing yet.
  init() {}

  /// Whether the latest sample differed from stillness, so that the next decides.
  var isInDoubt: Bool {
    switch state {
    case .learning: false
    case .watching(let differing): differing > 0
    }
  }

  /// The change of strength that counts now, in thousandths of g.
  var threshold: Double {
    let noise = AccelerometerMotion.noiseFactor * variance.squareRoot()
    return min(
      max(noise, AccelerometerMotion.leastThreshold), AccelerometerMotion.greatestThreshold)
  }

  /// Takes the next sample and says whether the board moves.
  mutating func receive(_ sample: Acceleration, _ mode: Mode = .relative) -> Bool {
    let vector = GravityVector(sample)
    if mode == .absolute { return vector.length > AccelerometerMotion.absoluteThreshold }
    switch state {
    case .learning(let samples): learn(samples + [vector])
    case .watching(let differing) where differs(vector): return count(differing + 1, vector)
    case .watching: follow(vector)
    }
    return false
  }

  /// Has to learn anew what stillness is, as after a pause or when the device was opened again.
  mutating func forget() {
    state = .learning([])
  }

  private func differs(_ vector: GravityVector) -> Bool {
    (vector.length - strength).magnitude > threshold
      || vector.cosine(to: rest) < AccelerometerMotion.turn
  }

  private mutating func count(_ differing: Int, _ vector: GravityVector) -> Bool {
    guard differing >= AccelerometerMotion.samplesInARow else {
      state = .watching(differing: differing)
      return false
    }
    state = .learning([vector])
    return true
  }

  private mutating func learn(_ samples: [GravityVector]) {
    guard samples.count >= AccelerometerMotion.lessonLength else {
      state = .learning(samples)
      return
    }
    let count = Double(samples.count)
    strength = samples.reduce(0) { $0 + $1.length } / count
    variance = samples.reduce(0) { sum, vector in sum + square(vector.length - strength) } / count
    rest = GravityVector(
      x: samples.reduce(0) { $0 + $1.x } / count, y: samples.reduce(0) { $0 + $1.y } / count,
      z: samples.reduce(0) { $0 + $1.z } / count)
    state = .watching(differing: 0)
  }

  private mutating func follow(_ vector: GravityVector) {
    let part = AccelerometerMotion.following
    variance += (square(vector.length - strength) - variance) * part
    strength += (vector.length - strength) * part
    rest = rest.moved(part, toward: vector)
    state = .watching(differing: 0)
  }

  private func square(_ number: Double) -> Double { number * number }
}
