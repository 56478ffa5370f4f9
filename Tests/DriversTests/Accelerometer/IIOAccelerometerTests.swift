import Core
import Glibc
import StandIns
import Testing

@testable import Drivers

@Suite struct IIOAccelerometerTests {
  private let tree: SysfsTree

  init() throws {
    tree = try SysfsTree()
    try tree.add("iio:device0", ["name": "bme280", "in_temp_raw": "2000"])
    try tree.add("iio:device1", Self.sensor(named: "mpu6050"))
  }

  private static func sensor(named name: String) -> [String: String] {
    [
      "name": name, "in_accel_scale": "0.000598", "in_accel_x_raw": "0", "in_accel_y_raw": "0",
      "in_accel_z_raw": "16384",
    ]
  }

  private func phrase(named name: String? = nil) -> Phrase? {
    let root = tree.root
    return failure { () throws(Failure) in
      var accelerometer = try IIOAccelerometer(named: name, under: root)
      _ = try accelerometer.sample()
    }?.phrase
  }

  @Test func aKernelWithoutIIODevicesNamesTheOverlayAndItsTrap() throws {
    let empty = try SysfsTree()
    let failure = failure { () throws(Failure) in _ = try IIOAccelerometer(under: empty.root).name }
    #expect(failure == Failure(.accelerometer, .iioDevicesAbsent))
    #expect(failure?.phrase.english.contains("i2c-sensor,adxl345 gives an input device") == true)
  }

  @Test func aMissingNameIsAnsweredWithTheDevicesThatAreThere() {
    #expect(phrase(named: "adxl345") == Phrase.iioDeviceMissing("adxl345", "bme280, mpu6050"))
  }

  @Test func devicesThatMeasureSomethingElseAreNoAccelerometers() throws {
    unlink(tree.root + "/iio:device1/in_accel_z_raw")
    #expect(phrase() == Phrase.iioWithoutAcceleration("bme280, mpu6050"))
    #expect(phrase(named: "bme280") == Phrase.iioWithoutAcceleration("bme280, mpu6050"))
  }

  @Test func aSensorWithoutScaleIsRefused() throws {
    unlink(tree.root + "/iio:device1/in_accel_scale")
    #expect(phrase() == Phrase.accelerometerUnclear("mpu6050", "scale", ""))
  }

  @Test func anUnreadableOffsetIsNotTakenForNone() throws {
    try tree.set("iio:device1/in_accel_offset", "much")
    #expect(phrase() == Phrase.accelerometerUnclear("mpu6050", "offset", "much"))
  }

  @Test func anUnreadableMountMatrixIsRefused() throws {
    try tree.set("iio:device1/mount_matrix", "up")
    #expect(phrase() == Phrase.accelerometerUnclear("mpu6050", "mount matrix", "up"))
  }

  @Test func aReadingThatIsNoNumberIsRefused() throws {
    try tree.set("iio:device1/in_accel_y_raw", "")
    #expect(phrase() == Phrase.accelerometerUnclear("mpu6050", "reading", ""))
  }

  @Test(arguments: [
    (EIO, Phrase.accelerometerFailed("mpu6050", "Input/output error")),
    (EBUSY, Phrase.accelerometerBusy("mpu6050")),
    (EACCES, Phrase.accelerometerForbidden("mpu6050")),
  ])
  func aFailedReadingSaysWhatToDo(code: Int32, phrase: Phrase) {
    let cause = SystemError(call: "pread", code: code)
    let device = IIODevice(path: tree.root + "/iio:device1", name: "mpu6050")
    #expect(device.failure(cause) == Failure(.accelerometer, phrase, cause: cause))
  }

  @Test func theFirstThatMeasuresAccelerationIsTaken() throws {
    try tree.add("iio:device2", Self.sensor(named: "lis3dh"))
    #expect(try IIOAccelerometer(under: tree.root).name == "mpu6050")
  }

