/// The words of a line, taken one by one.
struct CommandWords {
  /// Whether a program asks.
  let areOfProgram: Bool
  private var rest: [Substring]

  /// The words of `line`, without what in it would end a text or steer a terminal.
  init(_ line: String) {
    let scalars = line.unicodeScalars.filter {
      $0.properties.generalCategory != .control || $0 == "\t"
    }
    rest = String(String.UnicodeScalarView(scalars)).split { $0 == " " || $0 == "\t" }
    areOfProgram = rest.last == "--json"
    if areOfProgram { rest.removeLast() }
  }

  /// Whether none is left.
  var isEmpty: Bool { rest.isEmpty }

  mutating func next() -> String? {
    rest.isEmpty ? nil : String(rest.removeFirst())
  }

  /// The next word, which stays.
  func peek() -> String? { rest.first.map { String($0) } }

  /// Takes the next word where it is `word`; says whether it was.
  mutating func take(_ word: String) -> Bool {
    guard peek() == word else { return false }
    rest.removeFirst()
    return true
  }

  /// Takes the word `name`, wherever it stands; says whether it was there.
  mutating func flag(_ name: String) -> Bool {
    guard let place = rest.firstIndex(where: { $0 == name }) else { return false }
    rest.remove(at: place)
    return true
  }

  /// Takes the option `name`, and as its value the words after it up to the next option; nil where it isn't there.
  mutating func option(_ name: String) -> String? {
    guard let place = rest.firstIndex(where: { $0 == name }) else { return nil }
    let value = rest[(place + 1)...].prefix { !$0.hasPrefix("--") }
    rest.removeSubrange(place..<value.endIndex)
    return CommandWords.text(of: value) ?? ""
  }

  /// Takes the option `name`, and as its value the one word after it; nil where it isn't there, empty without a value.
  mutating func value(of name: String) -> String? {
    guard let place = rest.firstIndex(where: { $0 == name }) else { return nil }
    let value = rest[(place + 1)...].prefix(1)
    rest.removeSubrange(place..<value.endIndex)
    return String(value.first ?? "")
  }

  /// Takes all that is left, as one text; nil if that is nothing.
  mutating func remainder() -> String? {
    defer { rest.removeAll() }
    return CommandWords.text(of: rest[...])
  }

  /// `words` with one space between them, and without quotes around them all; nil if that is nothing.
  private static func text(of words: ArraySlice<Substring>) -> String? {
    var text = words.joined(separator: " ")[...]
    let inner = text.dropFirst()
    if text.first == "\"", inner.last == "\"", !inner.dropLast().contains("\"") {
      text = inner.dropLast()
    }
    return text.isEmpty || text == " " ? nil : String(text)
  }

  /// Makes sure that nothing is left over.
  func end() throws(CommandError) {
    guard let extra = rest.first else { return }
    throw CommandError(.commandExtra(String(extra)))
  }

  mutating func number(
    of option: String, in range: ClosedRange<Int>
  ) throws(CommandError) -> Int {
    let word = next()
    guard let number = word.flatMap({ Int($0) }), range.contains(number) else {
      throw CommandError(
        Phrase.commandNumber(option, range.lowerBound, range.upperBound))
    }
    return number
  }

  /// Takes `on` or `off`; nil where nothing is left.
  mutating func toggle(of command: String) throws(CommandError) -> Bool? {
    switch next() {
    case nil: nil
    case "on": true
    case "off": false
    case let word?: throw CommandError(.commandOnOff(command, word))
    }
  }

  mutating func duration(
    of option: String, in range: ClosedRange<Double>
  ) throws(CommandError) -> Duration {
    let word = next()
    guard let seconds = word.flatMap({ Double($0) }), range.contains(seconds) else {
      throw CommandError(
        .commandSeconds(
          option, Figures.brief(range.lowerBound), Figures.brief(range.upperBound)))
    }
    return .nanoseconds(Int64((seconds * 1e9).rounded()))
  }
}

extension Phrase {
  static func commandNumber(_ option: String, _ least: Int, _ most: Int) -> Phrase {
    Phrase("command.number", "\(option) takes a whole number from \(least) to \(most).")
  }

  static func commandSeconds(_ option: String, _ least: Figure, _ most: Figure) -> Phrase {
    Phrase("command.seconds", "\(option) takes seconds from \(least) to \(most).")
  }

  static func commandOnOff(_ command: String, _ word: String) -> Phrase {
    Phrase("command.on-off", "\"\(command)\" takes on or off, not \(word).")
  }
}

extension Reply {
  /// Whether a program asks `line`, which wants every answer in JSON: `--json` is its last word.
  package static func isWantedInJSON(by line: String) -> Bool { CommandWords(line).areOfProgram }
}
