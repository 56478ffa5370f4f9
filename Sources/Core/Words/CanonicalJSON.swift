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
    var text = ""
    CanonicalJSON.write(value, to: &text)
    self.text = text
  }

  /// `text`, which was spelled so before.
  package init(spelled text: String) {
    self.text = text
  }

  private static func write(_ value: JSON, to text: inout String) {
    switch value {
    case .object(let members): write(members, to: &text)
    case .array(let elements):
      text += "["
      for (index, element) in elements.enumerated() {
        if index > 0 { text += "," }
        write(element, to: &text)
      }
      text += "]"
    case .string(let string): write(string, to: &text)
    case .number: preconditionFailure("a record has whole numbers only")
    case .spelled(let json): text += json.text
    case .integer, .bool, .null: text += value.text
    }
  }

  private static func write(_ members: [(String, JSON)], to text: inout String) {
    text += "{"
    let sorted = members.sorted { $0.0.utf8.lexicographicallyPrecedes($1.0.utf8) }
    for (index, (name, value)) in sorted.enumerated() {
      if index > 0 { text += "," }
      write(name, to: &text)
      text += ":"
      write(value, to: &text)
    }
    text += "}"
  }

  private static func write(_ string: String, to text: inout String) {
    text += "\""
    if string.utf8.allSatisfy(isPlain) {
      text += string
    } else {
      for scalar in string.unicodeScalars { text += escaped(scalar) }
    }
    text += "\""
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
