import Core

/// What a key accepts: how its value is read, written down, and refused.
struct Kind<Value> {
  /// The value that a file's value stands for; nil if it is of another type or out of range.
  let read: (TOMLValue) -> Value?
  /// The value as a file would have it.
  let write: (Value) -> TOMLValue
  /// The sentence about the key at a path where something else was found.
  let refuse: (_ path: String, _ found: String) -> Phrase
}

extension Kind<Int> {
  /// A whole number in `range`.
  static func whole(_ range: ClosedRange<Int>) -> Kind {
    Kind(
      read: { value in
        guard case .whole(let whole) = value, let number = Int(exactly: whole) else { return nil }
        return range.contains(number) ? number : nil
      },
      write: { .whole(Int64($0)) },
      refuse: { path, found in
        Phrase.configurationNotWhole(path, range.lowerBound, range.upperBound, found)
      })
  }

  /// One of a few whole numbers.
  static func oneOf(_ numbers: [Int]) -> Kind {
    oneOf(numbers) { .whole(Int64($0)) }
  }
}

extension Kind<Double> {
  /// A number, whole or not, in `range`.
  static func number(_ range: ClosedRange<Double>) -> Kind {
    Kind(
      read: { value in value.asNumber.flatMap { range.contains($0) ? $0 : nil } },
      write: { .number($0) },
      refuse: { path, found in
        let (least, most) = range.written
        return .configurationNotNumber(path, least, most, found)
      })
  }
}

extension Kind<Duration> {
  /// A number of seconds in `range`, exact to the nanosecond.
  static func seconds(_ range: ClosedRange<Double>) -> Kind {
    Kind(
      read: { value in
        guard let seconds = value.asNumber, range.contains(seconds) else { return nil }
        return .nanoseconds(Int64((seconds * 1e9).rounded()))
      },
      write: { .number($0.inSeconds) },
      refuse: { path, found in
        let (least, most) = range.written
        return .configurationNotSeconds(path, least, most, found)
      })
  }
}

extension Kind<Bool> {
  /// True or false.
  static var truth: Kind {
    Kind(
      read: { value in if case .truth(let truth) = value { truth } else { nil } },
      write: { .truth($0) },
      refuse: { path, found in Phrase.configurationNotTruth(path, found) })
  }
}

extension Kind<String> {
  /// Text of so many bytes of UTF-8, none of them part of a control character.
  static func text(_ byteCounts: ClosedRange<Int> = 1...255) -> Kind {
    Kind(
      read: { value in value.asText.flatMap { byteCounts.contains($0.utf8.count) ? $0 : nil } },
      write: { .text($0) },
      refuse: { path, found in
        let (least, most) = (byteCounts.lowerBound, byteCounts.upperBound)
        return Phrase.configurationNotText(path, least, most, found)
      })
  }

  /// A plain name, fit to be a part of a path.
  static var name: Kind {
    Kind(
      read: { value in value.asText.flatMap { isName($0) ? $0 : nil } },
      write: { .text($0) },
      refuse: { path, found in Phrase.configurationNotName(path, found) })
  }

  private static func isName(_ text: String) -> Bool {
    let isPlain = text.utf8.allSatisfy { byte in
      switch UInt8(byte) {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: "."):
        true
      default: false
      }
    }
    return isPlain && (1...64).contains(text.utf8.count) && !text.hasPrefix(".")
  }
}

extension Kind where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
  /// One of the type's words.
  static var choice: Kind {
    oneOf(Array(Value.allCases)) { .text($0.rawValue) }
  }
}

extension Kind {
  /// One of `values`, each written as `write` says.
  static func oneOf(_ values: [Value], write: @escaping (Value) -> TOMLValue) -> Kind {
    Kind(
      read: { found in values.first { write($0) == found } },
      write: write,
      refuse: { path, found in
        let list = values.map { write($0).literal }.joined(separator: ", ")
        return Phrase.configurationNotOneOf(path, list, found)
      })
  }
}

extension TOMLValue {
  /// The number, whole or not.
  var asNumber: Double? {
    switch self {
    case .whole(let whole): Double(whole)
    case .number(let number): number
    case .table, .array, .text, .truth, .date: nil
    }
  }

  /// The text, unless a control character is in it.
  var asText: String? {
    guard case .text(let text) = self else { return nil }
    return text.unicodeScalars.contains(where: \.isControl) ? nil : text
  }
}

extension ClosedRange<Double> {
  fileprivate var written: (least: String, most: String) {
    (TOMLValue.write(lowerBound), TOMLValue.write(upperBound))
  }
}

extension Phrase {
  static func configurationNotWhole(
    _ path: String, _ least: Int, _ most: Int, _ value: String
  ) -> Phrase {
    Phrase(
      "configuration.not-whole",
      "'{1}' must be a whole number from {2} to {3}, not {4}", path, least, most, value)
  }

  static func configurationNotNumber(
    _ path: String, _ least: String, _ most: String, _ value: String
  ) -> Phrase {
    Phrase(
      "configuration.not-number",
      "'{1}' must be a number from {2} to {3}, not {4}", path, least, most, value)
  }

  static func configurationNotSeconds(
    _ path: String, _ least: String, _ most: String, _ value: String
  ) -> Phrase {
    Phrase(
      "configuration.not-seconds",
      "'{1}' must be a number of seconds from {2} to {3}, not {4}", path, least, most, value)
  }

  static func configurationNotTruth(_ path: String, _ value: String) -> Phrase {
    Phrase("configuration.not-truth", "'{1}' must be true or false, not {2}", path, value)
  }

  static func configurationNotText(
    _ path: String, _ least: Int, _ most: Int, _ value: String
  ) -> Phrase {
    Phrase(
      "configuration.not-text",
      """
      '{1}' must be text in quotes, {2} to {3} bytes without control characters, not {4}
      """, path, least, most, value)
  }

  static func configurationNotName(_ path: String, _ value: String) -> Phrase {
    Phrase(
      "configuration.not-name",
      """
      '{1}' must be a name in quotes, made of letters, digits, '-', '_' and '.', not {2}
      """, path, value)
  }

  static func configurationNotOneOf(_ path: String, _ choices: String, _ value: String) -> Phrase {
    Phrase("configuration.not-one-of", "'{1}' must be one of {2}, not {3}", path, choices, value)
  }
}
