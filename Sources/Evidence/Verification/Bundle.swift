import Core
import Glibc
import System

/// A store as it was taken elsewhere: its records as lines, and its files (docs/FORMATS.md).
package struct Bundle: Sendable {
  /// File of its records; a folder that has it is a bundle.
  package static let records = "records.jsonl"
  /// File of the head that its records end with.
  package static let head = "head"
  /// File of the texts that its records tell by their digests, as far as they are told here.
  package static let texts = "texts.jsonl"
  private static let shortFileByteCount = 1 << 24

  let folder: String
  /// The export that it is in, where it was found as the folder `proof` of one.
  let export: String?
  /// The head that it names itself, where it does.
  let notedHead: Head?
  /// What was left out on purpose.
  let leftOut: LeftOut

  /// The bundle in `folder`, or in the folder `proof` of the export in it; nil where there is none, or where a
  /// store is: nobody is to hide that behind a bundle.
  package init?(in folder: String) throws(Failure) {
    let places = [folder, "\(folder)/proof"]
    guard access(Archive.database(in: folder), F_OK) != 0,
      let place = places.first(where: { access("\($0)/\(Bundle.records)", F_OK) == 0 })
    else { return nil }
    self.folder = place
    export = place == folder ? nil : folder
    let head = try Bundle.words(of: "\(place)/\(Bundle.head)").first.map(String.init)
    notedHead = head.flatMap { Head($0) }
    if let head, notedHead == nil {
      throw Failure(.store, .bundleHead("\(place)/\(Bundle.head)", head))
    }
    leftOut = try LeftOut(of: place)
  }

  /// Compares all that it has: records, signatures and files, for somebody who knows `trust`.
  ///
  /// Blocks for as long as reading all of it takes.
  package func verification(_ trust: Trust) throws(Failure) -> Verification {
    try Verifier.verify(self, trust)
  }

  /// The words of the file `path`; none where there is no such file.
  static func words(of path: String) throws(Failure) -> [Substring] {
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
  /// The number of the line before.
  private var sequence = 0

  /// The records of `bundle`.
  convenience init(_ bundle: Bundle) throws(Failure) {
    try self.init(at: "\(bundle.folder)/\(Bundle.records)")
  }

  /// Its texts; nil where it has none.
  convenience init?(textsOf bundle: Bundle) throws(Failure) {
    let path = "\(bundle.folder)/\(Bundle.texts)"
    guard access(path, F_OK) == 0 || errno != ENOENT else { return nil }
    try self.init(at: path)
  }

  /// Those in the file `path`.
  init(at path: String) throws(Failure) {
    self.path = path
    do throws(SystemError) {
      file = try FileDescriptor(opening: path, O_RDONLY | O_NONBLOCK)
      // What is no file may never end.
      var facts = stat()
      try SystemError.check("fstat") { fstat(file.number, &facts) }
      guard facts.st_mode & S_IFMT == S_IFREG else { throw SystemError(call: "read", code: EINVAL) }
    } catch {
      throw Failure(.store, .bundleUnreadable(path, error.reason), cause: error)
    }
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

  /// The next line, without its end; nil after the last.
  func nextLine() throws(Failure) -> [UInt8]? {
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

extension Verifier {
  /// One for lines, whose tables begin empty, but for the texts of `bundle`.
  static func ofLines(
    of bundle: Bundle? = nil, areRemains: Bool = false
  ) throws(Failure) -> Verifier {
    let replay = try Failure.inDatabase { () throws(DatabaseError) in try Replay() }
    if let bundle, let lines = try BundleReader(textsOf: bundle) {
      try lines.eachText { text throws(DatabaseError) in try replay.add(text) }
    }
    return try Verifier(by: replay, areRemains: areRemains)
  }

  /// Verifies `bundle` for somebody who knows `trust`.
  static func verify(_ bundle: Bundle, _ trust: Trust) throws(Failure) -> Verification {
    var verifier = try Verifier.ofLines(of: bundle)
    let heads = try verifier.readRecords(of: bundle, trust.head ?? bundle.notedHead)
    let folder = EvidenceFolder(root: bundle.folder)
    let untold = try UntoldFiles(in: folder, beside: verifier.told)
    let (told, leftOut) = (verifier.told, bundle.leftOut)
    let files = try verifier.checkFiles(in: folder) { piece in
      leftOut.pieces.contains(piece.number) || told.isLater(piece)
    }
    let origins = try OriginCheck(of: verifier.told, verifier.chain, in: bundle.folder)
    let copies = try CopyCheck(of: bundle, beside: verifier.told, spoilt: files.spoilt)
    var list = ListCheck(
      of: bundle, isComplete: copies.isComplete,
      seen: copies.seen.union(told.kept.map { "proof/\($0.file.file)" }))
    try list.look(beside: told, after: verifier.chain.head.sequence)
    var unrecorded = Flaws()
    for name in untold.pieces where folder.holds(name.file) {
      unrecorded.add(Flaw(kind: .fileUnrecorded, number: name.number, file: name.file))
    }
    return verifier.verification(
      trust, untold, heads, files, copyCount: copies.count, origins,
      [unrecorded, copies.flaws, list.flaws], of: list.facts)
  }

  /// Verifies the records of `bundle`, and those that it keeps of other stores, and looks at no other file.
  static func verifyRecords(of bundle: Bundle) throws(Failure) -> (Verifier, Verification) {
    var verifier = try Verifier.ofLines(of: bundle)
    let heads = try verifier.readRecords(of: bundle, bundle.notedHead)
    let origins = try OriginCheck(of: verifier.told, verifier.chain, in: bundle.folder)
    var files = CheckedFiles(in: EvidenceFolder(root: bundle.folder), leftOut: { _ in false })
    try Failure.inDatabase { () throws(DatabaseError) in
      try verifier.told.each { files.count($0) }
    }
    return (verifier, verifier.verification(Trust(), UntoldFiles(), heads, files, origins, []))
  }

  private mutating func readRecords(
    of bundle: Bundle, _ head: Head?
  ) throws(Failure) -> Flaws {
    let lines = try BundleReader(bundle)
    var hash: String?
    while let next = try lines.next() {
      if next.record.sequence == head?.sequence { hash = next.hash }
      try Failure.inReplay { () throws(DatabaseError) in try take(next) }
    }
    let untold = bundle.leftOut.texts
    let told = told
    try Failure.inReplay { () throws(DatabaseError) in
      try finish { untold.contains($0) || told.isLater($0.record) }
    }
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
