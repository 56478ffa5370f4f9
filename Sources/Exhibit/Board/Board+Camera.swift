import Core
import Drivers

/// What consoles ask about the camera, and of it.
extension Board {
  /// How the camera is to be opened: by the configuration and by what people asked for since.
  var cameraSettings: Camera.Settings? {
    plan.camera == nil ? nil : settings(by: cameraWishes)
  }

  /// How a camera is to be opened by `wishes`.
  func settings(by wishes: CameraWishes) -> Camera.Settings {
    var settings = wishes.applied(to: plan.camera ?? Camera.Settings())
    settings.power = cameraPower
    return settings
  }

  /// Does what `request` says; what came of it, or why nothing did, is said to the session.
  mutating func answer(_ request: CameraRequest, to session: SessionID) {
    do throws(Failure) {
      let text = try answer(request)
      console?.send(text, to: session)
    } catch {
      console?.send(error.phrase.english, to: session)
    }
  }

  private mutating func answer(_ request: CameraRequest) throws(Failure) -> String {
    switch request {
    case .list(let json): listCameras(asJSON: json)
    case .use(let name): try use(name)
    case .controls(let json): try listControls(asJSON: json)
    case .set(let text): try setControl(text)
    }
  }

  private func listControls(asJSON isJSON: Bool) throws(Failure) -> String {
    let controls = try controls()
    if isJSON { return JSON.object([("controls", .array(controls.map(\.json)))]).text }
    let phrases = controls.isEmpty ? [Phrase(.devicesNoControls)] : controls.flatMap(\.phrases)
    return phrases.map(\.english).joined(separator: "\n")
  }

  /// A camera that is paused or faulted is asked all the same.
  private func controls() throws(Failure) -> [CameraControl] {
    switch camera {
    case .some(let camera): camera.controls()
    case .none: try Camera.controls(by: cameraSettings ?? Camera.Settings())
    }
  }

  private mutating func setControl(_ text: String) throws(Failure) -> String {
    let answer = try set(text)
    if let setting = answer.setting { cameraWishes.add(setting) }
    return answer.phrases.map(\.english).joined(separator: " ")
  }

  private func set(_ text: String) throws(Failure) -> Camera.ControlAnswer {
    switch camera {
    case .some(let camera): try camera.set(text)
    case .none: try Camera.set(text, by: cameraSettings ?? Camera.Settings())
    }
  }
}
