import Core
import Glibc
import System

/// One JSON object in a file, member by member, and the elements of its long arrays one by one: it takes no more memory
/// however long they are.
package final class JSONStream {
  /// Portion that is read at one time.
  package enum Part {
    /// A member, and its value as it is spelled.
    case member(String, [UInt8])
    /// The array that is the member of this name begins, whose elements come one by one.
    case beginning(of: String)
    /// An element of the array that is the member of this name.
    case element(of: String, [UInt8])
  }

  /// No value that is told whole is longer.
  private static let longest = 1 << 24
  private static let blockByteCount = 1 << 16

  private let file: FileDescriptor
  private let path: String
  private var block: [UInt8] = []
  private var place = 0

  /// The file `path`; nil where there is none.
  package init?(at path: String) throws(Failure) {
    self.path = path
    do throws(SystemError) {
      file = try BundleReader.opened(path)
    } catch {
      if error.code == ENOENT { return nil }
      throw Failure(.store, .bundleUnreadable(path, error.reason), cause: error)
    }
  }

  /// Lends each part to `body`, of the arrays in `long` their elements; whether the file is one JSON object as far as its
  /// parts go, which whoever gets them parses; of two members with one name the first counts.
  package func read(
    elementsOf long: Set<String>, _ body: (Part) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    if try peek() == WrittenForm.mark[0] { for _ in WrittenForm.mark { _ = try take() } }
    guard try skip(to: UInt8(ascii: "{")) else { return false }
    var (isFirst, names) = (true, Set<String>())
    while true {
      try skipSpace()
      if isFirst, try peek() == UInt8(ascii: "}") { break }
      isFirst = false
      guard let spelled = try value(), case .string(let name)? = JSONParser.value(of: spelled),
        try skip(to: UInt8(ascii: ":"))
      else { return false }
      try skipSpace()
      let isNew = names.insert(name).inserted
      if long.contains(name), try peek() == UInt8(ascii: "[") {
        if isNew { try body(.beginning(of: name)) }
        guard try elements(of: name, isNew ? body : { _ in }) else { return false }
      } else {
        guard let value = try value() else { return false }
        if isNew { try body(.member(name, value)) }
      }
      try skipSpace()
      if try peek() != UInt8(ascii: ",") { break }
      _ = try take()
    }
    guard try skip(to: UInt8(ascii: "}")) else { return false }
    try skipSpace()
    return try peek() == nil
  }

  private func elements(
    of name: String, _ body: (Part) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    _ = try take()
    try skipSpace()
    if try peek() == UInt8(ascii: "]") {
      _ = try take()
      return true
    }
    while true {
      try skipSpace()
      guard let value = try value() else { return false }
      try body(.element(of: name, value))
      try skipSpace()
      switch try take() {
      case UInt8(ascii: ","): continue
      case UInt8(ascii: "]"): return true
      default: return false
      }
    }
  }

  /// The next value as it is spelled; nil where there is none, or it is too long.
  private func value() throws(Failure) -> [UInt8]? {
    var (bytes, depth, isText, isEscaped) = ([UInt8](), 0, false, false)
    while let byte = try peek() {
      if !isText, depth == 0, !bytes.isEmpty, JSONStream.ends.contains(byte) { return bytes }
      if bytes.count >= JSONStream.longest { return nil }
      bytes.append(byte)
      _ = try take()
      switch byte {
      case _ where isEscaped: isEscaped = false
      case UInt8(ascii: "\\") where isText: isEscaped = true
      case UInt8(ascii: "\"") where isText:
        isText = false
        if depth == 0 { return bytes }
      case _ where isText: break
      case UInt8(ascii: "\""): isText = true
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth <= 0 { return depth == 0 ? bytes : nil }
      default: break
      }
    }
    return nil
  }

  /// Bytes that end a number or a word.
  private static let ends: Set<UInt8> = Set(" \t\r\n,]}:".utf8)

  /// Passes over white space and this `byte`; whether it was there.
  private func skip(to byte: UInt8) throws(Failure) -> Bool {
    try skipSpace()
    return try take() == byte
  }

  private func skipSpace() throws(Failure) {
    while let byte = try peek(), [0x20, 0x09, 0x0D, 0x0A].contains(byte) { place += 1 }
  }

  private func take() throws(Failure) -> UInt8? {
    defer { place += 1 }
    return try peek()
  }

  /// The next byte; nil at the end.
  private func peek() throws(Failure) -> UInt8? {
    if place < block.count { return block[place] }
    do throws(SystemError) {
      block = try file.someBytes(atMost: JSONStream.blockByteCount)
    } catch {
      throw Failure(.store, .bundleUnreadable(path, error.reason), cause: error)
    }
    place = 0
    return block.first
  }
}
