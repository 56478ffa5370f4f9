/// What can be set at a console and is kept; the raw value is the word that people type, and that records have.
///
/// They stand in the order in which they are applied: an effect brings its parameters, and a colour ends the gradient.
package enum SettingName: String, CaseIterable, Hashable, Sendable {
  case effect, cell, jitter, softy, edge, contrast, invert, spotlight
  case symbols, background, target, gradient
  case language, charset

  /// The parameter of the viewfinder that it is; nil where it is none.
  var parameter: GlyphParameter? { GlyphParameter(rawValue: rawValue) }

  /// What it can be, in a sentence's words.
  var range: Phrase {
    if parameter != nil {
      return Phrase(
        "set.range.numbers",
        "\(GlyphParameter.range.lowerBound) to \(GlyphParameter.range.upperBound)")
    }
    switch self {
    case .symbols, .background:
      return Phrase(
        "set.range.colours",
        "\(GlyphPreset.words), or six hexadecimal digits after a number sign")
    case .gradient:
      return Phrase(
        "set.range.gradient",
        "on or off and 2 to 4 stops, each a place from 0 to 1 and a colour; \"gradient\" changes it"
      )
    case .language:
      return Phrase(
        "set.range.languages", "a language that the store has texts in, such as en or de")
    case .effect, .cell, .jitter, .softy, .edge, .contrast, .invert, .spotlight, .target,
      .charset:
      return .settingWords(words.joined(separator: ", "))
    }
  }

  /// The same for programs.
  var rangeJSON: JSON {
    if parameter != nil {
      let range = GlyphParameter.range
      return .object([
        ("form", .string("number")), ("least", .integer(range.lowerBound)),
        ("most", .integer(range.upperBound)),
      ])
    }
    switch self {
    case .symbols, .background: return .object([("form", .string("colour"))])
    case .gradient: return .object([("form", .string("gradient"))])
    case .effect, .cell, .jitter, .softy, .edge, .contrast, .invert, .spotlight, .target,
      .charset, .language:
      return .object([("form", .string("word")), ("values", .array(words.map { .string($0) }))])
    }
  }

  /// The words that it can be; none where it is no word of a list.
  var words: [String] {
    switch self {
    case .effect: GlyphEffect.allCases.map(\.rawValue)
    case .invert, .spotlight: ["on", "off"]
    case .target: GlyphPalette.Part.allCases.map(\.rawValue)
    case .charset: Charset.allCases.map(\.rawValue)
    case .cell, .jitter, .softy, .edge, .contrast, .symbols, .background, .gradient, .language: []
    }
  }

  /// `text` as it is kept, and what is to be said of it first; refuses what it can't be.
  func read(_ text: String) throws(CommandError) -> (value: String, aside: Phrase?) {
    let text = text.lowercased()
    if parameter != nil { return try number(text) }
    switch self {
    case .symbols, .background:
      guard let colour = GlyphColour(text) else { throw wrong(text) }
      return (colour.text, nil)
    case .gradient:
      guard let gradient = GradientText(text) else { throw wrong(text) }
      return (gradient.text, nil)
    case .language:
      let letters = text.allSatisfy { $0.isASCII && ($0.isLetter || $0 == "-" || $0 == "_") }
      guard letters, (2...16).contains(text.utf8.count) else { throw wrong(text) }
      return (text, nil)
    case .charset:
      guard let charset = Charset(setting: text) else { throw wrong(text) }
      return (charset.rawValue, nil)
    case .effect, .cell, .jitter, .softy, .edge, .contrast, .invert, .spotlight, .target:
      guard words.contains(text) else { throw wrong(text) }
      return (text, nil)
    }
  }

  private func number(_ text: String) throws(CommandError) -> (value: String, aside: Phrase?) {
    guard let asked = Int(text) else { throw wrong(text) }
    let number = ClampedNumber(asked, to: GlyphParameter.range)
    let aside =
      number.wasClamped
      ? Phrase(
        "set.clamped",
        "There is no \(rawValue) of \(asked); the nearest is \(number.value).") : nil
    return ("\(number.value)", aside)
  }

  private func wrong(_ text: String) -> CommandError {
    CommandError(Phrase("set.wrong", "\(rawValue) can't be '\(text)'; it is \(range)."))
  }
}

extension GlyphPreset {
  /// Their names, for a sentence.
  static var words: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

extension Phrase {
  static func settingWords(_ words: String) -> Phrase {
    Phrase("set.range.words", "one of \(words)")
  }

}
