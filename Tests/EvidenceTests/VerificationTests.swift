import Core
import Glibc
import System
import Testing

@testable import Evidence

@Suite struct VerificationTests {
  private func verify(
    _ folder: TemporaryFolder, _ trust: Trust = Trust()
  ) throws(Failure) -> Verification {
    try Verification(ofStoreIn: folder.path, trust)
  }

  private func kinds(_ verification: Verification) -> [Flaw.Kind] {
    verification.flaws.flatMap { $0.kept.map(\.kind) }
  }

  /// A store with so many photos.
  private func makeStore(photos: Int, in folder: TemporaryFolder) throws -> Store {
    var store = try folder.open()
    for number in 1...photos { _ = try store.insert("photo \(number)") }
    return store
  }

  /// Takes the last record of `store` away, and what followed from it.
  private func cutEnd(of store: borrowing Store) throws {
    let stays = try #require(Schema.objects.first { $0.name == "records_stay" })
    try store.archive.database.execute(
      """
      DROP TRIGGER records_stay;
      DELETE FROM records WHERE sequence = \(store.head.sequence);
      \(stays.creation());
      DELETE FROM evidence WHERE record = \(store.head.sequence);
      UPDATE totals SET pieces = pieces - 1
      """)
  }

  @Test func aStoreIsGoodWhileItIsWritten() throws {
    let folder = TemporaryFolder()
    let store = try makeStore(photos: 3, in: folder)
    let verification = try verify(folder)
    #expect(verification.isGood && kinds(verification) == [])
    #expect(verification.pieceCount == 3 && verification.head == store.head)
    #expect(verification.signers.map(\.key) == [store.device])
    #expect(verification.signers.first?.last == store.head.sequence)
  }

  @Test func aPhotoThatIsJustBeingStoredIsNoFinding() throws {
    let folder = TemporaryFolder()
    var store = try makeStore(photos: 1, in: folder)
    let written = try store.write(picture("2"), of: .sample(.sample()))
    #expect(kinds(try verify(folder)) == [.fileUnrecorded])
    var looks = 0
    let verification = try Verification(ofStoreIn: folder.path, Trust()) {
      looks += 1
      return looks > 1 || (try? store.insert(written, at: .sample())) == nil
    }
    #expect(verification.isGood && looks == 1)
  }

  @Test func aFileThatNobodyRecordsIsNotWaitedForWithoutAWriter() throws {
    let folder = TemporaryFolder()
    do {
      var store = try makeStore(photos: 1, in: folder)
      _ = try store.write(picture("2"), of: .sample(.sample()))
    }
    var looks = 0
    let verification = try Verification(ofStoreIn: folder.path, Trust()) {
      looks += 1
      return looks > 1
    }
    #expect(kinds(verification) == [.fileUnrecorded] && looks == 0)
  }

  @Test func anEndThatIsCutOffIsFoundByAHeadAlone() throws {
    let folder = TemporaryFolder()
    let store = try makeStore(photos: 3, in: folder)
    var trust = Trust()
    trust.head = store.head
    #expect(try verify(folder, trust).headCheck == .found)
    try cutEnd(of: store)
    unlink("\(folder.path)/evidence/000/000003.jpg")
    #expect(try verify(folder).isGood)
    #expect(kinds(try verify(folder, trust)) == [.headGone])
  }

  @Test func whatTheProgramFoundMissingIsNoOtherRow() throws {
    let folder = TemporaryFolder()
    do {
      _ = try makeStore(photos: 2, in: folder)
    }
    unlink("\(folder.path)/evidence/000/000001.jpg")
    var store = try folder.open()
    _ = try store.settleAll()
    #expect(kinds(try verify(folder)) == [.fileMissing])
    try folder.write(picture("photo 1"), as: "evidence/000/000001.jpg")
    while store.hasFindings { _ = try store.settle(at: .sample()) }
    #expect(kinds(try verify(folder)).filter { $0 != .rowOther } == [])
  }

  @Test func whatWasRejectedIsNoUnrecordedFile() throws {
    let folder = TemporaryFolder()
    do {
      _ = try makeStore(photos: 1, in: folder)
    }
    try folder.write([1, 2, 3], as: "evidence/000/000002.jpg")
    #expect(kinds(try verify(folder)) == [.fileUnrecorded])
    var store = try folder.open()
    _ = try store.recover(at: .sample())
    _ = try store.settleAll()
    let verification = try verify(folder)
    #expect(verification.isGood && verification.strangerCount == 0)
  }

  @Test func anAdoptedPieceIsAPiece() throws {
    let folder = TemporaryFolder()
    do {
      _ = try makeStore(photos: 1, in: folder)
    }
    try folder.write(picture("by hand"), as: "evidence/000/000002.jpg")
    var store = try folder.open()
    _ = try store.recover(at: .sample())
    let verification = try verify(folder)
    #expect(verification.isGood && verification.pieceCount == 2)
  }

  @Test func aFolderInTheFilesPlaceIsAnAlteredFile() throws {
    let folder = TemporaryFolder()
    _ = try makeStore(photos: 1, in: folder)
    unlink("\(folder.path)/evidence/000/000001.jpg")
    mkdir("\(folder.path)/evidence/000/000001.jpg", 0o750)
    #expect(kinds(try verify(folder)) == [.fileAltered])
  }

