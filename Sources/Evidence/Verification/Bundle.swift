import CSQLite
import Core
import Glibc
import System

/// A store as it was taken elsewhere: its records as lines, and its files (docs/FORMATS.md).
package struct Bundle: Sendable {
  /// Its records; what has it is a bundle.
  fileprivate static let records = "records.jsonl"
  private static let shortFileByteCount = 1 << 24

  let folder: String
  /// The export that it is in, where it was found as the folder `proof` of one.
  let export: String?
  /// The head that it names itself, where it does.
  let notedHead: Head?
  /// Numbers of pieces whose files were left out on purpose.
  let leftOut: Set<Int>

  /// The bundle in `folder`, or in the folder `proof` of the export in it; nil where there is none, or where a
  /// store is: nobody is to hide that behind a bundle.
  package init?(in folder: String) throws(Failure) {
    let places = [folder, "\(folder)/proof"]
    guard access(Archive.database(in: folder), F_OK) != 0,
      let place = places.first(where: { access("\($0)/\(Bundle.records)", F_OK) == 0 })
    else { return nil }
    self.folder = place
    export = place == folder ? nil : folder
    let head = try Bundle.lines(of: "\(place)/head").first.map(String.init)
    notedHead = head.flatMap { Head($0) }
    if let head, notedHead == nil { throw Failure(.store, .bundleHead("\(place)/head", head)) }
    leftOut = Set(try Bundle.lines(of: "\(place)/left-out").compactMap { Int($0) })
  }

  /// Compares all that it has: records, signatures and files, for somebody who knows `trust`.
  ///
  /// Blocks for as long as reading all of it takes.
  package func verification(_ trust: Trust) throws(Failure) -> Verification {
    try Verifier.verify(self, trust)
  }

  /// The lines of the file `path`; none where there is no such file.
  private static func lines(of path: String) throws(Failure) -> [Substring] {
    do throws(SystemError) {
      let bytes = try File.bytes(at: path, limit: shortFileByteCount) ?? []
      return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    } catch {
      guard error.code == ENOENT else {
        throw Failure(.store, .bundleUnreadable(path, error.reason))
      }
      return []
    }
  }
}

/// The records of a bundle, line by line; SQLite's own JSON functions read them.
final class BundleReader {
  /// No record is nearly as long.
  private static let longestLine = 1 << 24
  private static let blockByteCount = 1 << 16

  /// A database of nothing, for its functions.
  let database: Database
  private let statement: Statement
  private let file: FileDescriptor
  private let path: String
  /// What was read and not told yet.
  private var bytes: [UInt8] = []
  private var isAtEnd = false
  /// The number of the line before.
  private var sequence = 0

  /// The records of `bundle`.
  convenience init(_ bundle: Bundle) throws(Failure) {
    try self.init(at: "\(bundle.folder)/\(Bundle.records)")
  }

  /// Those in the file `path`.
  init(at path: String) throws(Failure) {
    self.path = path
    do throws(SystemError) {
      file = try FileDescriptor(opening: path, O_RDONLY | O_NONBLOCK)
    } catch {
      throw Failure(.store, .bundleUnreadable(path, error.reason), cause: error)
    }
    do throws(DatabaseError) {
      database = try Database(opening: ":memory:", SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY)
      statement = try database.prepare(BundleReader.selection)
    } catch {
      throw Failure(error)
    }
  }

  /// The next record, or nil after the last; of a line that is none nothing is believed but its place.
  func next() throws(Failure) -> ChainedRecord? {
    guard let line = try nextLine() else { return nil }
    let found = try Failure.inDatabase { () throws(DatabaseError) in try read(line) }
    let record = found ?? ChainedRecord(unreadableAt: sequence + 1)
    sequence = record.record.sequence
    return record
  }

  private func read(_ line: [UInt8]) throws(DatabaseError) -> ChainedRecord? {
    let text = String(decoding: line, as: UTF8.self)
    guard text.utf8.elementsEqual(line), CanonicalScanner.isObject(text) else { return nil }
    let found = try statement.first(.text(text)) { row in
      row.integer(10) == 1
        ? ChainedRecord(
          record: WrittenRecord(row), hash: row.text(8) ?? "", signature: row.text(9),
          isWhole: true) : nil
    }
    return found ?? nil
  }

