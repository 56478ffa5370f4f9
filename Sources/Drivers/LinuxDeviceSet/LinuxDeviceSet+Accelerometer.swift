import Board
import Core

/// Listening to the accelerometer, which may speak up by itself.
extension LinuxDeviceSet {
  /// - Returns: how it is listened to; nil where none is configured.
  mutating func openAccelerometer() throws(Failure) -> Event? {
    switch plan.accelerometer {
    case .iio(let name): accelerometer = try Accelerometer(named: name)
    case .i2c(let bus, let address): accelerometer = try Accelerometer(at: address, on: bus)
    case nil: return nil
    }
    for descriptor in accelerometer?.descriptors ?? [] {
      try watch(descriptor, as: .accelerometer, for: .accelerometer)
    }
    reportSensing()
    guard let sensing = accelerometer?.sensing else { return nil }
    return .accelerometer(.opened(sensing))
  }

  mutating func closeAccelerometer() {
    for descriptor in accelerometer?.descriptors ?? [] { forget(descriptor) }
    accelerometer = nil
  }

  /// Opens it anew where a better way could not be used: udev may have been slower than we.
  mutating func listenAnew(_ news: inout News) {
    guard accelerometer?.hasObstacles == true else { return }
    closeAccelerometer()
    news.attempt { news throws(Failure) in
      if let event = try openAccelerometer() { news.add(event) }
    }
  }

  package mutating func setPace(_ pace: Sensing.Pace, _ news: inout News) throws(Failure) {
    let before = accelerometer?.sensing
    try accelerometer?.setPace(pace)
    if accelerometer?.sensing != before { addSensing(&news) }
  }

  package mutating func sample(_ news: inout News) throws(Failure) {
    let before = accelerometer?.sensing
    let sample = try accelerometer?.sample() ?? nil
    if accelerometer?.sensing != before { addSensing(&news) }
    if let sample { news.add(.accelerometer(.reading(sample))) }
  }

  /// Readings and events that the device sends by itself.
  mutating func takeAcceleration(_ news: inout News) {
    news.attempt { news throws(Failure) in
      if let stamped = try accelerometer?.jolt() ?? nil {
        news.add(.accelerometer(.jolted(stamped: stamped)))
      }
      if let sample = try accelerometer?.newest() ?? nil {
        news.add(.accelerometer(.reading(sample)))
      }
    }
  }

  private mutating func addSensing(_ news: inout News) {
    if let sensing = accelerometer?.sensing { news.add(.accelerometer(.opened(sensing))) }
    reportSensing()
  }

  /// Tells the log how it is listened to, when that is news.
  private mutating func reportSensing() {
    guard let report = accelerometer?.report ?? nil, report != sensingReport else { return }
    log(.info, "Accelerometer", report)
    sensingReport = report
  }
}
