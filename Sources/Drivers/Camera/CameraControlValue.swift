import Core

extension CameraControl {
  /// The value that `text` stands for: a number, a menu's word, `on` and `off`, or `default`.
  ///
  /// The failure says what the control takes.
  package func value(for text: String) throws(Failure) -> Int {
    if folded(text) == "default", kind != .button { return try checked(standard, text) }
    switch kind {
    case .boolean: return try checked(CameraControl.switchWords[folded(text)] ?? Int(text), text)
    case .menu, .integerMenu: return try checked(choice(text), text)
    case .integer, .integer64, .bitmask: return try checked(Int(text), text)
    case .button, .string: return try checked(0, text)
    }
  }

  /// `value`, if the driver would take it; the failure says what it takes.
  func checked(_ value: Int) throws(Failure) -> Int { try checked(value, "\(value)") }

  private static let switchWords = [
    "on": 1, "yes": 1, "true": 1, "off": 0, "no": 0, "false": 0,
  ]

  private func choice(_ text: String) -> Int? {
    if let number = Int(text), items.contains(where: { $0.value == number }) { return number }
    return items.first { folded($0.name) == folded(text) }?.value
  }

  /// - Parameter text: what was given, for the sentence.
  private func checked(_ value: Int?, _ text: String) throws(Failure) -> Int {
    if isReadOnly { throw Failure(.camera, .controlReadOnly(name)) }
    guard let value, accepts(value) else { throw Failure(.camera, refusal(of: text)) }
    return value
  }

  private func accepts(_ value: Int) -> Bool {
    switch kind {
    case .integer, .integer64: isInRange(value)
    case .boolean: (0...1).contains(value)
    case .menu, .integerMenu: items.contains { $0.value == value }
    case .bitmask: value & ~maximum == 0
    case .button: true
    case .string: false
    }
  }

  /// Differences are taken without a sign: between two numbers of 64 bits they may need all of them.
  private func isInRange(_ value: Int) -> Bool {
    guard minimum <= value, value <= maximum else { return false }
    return UInt(bitPattern: value &- minimum).isMultiple(of: UInt(max(1, step)))
  }

  private func refusal(of text: String) -> Phrase {
    switch kind {
    case .integer where step <= 1, .integer64 where step <= 1:
      Phrase("camera.control.range", "\(name) takes \(minimum) to \(maximum), not \(text).")
    case .integer, .integer64:
      Phrase.controlSteps(name, minimum, maximum, step, text)
    case .boolean: Phrase.controlSwitch(name, text)
    case .menu, .integerMenu: Phrase.controlChoices(name, choices, text)
    case .bitmask: Phrase.controlBits(name, maximum, text)
    case .button, .string: Phrase.controlText(name)
    }
  }

  /// Sentences that say which value the control has.
  func standing(at value: Int?) -> [Phrase] {
    let words = value.map(words) ?? Phrase.valueUnknown.english
    let remark = isInactive ? [Phrase.devicesControlInactive] : []
    return [Phrase("camera.control.is", "\(name) is \(words).")] + remark
  }

  private func words(for value: Int) -> String {
    if kind == .boolean { return value == 0 ? "off" : "on" }
    let item = items.first { $0.value == value }
    return item.map { Phrase.devicesControlChoice($0.value, $0.name).english } ?? "\(value)"
  }

  /// Entries of a menu, in words.
  package var choices: String {
    items.map { Phrase.devicesControlChoice($0.value, $0.name).english }
      .joined(separator: "; ")
  }
}

extension [CameraControl] {
  /// The control that `name` means, whatever its case, spaces and underscores.
  func named(_ name: String) -> CameraControl? {
    first { folded($0.name) == folded(name) }
  }

  /// The control and the value that stand in `text`, each perhaps of several words.
  ///
  /// The longest name that there is counts. Where there is none, the last word is taken for the value,
  /// and the failure suggests a name.
  ///
  /// - Parameter card: the camera's name, for the failure's sentence.
  func reading(
    _ text: String, at card: String
  ) throws(Failure) -> (control: CameraControl, value: String?) {
    let words = text.split(separator: " ")
    for count in stride(from: words.count, to: 0, by: -1) {
      guard let control = named(words.prefix(count).joined()) else { continue }
      let value = words.dropFirst(count).joined(separator: " ")
      return (control, value.isEmpty ? nil : value)
    }
    let name = words.count > 1 ? words.dropLast() : words[...]
    throw missing(name.joined(separator: " "), at: card)
  }

  /// The failure of looking for `name`, with the name that comes nearest.
  func missing(_ name: String, at card: String) -> Failure {
    if isEmpty { return Failure(.camera, .controlsNone(card)) }
    let names = Dictionary(map { (folded($0.name), $0.name) }) { first, _ in first }
    guard let nearest = Spelling.nearest(to: folded(name), among: names.keys),
      let meant = names[nearest]
    else { return Failure(.camera, .controlUnknown(name, card)) }
    return Failure(.camera, .controlUnknownNearest(name, card, meant))
  }
}

/// `text` as names are compared: without case, spaces, underscores and other marks.
func folded(_ text: String) -> String {
  text.lowercased().filter { $0.isLetter || $0.isNumber }
}

extension Phrase {
  static func controlReadOnly(_ name: String) -> Phrase {
    Phrase("camera.control.read-only", "\(name) can only be read.")
  }

  static func controlText(_ name: String) -> Phrase {
    Phrase("camera.control.text", "\(name) takes text, which can't be set here.")
  }

  static func controlSteps(
    _ name: String, _ minimum: Int, _ maximum: Int, _ step: Int, _ value: String
  ) -> Phrase {
    Phrase(
      "camera.control.steps",
      "\(name) takes \(minimum) to \(maximum) in steps of \(step), not \(value).")
  }

  static func controlBits(_ name: String, _ bits: Int, _ value: String) -> Phrase {
    Phrase("camera.control.bits", "\(name) takes a number made of the bits \(bits), not \(value).")
  }

  static func controlSwitch(_ name: String, _ value: String) -> Phrase {
    Phrase("camera.control.switch", "\(name) takes on or off, not \(value).")
  }

  static func controlChoices(_ name: String, _ choices: String, _ value: String) -> Phrase {
    Phrase("camera.control.choices", "\(name) takes \(choices), not \(value).")
  }

  static func devicesControlChoice(_ value: Int, _ name: String) -> Phrase {
    Phrase("devices.control.choice", "\(value) for \(name)")
  }

  static func controlUnknown(_ name: String, _ card: String) -> Phrase {
    Phrase(
      "camera.control.unknown",
      "\(card) has no control \"\(name)\"; \"camera controls\" lists those that it has.")
  }

  static func controlUnknownNearest(_ name: String, _ card: String, _ nearest: String) -> Phrase {
    Phrase(
      "camera.control.unknown-nearest",
      "\(card) has no control \"\(name)\"; did you mean \"\(nearest)\"?")
  }
}
