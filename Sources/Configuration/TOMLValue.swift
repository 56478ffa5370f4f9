import Core

/// A value as a TOML file gives it; what is inside tables and arrays stands elsewhere.
enum TOMLValue: Hashable, Sendable {
  case table
  case array
  /// An array of nothing but texts, at least one.
  case texts([String])
  case text(String)
  case whole(Int64)
  case number(Double)
  case truth(Bool)
  case date(String)

  /// The longest text that `literal` shows whole, in characters.
  static let shownLength = 40

  /// The value as TOML writes it, on one line and fit for a terminal.
  ///
  /// Long texts are cut, control characters escaped, so a hostile file cannot play with the screen.
  var literal: String {
    switch self {
    case .table: "{…}"
    case .array: "[…]"
    case .texts(let texts): "[\(texts.map(TOMLValue.quote).joined(separator: ", "))]"
    case .text(let text): TOMLValue.quote(text)
    case .whole(let whole): "\(whole)"
    case .number(let number): TOMLValue.write(number)
    case .truth(let truth): "\(truth)"
    case .date(let date): date
    }
  }

  /// A number without the `.0` that whole ones would get.
  static func write(_ number: Double) -> String {
    guard let whole = Int64(exactly: number) else { return "\(number)" }
    return "\(whole)"
  }

  /// `text` with every character that is not shown written as `\u{…}`.
  static func printable(_ text: some StringProtocol) -> String {
    String(text).printable { "\\u{\(String($0.value, radix: 16))}" }
  }

  private static func quote(_ text: String) -> String {
    let end = text.index(text.startIndex, offsetBy: shownLength, limitedBy: text.endIndex)
    let cut = end ?? text.endIndex
    return "\"\(printable(text[..<cut]))\(cut < text.endIndex ? "…" : "")\""
  }
}

extension TOMLValue {
  /// The number, whole or not.
  var asNumber: Double? {
    switch self {
    case .whole(let whole): Double(whole)
    case .number(let number): number
    case .table, .array, .texts, .text, .truth, .date: nil
    }
  }

  /// The text, unless a control character is in it.
  var asText: String? {
    guard case .text(let text) = self else { return nil }
    return text.unicodeScalars.contains(where: \.isControl) ? nil : text
  }
}
