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
  /// Whether no member, or no element of the array that was begun last, was read yet.
  private var isFirst = false
  /// Whether the object has ended, and the array that was begun last, as they have to.
  private var (isOver, areElementsOver) = (false, false)

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
    guard try begin() else { return false }
    var names: Set<String> = []
    while let name = try nextName() {
      let isNew = names.insert(name).inserted
      if long.contains(name), try beginElements() {
        if isNew { try body(.beginning(of: name)) }
        while let value = try nextElement() {
          if isNew { try body(.element(of: name, value)) }
        }
        guard areElementsOver else { return false }
      } else {
        guard let value = try value() else { return false }
        if isNew { try body(.member(name, value)) }
      }
    }
    try skipSpace()
    let following = try peek()
    return isOver && following == nil
  }

  /// Goes to the elements of the array that is the member `wanted`, past all that is before it; whether there is one.
  package func seek(toElementsOf wanted: String) throws(Failure) -> Bool {
    guard try begin() else { return false }
    while let name = try nextName() {
      if try beginElements() {
        if name == wanted { return true }
        while try nextElement() != nil {}
        guard areElementsOver else { return false }
      } else if try value() == nil {
        return false
      }
    }
    return false
  }

  /// The next element of the array, as it is spelled; nil after the last, or where there is none.
  package func nextElement() throws(Failure) -> [UInt8]? {
    guard try goesOn(to: UInt8(ascii: "]"), &areElementsOver) else { return nil }
    return try value()
  }

  /// Passes over the beginning of an object; whether one begins here.
  private func begin() throws(Failure) -> Bool {
    if try peek() == WrittenForm.mark[0] { for _ in WrittenForm.mark { _ = try take() } }
    isFirst = true
    return try skip(to: UInt8(ascii: "{"))
  }

  /// The name of the object's next member, whose value comes then; nil after the last, or where there is none.
  private func nextName() throws(Failure) -> String? {
    guard try goesOn(to: UInt8(ascii: "}"), &isOver), let spelled = try value(),
      case .string(let name)? = JSONParser.value(of: spelled), try skip(to: UInt8(ascii: ":"))
    else { return nil }
    try skipSpace()
    return name
  }

  /// Passes over the beginning of an array; whether one begins here.
  private func beginElements() throws(Failure) -> Bool {
    guard try peek() == UInt8(ascii: "[") else { return false }
    _ = try take()
    (isFirst, areElementsOver) = (true, false)
    return true
  }

  /// Passes over the text before the next member or element; whether there is one.
  ///
  /// Where `end` is there instead, it `isOver`.
  private func goesOn(to end: UInt8, _ isOver: inout Bool) throws(Failure) -> Bool {
    try skipSpace()
    let (next, wasFirst) = (try peek(), isFirst)
    isFirst = false
    if next == end {
      _ = try take()
      isOver = true
      return false
    }
    if wasFirst { return true }
    guard next == UInt8(ascii: ",") else { return false }
    _ = try take()
    try skipSpace()
    return true
  }

  /// The next value as it is spelled; nil where there is none, or it is too long.
  private func value() throws(Failure) -> [UInt8]? {
    var (bytes, scan) = ([UInt8](), ValueScan())
    while try peek() != nil {
      let start = place
      let end = scan.end(in: block[place...])
      place = end ?? block.count
      bytes += block[start..<place]
      if bytes.count > JSONStream.longest { return nil }
      if end != nil { return scan.isValue ? bytes : nil }
    }
    return nil
  }

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

/// Where a value ends, by nothing but its texts and brackets.
private struct ValueScan {
  private var depth = 0
  private var (isText, isEscaped, isBegun) = (false, false, false)
  /// Whether what has ended may be a value.
  private(set) var isValue = false

  /// The place behind the value, which goes on with `bytes`; nil where it goes on behind them.
  mutating func end(in bytes: ArraySlice<UInt8>) -> Int? {
    for (place, byte) in zip(bytes.indices, bytes) {
      if !isText, depth == 0, isBegun, ValueScan.isEnd(byte) {
        isValue = true
        return place
      }
      isBegun = true
      if take(byte) { return place + 1 }
    }
    return nil
  }

  /// Goes on behind `byte`; whether that ends what was begun.
  private mutating func take(_ byte: UInt8) -> Bool {
    switch byte {
    case _ where isEscaped: isEscaped = false
    case UInt8(ascii: "\\") where isText: isEscaped = true
    case UInt8(ascii: "\"") where isText:
      isText = false
      isValue = depth == 0
    case _ where isText: break
    case UInt8(ascii: "\""): isText = true
    case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      depth -= 1
      isValue = depth == 0
      return depth <= 0
    default: break
    }
    return isValue
  }

  /// Whether `byte` ends a number or a word.
  private static func isEnd(_ byte: UInt8) -> Bool {
    switch Unicode.Scalar(byte) {
    case " ", "\t", "\r", "\n", ",", "]", "}", ":": true
    default: false
    }
  }
}
