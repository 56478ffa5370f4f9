import Core
import Testing

@testable import Evidence

/// How a store learns which of its pieces lie elsewhere too.
@Suite struct ExportedTests {
  /// A store in `folder` with four pieces.
  private func store(in folder: TemporaryFolder) throws -> Store {
    var store = try folder.open()
    for text in ["a", "b", "c", "d"] { _ = try store.insert(text, at: .sample(store.nextNumber)) }
    return store
  }

  private func report(
    _ numbers: [Int], _ sha256: String? = nil, to store: inout Store
  ) throws -> String {
    let digests = try store.archive.exports(of: numbers).mapValues(\.sha256)
    let change = StoreChange.piecesExported(
      numbers, sha256: sha256 ?? ReadBackPieces(digests).sha256)
    do throws(Failure) {
      return try store.make(change, for: .console(SessionID(number: 1)), at: .sample()).key
    } catch {
      return error.kind == .refused ? error.phrase.key : "\(error)"
    }
  }

  private func exported(_ store: borrowing Store) throws -> [Int] {
    try store.archive.pieces().filter(\.isExported).map(\.number)
  }

  @Test func whatWasReadBackIsKnownToLieElsewhere() throws {
    let folder = TemporaryFolder()
    var store = try store(in: folder)
    #expect(try report([1, 3], to: &store) == "pieces.exported")
    #expect(try exported(store) == [1, 3])
    #expect(try store.archive.piece(3)?.json.text.contains("\"exported\":true") == true)
    #expect(try store.archive.piece(2)?.json.text.contains("\"exported\":false") == true)
    #expect(try Verification(ofStoreIn: folder.path, Trust()).isGood)
  }

  @Test func theDigestOfOtherBytesMarksNothing() throws {
    let folder = TemporaryFolder()
    var store = try store(in: folder)
    let head = store.head
    let others = ReadBackPieces([1: Digest.of("a"), 2: Digest.of("b")]).sha256
    #expect(try report([1, 2], others, to: &store) == "pieces.exported-others")
    let two = ReadBackPieces(try store.archive.exports(of: [1, 2]).mapValues(\.sha256)).sha256
    #expect(try report([1, 3], two, to: &store) == "pieces.exported-others")
    #expect(try report([1, 2, 3], two, to: &store) == "pieces.exported-others")
    #expect(try report([1, 9], two, to: &store) == "piece.none")
    #expect(try exported(store) == [] && store.head == head)
  }

  @Test func theFirstReportCountsAndASecondRecordsOnlyWhatIsNew() throws {
    let folder = TemporaryFolder()
    var store = try store(in: folder)
    _ = try report([1, 2], to: &store)
    let head = store.head
    #expect(try report([2, 1], to: &store) == "pieces.exported")
    #expect(store.head == head)
    #expect(try report([1, 2, 4], to: &store) == "pieces.exported")
    let payloads = try store.rows(
      "SELECT payload ->> 'pieces' FROM records WHERE kind = 'piece.exported'")
    #expect(payloads == ["[1,2]", "[4]"])
    #expect(try Verification(ofStoreIn: folder.path, Trust()).isGood)
  }

  @Test func aRecordWithTheDigestOfOthersIsFound() throws {
    let folder = TemporaryFolder()
    var store = try store(in: folder)
    try store.append(
      [.piecesExported(ReadBackPieces([1: Digest.of("other")]), by: .button)], at: .sample())
    let flaws = try Verification(ofStoreIn: folder.path, Trust()).flaws
    #expect(flaws.flatMap { $0.kept.map(\.kind) } == [.recordMalformed, .rowOther])
  }

  @Test func tablesMadeAnewKnowItToo() throws {
    let folder = TemporaryFolder()
    do {
      var store = try store(in: folder)
      _ = try report([2], to: &store)
    }
    _ = try Rebuild(folder.path)
    let archive = try Archive(directory: folder.path)
    #expect(try archive.pieces().filter(\.isExported).map(\.number) == [2])
  }
}
