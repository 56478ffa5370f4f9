import Core

/// Pulling plugs and putting them in again.
extension VirtualBoard {
  /// The devices that can be pulled out.
  public static let pluggable: [Role] = [.camera, .button, .light, .buzzer, .accelerometer]

  /// Pulls out the device of `role`, which must be pluggable.
  public mutating func unplug(_ role: Role) {
    switch role {
    case .camera: camera.unplug()
    case .button: button.failure = .brokenButton
    case .light: light.failure = .brokenLight
    case .buzzer: buzzer.failure = .brokenBuzzer
    case .accelerometer:
      if accelerometer.isLeftAlone { events.append(.device(.failed(.brokenAccelerometer))) }
      accelerometer.failure = .brokenAccelerometer
    case .console, .store, .clock: preconditionFailure("\(role) has no plug")
    }
  }

  /// Puts the device of `role` in again, of which there is news as from the kernel.
  public mutating func plug(_ role: Role) {
    events.append(.device(.plugged(role)))
    switch role {
    case .camera: camera.plug()
    case .button: button.failure = nil
    case .light: light.failure = nil
    case .buzzer: buzzer.failure = nil
    case .accelerometer: accelerometer.failure = nil
    case .console, .store, .clock: preconditionFailure("\(role) has no plug")
    }
  }
}
