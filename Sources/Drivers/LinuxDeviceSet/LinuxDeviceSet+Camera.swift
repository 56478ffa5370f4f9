import Board
import Core

/// Frames that the camera lends, and the commands of consoles about it.
extension LinuxDeviceSet {
  /// Settings for opening the camera, from the configuration and the wishes of consoles.
  var cameraSettings: CameraSettings? {
    plan.camera == nil ? nil : settings(by: cameraWishes)
  }

  /// How a camera is to be opened by `wishes`.
  func settings(by wishes: CameraWishes) -> CameraSettings {
    var settings = wishes.applied(to: plan.camera ?? CameraSettings())
    settings.power = cameraPower
    return settings
  }

  package mutating func run(at power: CameraPower) { cameraPower = power }

  package mutating func answer(
    _ request: CameraRequest, for session: SessionID, _ news: inout News
  ) throws(Failure) -> Reply {
    switch request {
    case .list(let json): listCameras(asJSON: json)
    case .use(let name): try use(name, for: session, &news)
    case .controls(let json): try listControls(asJSON: json)
    case .set(let text): try setControl(text, for: session, &news)
    }
  }

  package mutating func withFrame<Answer>(
    _ sequence: UInt32?, _ body: (borrowing LentFrame) throws(Failure) -> Answer
  ) throws(Failure) -> Answer? {
    do throws(Failure) {
      return try Self.lend(camera, sequence, plan.quality, body)
    } catch {
      if error.kind == .unusableFrame { camera?.noteUndecodable() }
      throw error
    }
  }

  private static func lend<Answer>(
    _ camera: borrowing Camera?, _ sequence: UInt32?, _ quality: Int,
    _ body: (borrowing LentFrame) throws(Failure) -> Answer
  ) throws(Failure) -> Answer? {
    switch camera {
    case .some(let camera):
      guard let sequence = sequence ?? camera.newest?.sequence else { return nil }
      let (format, isEarly) = (camera.mode.format, camera.isEarly(sequence))
      return try camera.withFrame(sequence) { (bytes, layout) throws(Failure) in
        try body(LentFrame(bytes, layout, format: format, quality: quality, isEarly: isEarly))
      }
    case .none: return nil
    }
  }

  private func listControls(asJSON isJSON: Bool) throws(Failure) -> Reply {
    let controls = try controls()
    if isJSON { return Reply(.object([("controls", .array(controls.map(\.json)))])) }
    let phrases = controls.isEmpty ? [Phrase.devicesNoControls] : controls.flatMap(\.phrases)
    return .sentences(phrases)
  }

  /// A camera that is paused or faulted is asked all the same.
  private func controls() throws(Failure) -> [CameraControl] {
    switch camera {
    case .some(let camera): camera.controls()
    case .none: try Camera.controls(by: cameraSettings ?? CameraSettings())
    }
  }

  private mutating func setControl(
    _ text: String, for session: SessionID, _ news: inout News
  ) throws(Failure) -> Reply {
    let answer = try set(text)
    if let setting = answer.setting { cameraWishes.add(setting) }
    if let held = answer.held { news.add(.camera(.controlSet(held, by: session))) }
    return Reply(answer.phrases.dropFirst().reduce(answer.phrases[0], Phrase.followed))
  }

  private func set(_ text: String) throws(Failure) -> Camera.ControlAnswer {
    switch camera {
    case .some(let camera): try camera.set(text)
    case .none: try Camera.set(text, by: cameraSettings ?? CameraSettings())
    }
  }
}

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

extension Phrase {
  package static let devicesNoControls = Phrase(
    "devices.controls.none", "Its driver has no controls.")
}
