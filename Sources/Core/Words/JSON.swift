/// A value of JSON (RFC 8259), made to be written: what programs read of us, one line each.
package enum JSON: Sendable {
  /// Members in the order in which they are to appear; their names are the caller's to keep apart.
  case object([(String, JSON)])
  case array([JSON])
  case string(String)
  /// Written with the fewest digits that read back as the same number; what is not finite becomes null.
  case number(Double)
  case integer(Int)
  case bool(Bool)
  case null
  /// A value that is spelled already.
  case spelled(CanonicalJSON)

  /// `value`, or null where there is none.
  package static func optional(_ value: JSON?) -> JSON { value ?? .null }

  /// A sentence for people, in English: its words may change, and no program may go by them.
  package static func sentence(_ phrase: Phrase?) -> JSON { optional(phrase?.english) }

  /// A value in a sentence: a number, or its words in English.
  package static func value(_ value: Phrase.Value) -> JSON {
    if case .number(let number) = value {
      .integer(number)
    } else {
      .string(value.text(in: .english))
    }
  }

  /// `text`, or null where there is none.
  package static func optional(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }

  /// `integer`, or null where there is none.
  package static func optional(_ integer: Int?) -> JSON { integer.map { .integer($0) } ?? .null }

  /// `number`, or null where there is none.
  package static func optional(_ number: Double?) -> JSON { number.map { .number($0) } ?? .null }

  /// `bool`, or null where there is none.
  package static func optional(_ bool: Bool?) -> JSON { bool.map { .bool($0) } ?? .null }

  /// The value on one line, without any white space that is not inside a string.
  package var text: String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(JSON.usualByteCount)
    write(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Most lines are not longer.
  static let usualByteCount = 1024

  private func write(to bytes: inout [UInt8]) {
    switch self {
    case .object(let members): JSON.write(members, to: &bytes)
    case .array(let elements): JSON.write(elements, to: &bytes)
    case .string(let string): JSON.write(string, to: &bytes)
    case .number(let number): bytes += JSON.decimal(number).utf8
    case .integer(let integer): bytes += String(integer).utf8
    case .bool(let bool): bytes += (bool ? "true" : "false").utf8
    case .null: bytes += "null".utf8
    case .spelled(let json): bytes += json.text.utf8
    }
  }

  private static func write(_ members: [(String, JSON)], to bytes: inout [UInt8]) {
    bytes += "{".utf8
    for (index, (name, value)) in members.enumerated() {
      if index > 0 { bytes += ",".utf8 }
      write(name, to: &bytes)
      bytes += ":".utf8
      value.write(to: &bytes)
    }
    bytes += "}".utf8
  }

  private static func write(_ elements: [JSON], to bytes: inout [UInt8]) {
    bytes += "[".utf8
    for (index, element) in elements.enumerated() {
      if index > 0 { bytes += ",".utf8 }
      element.write(to: &bytes)
    }
    bytes += "]".utf8
  }

  private static func write(_ string: String, to bytes: inout [UInt8]) {
    bytes += "\"".utf8
    if string.utf8.allSatisfy(isPlain) {
      bytes += string.utf8
    } else {
      for scalar in string.unicodeScalars { bytes += escaped(scalar).utf8 }
    }
    bytes += "\"".utf8
  }

  /// Whether `byte` is a scalar that is never escaped: most texts have no other.
  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  /// Control characters are escaped beyond what JSON asks, so that no label steers a terminal.
  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\"": return "\\\""
    case "\\": return "\\\\"
    case "\n": return "\\n"
    case "\r": return "\\r"
    case "\t": return "\\t"
    case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
      return "\\u" + String(scalar.value, radix: 16).padded(to: 4)
    default: return String(scalar)
    }
  }

  /// Swift writes 0.00005 as `5e-05`; an exponent is legal JSON, but not every script expects it.
  private static func decimal(_ number: Double) -> String {
    guard number.isFinite else { return "null" }
    let written = number.magnitude.description
    let sign = number < 0 ? "-" : ""
    let parts = written.split(separator: "e")
    guard parts.count == 2, let exponent = Int(parts[1]) else { return sign + written }
    return sign + shifted(parts[0], by: exponent)
  }

  /// The digits of `mantissa`, one of which stands before the point, times ten to the `exponent`.
  private static func shifted(_ mantissa: Substring, by exponent: Int) -> String {
    var digits = mantissa.filter { $0 != "." }
    if exponent < 0 { return "0." + String(repeating: "0", count: -exponent - 1) + digits }
    let whole = exponent + 1
    digits += String(repeating: "0", count: max(0, whole - digits.count))
    let fraction = digits.dropFirst(whole)
    return digits.prefix(whole) + "." + (fraction.isEmpty ? "0" : fraction)
  }
}
