import Core
import Glibc
import System

/// The lines of a file of a bundle: records, or texts.
final class BundleReader {
  /// No record is nearly as long.
  private static let longestLine = 1 << 24
  private static let blockByteCount = 1 << 16

  private let file: FileDescriptor
  private let path: String
  /// What was read and not told yet.
  private var bytes: [UInt8] = []
  private var isAtEnd = false
  private var isAtBeginning = true
  /// Whether another system has put a byte order mark before what was read, or other line ends behind it.
  private(set) var isRewritten = false
  /// The number of the line before.
  private var sequence = 0

  /// The records of `bundle`.
  convenience init(_ bundle: Bundle) throws(Failure) {
    try self.init(at: bundle.place(of: Bundle.records))
  }

  /// Its texts; nil where it has none.
  convenience init?(textsOf bundle: Bundle) throws(Failure) {
    guard bundle.holds(Bundle.texts) else { return nil }
    try self.init(at: bundle.place(of: Bundle.texts))
  }

  /// Those in the file `path`.
  init(at path: String) throws(Failure) {
    self.path = path
    do throws(SystemError) {
      file = try BundleReader.opened(path)
    } catch {
      throw Failure(.store, .bundleUnreadable(path, error.reason), cause: error)
    }
  }

  /// Opens the file `path` to be read; refuses what is no file, which may never end.
  static func opened(_ path: String) throws(SystemError) -> FileDescriptor {
    let file = try FileDescriptor(opening: path, O_RDONLY | O_NONBLOCK)
    var facts = stat()
    try SystemError.check("fstat") { fstat(file.number, &facts) }
    guard facts.st_mode & S_IFMT == S_IFREG else { throw SystemError(call: "read", code: EINVAL) }
    return file
  }

  /// The last record of `bundle`, found from the end of its file; nil where there is none.
  static func lastRecord(of bundle: Bundle) throws(SystemError) -> WrittenRecord? {
    let file = try opened(bundle.place(of: Bundle.records))
    let end = Int(try SystemError.check("lseek") { lseek(file.number, 0, SEEK_END) })
    var count = blockByteCount
    while true {
      var bytes = try someBytes(of: file, from: max(0, end - count), to: end)
      while let last = bytes.last, last == UInt8(ascii: "\n") || last == UInt8(ascii: "\r") {
        bytes.removeLast()
      }
      if let newline = bytes.lastIndex(of: UInt8(ascii: "\n")) {
        return ChainedRecord(line: Array(bytes[(newline + 1)...]))?.record
      }
      guard count < min(end, longestLine) else { return ChainedRecord(line: bytes)?.record }
      count *= 2
    }
  }

  private static func someBytes(
    of file: borrowing FileDescriptor, from begin: Int, to end: Int
  ) throws(SystemError) -> [UInt8] {
    lseek(file.number, off_t(begin), SEEK_SET)
    var bytes: [UInt8] = []
    while bytes.count < end - begin {
      let more = try file.someBytes(atMost: end - begin - bytes.count)
      if more.isEmpty { break }
      bytes += more
    }
    return bytes
  }

  /// The next record, or nil after the last; of a line that is none nothing is believed but its place.
  func next() throws(Failure) -> ChainedRecord? {
    guard let line = try nextLine() else { return nil }
    let record = ChainedRecord(line: line) ?? ChainedRecord(unreadableAt: sequence + 1)
    sequence = record.record.sequence
    return record
  }

  /// Lends each text to `body`; what is none, or comes twice, is passed over.
  func eachText(_ body: (ToldText) throws(DatabaseError) -> Void) throws(Failure) {
    while let line = try nextLine() {
      guard let text = ToldText(line: line) else { continue }
      try Failure.inReplay { () throws(DatabaseError) in try body(text) }
    }
  }

