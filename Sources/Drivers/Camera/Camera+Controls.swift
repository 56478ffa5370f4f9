import Core
import System

/// Setting what the driver lets be set; each call blocks as long as the driver does.
extension Camera {
  /// The controls that the driver lists.
  package borrowing func controls() -> [CameraControl] { stream.buffers.device.controls() }

  /// The controls of the camera that `settings` means, while it is not open.
  package static func controls(by settings: CameraSettings) throws(Failure) -> [CameraControl] {
    try CameraDevice.open(settings).controls()
  }

  /// Sets the controls of `settings`, in their order.
  ///
  /// - Returns: a sentence for each that is not set, with its origin and what it takes.
  package borrowing func apply(_ settings: [ControlSetting]) -> [Phrase] {
    stream.buffers.device.apply(settings)
  }

  /// Does what `text` says, a control's name and a value; a name alone asks for the value.
  package borrowing func set(_ text: String) throws(Failure) -> ControlAnswer {
    try stream.buffers.device.answer(to: text)
  }

  /// Does what `text` says to the camera that `settings` means, while it is not open.
  package static func set(_ text: String, by settings: CameraSettings) throws(Failure)
    -> ControlAnswer
  {
    try CameraDevice.open(settings).answer(to: text)
  }
}

extension CameraDevice {
  /// One control may be settable only after another, as an exposure time after the manual mode: what
  /// is refused is tried once more.
  borrowing func apply(_ settings: [ControlSetting]) -> [Phrase] {
    var refusals: [Phrase] = []
    var waiting = settings
    for _ in 0..<2 where !waiting.isEmpty {
      refusals = []
      waiting = attempt(waiting, &refusals)
    }
    return refusals
  }

  /// Does what `text` says, or says why not.
  borrowing func answer(to text: String) throws(Failure) -> Camera.ControlAnswer {
    let (control, value) = try controls().reading(text, at: capability.card)
    if control.kind == .button {
      _ = try change(control, to: control.value(for: ""))
      return Camera.ControlAnswer(setting: nil, phrases: [Phrase.controlPressed(control.name)])
    }
    guard let value else {
      return Camera.ControlAnswer(setting: nil, phrases: control.standing(at: control.value))
    }
    let wanted = try control.value(for: value)
    let result = try change(control, to: wanted)
    let setting = ControlSetting("camera set \(control.name)", control.name, wanted)
    return Camera.ControlAnswer(setting: setting, phrases: control.standing(at: result))
  }

  /// Sets what can be set; what cannot is returned, with a sentence for each in `refusals`.
  private borrowing func attempt(
    _ settings: [ControlSetting], _ refusals: inout [Phrase]
  ) -> [ControlSetting] {
    let controls = controls()
    var left: [ControlSetting] = []
    for setting in settings {
      do throws(Failure) {
        try apply(setting, among: controls)
      } catch {
        refusals.append(.controlNotApplied(setting.origin, setting.value, error.phrase))
        left.append(setting)
      }
    }
    return left
  }

  private borrowing func apply(
    _ setting: ControlSetting, among controls: [CameraControl]
  ) throws(Failure) {
    guard let control = controls.named(setting.name) else {
      throw controls.missing(setting.name, at: capability.card)
    }
    _ = try change(control, to: control.checked(setting.value))
  }

  /// - Returns: what the driver made of it.
  private borrowing func change(
    _ control: CameraControl, to value: Int
  ) throws(Failure) -> Int {
    do throws(SystemError) {
      return try set(control, to: value)
    } catch {
      let phrase = Phrase.controlRefused(capability.card, control.name, error.reason)
      throw Failure(.camera, phrase, cause: error)
    }
  }
}

extension Phrase {
  static func controlRefused(_ card: String, _ name: String, _ reason: String) -> Phrase {
    Phrase(
      "camera.control.refused", "The driver of {1} refuses to set {2}: {3}.", card, name, reason)
  }

  static func controlPressed(_ name: String) -> Phrase {
    Phrase("camera.control.pressed", "{1}: done.", name)
  }

  static func controlNotApplied(_ control: String, _ value: Int, _ reason: Phrase) -> Phrase {
    Phrase(
      "camera.control.not-applied",
      "{1} = {2} is not set at the camera. {3}", control, value, reason)
  }
}
