import Drivers

/// What people at consoles want of the camera, over what the configuration says, until the program ends.
struct CameraWishes: Hashable {
  /// Another camera than the configured one.
  private(set) var device: String?
  /// By the device that they were set at.
  private var controls: [String?: [Camera.ControlSetting]] = [:]

  /// The same wishes for the camera `device`; nil for the configured one.
  func moved(to device: String?) -> CameraWishes {
    var wishes = self
    wishes.device = device
    return wishes
  }

  /// Has `setting` made after each start of this camera; an earlier one of the same control is forgotten.
  mutating func add(_ setting: Camera.ControlSetting) {
    controls[device, default: []].removeAll { $0.isAboutSame(as: setting) }
    controls[device, default: []].append(setting)
  }

  /// `settings` with the wishes in their places.
  ///
  /// Format, size, rate and controls were configured for one camera; another runs as we choose.
  func applied(to settings: Camera.Settings) -> Camera.Settings {
    var settings = device.map { settings.moved(to: $0) } ?? settings
    let wanted = controls[device] ?? []
    settings.controls.removeAll { old in wanted.contains { $0.isAboutSame(as: old) } }
    settings.controls += wanted
    return settings
  }
}

extension Camera.Settings {
  /// What is left of the settings for another camera.
  fileprivate func moved(to device: String) -> Camera.Settings {
    var settings = Camera.Settings()
    settings.device = device
    settings.settleFrameCount = settleFrameCount
    return settings
  }
}
