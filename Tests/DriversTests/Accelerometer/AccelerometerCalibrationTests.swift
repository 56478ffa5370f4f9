import Core
import Testing

@testable import Drivers

@Suite struct AccelerometerCalibrationTests {
  /// The driver of the MPU-6050 in its ±2 g range: 16384 counts are 1 g.
  private let mpu6050 = AccelerometerCalibration(
    scale: SIMD3(repeating: 0.000598), offset: .zero, mounting: .identity)

  @Test(arguments: ["", " ", "-", "1e999", "inf", "nan", "0x", "1 2", "12 g"])
  func whatIsNoBoundedNumberIsRefused(text: String) {
    #expect(Double(sysfs: text) == nil)
  }

  @Test(arguments: [("0.000598", 0.000598), (" -12 ", -12), ("0", 0)])
  func numbersOfDriversAreRead(text: String, number: Double) {
    #expect(Double(sysfs: text) == number)
  }

  @Test func oneGIsAThousandWithinTheDriversRounding() {
    let sample = mpu6050.acceleration(raw: [0, -16384, 16384])
    #expect(sample == Acceleration(x: 0, y: -999, z: 999))
  }

  @Test func theOffsetIsAddedBeforeTheScale() {
    var calibration = mpu6050
    calibration.scale = SIMD3(repeating: 0.00980665)
    calibration.offset = [1, 2, 3]
    #expect(calibration.acceleration(raw: [10, 20, -30]) == Acceleration(x: 11, y: 22, z: -27))
  }

  @Test func theMountMatrixTurnsTheAxesOfTheSensor() {
    var calibration = mpu6050
    calibration.scale = [0.00980665, 0.0980665, 0.980665]
    calibration.mounting = MountMatrix(x: [0, 0, 1], y: [1, 0, 0], z: [0, -1, 0])
    #expect(calibration.acceleration(raw: [1, 2, 3]) == Acceleration(x: 300, y: 1, z: -20))
  }

  @Test func aDeviceThatTalksNonsenseIsCutToAThousandG() {
    var calibration = mpu6050
    calibration.scale = SIMD3(repeating: Double.sysfsLimit)
    let sample = calibration.acceleration(raw: [Double.sysfsLimit, -Double.sysfsLimit, 0])
    #expect(sample == Acceleration(x: 1_000_000, y: -1_000_000, z: 0))
  }
}

@Suite struct MountMatrixTests {
  @Test(arguments: [
    "", "1, 0, 0", "1, 0, 0; 0, 1, 0", "1, 0; 0, 1; 0, 0", "1, 0, 0; 0, 1, 0; 0, 0, 1; 0, 0, 0",
    "1, 0, 0; 0, one, 0; 0, 0, 1", "1, 0, 0, ; 0, 1, 0; 0, 0, 1", "nan, 0, 0; 0, 1, 0; 0, 0, 1",
  ])
  func whatIsNotThreeRowsOfThreeNumbersIsNoMatrix(text: String) {
    #expect(MountMatrix(text) == nil)
  }

  @Test func theKernelsTextIsReadRowByRow() {
    let matrix = MountMatrix("0, -1, 0; 1, 0, 0; 0, 0, 0.5")
    #expect(matrix == MountMatrix(x: [0, -1, 0], y: [1, 0, 0], z: [0, 0, 0.5]))
  }

  @Test func rowsMakeTheAxesOfTheBoard() {
    let matrix = MountMatrix(x: [0, -1, 0], y: [1, 0, 0], z: [0, 0, -1])
    #expect(matrix.applied(to: [1, 2, 3]) == [-2, 1, -3])
    #expect(MountMatrix.identity.applied(to: [1, 2, 3]) == [1, 2, 3])
  }
}
