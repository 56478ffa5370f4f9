import Configuration
import Core

extension Settings {
  /// What the machine has to know of `configuration`.
  init(_ configuration: Configuration) {
    self.init()
    roles = Settings.roles(of: configuration)
    gestures = GestureProfile(
      click: configuration.gestures.click, doubleClick: configuration.gestures.double,
      tripleClick: configuration.gestures.triple, longPress: configuration.gestures.long)
    countdown = configuration.shutter.countdown
    count = configuration.shutter.count
    interval = configuration.shutter.interval
    startsWithCountdown = configuration.shutter.start == .countdown
    isPhotoFull = configuration.isPhotoFull
    isDarkForShutter = configuration.isDarkForShutter
    storageFloor = configuration.storageFloorMegabytes.map { $0 * 1_000_000 }
    heatLimits.pause = Settings.thousandths(of: configuration.temperature.pause)
    heatLimits.resume = Settings.thousandths(of: configuration.temperature.resume)
    idleAfter = configuration.idle.after
    motion = configuration.idle.motion
    accelerometerMode = configuration.idle.accelerometerMode
    pictureWake = configuration.idle.pictureWake
    version = Exhibit.version
  }

  private static func thousandths(of degrees: Double) -> Int { Int((degrees * 1000).rounded()) }

  private static func roles(of configuration: Configuration) -> Set<Role> {
    var roles: Set<Role> = [.store, .console]
    if configuration.camera != nil { roles.insert(.camera) }
    if configuration.button != nil { roles.insert(.button) }
    if configuration.light != nil { roles.insert(.light) }
    if configuration.buzzer != nil { roles.insert(.buzzer) }
    if configuration.accelerometer != nil { roles.insert(.accelerometer) }
    return roles
  }
}
