import Core
import System

/// The form in which an export writes a text: other systems change line ends and put a byte order mark before it, and
/// other programs spell JSON otherwise.
enum WrittenForm {
  /// Lines that end with a line feed.
  case lines
  /// Lines that end with CR LF, but for line ends in quotation marks, after a byte order mark: a table.
  case rows
  /// Each member a line, and each piece: the manifest.
  case members

  /// The forms of the file `path` of an export; none of one that is no text.
  static func forms(of path: String) -> [WrittenForm] {
    if path.isTableOfThings { return [.rows] }
    let isText = texts.contains { path.hasSuffix($0) }
    return (isText ? [.lines] : []) + (path == ExportList.file ? [.members] : [])
  }

  private static let texts = [".txt", ".jsonl", ".json", ".html", ".py", ".ans"]
  private static let blockByteCount = 1 << 16
  static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The SHA-256 that the file at `path` would have in this form; blocks on the disk.
  func sha256(of path: String) throws(SystemError) -> String {
    let file = try PieceFile(path)
    let digest = StreamDigest()
    digest.begin()
    var (writer, isFirst) = (FormWriter(self), true)
    while true {
      var bytes = try file.descriptor.someBytes(atMost: WrittenForm.blockByteCount)[...]
      if bytes.isEmpty { break }
      if isFirst, bytes.starts(with: WrittenForm.mark) { bytes = bytes.dropFirst(3) }
      isFirst = false
      for byte in bytes { writer.take(byte) }
      writer.taken { digest.update($0) }
    }
    writer.end()
    writer.taken { digest.update($0) }
    return digest.finish()
  }
}

/// Writes a text in its form, byte for byte as it is read.
private struct FormWriter {
  private let form: WrittenForm
  private var lines: LineWriter
  private var members = MemberWriter()

  init(_ form: WrittenForm) {
    self.form = form
    lines = LineWriter(isTable: form == .rows)
  }

  mutating func take(_ byte: UInt8) {
    switch form {
    case .lines, .rows: lines.take(byte)
    case .members: members.take(byte)
    }
  }

  mutating func end() {
    switch form {
    case .lines, .rows: lines.end()
    case .members: members.end()
    }
  }

  /// Lends what was written since the last time.
  mutating func taken(_ body: (UnsafeRawBufferPointer) -> Void) {
    (lines.written + members.written).withUnsafeBytes(body)
    lines.written.removeAll(keepingCapacity: true)
    members.written.removeAll(keepingCapacity: true)
  }
}

/// Writes lines with the ends that they should have.
private struct LineWriter {
  var written: [UInt8] = []
  private let isTable: Bool
  private var isQuoted = false
  private var hasReturn = false
  private var isInLine = false

  init(isTable: Bool) {
    self.isTable = isTable
    if isTable { written = WrittenForm.mark }
  }

  mutating func take(_ byte: UInt8) {
    if byte == UInt8(ascii: "\n"), !isQuoted { return endLine() }
    if hasReturn { written.append(UInt8(ascii: "\r")) }
    isInLine = true
    hasReturn = byte == UInt8(ascii: "\r") && !isQuoted
    if !hasReturn { written.append(byte) }
    if isTable, byte == UInt8(ascii: "\"") { isQuoted.toggle() }
  }

  /// A last line may lack its end.
  mutating func end() { if isInLine { endLine() } }

  private mutating func endLine() {
    written += isTable ? [UInt8(ascii: "\r"), UInt8(ascii: "\n")] : [UInt8(ascii: "\n")]
    (hasReturn, isInLine) = (false, false)
  }
}

/// Writes the tokens of a manifest as an export lays them out.
private struct MemberWriter {
  var written: [UInt8] = []
  private var token: [UInt8] = []
  private var (isInString, isEscaped) = (false, false)
  private var (depth, memberCount, isInPieces) = (0, 0, false)
  /// The two tokens before the next one.
  private var last: (name: [UInt8], colon: [UInt8]) = ([], [])

  mutating func take(_ byte: UInt8) {
    if isInString { return takeInString(byte) }
    switch byte {
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): endWord()
    case UInt8(ascii: "\""):
      endWord()
      (token, isInString) = ([byte], true)
    case UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"),
      UInt8(ascii: ":"), UInt8(ascii: ","):
      endWord()
      write([byte])
    default: token.append(byte)
    }
  }

  mutating func end() {
    endWord()
    endLine()
  }

  private mutating func takeInString(_ byte: UInt8) {
    token.append(byte)
    if isEscaped {
      isEscaped = false
    } else if byte == UInt8(ascii: "\\") {
      isEscaped = true
    } else if byte == UInt8(ascii: "\"") {
      isInString = false
      write(MemberWriter.spelled(token))
      token = []
    }
  }

  private mutating func endWord() {
    guard !token.isEmpty else { return }
    write(token)
    token = []
  }

  /// What is no string of JSON stays as it is, and is nothing that an export writes.
  private static func spelled(_ token: [UInt8]) -> [UInt8] {
    guard token.contains(UInt8(ascii: "\\")), case .string(let text)? = JSONParser.value(of: token)
    else { return token }
    return Array(CanonicalJSON(.string(text)).text.utf8)
  }

  private mutating func write(_ token: [UInt8]) {
    let isEnd = token == [UInt8(ascii: "]")] || token == [UInt8(ascii: "}")]
    let isBeginning = token == [UInt8(ascii: "[")] || token == [UInt8(ascii: "{")]
    if isEnd { depth -= 1 }
    if isInPieces, depth == 1 {
      endLine()
      isInPieces = false
    }
    written += token
    if isBeginning { depth += 1 }
    if token == [UInt8(ascii: "[")], depth == 2, isAfterPieces {
      endLine()
      isInPieces = true
    }
    if token == [UInt8(ascii: ",")] { endElement() }
    last = (last.colon, token)
  }

  private var isAfterPieces: Bool {
    last.name.elementsEqual("\"pieces\"".utf8) && last.colon == [UInt8(ascii: ":")]
  }

  /// The first two members stand in one line.
  private mutating func endElement() {
    if depth == 1 { memberCount += 1 }
    if depth == 1 && memberCount > 1 || depth == 2 && isInPieces { endLine() }
  }

  private mutating func endLine() { written.append(UInt8(ascii: "\n")) }
}

extension String {
  /// Whether it is the path of an export's table of things, which people fill in.
  var isTableOfThings: Bool {
    hasPrefix("inventory") && hasSuffix(".csv") && !contains("/")
  }
}
