import Testing

@testable import Core

@Suite struct AccelerometerMotionTests {
  private var motion = AccelerometerMotion()
  /// Noise of a few thousandths of g, always the same.
  private var noise: UInt64 = 1

  private mutating func jitter(_ most: Int) -> Int {
    noise = noise &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(noise >> 33) % (2 * most + 1) - most
  }

  /// How many of `count` samples around a vector show movement.
  private mutating func feed(
    _ count: Int, x: Int = 0, y: Int = 0, z: Int = 1000, noise most: Int = 0
  ) -> Int {
    (0..<count).count { _ in
      motion.receive(
        Acceleration(x: x + jitter(most), y: y + jitter(most), z: z + jitter(most)))
    }
  }

  @Test mutating func nothingIsMovementWhileItLearns() {
    #expect(feed(AccelerometerMotion.lessonLength - 1, z: 1000) == 0)
    #expect(feed(1, z: 1400) == 0)
  }

  @Test mutating func oneSampleIsNoMovement() {
    _ = feed(30)
    #expect(feed(1, z: 1100) == 0)
    #expect(feed(10) == 0)
  }

  @Test mutating func twoSamplesInARowThatAreStrongerAreMovement() {
    _ = feed(30)
    #expect(feed(2, z: 1012) == 1)
  }

  @Test mutating func lessThanTheThresholdIsNoMovement() {
    _ = feed(30)
    #expect(feed(20, z: 1009) == 0)
  }

  @Test(arguments: [(60, 0, 998), (0, 60, 998), (40, 0, 999), (0, 40, 999), (0, 0, 1000)])
  mutating func aTurnOfMoreThanThreeDegreesIsMovement(x: Int, y: Int, z: Int) {
    _ = feed(30)
    #expect(feed(2, x: x, y: y, z: z) == (x + y > 52 ? 1 : 0))
  }

  @Test mutating func aNoisySensorIsStillForAnHour() {
    _ = feed(20, noise: 14)
    #expect(feed(36_000, noise: 14) == 0)
    // Five times the root mean square of such noise, which is 8.4.
    #expect((38...48).contains(motion.threshold))
  }

  @Test mutating func aNoisySensorShowsSixHundredthsOfG() {
    _ = feed(300, noise: 14)
    #expect(feed(10, z: 1060, noise: 14) >= 1)
  }

  @Test mutating func theThresholdIsBounded() {
    #expect(motion.threshold == 10)
    _ = feed(40, noise: 300)
    #expect(motion.threshold == 50)
  }

  @Test mutating func aBoardThatLiesAnotherWayIsStillAgain() {
    _ = feed(30)
    #expect(feed(2, x: 1000, z: 0) == 1)
    #expect(feed(100, x: 1000, z: 0) == 0)
  }

  @Test mutating func inTheAbsoluteModeMoreThanGravityIsMovement() {
    let (atRest, above) = (
      motion.receive(Acceleration(x: 0, y: 0, z: 1010), .absolute),
      motion.receive(Acceleration(x: 0, y: 0, z: 1011), .absolute)
    )
    #expect(!atRest)
    #expect(above)
  }

  /// Turned about the axis along which gravity lies for the most part, and with a part along each of the others.
  @Test mutating func aTurnCountsWhereverGravityPoints() {
    _ = feed(30, x: 500, y: 700, z: 510)
    #expect(feed(100, x: 500, y: 700, z: 510) == 0)
    #expect(feed(2, x: 700, y: 500, z: 510) == 1)
  }

  @Test(arguments: [(1, true), (10, false)])
  mutating func stillnessFollowsASensorThatWarmsUpSlowly(samplesPerStep: Int, moves: Bool) {
    _ = feed(30)
    let movements = (0..<200).reduce(0) { $0 + feed(1, z: 1000 + $1 / samplesPerStep) }
    #expect((movements > 0) == moves)
  }

  @Test mutating func itIsInDoubtOnlyAfterOneSampleThatDiffers() {
    #expect(!motion.isInDoubt)
    _ = feed(30)
    #expect(!motion.isInDoubt)
    _ = feed(1, z: 1100)
    #expect(motion.isInDoubt)
    _ = feed(1, z: 1100)
    #expect(!motion.isInDoubt)
  }
}
