/// Reads JSON (RFC 8259) that another program has written: all of it, or nothing.
///
/// It is as strict as the standard, and stricter where that leaves a choice: no name twice in an object, and no deeper
/// than `deepest`.
package struct JSONParser {
  /// So many objects and arrays are inside each other at most: each costs a call.
  static let deepest = 16

  private let scalars: [Unicode.Scalar]
  private var place = 0

  private init(_ text: String) {
    scalars = Array(text.unicodeScalars)
  }

  /// The value that `bytes` say; nil where they are no JSON, or something follows it.
  package static func value(of bytes: some Collection<UInt8>) -> JSON? {
    var parser = JSONParser(String(decoding: bytes, as: UTF8.self))
    guard let value = parser.value(depth: 0) else { return nil }
    parser.skipSpace()
    return parser.place == parser.scalars.count ? value : nil
  }

  private var next: Unicode.Scalar? { place < scalars.count ? scalars[place] : nil }

  private mutating func skipSpace() {
    while let scalar = next, [" ", "\t", "\n", "\r"].contains(scalar) { place += 1 }
  }

  /// Takes `scalar`, after white space; says whether it was there.
  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    skipSpace()
    guard next == scalar else { return false }
    place += 1
    return true
  }

  private mutating func value(depth: Int) -> JSON? {
    skipSpace()
    switch next {
    case "{": return depth < JSONParser.deepest ? object(depth: depth + 1) : nil
    case "[": return depth < JSONParser.deepest ? array(depth: depth + 1) : nil
    case "\"": return string().map { .string($0) }
    case "t": return word("true", .bool(true))
    case "f": return word("false", .bool(false))
    case "n": return word("null", .null)
    default: return number()
    }
  }

  private mutating func word(_ word: String, _ value: JSON) -> JSON? {
    for scalar in word.unicodeScalars {
      guard next == scalar else { return nil }
      place += 1
    }
    return value
  }

  private mutating func object(depth: Int) -> JSON? {
    place += 1
    var members: [(String, JSON)] = []
    var names: Set<[UInt8]> = []
    if take("}") { return .object([]) }
    repeat {
      skipSpace()
      guard next == "\"", let name = string(), names.insert(Array(name.utf8)).inserted, take(":"),
        let value = value(depth: depth)
      else { return nil }
      members.append((name, value))
    } while take(",")
    return take("}") ? .object(members) : nil
  }

  private mutating func array(depth: Int) -> JSON? {
    place += 1
    var elements: [JSON] = []
    if take("]") { return .array([]) }
    repeat {
      guard let value = value(depth: depth) else { return nil }
      elements.append(value)
    } while take(",")
    return take("]") ? .array(elements) : nil
  }
}

/// Texts and numbers.
extension JSONParser {
  private mutating func string() -> String? {
    place += 1
    var text = String.UnicodeScalarView()
    while let scalar = next {
      place += 1
      switch scalar {
      case "\"": return String(text)
      case "\\":
        guard let escaped = escape() else { return nil }
        text.append(escaped)
      case "\u{0}"..."\u{1F}": return nil
      default: text.append(scalar)
      }
    }
    return nil
  }

  private mutating func escape() -> Unicode.Scalar? {
    guard let scalar = next else { return nil }
    place += 1
    switch scalar {
    case "\"", "\\", "/": return scalar
    case "b": return "\u{8}"
    case "f": return "\u{C}"
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "u": return unicode()
    default: return nil
    }
  }

  /// A character by its number: of those beyond the first 65,536 there are two, which make one.
  private mutating func unicode() -> Unicode.Scalar? {
    guard let first = hexadecimal() else { return nil }
    guard (0xD800..<0xDC00).contains(first) else { return Unicode.Scalar(first) }
    guard word("\\u", .null) != nil, let second = hexadecimal(),
      (0xDC00..<0xE000).contains(second)
    else { return nil }
    return Unicode.Scalar(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00))
  }

  private mutating func hexadecimal() -> UInt32? {
    var number: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = next.flatMap({ Character($0).hexDigitValue }), next?.isASCII == true else {
        return nil
      }
      number = number << 4 + UInt32(digit)
      place += 1
    }
    return number
  }

  private mutating func number() -> JSON? {
    let start = place
    if next == "-" { place += 1 }
    guard let first = next, digits(),
      first != "0" || place == start + (scalars[start] == "-" ? 2 : 1)
    else { return nil }
    if next == "." {
      place += 1
      guard digits() else { return nil }
    }
    if next == "e" || next == "E" {
      place += 1
      if next == "+" || next == "-" { place += 1 }
      guard digits() else { return nil }
    }
    let text = String(String.UnicodeScalarView(scalars[start..<place]))
    if let whole = Int(text) { return .integer(whole) }
    return Double(text).flatMap { $0.isFinite ? .number($0) : nil }
  }

  /// Takes digits; says whether there was one.
  private mutating func digits() -> Bool {
    let start = place
    while let scalar = next, ("0"..."9").contains(scalar) { place += 1 }
    return place > start
  }
}

extension JSON {
  /// The member `name` of an object; nil where it has none, and of everything else.
  package func member(_ name: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.0 == name }?.1
  }

  /// The number, whole or not.
  package var asNumber: Double? {
    switch self {
    case .integer(let integer): Double(integer)
    case .number(let number): number
    case .object, .array, .string, .bool, .null, .spelled: nil
    }
  }

  /// The text.
  package var asText: String? { if case .string(let text) = self { text } else { nil } }
}
