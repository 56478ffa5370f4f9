import Core

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
  static func controlUnknown(_ name: String, _ card: String) -> Phrase {
    Phrase(
      "camera.control.unknown",
      "{2} has no control \"{1}\"; \"camera controls\" lists those that it has.", name, card)
  }

  static func controlUnknownNearest(_ name: String, _ card: String, _ nearest: String) -> Phrase {
    Phrase(
      "camera.control.unknown-nearest",
      "{2} has no control \"{1}\"; did you mean \"{3}\"?", name, card, nearest)
  }
}
