import Core
import CVideo
import System

extension CameraDevice {
  /// The controls that the driver lists, in the order of their numbers.
  ///
  /// Asking changes nothing and is allowed while somebody else streams. What is switched off for good,
  /// and what is no single value, is left out.
  borrowing func controls() -> [CameraControl] {
    var controls: [CameraControl] = []
    var identifier: UInt32 = 0
    for _ in 0..<CameraDevice.listLimit {
      var query = v4l2_query_ext_ctrl()
      query.id = identifier | UInt32(V4L2_CTRL_FLAG_NEXT_CTRL)
      guard answers(.queryControl, &query) else { break }
      identifier = query.id
      if let control = control(query) { controls.append(control) }
    }
    return controls
  }

  private borrowing func control(_ query: v4l2_query_ext_ctrl) -> CameraControl? {
    guard let kind = CameraControl.Kind(query.type), !query.has(V4L2_CTRL_FLAG_DISABLED) else {
      return nil
    }
    return CameraControl(
      identifier: query.id, name: text(of: query.name), kind: kind,
      minimum: Int(query.minimum), maximum: Int(query.maximum), step: Int(clamping: query.step),
      standard: Int(query.default_value), value: value(query, kind), items: items(query, kind),
      isReadOnly: query.has(V4L2_CTRL_FLAG_READ_ONLY),
      isInactive: query.has(V4L2_CTRL_FLAG_INACTIVE))
  }

  private borrowing func value(
    _ query: v4l2_query_ext_ctrl, _ kind: CameraControl.Kind
  ) -> Int? {
    if kind == .button || kind == .string || query.has(V4L2_CTRL_FLAG_WRITE_ONLY) { return nil }
    var control = v4l2_ext_control()
    control.id = query.id
    do throws(SystemError) {
      try exchange(.currentControls, &control)
      return control.number(kind)
    } catch {
      return nil
    }
  }

  /// Gives `value` to a control; nothing is checked here.
  ///
  /// - Returns: what the driver made of it.
  borrowing func set(_ control: CameraControl, to value: Int) throws(SystemError) -> Int {
    var request = v4l2_ext_control()
    request.id = control.identifier
    if control.kind == .integer64 {
      request.value64 = Int64(value)
    } else {
      request.value = Int32(truncatingIfNeeded: value)
    }
    try exchange(.setControls, &request)
    return request.number(control.kind)
  }

  /// Reads or sets one control's value by `call`.
  private borrowing func exchange(
    _ call: VideoCall, _ control: inout v4l2_ext_control
  ) throws(SystemError) {
    let outcome = withUnsafeMutablePointer(to: &control) { pointer in
      var request = v4l2_ext_controls()
      request.which = UInt32(V4L2_CTRL_WHICH_CUR_VAL)
      request.count = 1
      request.controls = pointer
      return Result { () throws(SystemError) in try attempt(call, &request) }
    }
    try outcome.get()
  }

  private borrowing func items(
    _ query: v4l2_query_ext_ctrl, _ kind: CameraControl.Kind
  ) -> [CameraControl.Item] {
    guard kind == .menu || kind == .integerMenu else { return [] }
    var items: [CameraControl.Item] = []
    for index in CameraDevice.menuIndices(query) {
      var entry = v4l2_querymenu()
      entry.id = query.id
      entry.index = index
      guard answers(.queryMenu, &entry) else { continue }
      let name = kind == .menu ? text(of: entry.name) : "\(entry.value)"
      items.append(CameraControl.Item(value: Int(index), name: name))
    }
    return items
  }

  /// The numbers that a menu's entries may have, of a driver that may say anything.
  static func menuIndices(_ query: v4l2_query_ext_ctrl) -> Range<UInt32> {
    let limit = Int64(listLimit)
    let first = min(max(query.minimum, 0), Int64(UInt32.max) - limit)
    let last = min(query.maximum, first + limit - 1)
    return UInt32(first)..<UInt32(max(first, last + 1))
  }
}

extension v4l2_ext_control {
  /// Its value; the highest bit of a bitmask is a bit and no sign.
  fileprivate func number(_ kind: CameraControl.Kind) -> Int {
    switch kind {
    case .integer64: Int(value64)
    case .bitmask: Int(UInt32(bitPattern: value))
    case .integer, .boolean, .menu, .integerMenu, .button, .string: Int(value)
    }
  }
}

