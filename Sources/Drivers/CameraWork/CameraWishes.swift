import Core

/// Wishes of consoles for the camera, which go before the configuration until the program ends.
struct CameraWishes: Hashable {
  /// Another camera than the configured one.
  private(set) var camera: CameraIdentity?
  /// By the camera that they were set at.
  private var controls: [CameraIdentity?: [ControlSetting]] = [:]

  /// The same wishes for another camera; nil for the configured one.
  func moved(to camera: CameraIdentity?) -> CameraWishes {
    var wishes = self
    wishes.camera = camera
    return wishes
  }

  /// Has `setting` made after each start of this camera; an earlier one of the same control is forgotten.
  mutating func add(_ setting: ControlSetting) {
    controls[camera, default: []].removeAll { $0.isAboutSame(as: setting) }
    controls[camera, default: []].append(setting)
  }

  /// `settings` with the wishes in their places.
  ///
  /// Format, size, rate, mount and controls were configured for one camera; another runs as we choose, and
  /// nobody knows how it is held.
  func applied(to settings: CameraSettings) -> CameraSettings {
    var settings = camera.map { settings.moved(to: $0) } ?? settings
    let wanted = controls[camera] ?? []
    settings.controls.removeAll { old in wanted.contains { $0.isAboutSame(as: old) } }
    settings.controls += wanted
    return settings
  }
}

extension CameraSettings {
  /// Settings that still apply to another camera.
  fileprivate func moved(to camera: CameraIdentity) -> CameraSettings {
    var settings = CameraSettings()
    settings.identity = camera
    settings.skippedFrameCount = skippedFrameCount
    return settings
  }
}
