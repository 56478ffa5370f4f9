/// Reads text byte by byte and says whether it is spelled as `CanonicalJSON` spells: else two programs could
/// take the same record for different things.
struct CanonicalScanner {
  /// Nothing that a record says is nested deeper.
  private static let deepest = 16

  private let bytes: [UInt8]
  private var position = 0
  private var depth = 0

  private init(_ text: String) {
    bytes = Array(text.utf8)
  }

  /// Whether `text` is an object, spelled so, and nothing else.
  static func isObject(_ text: String) -> Bool {
    var scanner = CanonicalScanner(text)
    return scanner.next == UInt8(ascii: "{") && scanner.value() && scanner.next == nil
  }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func take(word: String) -> Bool {
    guard bytes[position...].starts(with: word.utf8) else { return false }
    position += word.utf8.count
    return true
  }

  private mutating func value() -> Bool {
    switch next {
    case UInt8(ascii: "{"): nested { $0.object() }
    case UInt8(ascii: "["): nested { $0.array() }
    case UInt8(ascii: "\""): string() != nil
    case UInt8(ascii: "t"): take(word: "true")
    case UInt8(ascii: "f"): take(word: "false")
    case UInt8(ascii: "n"): take(word: "null")
    default: integer()
    }
  }

  private mutating func nested(_ body: (inout CanonicalScanner) -> Bool) -> Bool {
    guard depth < CanonicalScanner.deepest else { return false }
    depth += 1
    defer { depth -= 1 }
    position += 1
    return body(&self)
  }

  /// The names stand in the order of their bytes, none twice.
  private mutating func object() -> Bool {
    if take("}") { return true }
    var last: [UInt8]?
    repeat {
      guard let name = string(), take(":"), value() else { return false }
      if let last, !last.lexicographicallyPrecedes(name) { return false }
      last = name
    } while take(",")
    return take("}")
  }

  private mutating func array() -> Bool {
    if take("]") { return true }
    repeat {
      guard value() else { return false }
    } while take(",")
    return take("]")
  }

  /// One way to write each number, and 64 bits for it.
  private mutating func integer() -> Bool {
    let digits = bytes[position...].prefix { $0 == UInt8(ascii: "-") || (0x30...0x39).contains($0) }
    let text = String(decoding: digits, as: UTF8.self)
    position += digits.count
    return Int64(text).map { String($0) == text } ?? false
  }

  /// The bytes that a string stands for; nil where it is none, or could be written shorter.
  private mutating func string() -> [UInt8]? {
    guard take("\"") else { return nil }
    var read: [UInt8] = []
    while let byte = next, byte >= 0x20 {
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return read
      case UInt8(ascii: "\\"):
        guard let escaped = escaped() else { return nil }
        read.append(escaped)
      default: read.append(byte)
      }
    }
    return nil
  }

  private mutating func escaped() -> UInt8? {
    let short: [(Unicode.Scalar, UInt8)] = [
      ("\"", 0x22), ("\\", 0x5C), ("b", 8), ("t", 9), ("n", 10), ("f", 12), ("r", 13),
    ]
    for (letter, byte) in short where take(letter) { return byte }
    guard take(word: "u00"), position + 2 <= bytes.count else { return nil }
    let text = String(decoding: bytes[position..<position + 2], as: UTF8.self)
    position += 2
    guard let byte = Hexadecimal.bytes(text)?.first, byte < 0x20,
      !short.contains(where: { $0.1 == byte })
    else { return nil }
    return byte
  }
}