extension v4l2_query_ext_ctrl {
  fileprivate func has(_ flag: Int32) -> Bool { flags & UInt32(bitPattern: flag) != 0 }
}

extension CameraControl.Kind {
  /// The kernel's number; nil for headings and for what is no single value.
  init?(_ type: UInt32) {
    switch v4l2_ctrl_type(type) {
    case V4L2_CTRL_TYPE_INTEGER: self = .integer
    case V4L2_CTRL_TYPE_BOOLEAN: self = .boolean
    case V4L2_CTRL_TYPE_MENU: self = .menu
    case V4L2_CTRL_TYPE_BUTTON: self = .button
    case V4L2_CTRL_TYPE_INTEGER64: self = .integer64
    case V4L2_CTRL_TYPE_STRING: self = .string
    case V4L2_CTRL_TYPE_BITMASK: self = .bitmask
    case V4L2_CTRL_TYPE_INTEGER_MENU: self = .integerMenu
    default: return nil
    }
  }
}

/// Setting what the driver lets be set; each call blocks as long as the driver does.
extension Camera {
  /// The controls of the camera that `settings` means, while it is not open.
  package static func controls(by settings: CameraSettings) throws(Failure) -> [CameraControl] {
    try CameraDevice.open(settings).controls()
  }

  /// Sets the controls of `settings`, in their order.
  package borrowing func apply(_ settings: [ControlSetting]) -> ControlOutcome {
    stream.buffers.device.apply(settings)
  }

  /// Does what `text` says, a control's name and a value, to the camera that `settings` means, while it is
  /// not open; a name alone asks for the value.
  package static func set(_ text: String, by settings: CameraSettings) throws(Failure)
    -> ControlAnswer
  {
    try CameraDevice.open(settings).answer(to: text)
  }
}

extension CameraDevice {
  /// One control may be settable only after another, as an exposure time after the manual mode: what
  /// is refused is tried once more.
  borrowing func apply(_ settings: [ControlSetting]) -> Camera.ControlOutcome {
    var outcome = Camera.ControlOutcome()
    var waiting = settings
    for _ in 0..<2 where !waiting.isEmpty {
      outcome.refusals = []
      waiting = attempt(waiting, &outcome)
    }
    return outcome
  }

  /// Does what `text` says, or says why not.
  borrowing func answer(to text: String) throws(Failure) -> Camera.ControlAnswer {
    let (control, value) = try controls().reading(text, at: capability.card)
    if control.kind == .button {
      _ = try change(control, to: control.value(for: ""))
      return Camera.ControlAnswer(phrases: [Phrase.controlPressed(control.name)])
    }
    guard let value else {
      return Camera.ControlAnswer(phrases: control.standing(at: control.value))
    }
    let wanted = try control.value(for: value)
    let result = try change(control, to: wanted)
    let origin = "camera set \(control.name)"
    return Camera.ControlAnswer(
      setting: ControlSetting(origin, control.name, wanted),
      held: ControlSetting(origin, control.name, result), phrases: control.standing(at: result))
  }

  /// Sets what can be set; what cannot is returned, with a sentence for each in the outcome.
  private borrowing func attempt(
    _ settings: [ControlSetting], _ outcome: inout Camera.ControlOutcome
  ) -> [ControlSetting] {
    let controls = controls()
    var left: [ControlSetting] = []
    for setting in settings {
      do throws(Failure) {
        outcome.held.append(try apply(setting, among: controls))
      } catch {
        outcome.refusals.append(.controlNotApplied(setting.origin, setting.value, error.phrase))
        left.append(setting)
      }
    }
    return left
  }

  /// - Returns: the setting by the driver's name, with what it made of the value.
  private borrowing func apply(
    _ setting: ControlSetting, among controls: [CameraControl]
  ) throws(Failure) -> ControlSetting {
    guard let control = controls.named(setting.name) else {
      throw controls.missing(setting.name, at: capability.card)
    }
    let result = try change(control, to: control.checked(setting.value))
    return ControlSetting(setting.origin, control.name, result)
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