  /// The next line, without its end, or what other systems make of that; nil after the last.
  func nextLine() throws(Failure) -> [UInt8]? {
    while true {
      if let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
        defer { bytes.removeFirst(end + 1) }
        return plain(bytes[..<end])
      }
      guard !isAtEnd else {
        defer { bytes = [] }
        return bytes.isEmpty ? nil : plain(bytes[...])
      }
      try readMore()
    }
  }

  private func plain(_ line: ArraySlice<UInt8>) -> [UInt8] {
    let hasMark = isAtBeginning && line.starts(with: WrittenForm.mark)
    let hasReturn = line.last == UInt8(ascii: "\r")
    isAtBeginning = false
    isRewritten = isRewritten || hasMark || hasReturn
    return Array(line.dropFirst(hasMark ? WrittenForm.mark.count : 0).dropLast(hasReturn ? 1 : 0))
  }

  private func readMore() throws(Failure) {
    do throws(SystemError) {
      guard bytes.count < BundleReader.longestLine else {
        throw SystemError(call: "read", code: EFBIG)
      }
      let more = try file.someBytes(atMost: BundleReader.blockByteCount)
      isAtEnd = more.isEmpty
      bytes += more
    } catch {
      throw Failure(.store, .bundleUnreadable(path, error.reason), cause: error)
    }
  }
}

extension ChainedRecord {
  /// The record that the `line` of a bundle says; nil where it has not just the members of one, each of its type.
  fileprivate init?(line: [UInt8]) {
    let text = String(decoding: line, as: UTF8.self)
    guard text.utf8.elementsEqual(line), case .object(let members)? = CanonicalScanner.object(text),
      members.map(\.0) == ChainedRecord.members,
      case .string(let bootID) = members[0].1, case .string(let clock) = members[1].1,
      case .string(let hash) = members[2].1, case .string(let kind) = members[3].1,
      case .integer(let monotonic) = members[4].1, case .object = members[5].1,
      case .integer(let sequence) = members[6].1, case .integer(let version) = members[8].1
    else { return nil }
    let (signature, wallTime) = (members[7].1, members[9].1)
    guard signature.isNull || signature.asText != nil, wallTime.isNull || wallTime.asInteger != nil
    else { return nil }
    self.init(
      record: WrittenRecord(
        sequence: sequence, version: version, kind: kind, payload: CanonicalJSON(members[5].1),
        bootID: bootID, monotonic: monotonic, wallTime: wallTime.asInteger, clock: clock),
      hash: hash, signature: signature.asText, isWhole: true)
  }

  /// The names of a line's members, in their order.
  private static let members = [
    "boot_id", "clock", "hash", "kind", "monotonic", "payload", "sequence", "signature", "version",
    "wall_time",
  ]

  /// What stands for a line that is no record.
  fileprivate init(unreadableAt sequence: Int) {
    self.init(
      record: WrittenRecord(
        sequence: sequence, version: 0, kind: "", payload: CanonicalJSON(spelled: ""), bootID: "",
        monotonic: 0, wallTime: nil, clock: ""), hash: "", signature: nil, isWhole: true)
  }
}

extension ToldText {
  /// The text that the `line` of a bundle says; nil where it has not just the members of one, each of its type.
  fileprivate init?(line: [UInt8]) {
    let text = String(decoding: line, as: UTF8.self)
    guard text.utf8.elementsEqual(line), case .object(let members)? = CanonicalScanner.object(text),
      members.map(\.0) == ["member", "record", "salt", "text"],
      case .string(let member) = members[0].1, case .integer(let record) = members[1].1,
      case .string(let salt) = members[2].1
    else { return nil }
    self.init(
      record: record, member: member, salt: salt, text: CanonicalJSON(members[3].1).text)
  }

  /// It as a line of a bundle.
  var line: String {
    let text = CanonicalJSON(spelled: text)
    return CanonicalJSON(
      .object([
        ("member", .string(member)), ("record", .integer(record)), ("salt", .string(salt)),
        ("text", .spelled(text)),
      ])
    ).text
  }
}
