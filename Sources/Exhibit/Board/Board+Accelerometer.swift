import Core
import Drivers

/// Listening to the accelerometer, which may speak up by itself.
extension Board {
  mutating func openAccelerometer() throws(Failure) {
    switch plan.accelerometer {
    case .iio(let name): accelerometer = try Accelerometer(named: name)
    case .i2c(let bus, let address): accelerometer = try Accelerometer(at: address, on: bus)
    case nil: return
    }
    for descriptor in accelerometer?.descriptors ?? [] {
      try watch(descriptor, as: .accelerometer, for: .accelerometer)
    }
    tellSensing()
  }

  mutating func closeAccelerometer() {
    for descriptor in accelerometer?.descriptors ?? [] { forget(descriptor) }
    accelerometer = nil
  }

  mutating func keep(_ pace: Sensing.Pace) throws(Failure) {
    let before = accelerometer?.sensing
    try accelerometer?.keep(pace)
    if accelerometer?.sensing != before { tellSensing() }
  }

  mutating func sample() throws(Failure) {
    let before = accelerometer?.sensing
    let sample = try accelerometer?.sample() ?? nil
    if accelerometer?.sensing != before { tellSensing() }
    if let sample { events.append(.accelerometer(.reading(sample))) }
  }

  /// What came by itself.
  mutating func takeAcceleration() {
    do throws(Failure) {
      if let stamped = try accelerometer?.jolt() ?? nil {
        events.append(.accelerometer(.jolted(stamped: stamped)))
      }
      if let sample = try accelerometer?.newest() ?? nil {
        events.append(.accelerometer(.reading(sample)))
      }
    } catch {
      events.append(.device(.failed(error)))
    }
  }

  /// Tells the machine how it is listened to, and the log when that is news.
  private mutating func tellSensing() {
    if let sensing = accelerometer?.sensing { events.append(.accelerometer(.opened(sensing))) }
    guard let report = accelerometer?.report ?? nil, report != sensingReport else { return }
    log.info("Accelerometer", report.english)
    sensingReport = report
  }
}
