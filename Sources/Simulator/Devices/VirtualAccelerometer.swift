import Core

/// An accelerometer with the noise of an MPU-6050 without its low-pass filter, on a board that lies
/// flat or is shaken.
public struct VirtualAccelerometer {
  /// Root mean square along each axis, in thousandths of g.
  static let noise = 8
  /// How far a hand goes, in thousandths of g.
  static let shaking = 300

  /// Why it can't be opened or read; nil while it works.
  public var failure: Failure?
  /// Whether somebody moves the board.
  public var isShaken = false
  private var isOpen = false
  private var chance: Chance

  /// One whose noise comes from `chance`.
  public init(_ chance: Chance) {
    self.chance = chance
  }

  mutating func open() throws(Failure) -> Sensing {
    if let failure { throw failure }
    isOpen = true
    return Sensing(by: .polling)
  }

  mutating func close() {
    isOpen = false
  }

  /// The acceleration now; nil while it is closed.
  mutating func sample() throws(Failure) -> Acceleration? {
    guard isOpen else { return nil }
    if let failure { throw failure }
    return Acceleration(x: axis(0), y: axis(0), z: axis(1000))
  }

  private mutating func axis(_ rest: Int) -> Int {
    let hand = isShaken ? chance.number(in: -Self.shaking...Self.shaking) : 0
    return rest + hand + chance.noise(rms: Self.noise)
  }
}
