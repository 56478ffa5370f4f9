import Core
import Glibc

/// One file of a piece, which was verified by itself: what it is by the records.
struct VerifiedFile {
  let number: Int
  let kind: String
  /// Its original, as its record calls it.
  let original: StoredFile
  /// Number and title of the thing.
  let thing: Int
  let title: String?
  /// When it was taken by the calendar, where that is known.
  let capturedAt: String?
  /// Id of the device that recorded it.
  let device: String?

  /// What `told` says of `original`, which is of `piece`, and was recorded by one of `signers`.
  init?(
    _ original: StoredFile, of piece: ToldPiece, _ told: ToldPieces, _ signers: [Signer]
  ) throws(Failure) {
    let row = try Failure.inDatabase { () throws(DatabaseError) in
      try told.replay.archive.database.prepare(VerifiedFile.selection).first(.integer(piece.number))
      { row in
        (row.text(0) ?? "", row.integer(1) ?? 0, row.text(2))
      }
    }
    guard let row else { return nil }
    (kind, thing, title) = row
    (number, self.original) = (piece.number, original)
    capturedAt = try told.replay.archive.piece(piece.number)?.capturedAt
    device = signers.last { $0.first <= piece.record }?.key.deviceID
  }

  private static let selection = """
    SELECT kind, thing, things.title FROM evidence JOIN things ON things.number = thing
    WHERE evidence.number = ?1
    """

  /// It as programs read it.
  var json: JSON {
    .object([
      ("number", .integer(number)), ("kind", .string(kind)), ("file", .string(original.file)),
      ("thing_number", .integer(thing)), ("thing", .optional(title)),
      ("captured_at", .optional(capturedAt)), ("device", .optional(device)),
    ])
  }

  /// It in words.
  var sentence: Phrase {
    let time: any PhraseValue = capturedAt ?? Phrase("verify.file-undated", "at an unknown time")
    return Phrase(
      "verify.file-is",
      """
      The file is of \(kind) \(number), of thing \(thing) '\(title ?? "-")'. Taken: \(time). Recorded by \
      device \(device ?? "-").
      """)
  }
}

extension Verifier {
  /// Verifies the records of `bundle`, and the `file` that lies there, with its original or copy; nil where it is of no
  /// piece.
  static func verify(
    _ file: String, of bundle: Bundle, _ trust: Trust
  ) throws(Failure) -> Verification? {
    var verifier = try Verifier.ofLines()
    var point: MeaningPoint?
    let read = try verifier.read(bundle, trust.head ?? bundle.notedHead, &point)
    let (told, leftOut) = (verifier.told, bundle.leftOut)
    guard let (piece, original) = try told.original(of: file, in: bundle),
      let verified = try VerifiedFile(original, of: piece, told, verifier.chain.signers)
    else { return nil }
    var files = CheckedFiles(by: FileCheck(of: bundle)) { piece in
      leftOut.has(piece.number) || told.isLater(piece)
    }
    try Failure.inDatabase { () throws(DatabaseError) in
      try told.each { files.check($0, only: original) }
    }
    let copies = try CopyCheck(of: bundle, beside: told, spoilt: files.spoilt, only: original)
    var facts = ExportFacts()
    for path in copies.rewritten { facts.noteRewritten(path) }
    return verifier.verification(
      trust, UntoldFiles(), read.heads, files, copyCount: copies.count, OriginCheck(),
      [copies.flaws, read.unread], of: facts, verified)
  }

  /// The same of the store in `directory`.
  static func verify(
    _ file: String, ofStoreIn directory: String, _ trust: Trust
  ) throws(Failure) -> Verification? {
    var verifier = try Verifier(by: try Replay(ofStoreIn: directory))
    let heads = try verifier.readStore(trust, withTables: false).heads
    let told = verifier.told
    guard let (piece, original) = try told.original(of: file),
      let verified = try VerifiedFile(original, of: piece, told, verifier.chain.signers)
    else { return nil }
    let check = FileCheck(EvidenceFolder(root: directory))
    var files = CheckedFiles(by: check, leftOut: { _ in false })
    try Failure.inDatabase { () throws(DatabaseError) in
      try told.each { files.check($0, only: original) }
    }
    return verifier.verification(
      trust, UntoldFiles(), heads, files, OriginCheck(), [], verified)
  }
}

extension ToldPieces {
  /// The piece of which `file` is one, as records call that, and this file of it.
  fileprivate func original(of file: String) throws(Failure) -> (ToldPiece, StoredFile)? {
    let number = EvidenceFolder.companion(of: file)?.number ?? EvidenceFolder.number(of: file)
    guard let number else { return nil }
    let piece = try Failure.inDatabase { () throws(DatabaseError) in try self.piece(number) }
    return piece.flatMap { piece in
      piece.files.first { $0.file == file }.map { (piece, $0) }
    }
  }

  /// The same of one that lies in `bundle` or its export, and may be a copy.
  fileprivate func original(
    of file: String, in bundle: Bundle
  ) throws(Failure) -> (ToldPiece, StoredFile)? {
    let beginning = bundle.path(of: "")
    let name = bundle.files.told(file)
    if name.hasPrefix(beginning) {
      return try original(of: String(name.dropFirst(beginning.count)))
    }
    let path = bundle.files.place(of: ExportList.file)
    var found: String?
    _ = try ExportList(at: path)?.eachEntry { entry throws(Failure) in
      let pairs =
        [(entry.copy, entry.original)] + entry.companions.values.map { ($0.copy, $0.original) }
      let pair = pairs.first { bundle.files.path(of: $0.0).utf8.elementsEqual(file.utf8) }
      found = found ?? pair?.1
    }
    return try found.flatMap { original throws(Failure) in
      try self.original(of: String(original.dropFirst(beginning.count)))
    }
  }
}

extension Verification {
  /// Verifies the records of the export, bundle or store in `folder`, and of its files `file` alone; nil where that is of no
  /// piece, or there are no records.
  ///
  /// Blocks on the disk.
  package static func verifying(
    _ file: String, in folder: String, _ trust: Trust
  ) throws(Failure) -> Verification? {
    if let bundle = try Bundle(in: folder) { return try Verifier.verify(file, of: bundle, trust) }
    guard access(Archive.database(in: folder), F_OK) == 0 else { return nil }
    return try Verifier.verify(file, ofStoreIn: folder, trust)
  }
}
