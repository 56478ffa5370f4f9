/// Something said to people: the key of a sentence and the values that go into it.
///
/// The words live in one place, `English.swift`, under the keys of `PhraseKey.swift`; a catalogue of another language needs
/// nothing else. `{1}` stands for the first value.
public struct Phrase: Hashable, Sendable {
  /// Which sentence.
  public let key: Key
  /// What goes into `{1}`, `{2}` and so on, already written for people.
  public let values: [String]

  /// The sentence `key` with `values` in their places.
  public init(_ key: Key, _ values: String...) {
    self.key = key
    self.values = values
  }

  /// The sentence in English.
  public var english: String { Phrase.fill(key.english, with: values) }

  private static func fill(_ template: String, with values: [String]) -> String {
    var text = ""
    var rest = template[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      text += rest[..<open]
      let number = Int(rest[rest.index(after: open)..<close]) ?? 0
      if values.indices.contains(number - 1) { text += values[number - 1] }
      rest = rest[rest.index(after: close)...]
    }
    return text + rest
  }
}
