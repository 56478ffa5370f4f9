import Core
import Glibc
import System

/// A store as it was taken elsewhere: its records as lines, and its files (docs/FORMATS.md).
package struct Bundle {
  /// File of its records; a folder that has it is a bundle.
  package static let records = "records.jsonl"
  /// File of the head that its records end with.
  package static let head = "head"
  /// File of the texts that its records tell by their digests, as far as they are told here.
  package static let texts = "texts.jsonl"
  /// Folder of an export that is one.
  static let proof = "proof/"
  private static let shortFileByteCount = 1 << 24

  /// The export that it is in, where it was found as the folder `proof` of one.
  let export: String?
  /// All that is in it, or in that export.
  let files: TravelledFolder
  /// The head that it names itself, where it does.
  private(set) var notedHead: Head?
  /// What was left out on purpose.
  private(set) var leftOut = LeftOut()
  /// Whether another system has re-written the file that names it.
  private(set) var isHeadRewritten = false
  /// That of what it says of itself something can't be read.
  private(set) var unread = Flaws()

  /// The bundle in `folder`, or in the folder `proof` of the export in it; nil where there is none, or where a
  /// store is: nobody is to hide that behind a bundle.
  package init?(in folder: String) throws(Failure) {
    let files = TravelledFolder(folder)
    guard access(Archive.database(in: folder), F_OK) != 0,
      let proof = ["", Bundle.proof].first(where: { files.holds($0 + Bundle.records) })
    else { return nil }
    self.files = files
    export = proof.isEmpty ? nil : folder
    if let flaw = try flaw(ofReading: Bundle.head, { () throws(Failure) in try readHead() }) {
      unread.add(flaw)
    }
    var left = LeftOut()
    let flaw = try flaw(ofReading: FileListReader.file) { () throws(Failure) in
      left = try LeftOut(of: self)
    }
    if let flaw {
      unread.add(flaw)
      left = .unknown
    }
    leftOut = left
  }

  private mutating func readHead() throws(Failure) {
    let words = try words(of: Bundle.head)
    notedHead = words.texts.first.flatMap { Head(String($0)) }
    if let head = words.texts.first, notedHead == nil {
      throw Failure(.store, .bundleHead(place(of: Bundle.head), String(head)))
    }
    isHeadRewritten = words.isRewritten
  }

  /// That `file`, which lies in it, or else in the export, and which `read` reads, can't be read; nil where it was.
  func flaw(
    ofReading file: String, isOfBundle: Bool = true, _ read: () throws(Failure) -> Void
  ) throws(Failure) -> Flaw? {
    do throws(Failure) { try read() } catch {
      guard let cause = error.cause, !Bundle.refused.contains(cause.code) else { throw error }
      let path = isOfBundle ? path(of: file) : file
      return Flaw(kind: .listedUnreadable, file: path, words: cause.reason)
    }
    return nil
  }

  /// What is no file, or too long, is refused.
  private static let refused = [EFBIG, EINVAL, ENOENT, ENOTDIR, ELOOP, EISDIR, ENXIO]

  /// Whether the list of its files is there, and can't be read.
  var isListUnread: Bool { unread.kept.contains { $0.file == path(of: FileListReader.file) } }

  /// Whether it has `file`, which lies in it.
  func holds(_ file: String) -> Bool { files.holds(path(of: file)) }

  /// The path of `file`, which lies in the bundle, from the folder of the export that it is in.
  func path(of file: String) -> String { (export == nil ? "" : Bundle.proof) + file }

  /// Where `file` is, by whatever name, or would be.
  func place(of file: String) -> String { files.place(of: path(of: file)) }

  /// Compares all that it has: records, signatures and files, for somebody who knows `trust`.
  ///
  /// Blocks for as long as reading all of it takes.
  ///
  /// - Parameter meaning: renders an export again; nil: nobody looks at what it says.
  package func verification(
    _ trust: Trust, meaning: MeaningReader? = nil
  ) throws(Failure) -> Verification {
    try Verifier.verify(self, trust, meaning)
  }

  /// The words of `file`, none where there is no such file, and whether another system has re-written that.
  func words(of file: String) throws(Failure) -> (texts: [Substring], isRewritten: Bool) {
    let path = place(of: file)
    do throws(SystemError) {
      let bytes = try File.bytes(at: path, limit: Bundle.shortFileByteCount) ?? []
      let hasMark = bytes.starts(with: WrittenForm.mark)
      let text = String(
        decoding: bytes.dropFirst(hasMark ? WrittenForm.mark.count : 0), as: UTF8.self)
      let isRewritten = hasMark || bytes.contains(UInt8(ascii: "\r"))
      return (text.split(whereSeparator: \.isWhitespace), isRewritten)
    } catch {
      guard error.code == ENOENT else {
        throw Failure(.store, .bundleUnreadable(path, error.reason), cause: error)
      }
      return ([], false)
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

  /// The last record of `bundle`, found from the end of its file; nil where there is none.
  static func lastRecord(of bundle: Bundle) throws(SystemError) -> WrittenRecord? {
    let file = try FileDescriptor(
      opening: bundle.place(of: Bundle.records), O_RDONLY | O_NONBLOCK)
    let end = Int(try SystemError.check("lseek") { lseek(file.number, 0, SEEK_END) })
    var count = blockByteCount
    while true {
      let begin = max(0, end - count)
      lseek(file.number, off_t(begin), SEEK_SET)
      var bytes: [UInt8] = []
      while bytes.count < end - begin {
        let more = try file.someBytes(atMost: end - begin - bytes.count)
        if more.isEmpty { break }
        bytes += more
      }
      while let last = bytes.last, last == UInt8(ascii: "\n") || last == UInt8(ascii: "\r") {
        bytes.removeLast()
      }
      let newline = bytes.lastIndex(of: UInt8(ascii: "\n"))
      if let newline { return ChainedRecord(line: Array(bytes[(newline + 1)...]))?.record }
      guard begin > 0, count < longestLine else { return ChainedRecord(line: bytes)?.record }
      count *= 2
    }
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

extension Verifier {
  /// One for lines, whose tables begin empty, but for the texts of `bundle`.
  static func ofLines(areRemains: Bool = false) throws(Failure) -> Verifier {
    let replay = try Failure.inDatabase { () throws(DatabaseError) in try Replay() }
    return try Verifier(by: replay, areRemains: areRemains)
  }

  /// Verifies `bundle` for somebody who knows `trust`.
  static func verify(
    _ bundle: Bundle, _ trust: Trust, _ reader: MeaningReader?
  ) throws(Failure) -> Verification {
    var verifier = try Verifier.ofLines()
    var meaning = try MeaningCheck(of: bundle, by: reader)
    let read = try verifier.read(bundle, trust.head ?? bundle.notedHead, &meaning)
    guard read.areRecordsRead else { return try Verifier.verifyFiles(of: bundle, trust, read) }
    let untold = try UntoldFiles(of: bundle, beside: verifier.told)
    let (told, leftOut) = (verifier.told, bundle.leftOut)
    let files = try verifier.checkFiles(by: FileCheck(of: bundle)) { piece in
      leftOut.has(piece.number) || told.isLater(piece)
    }
    let origins = try OriginCheck(of: told, verifier.chain, by: FileCheck(of: bundle))
    let copies = try CopyCheck(of: bundle, beside: told, spoilt: files.spoilt)
    let kept = told.kept.map { bundle.path(of: $0.file.file) }
    var list = ListCheck(
      of: bundle, copies, seen: copies.seen.union(kept).union(read.unread.files))
    try list.look(beside: told, after: verifier.chain.head.sequence)
    verifier.noteRewritten(read, in: bundle, to: &list.facts)
    var unrecorded = Flaws()
    for name in untold.pieces where bundle.holds(name.file) {
      unrecorded.add(Flaw(kind: .fileUnrecorded, number: name.number, file: name.file))
    }
    let areTrusted = MeaningCheck.areTrusted([
      verifier.chain.flaws, verifier.keyFlaws(trust), read.heads, verifier.texts.flaws, told.flaws,
    ])
    let untrue = meaning?.result(areTrusted: areTrusted, right: copies.right)
    list.facts.meaning = untrue?.fact
    return verifier.verification(
      trust, untold, read.heads, files, copyCount: copies.count, origins,
      [unrecorded, copies.flaws, untrue?.flaws ?? Flaws(), list.flaws, read.unread],
      of: list.facts)
  }

  /// Compares the files of `bundle` with the list of them, where its records can't be read.
  private static func verifyFiles(
    of bundle: Bundle, _ trust: Trust, _ read: ReadRecords
  ) throws(Failure) -> Verification {
    let verifier = try Verifier.ofLines()
    let files = CheckedFiles(by: FileCheck(of: bundle), leftOut: { _ in true })
    let origins = try OriginCheck(of: verifier.told, verifier.chain, by: FileCheck(of: bundle))
    var list = ListCheck(of: bundle, seen: Set(read.unread.files))
    try list.look(beside: nil, after: 0)
    return verifier.verification(
      trust, UntoldFiles(), Flaws(), files, origins, [list.flaws, read.unread], of: list.facts)
  }

  /// Verifies the records of `bundle`, and those that it keeps of other stores, and looks at no other file.
  static func verifyRecords(of bundle: Bundle) throws(Failure) -> (Verifier, Verification) {
    var verifier = try Verifier.ofLines()
    var meaning: MeaningCheck?
    let read = try verifier.read(bundle, bundle.notedHead, &meaning)
    if let flaw = read.unread.kept.first {
      throw Failure(.store, .bundleUnreadable(flaw.file ?? "", flaw.words ?? ""))
    }
    let origins = try OriginCheck(of: verifier.told, verifier.chain, by: FileCheck(of: bundle))
    var files = CheckedFiles(by: FileCheck(of: bundle), leftOut: { _ in false })
    try Failure.inDatabase { () throws(DatabaseError) in
      try verifier.told.each { files.count($0) }
    }
    return (verifier, verifier.verification(Trust(), UntoldFiles(), read.heads, files, origins, []))
  }

  /// Reads the texts and records of `bundle`, which has to have the record of `head`, and what an export says between
  /// them.
  mutating func read(
    _ bundle: Bundle, _ head: Head?, _ meaning: inout MeaningCheck?
  ) throws(Failure) -> ReadRecords {
    var read = ReadRecords(unread: bundle.unread)
    let replay = told.replay
    let texts = try bundle.flaw(ofReading: Bundle.texts) { () throws(Failure) in
      guard let lines = try BundleReader(textsOf: bundle) else { return }
      try lines.eachText { text throws(DatabaseError) in try replay.add(text) }
      read.areTextsRewritten = lines.isRewritten
    }
    texts.map { read.unread.add($0) }
    let records = try bundle.flaw(ofReading: Bundle.records) { () throws(Failure) in
      let lines = try BundleReader(bundle)
      var hash: String?
      while let next = try lines.next() {
        if next.record.sequence == head?.sequence { hash = next.hash }
        meaning?.look(before: next, replay)
        try Failure.inReplay { () throws(DatabaseError) in try take(next) }
      }
      meaning?.look(before: nil, replay)
      read.heads = Verifier.headFlaws(head, hash)
      read.isHeadFound = hash != nil && head == bundle.notedHead
      read.areRecordsRewritten = lines.isRewritten
    }
    if let records {
      read.unread.add(records)
      read.areRecordsRead = false
    }
    let (leftOut, told) = (bundle.leftOut, told)
    try Failure.inReplay { () throws(DatabaseError) in
      try finish { texts != nil || leftOut.has($0) || told.isLater($0.record) }
    }
    return read
  }

  /// Notes in `facts` which of the files of `bundle` that prove it are re-written, where what they say is right.
  private func noteRewritten(
    _ read: ReadRecords, in bundle: Bundle, to facts: inout ExportFacts
  ) {
    let areRecordsWhole = chain.flaws.isEmpty && read.heads.isEmpty
    if read.areRecordsRewritten, areRecordsWhole {
      facts.noteRewritten(bundle.path(of: Bundle.records))
    }
    if bundle.isHeadRewritten, read.isHeadFound, areRecordsWhole {
      facts.noteRewritten(bundle.path(of: Bundle.head))
    }
    // Where there is a list it has the texts, too.
    if read.areTextsRewritten, texts.flaws.isEmpty, !bundle.holds(FileListReader.file) {
      facts.noteRewritten(bundle.path(of: Bundle.texts))
    }
  }
}

/// What came of reading the records and texts of a bundle.
struct ReadRecords {
  /// What is wrong with the head.
  var heads = Flaws()
  /// What can't be read.
  var unread: Flaws
  var areRecordsRead = true
  /// Whether the head that the bundle names was looked for, and found.
  var isHeadFound = false
  var areRecordsRewritten = false
  var areTextsRewritten = false
}

extension Phrase {
  static func bundleUnreadable(_ path: String, _ reason: String) -> Phrase {
    Phrase("bundle.unreadable", "{1} can't be read: {2}.", path, reason)
  }

  static func bundleHead(_ path: String, _ text: String) -> Phrase {
    Phrase("bundle.head", "{1} should name the bundle's head, and says '{2}'.", path, text)
  }
}
