import Core

/// What a key accepts: how its value is read and written down, and in which words it is asked for.
struct Kind<Value> {
  /// The value that a file's value stands for; nil if it is of another type or out of range.
  let read: (TOMLValue) -> Value?
  /// The value as a file would have it.
  let write: (Value) -> TOMLValue
  /// Type, unit and range, to follow "must be".
  let words: Phrase
  /// What a value that was refused was probably meant as.
  var hint: (TOMLValue) -> Phrase? = { _ in nil }
}

/// Numbers.
extension Kind<Int> {
  /// A whole number in `range`.
  static func whole(_ range: ClosedRange<Int>) -> Kind {
    Kind(
      read: { value in
        guard case .whole(let whole) = value, let number = Int(exactly: whole) else { return nil }
        return range.contains(number) ? number : nil
      },
      write: { .whole(Int64($0)) },
      words: Phrase(
        "configuration.kind.whole",
        "a whole number from \(range.lowerBound) to \(range.upperBound)"))
  }

  /// One of a few whole numbers.
  static func oneOf(_ numbers: [Int]) -> Kind {
    oneOf(numbers) { .whole(Int64($0)) }
  }

  /// Degrees Celsius in `range`, as thousandths of them.
  static func degrees(_ range: ClosedRange<Double>) -> Kind {
    scaled(
      Kind<Double>.number(range), by: 1000,
      words: Phrase(
        "configuration.kind.degrees", "degrees Celsius from \(range.least) to \(range.most)"))
  }

  /// Megabytes in `range`, as bytes.
  static func megabytes(_ range: ClosedRange<Double>) -> Kind {
    scaled(
      Kind<Double>.number(range), by: 1e6,
      words: Phrase(
        "configuration.kind.megabytes",
        "a number of megabytes from \(range.least) to \(range.most)"))
  }

  private static func scaled(_ number: Kind<Double>, by factor: Double, words: Phrase) -> Kind {
    Kind(
      read: { value in number.read(value).map { Int(($0 * factor).rounded()) } },
      write: { .number(Double($0) / factor) },
      words: words)
  }
}

extension Kind<Double> {
  /// A number, whole or not, in `range`.
  static func number(_ range: ClosedRange<Double>) -> Kind {
    Kind(
      read: { value in value.asNumber.flatMap { range.contains($0) ? $0 : nil } },
      write: { .number($0) },
      words: Phrase("configuration.kind.number", "a number from \(range.least) to \(range.most)"))
  }
}

/// Times, exact to the nanosecond.
extension Kind<Duration> {
  /// A number of seconds in `range`; a greater one may have been meant as milliseconds.
  static func seconds(_ range: ClosedRange<Double>) -> Kind {
    time(
      range, nanoseconds: 1e9,
      words: Phrase(
        "configuration.kind.seconds",
        "a number of seconds from \(range.least) to \(range.most)"),
      hint: { number in
        guard number > range.upperBound, range.contains(number / 1000) else { return nil }
        return Phrase(
          "configuration.meant.milliseconds",
          "\(TOMLValue.write(number)) milliseconds are \(TOMLValue.write(number / 1000)) s")
      })
  }

  /// A number of milliseconds in `range`; a smaller one may have been meant as seconds.
  static func milliseconds(_ range: ClosedRange<Double>) -> Kind {
    time(
      range, nanoseconds: 1e6,
      words: Phrase(
        "configuration.kind.milliseconds",
        "a number of milliseconds from \(range.least) to \(range.most)"),
      hint: { number in
        guard number > 0, number < range.lowerBound, range.contains(number * 1000) else {
          return nil
        }
        return Phrase(
          "configuration.meant.seconds",
          "\(TOMLValue.write(number)) seconds are \(TOMLValue.write(number * 1000)) ms")
      })
  }

  private static func time(
    _ range: ClosedRange<Double>, nanoseconds: Double, words: Phrase,
    hint: @escaping (Double) -> Phrase?
  ) -> Kind {
    Kind(
      read: { value in
        guard let number = value.asNumber, range.contains(number) else { return nil }
        return .nanoseconds(Int64((number * nanoseconds).rounded()))
      },
      write: { .number(Double($0.nanoseconds) / nanoseconds) },
      words: words, hint: { $0.asNumber.flatMap(hint) })
  }
}

