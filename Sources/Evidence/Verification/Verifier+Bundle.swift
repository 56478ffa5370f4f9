import Core

extension Verifier {
  /// One for lines, whose tables begin empty, but for the texts of `bundle`.
  static func ofLines(areRemains: Bool = false) throws(Failure) -> Verifier {
    let replay = try Failure.inDatabase { () throws(DatabaseError) in try Replay() }
    return try Verifier(by: replay, areRemains: areRemains)
  }

  /// Verifies `bundle` for somebody who knows `trust`; `reader` looks at what an export says.
  static func verify(
    _ bundle: Bundle, _ trust: Trust, _ reader: MeaningReader?
  ) throws(Failure) -> Verification {
    var verifier = try Verifier.ofLines()
    var point = MeaningPoint(of: bundle, by: reader)
    let read = try verifier.read(bundle, trust.head ?? bundle.notedHead, &point)
    guard read.areRecordsRead else { return try Verifier.verifyFiles(of: bundle, trust, read) }
    let untold = try UntoldFiles(of: bundle, beside: verifier.told)
    let (told, leftOut) = (verifier.told, bundle.leftOut)
    let files = try verifier.checkFiles(by: FileCheck(of: bundle)) { piece in
      leftOut.has(piece.number) || told.isLater(piece)
    }
    let origins = try OriginCheck(of: told, verifier.chain, by: FileCheck(of: bundle))
    let (meaning, fact) = verifier.meaning(at: point, read, trust)
    let copies = try CopyCheck(
      of: bundle, beside: told, spoilt: files.spoilt, untrue: meaning.copies)
    let kept = told.kept.map { bundle.path(of: $0.file.file) }
    for path in kept + read.unread.files { try copies.seen.insert(path) }
    var list = ListCheck(of: bundle, copies, seen: copies.seen, listed: try SortedLines())
    try list.look(beside: told, after: verifier.chain.head.sequence)
    list.facts.take(meaning, fact)
    verifier.noteRewritten(read, in: bundle, to: &list.facts)
    var unrecorded = Flaws()
    for name in untold.pieces where bundle.holds(name.file) {
      unrecorded.add(Flaw(kind: .fileUnrecorded, number: name.number, file: name.file))
    }
    return verifier.verification(
      trust, untold, read.heads, files, copyCount: copies.count, origins,
      [unrecorded, copies.flaws, meaning.flaws, list.flaws, read.unread], of: list.facts)
  }

  /// Untrue statements of an export, and whether they are proved; nil where nobody looked.
  private func meaning(
    at point: MeaningPoint?, _ read: ReadRecords, _ trust: Trust
  ) -> (ExportMeaning, String?) {
    let own = [chain.flaws, keyFlaws(trust), read.heads, texts.flaws, told.flaws]
    guard let (meaning, fact) = point?.result(besides: own, read.areTextsRead) else {
      return (ExportMeaning(), nil)
    }
    return (meaning, fact)
  }

  /// Compares the files of `bundle` with the list of them, where its records can't be read.
  private static func verifyFiles(
    of bundle: Bundle, _ trust: Trust, _ read: ReadRecords
  ) throws(Failure) -> Verification {
    let verifier = try Verifier.ofLines()
    let files = CheckedFiles(by: FileCheck(of: bundle), leftOut: { _ in true })
    let origins = try OriginCheck(of: verifier.told, verifier.chain, by: FileCheck(of: bundle))
    let seen = try SortedLines()
    for path in read.unread.files { try seen.insert(path) }
    var list = ListCheck(of: bundle, seen: seen, listed: try SortedLines())
    try list.look(beside: nil, after: 0)
    return verifier.verification(
      trust, UntoldFiles(), Flaws(), files, origins, [list.flaws, read.unread], of: list.facts)
  }

  /// Verifies the records of `bundle`, and those that it keeps of other stores, and looks at no other file.
  static func verifyRecords(of bundle: Bundle) throws(Failure) -> (Verifier, Verification) {
    var verifier = try Verifier.ofLines()
    var point: MeaningPoint?
    let read = try verifier.read(bundle, bundle.notedHead, &point)
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

  /// Reads the texts and records of `bundle`, which has to have the record of `head`, and at its `point` between them
  /// what an export says.
  mutating func read(
    _ bundle: Bundle, _ head: Head?, _ point: inout MeaningPoint?
  ) throws(Failure) -> ReadRecords {
    var read = ReadRecords(unread: bundle.unread)
    let replay = told.replay
    let texts = try bundle.flaw(ofReading: Bundle.texts) { () throws(Failure) in
      guard let lines = try BundleReader(textsOf: bundle) else { return }
      try lines.eachText { text throws(DatabaseError) in try replay.add(text) }
      read.areTextsRewritten = lines.isRewritten
    }
    if let texts {
      read.unread.add(texts)
      read.areTextsRead = false
    }
    let records = try bundle.flaw(ofReading: Bundle.records) { () throws(Failure) in
      let lines = try BundleReader(bundle)
      var hash: String?
      while let next = try lines.next() {
        if next.record.sequence == head?.sequence { hash = next.hash }
        point?.look(before: next, replay)
        try Failure.inReplay { () throws(DatabaseError) in try take(next) }
      }
      point?.look(before: nil, replay)
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
  var areTextsRead = true
  /// Whether the head that the bundle names was looked for, and found.
  var isHeadFound = false
  var areRecordsRewritten = false
  var areTextsRewritten = false
}