  @Test func moreBytesThanANumberHoldsAreAsManyAsItDoes() throws {
    let told = try ToldPieces(by: try Replay())
    let source = ImportedSource(name: "x", kind: .other, batch: "b")
    var records = [Record.thingCreated("t", 1, "Unsorted")]
    for number in 1...3 {
      let piece = StoredPiece(
        id: "\(number)", number: number, file: EvidenceFolder.file(number, "bin"),
        sha256: Digest.of("\(number)"), byteCount: .max)
      records.append(.pieceImported(piece, from: source, nil, thing: "t"))
    }
    for (index, record) in records.enumerated() {
      let texts = try record.texts(as: index + 1)
      let written = WrittenRecord(record, hiding: texts, as: index + 1, at: .sample())
      let next = ChainedRecord(record: written, hash: "", signature: nil, isWhole: true)
      let said = try #require(written.said(as: record.kind, with: texts))
      try told.take(next, record.kind, said.payload)
    }
    let folder = TemporaryFolder()
    var files = CheckedFiles(
      by: FileCheck(EvidenceFolder(root: folder.path)), leftOut: { _ in false })
    try told.each { files.check($0) }
    #expect((files.pieceCount, files.byteCount) == (3, .max))
  }

  @Test func ofManyTheFirstAreToldAndTheOthersCounted() {
    var flaws = Flaws()
    for number in 1...25 { flaws.add(Flaw(kind: .rowExtra, number: number)) }
    flaws.add(Flaw(kind: .recordAltered, record: 4))
    #expect(flaws.kept.count == 21 && flaws.counts[.rowExtra] == 25)
    #expect(flaws.sentences.first == .verifyRecordAltered(4))
    #expect(flaws.sentences.last == .verifyMore(5))
  }
}

@Suite struct RecordLineTests {
  @Test func aLineIsTheRecordWithItsProof() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    _ = try store.insert()
    var lines: [String] = []
    try store.archive.recordLines { lines.append($0) }
    #expect(lines.count == store.head.sequence)
    #expect(lines.allSatisfy { CanonicalScanner.object($0) != nil })
    #expect(lines.last?.contains("\"hash\":\"\(store.head.hash)\"") == true)
  }
}

@Suite struct CanonicalScannerTests {
  @Test(arguments: [
    "{}", #"{"a":1}"#, #"{"a":[],"b":[1,"x",null,true,false,{}]}"#,
    #"{"A":0,"a":-9223372036854775808}"#,
    #"{"a":"\"\\\b\t\n\f\r\u0000\u001f/é€😀"}"#,
  ])
  func whatIsSpelledSoIsTaken(text: String) {
    #expect(CanonicalScanner.object(text).map { CanonicalJSON($0).text } == text)
  }

  @Test(arguments: [
    "", "[]", "1", "{} ", " {}", "{}{}", #"{"a": 1}"#, #"{"b":1,"a":1}"#, #"{"a":1,"a":1}"#,
    #"{"a":1,}"#, #"{"a"}"#, #"{"a":}"#, #"{"a":[1,]}"#, #"{"a":+1}"#, #"{"a":01}"#, #"{"a":-0}"#,
    #"{"a":1.0}"#, #"{"a":1e3}"#, #"{"a":9223372036854775808}"#, #"{"a":NaN}"#, #"{"a":"\/"}"#,
    #"{"a":"\u0041"}"#, #"{"a":"\u000a"}"#, #"{"a":"\u001F"}"#, #"{"a":"\u00+1"}"#,
    #"{"a":"\u00-0"}"#, #"{"a":"x}"#,
    "{\"a\":\"\n\"}", #"{"a":tru}"#, #"{"a""#,
  ])
  func whatIsSpelledOtherwiseIsRefused(text: String) {
    #expect(CanonicalScanner.object(text) == nil)
  }

  @Test func nestingHasAnEnd() {
    let (opening, closing) = (String(repeating: "[", count: 15), String(repeating: "]", count: 15))
    #expect(CanonicalScanner.object("{\"a\":\(opening)\(closing)}") != nil)
    #expect(CanonicalScanner.object("{\"a\":[\(opening)\(closing)]}") == nil)
  }

  @Test func whatIsWrittenIsRead() {
    let controls = (0...40).compactMap { Unicode.Scalar($0) }.map { String($0) }.joined()
    let members = ["b\"", "b\\", "b", "é", controls].map { ($0, JSON.string($0 + "😀")) }
    let text = CanonicalJSON(.object(members)).text
    #expect(CanonicalScanner.object(text).map { CanonicalJSON($0).text } == text)
  }
}

@Suite struct FileDigestTests {
  @Test(arguments: [0, 1, 1 << 20, (1 << 20) + 1])
  func bothLibrariesDigestAlike(byteCount: Int) throws {
    let folder = TemporaryFolder()
    let bytes = (0..<byteCount).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try folder.write(bytes, as: "file")
    for isFast in [true, false] {
      let digest = FileDigest(fast: isFast)
      for _ in 1...2 {
        let file = try FileDescriptor(opening: "\(folder.path)/file", O_RDONLY)
        #expect(try digest.sha256(of: file) == Digest.of(bytes))
      }
    }
  }
}
