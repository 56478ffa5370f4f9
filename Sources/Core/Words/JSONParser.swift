/// Reads JSON (RFC 8259) that another program has written: all of it, or nothing.
///
/// It is as strict as the standard, and stricter where that leaves a choice: no name twice in an object, and no deeper
/// than `deepest`.
package struct JSONParser {
  /// So many objects and arrays are inside each other at most: each costs a call.
  static let deepest = 16

  private let bytes: [UInt8]
  private var place = 0

  private init(_ text: String) {
    bytes = Array(text.utf8)
  }

  /// The value that `bytes` say; nil where they are no JSON, or something follows it.
  package static func value(of bytes: some Collection<UInt8>) -> JSON? {
    var parser = JSONParser(String(decoding: bytes, as: UTF8.self))
    guard let value = parser.value(depth: 0) else { return nil }
    parser.skipSpace()
    return parser.place == parser.bytes.count ? value : nil
  }

  private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
      place += 1
    }
  }

  /// Takes `character`, after white space; says whether it was there.
  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    skipSpace()
    return take(exactly: character)
  }

  /// Takes `character`; says whether it was there.
  private mutating func take(exactly character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    place += 1
    return true
  }

  private mutating func value(depth: Int) -> JSON? {
    skipSpace()
    switch next {
    case UInt8(ascii: "{"): return depth < JSONParser.deepest ? object(depth: depth + 1) : nil
    case UInt8(ascii: "["): return depth < JSONParser.deepest ? array(depth: depth + 1) : nil
    case UInt8(ascii: "\""): return string().map { .string($0) }
    case UInt8(ascii: "t"): return take(word: "true") ? .bool(true) : nil
    case UInt8(ascii: "f"): return take(word: "false") ? .bool(false) : nil
    case UInt8(ascii: "n"): return take(word: "null") ? .null : nil
    default: return number()
    }
  }

  private mutating func take(word: String) -> Bool {
    guard bytes[place...].starts(with: word.utf8) else { return false }
    place += word.utf8.count
    return true
  }

  private mutating func object(depth: Int) -> JSON? {
    place += 1
    var members: [(String, JSON)] = []
    var names: Set<[UInt8]> = []
    if take("}") { return .object([]) }
    repeat {
      skipSpace()
      guard next == UInt8(ascii: "\""), let name = string(),
        names.insert(Array(name.utf8)).inserted, take(":"), let value = value(depth: depth)
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
    var text = plain()
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        place += 1
        return text
      case UInt8(ascii: "\\"):
        place += 1
        guard let escaped = escape() else { return nil }
        text.unicodeScalars.append(escaped)
        text += plain()
      default: return nil
      }
    }
    return nil
  }

  /// Takes what stands for itself, up to a quotation mark, a backslash or a control character.
  private mutating func plain() -> String {
    let start = place
    while let byte = next, byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
      place += 1
    }
    return String(decoding: bytes[start..<place], as: UTF8.self)
  }

  private mutating func escape() -> Unicode.Scalar? {
    guard let byte = next else { return nil }
    place += 1
    switch Unicode.Scalar(byte) {
    case "\"", "\\", "/": return Unicode.Scalar(byte)
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
    guard take(word: "\\u"), let second = hexadecimal(), (0xDC00..<0xE000).contains(second)
    else { return nil }
    return Unicode.Scalar(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00))
  }

  private mutating func hexadecimal() -> UInt32? {
    var number: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        return nil
      }
      number = number << 4 + UInt32(digit)
      place += 1
    }
    return number
  }

  private mutating func number() -> JSON? {
    let start = place
    _ = take(exactly: "-")
    let first = place
    guard digits(), bytes[first] != UInt8(ascii: "0") || place == first + 1 else { return nil }
    if take(exactly: ".") {
      guard digits() else { return nil }
    }
    if take(exactly: "e") || take(exactly: "E") {
      _ = take(exactly: "+") || take(exactly: "-")
      guard digits() else { return nil }
    }
    let text = String(decoding: bytes[start..<place], as: UTF8.self)
    if let whole = Int(text) { return .integer(whole) }
    return Double(text).flatMap { $0.isFinite ? .number($0) : nil }
  }

  /// Takes digits; says whether there was one.
  private mutating func digits() -> Bool {
    let start = place
    while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { place += 1 }
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

  /// The whole number.
  package var asInteger: Int? { if case .integer(let number) = self { number } else { nil } }

  /// The text.
  package var asText: String? { if case .string(let text) = self { text } else { nil } }
}
