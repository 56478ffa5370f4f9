import CVideo
import Core
import System

/// What the driver lists, as it describes it.
extension CameraDevice {
  /// No longer than this are controls asked for or set, one call that hangs excepted.
  static let controlBudget = Duration.seconds(2)

  /// The controls that the driver lists, in the order of their numbers, with their values.
  ///
  /// Asking changes nothing and is allowed while somebody else streams. What is switched off for good,
  /// and what is no single value, is left out. A driver that stops answering ends the list, and one that takes
  /// longer than `controlBudget` is asked for no more values.
  borrowing func controls(now: () -> Instant = { Clock.now }) -> [CameraControl] {
    let deadline = now() + CameraDevice.controlBudget
    var controls: [CameraControl] = []
    var last: UInt32 = 0
    for _ in 0..<CameraDevice.listLimit {
      guard case .success(let query?) = control(after: last) else { break }
      last = query.id
      guard let kind = query.usableKind else { continue }
      let value = now() < deadline ? value(query, kind) : nil
      let items = now() < deadline ? items(query, kind) : []
      controls.append(CameraControl(query, kind, value: value, items: items))
    }
    return controls
  }

  /// The description of the first control with a higher number; nil where there is none.
  borrowing func control(after last: UInt32) -> Result<v4l2_query_ext_ctrl?, SystemError> {
    var query = v4l2_query_ext_ctrl()
    query.id = last | UInt32(V4L2_CTRL_FLAG_NEXT_CTRL)
    do throws(SystemError) {
      try attempt(.queryControl, &query)
      // A driver that doesn't get on has said all that it will say.
      return .success(query.id > last ? query : nil)
    } catch {
      return error.code == EINVAL || error.code == ENOTTY ? .success(nil) : .failure(error)
    }
  }

  /// The control numbered `identifier` as it is now, with its menu and without its value; nil where it can't be used.
  borrowing func control(_ identifier: UInt32) throws(SystemError) -> CameraControl? {
    var query = v4l2_query_ext_ctrl()
    query.id = identifier
    try attempt(.queryControl, &query)
    guard let kind = query.usableKind else { return nil }
    return CameraControl(query, kind, value: nil, items: items(query, kind))
  }

  /// Present value of `control`; nil where it is not a number or the driver does not tell.
  borrowing func value(of control: CameraControl) -> Int? {
    var query = v4l2_query_ext_ctrl()
    query.id = control.identifier
    return answers(.queryControl, &query) ? value(query, control.kind) : nil
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

extension CameraControl {
  /// The control that the driver describes by `query`.
  init(_ query: v4l2_query_ext_ctrl, _ kind: Kind, value: Int?, items: [Item]) {
    self.init(
      identifier: query.id, name: text(of: query.name), kind: kind,
      minimum: Int(query.minimum), maximum: Int(query.maximum), step: Int(clamping: query.step),
      standard: Int(query.default_value), value: value, items: items,
      isReadOnly: query.has(V4L2_CTRL_FLAG_READ_ONLY),
      isInactive: query.has(V4L2_CTRL_FLAG_INACTIVE))
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
  /// Its kind; nil for headings, for what is no single value, and for what is switched off for good.
  var usableKind: CameraControl.Kind? {
    has(V4L2_CTRL_FLAG_DISABLED) ? nil : CameraControl.Kind(type)
  }

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
