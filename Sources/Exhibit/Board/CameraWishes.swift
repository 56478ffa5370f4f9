import Drivers

/// What people at consoles want of the camera, over what the configuration says, until the program ends.
struct CameraWishes: Hashable {
  private var controls: [Camera.ControlSetting] = []

  /// Has `setting` made after each start; an earlier one of the same control is forgotten.
  mutating func add(_ setting: Camera.ControlSetting) {
    controls.removeAll { $0.isAboutSame(as: setting) }
    controls.append(setting)
  }

  /// `settings` with the wishes in their places.
  func applied(to settings: Camera.Settings) -> Camera.Settings {
    var settings = settings
    settings.controls.removeAll { old in controls.contains { $0.isAboutSame(as: old) } }
    settings.controls += controls
    return settings
  }
}