  private func nextLine() throws(Failure) -> [UInt8]? {
    while true {
      if let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
        defer { bytes.removeFirst(end + 1) }
        return Array(bytes[..<end])
      }
      guard !isAtEnd else {
        defer { bytes = [] }
        return bytes.isEmpty ? nil : bytes
      }
      try readMore()
    }
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

  /// The columns of `WrittenRecord`, hash, signature, and whether the line has just these members, each of its type.
  private static let selection = """
    SELECT ?1 ->> 'sequence', ?1 ->> 'version', ?1 ->> 'kind', ?1 -> 'payload', ?1 ->> 'boot_id',
      ?1 ->> 'monotonic', ?1 ->> 'wall_time', ?1 ->> 'clock', ?1 ->> 'hash', ?1 ->> 'signature',
      (SELECT group_concat(key || ' ' || type) FROM json_each(?1)) IN (
        \(members("integer", "text")), \(members("integer", "null")),
        \(members("null", "text")), \(members("null", "null")))
    """

  private static func members(_ wallTime: String, _ signature: String) -> String {
    """
    'boot_id text,clock text,hash text,kind text,monotonic integer,payload object,' ||
      'sequence integer,signature \(signature),version integer,wall_time \(wallTime)'
    """
  }
}

extension ChainedRecord {
  /// What stands for a line that is no record.
  fileprivate init(unreadableAt sequence: Int) {
    self.init(
      record: WrittenRecord(
        sequence: sequence, version: 0, kind: "", payload: CanonicalJSON(spelled: ""), bootID: "",
        monotonic: 0, wallTime: nil, clock: ""), hash: "", signature: nil, isWhole: true)
  }
}

extension Verifier {
  /// One for lines, whose tables begin empty.
  static func ofLines() throws(Failure) -> Verifier {
    try Verifier(by: try Failure.inDatabase { () throws(DatabaseError) in try Replay() })
  }

  /// Verifies `bundle` for somebody who knows `trust`.
  static func verify(_ bundle: Bundle, _ trust: Trust) throws(Failure) -> Verification {
    var verifier = try Verifier.ofLines()
    let heads = try verifier.readRecords(of: bundle, trust.head ?? bundle.notedHead)
    let folder = EvidenceFolder(root: bundle.folder)
    let untold = try UntoldFiles(in: folder, beside: verifier.told)
    let (files, leftOutCount, whole) = try verifier.checkFiles(in: folder, leftOut: bundle.leftOut)
    let origins = try OriginCheck(of: verifier.told, in: bundle.folder)
    let copies = try CopyCheck(of: bundle, beside: verifier.told, whole: whole)
    var unrecorded = Flaws()
    for name in untold.pieces where folder.holds(folder.file(of: name)) {
      unrecorded.add(
        Flaw(kind: .fileUnrecorded, number: name.number, file: folder.file(of: name)))
    }
    return try verifier.verification(
      trust, untold, heads, leftOutCount: leftOutCount, copyCount: copies.count, origins,
      [files, unrecorded, copies.flaws])
  }

  private mutating func readRecords(
    of bundle: Bundle, _ head: Head?
  ) throws(Failure) -> Flaws {
    let lines = try BundleReader(bundle)
    var hash: String?
    while let next = try lines.next() {
      if next.record.sequence == head?.sequence { hash = next.hash }
      try Failure.inDatabase { () throws(DatabaseError) in try take(next) }
    }
    finishChain()
    return Verifier.headFlaws(head, hash)
  }
}

extension Phrase {
  static func bundleUnreadable(_ path: String, _ reason: String) -> Phrase {
    Phrase("bundle.unreadable", "{1} can't be read: {2}.", path, reason)
  }

  static func bundleHead(_ path: String, _ text: String) -> Phrase {
    Phrase("bundle.head", "{1} should name the bundle's head, and says '{2}'.", path, text)
  }
}
