import Core

/// An accelerometer with the noise of an MPU-6050 without its low-pass filter, on a board that lies
/// flat or is shaken.
package struct VirtualAccelerometer {
  /// Root mean square along each axis, in thousandths of g.
  static let noise = 8
  /// How far a hand goes, in thousandths of g.
  static let shaking = 300

  /// Why it can't be opened or read; nil while it works.
  package var failure: Failure?
  /// Whether somebody moves the board.
  package var isShaken = false
  /// Way in which the chip is read.
  package var sensing = Sensing(by: .polling)
  private var isOpen = false
  /// Whether its events are on and it has reported nothing since.
  private var isArmed = false
  private var random: RandomGenerator

  /// One whose noise comes from `random`.
  package init(_ random: RandomGenerator) {
    self.random = random
  }

  mutating func open() throws(Failure) -> Sensing {
    if let failure { throw failure }
    isOpen = true
    return sensing
  }

  mutating func close() {
    isOpen = false
    isArmed = false
  }

  mutating func setPace(_ pace: Sensing.Pace) throws(Failure) {
    guard isOpen else { return }
    if let failure { throw failure }
    isArmed = sensing.hasEvents && pace == .paused
  }

  /// Whether it reports movement now; once a pause is enough.
  mutating func jolts() -> Bool {
    guard isArmed, isShaken, failure == nil else { return false }
    isArmed = false
    return true
  }

  /// Whether nobody asks it, so that its going has to be told.
  var isLeftAlone: Bool { isOpen && isArmed }

  /// The acceleration now; nil while it is closed.
  mutating func sample() throws(Failure) -> Acceleration? {
    guard isOpen else { return nil }
    if let failure { throw failure }
    return Acceleration(x: axis(0), y: axis(0), z: axis(1000))
  }

  private mutating func axis(_ rest: Int) -> Int {
    let hand = isShaken ? random.number(in: -Self.shaking...Self.shaking) : 0
    return rest + hand + random.noise(rms: Self.noise)
  }
}
