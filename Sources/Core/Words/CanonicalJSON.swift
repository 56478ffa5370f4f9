/// JSON of which there is one spelling only, so that its bytes can be hashed and signed: that of RFC 8785,
/// with whole numbers of up to 64 bits and no others.
///
/// Members stand in the order of their names, without white space; in strings only quotation marks,
/// backslashes and control characters are escaped.
package struct CanonicalJSON: Hashable, Sendable {
  /// The value, spelled.
  package let text: String

  /// `value`, which has whole numbers only and no name twice.
  package init(_ value: JSON) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(JSON.usualByteCount)
    CanonicalJSON.write(value, to: &bytes)
    text = String(decoding: bytes, as: UTF8.self)
  }

  /// `text`, which was spelled so before.
  package init(spelled text: String) {
    self.text = text
  }

  private static func write(_ value: JSON, to bytes: inout [UInt8]) {
    switch value {
    case .object(let members): write(members, to: &bytes)
    case .array(let elements):
      bytes += "[".utf8
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes += ",".utf8 }
        write(element, to: &bytes)
      }
      bytes += "]".utf8
    case .string(let string): write(string, to: &bytes)
    case .number: preconditionFailure("a record has whole numbers only")
    case .spelled(let json): bytes += json.text.utf8
    case .integer, .bool, .null: bytes += value.text.utf8
    }
  }

  private static func write(_ members: [(String, JSON)], to bytes: inout [UInt8]) {
    bytes += "{".utf8
    let sorted = members.sorted { $0.0.utf8.lexicographicallyPrecedes($1.0.utf8) }
    for (index, (name, value)) in sorted.enumerated() {
      if index > 0 { bytes += ",".utf8 }
      write(name, to: &bytes)
      bytes += ":".utf8
      write(value, to: &bytes)
    }
    bytes += "}".utf8
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

  /// Whether `byte` of a string stands for itself.
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\"": return "\\\""
    case "\\": return "\\\\"
    case "\u{8}": return "\\b"
    case "\t": return "\\t"
    case "\n": return "\\n"
    case "\u{C}": return "\\f"
    case "\r": return "\\r"
    case "\u{0}"..."\u{1F}": return "\\u" + String(scalar.value, radix: 16).padded(to: 4)
    default: return String(scalar)
    }
  }
}
