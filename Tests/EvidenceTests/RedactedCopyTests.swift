import Core
import Testing

@testable import Evidence

/// Records of copies in which faces are blank.
@Suite struct RedactedCopyTests {
  private let folder = TemporaryFolder()
  private static let digest = String(repeating: "a", count: 64)
  private static let file = RedactedCopy.File(sha256: digest, byteCount: 7)

  /// A store with two photos, in the first of which a program has found a face.
  private func store() throws -> Store {
    var store = try folder.open()
    for number in 1...2 { _ = try store.insert("\(number)", at: .sample(number)) }
    let box = FaceBox(x: 4000, y: 2000, width: 2000, height: 4000)
    let found = FaceExamination(by: "eyes", .found([Face(box, perMille: 900)]))
    _ = try store.make(.addExamination(1, found), for: .analyser, at: .sample())
    return store
  }

  private func copy(of number: Int = 1, in store: borrowing Store) throws -> RedactedCopy {
    let piece = try #require(try store.archive.piece(number))
    let source = try store.archive.faceSource(of: number)
    return RedactedCopy(
      of: number, piece.sha256, faces: source?.record ?? 9, picture: Self.file)
  }

  private func payload(in store: borrowing Store) throws -> JSON? {
    var last: JSON?
    try store.archive.recordLines(to: try store.archive.head().sequence) { line in
      let record = JSONParser.value(of: line.utf8)
      if record?.text("kind") == "piece.redacted" { last = record?.member("payload") }
    }
    return last
  }

  @Test func itsRecordSaysWhatWasMadeOfWhatAndWhoDecided() throws {
    var store = try store()
    _ = try store.make(.copyRedacted(try copy(in: store)), for: .button, at: .sample())
    let told = try #require(try payload(in: store))
    #expect(told.text("analyser") == "eyes" && told.text("decided") == "analyser")
    #expect(told.text("requester") == "button" && told.text("sha256") == Self.digest)
    let piece = try #require(try store.archive.piece(1))
    #expect(told.text("original") == piece.sha256)
    guard case .array(let areas)? = told.member("areas") else { return #expect(Bool(false)) }
    #expect(areas.compactMap { PixelArea(recorded: $0) }.count == 1)
    #expect(try Verification(ofStoreIn: folder.path, Trust()).isGood)
  }

  @Test func oneCopyIsRecordedOnceAndOneOfOtherFacesAnew() throws {
    var store = try store()
    let first = try copy(in: store)
    _ = try store.make(.copyRedacted(first), for: .button, at: .sample())
    let count = try store.archive.head().sequence
    _ = try store.make(.copyRedacted(first), for: .button, at: .sample())
    #expect(try store.archive.head().sequence == count)
    // Another face is active, and all is blank that was.
    _ = try store.make(.changeFaces(1, .select(.number(1))), for: .button, at: .sample())
    _ = try store.make(.copyRedacted(try copy(in: store)), for: .button, at: .sample())
    #expect(try store.archive.head().sequence == count + 1)
    _ = try store.make(.changeFaces(1, .scale(percent: 150)), for: .button, at: .sample())
    _ = try store.make(.copyRedacted(try copy(in: store)), for: .button, at: .sample())
    #expect(try store.archive.head().sequence == count + 3)
  }

  @Test func whatIsNotACopyOfThePieceAndItsFacesIsRefused() throws {
    var store = try store()
    let good = try copy(in: store)
    let wrong = [
      RedactedCopy(of: 1, Self.digest, faces: good.faces, picture: Self.file),
      RedactedCopy(of: 1, good.original, faces: good.faces + 1, picture: Self.file),
      RedactedCopy(of: 1, good.original, faces: good.faces, picture: Self.file, crop: Self.file),
      try copy(of: 2, in: store),
    ]
    for copy in wrong {
      #expect(store.refusal(of: .copyRedacted(copy)) == "copy.overtaken")
    }
    _ = try store.make(.changeFaces(1, .hide), for: .button, at: .sample())
    #expect(store.refusal(of: .copyRedacted(good)) == "copy.overtaken")
    _ = try store.make(.changeFaces(1, .show), for: .button, at: .sample())
    #expect(store.refusal(of: .copyRedacted(try copy(in: store))) == "copy.overtaken")
    _ = try store.make(.deletePieces([1], isForGood: false), for: .button, at: .sample())
    #expect(store.refusal(of: .copyRedacted(good)) == "piece.is-deleted")
  }
}