  @Test(arguments: ["lis3dh", "iio:device2"])
  func aDeviceIsFoundByItsNameAndByItsDirectorys(name: String) throws {
    try tree.add("iio:device2", Self.sensor(named: "lis3dh"))
    #expect(try IIOAccelerometer(named: name, under: tree.root).name == "lis3dh")
  }

  @Test func samplesFollowTheSensor() throws {
    var accelerometer = try IIOAccelerometer(under: tree.root)
    #expect(try accelerometer.sample() == Acceleration(x: 0, y: 0, z: 999))
    try tree.set("iio:device1/in_accel_x_raw", "-8192")
    #expect(try accelerometer.sample() == Acceleration(x: -500, y: 0, z: 999))
  }

  @Test func anAxisMayHaveItsOwnScaleAndOffset() throws {
    try tree.set("iio:device1/in_accel_z_scale", "0.001196")
    try tree.set("iio:device1/in_accel_x_offset", "16384")
    var accelerometer = try IIOAccelerometer(under: tree.root)
    let sample = try accelerometer.sample()
    #expect(sample == Acceleration(x: 999, y: 0, z: 1998))
  }

  @Test(arguments: ["in_accel_mount_matrix", "in_mount_matrix", "mount_matrix"])
  func theMountMatrixIsFoundUnderEachOfItsNames(attribute: String) throws {
    try tree.set("iio:device1/\(attribute)", "0, 0, 1; 0, 1, 0; -1, 0, 0")
    var accelerometer = try IIOAccelerometer(under: tree.root)
    let sample = try accelerometer.sample()
    #expect(sample == Acceleration(x: 999, y: 0, z: 0))
  }

  @Test func withoutEventsAndBufferItIsPolledAndSaysWhy() throws {
    var accelerometer = try IIOAccelerometer(under: tree.root)
    try accelerometer.setPace(.paused)
    #expect(accelerometer.sensing == Sensing(by: .polling))
    #expect(accelerometer.descriptors == [])
    #expect(
      accelerometer.report.english == """
        The accelerometer mpu6050 is read by polling. Its driver has no events that tell movement. \
        Its driver has no buffer for the three axes.
        """)
  }

  @Test func aBufferIsBetterThanPolling() throws {
    let sensor = try SensorTree()
    var accelerometer = try IIOAccelerometer(under: sensor.tree.root, nodes: sensor.nodes)
    try accelerometer.setPace(.running)
    #expect(accelerometer.sensing == Sensing(by: .buffer))
    #expect(accelerometer.descriptors.count == 1)
    try sensor.fill([0, 16384, 0], [16384, 0, -8192])
    #expect(try accelerometer.newest() == Acceleration(x: 1000, y: 0, z: -500))
    #expect(try accelerometer.newest() == nil)
  }

  @Test func aBufferThatStaysEmptyIsGivenUp() throws {
    let sensor = try SensorTree()
    var accelerometer = try IIOAccelerometer(under: sensor.tree.root, nodes: sensor.nodes)
    try accelerometer.setPace(.running)
    #expect(try accelerometer.sample() == Acceleration(x: 0, y: 0, z: 1000))
    #expect(accelerometer.sensing == Sensing(by: .polling))
    #expect(accelerometer.report.english.hasSuffix("its trigger tick never fires."))
    #expect(try sensor.buffer("enable") == "0")
  }

  @Test func aBufferThatCannotBeSwitchedOnIsGivenUp() throws {
    let sensor = try SensorTree()
    var accelerometer = try IIOAccelerometer(under: sensor.tree.root, nodes: sensor.nodes)
    sensor.remove("buffer0/enable")
    mkdir(sensor.device.path + "/buffer0/enable", 0o755)
    try accelerometer.setPace(.running)
    #expect(accelerometer.sensing == Sensing(by: .polling))
    #expect(try accelerometer.sample() == Acceleration(x: 0, y: 0, z: 1000))
  }
}
