import Core

/// Reads text byte by byte that is spelled as `CanonicalJSON` spells, and nothing else: else two programs could take the
/// same record for different things.
struct CanonicalScanner {
  /// Nothing that a record says is nested deeper.
  private static let deepest = 16

  private let bytes: [UInt8]
  private var position = 0
  private var depth = 0

  private init(_ text: String) {
    bytes = Array(text.utf8)
  }

  /// The object that `text` says; nil where it is none that is spelled so, or something follows it.
  static func object(_ text: String) -> JSON? {
    var scanner = CanonicalScanner(text)
    guard scanner.next == UInt8(ascii: "{"), let object = scanner.value(), scanner.next == nil
    else { return nil }
    return object
  }

  /// The value that `text` says, an object or any other; nil where it is none that is spelled so.
  static func value(_ text: String) -> JSON? {
    var scanner = CanonicalScanner(text)
    guard let value = scanner.value(), scanner.next == nil else { return nil }
    return value
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

  private mutating func value() -> JSON? {
    switch next {
    case UInt8(ascii: "{"): nested { $0.object() }
    case UInt8(ascii: "["): nested { $0.array() }
    case UInt8(ascii: "\""): string().map { .string($0) }
    case UInt8(ascii: "t"): take(word: "true") ? .bool(true) : nil
    case UInt8(ascii: "f"): take(word: "false") ? .bool(false) : nil
    case UInt8(ascii: "n"): take(word: "null") ? .null : nil
    default: integer().map { .integer($0) }
    }
  }

  private mutating func nested(_ body: (inout CanonicalScanner) -> JSON?) -> JSON? {
    guard depth < CanonicalScanner.deepest else { return nil }
    depth += 1
    defer { depth -= 1 }
    position += 1
    return body(&self)
  }

  /// The names stand in the order of their bytes, none twice.
  private mutating func object() -> JSON? {
    if take("}") { return .object([]) }
    var members: [(String, JSON)] = []
    repeat {
      guard let name = string(), take(":"), let value = value() else { return nil }
      if let last = members.last?.0, !last.utf8.lexicographicallyPrecedes(name.utf8) { return nil }
      members.append((name, value))
    } while take(",")
    return take("}") ? .object(members) : nil
  }

  private mutating func array() -> JSON? {
    if take("]") { return .array([]) }
    var elements: [JSON] = []
    repeat {
      guard let value = value() else { return nil }
      elements.append(value)
    } while take(",")
    return take("]") ? .array(elements) : nil
  }

  /// One way to write each number, and 64 bits for it.
  private mutating func integer() -> Int? {
    let isNegative = take("-")
    let first = position
    var number = 0
    while let byte = next, (0x30...0x39).contains(byte) {
      let (tens, isTooLong) = number.multipliedReportingOverflow(by: 10)
      let digit = Int(byte - 0x30)
      let (sum, isTooLarge) = tens.addingReportingOverflow(isNegative ? -digit : digit)
      if isTooLong || isTooLarge { return nil }
      number = sum
      position += 1
    }
    guard position > first else { return nil }
    let isShort = bytes[first] != 0x30 || position == first + 1 && !isNegative
    return isShort ? number : nil
  }
}

/// Texts.
extension CanonicalScanner {
  /// What a string stands for; nil where it is none, or could be written shorter.
  private mutating func string() -> String? {
    guard take("\"") else { return nil }
    let first = position
    while let byte = next, byte >= 0x20, byte != UInt8(ascii: "\\") {
      position += 1
      if byte == UInt8(ascii: "\"") {
        return String(decoding: bytes[first..<position - 1], as: UTF8.self)
      }
    }
    return escapedString(Array(bytes[first..<position]))
  }

  /// The same of one that begins with `read` and goes on with an escape.
  private mutating func escapedString(_ read: [UInt8]) -> String? {
    var read = read
    while let byte = next, byte >= 0x20 {
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: read, as: UTF8.self)
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