/// Words.
extension Kind<Bool> {
  /// True or false.
  static var truth: Kind {
    Kind(
      read: { value in if case .truth(let truth) = value { truth } else { nil } },
      write: { .truth($0) }, words: Phrase("configuration.kind.truth", "true or false"))
  }
}

extension Kind<String> {
  /// Text of so many bytes of UTF-8, none of them part of a control character.
  static func text(_ byteCounts: ClosedRange<Int> = 1...255) -> Kind {
    text(
      words: Phrase(
        "configuration.kind.text",
        "text in quotes, \(byteCounts.lowerBound) to \(byteCounts.upperBound) bytes without control characters"
      )
    ) {
      byteCounts.contains($0.utf8.count)
    }
  }

  /// The path of a file from the root, of at most `byteLimit` bytes.
  static func path(atMost byteLimit: Int = 255) -> Kind {
    text(
      words: Phrase(
        "configuration.kind.path",
        "a path in quotes that begins with /, at most \(byteLimit) bytes")
    ) { $0.hasPrefix("/") && $0.utf8.count <= byteLimit }
  }

  /// A plain name, fit to be a part of a path.
  static var name: Kind {
    text(
      words: Phrase(
        "configuration.kind.name",
        "a name in quotes, made of letters, digits, '-', '_' and '.'")
    ) { text in
      (1...64).contains(text.utf8.count) && !text.hasPrefix(".")
        && text.unicodeScalars.allSatisfy(\.isPlain)
    }
  }

  /// What a person calls something: at most 50 characters, without the spaces around them.
  static var title: Kind {
    Kind(
      read: { value in
        guard let text = value.asText?.trimmed, text.utf8.count <= 255 else { return nil }
        return (1...50).contains(text.count) ? text : nil
      },
      write: { .text($0) },
      words: Phrase(
        "configuration.kind.title",
        "text in quotes, 1 to 50 characters without control characters"))
  }

  /// Text that `accepts` has nothing against, without control characters.
  static func text(words: Phrase, _ accepts: @escaping (String) -> Bool) -> Kind {
    Kind(
      read: { value in value.asText.flatMap { accepts($0) ? $0 : nil } },
      write: { .text($0) }, words: words)
  }
}

/// One of a few.
extension Kind where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
  /// One of the type's words.
  static var choice: Kind {
    oneOf(Array(Value.allCases)) { .text($0.rawValue) }
  }
}

extension Kind where Value: CaseIterable & RawRepresentable, Value.RawValue == Int {
  /// One of the type's numbers.
  static var number: Kind {
    oneOf(Array(Value.allCases)) { .whole(Int64($0.rawValue)) }
  }
}

extension Kind {
  /// One of `values`, each written as `write` says.
  fileprivate static func oneOf(_ values: [Value], write: @escaping (Value) -> TOMLValue) -> Kind {
    Kind(
      read: { found in values.first { write($0) == found } },
      write: write,
      words: .kindOneOf(values.map { write($0).literal }.joined(separator: ", ")))
  }
}

extension String {
  /// It without the spaces at its ends.
  fileprivate var trimmed: String {
    let rest = drop(while: \.isWhitespace)
    return String(rest.lastIndex { !$0.isWhitespace }.map { rest[...$0] } ?? "")
  }
}

extension Unicode.Scalar {
  /// Whether names of files are made of it everywhere.
  fileprivate var isPlain: Bool {
    switch self {
    case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".": true
    default: false
    }
  }
}

extension ClosedRange<Double> {
  fileprivate var least: String { TOMLValue.write(lowerBound) }
  fileprivate var most: String { TOMLValue.write(upperBound) }
}

extension Phrase {
  static func kindOneOf(_ choices: String) -> Phrase {
    Phrase("configuration.kind.one-of", "one of \(choices)")
  }
}
