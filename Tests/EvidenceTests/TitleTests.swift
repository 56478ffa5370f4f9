import Core
import Testing

@testable import Evidence

/// What people say of pieces, and how they go through them.
@Suite struct TitleTests {
  @discardableResult
  private func make(_ change: StoreChange, in store: inout Store) throws -> String {
    try store.make(change, for: .button, at: .sample()).key
  }

  /// A store with so many photos.
  private func store(of count: Int, in folder: TemporaryFolder) throws -> Store {
    var store = try folder.open()
    for number in 1...count { _ = try store.insert("\(number)", at: .sample(number)) }
    return store
  }

  private func captions(_ store: borrowing Store) throws -> [String] {
    try store.archive.pieces().map { "\($0.title ?? "-") \($0.decision ?? "-")" }
  }

  @Test func titlesAndDecisionsAreThereAfterARestart() throws {
    let folder = TemporaryFolder()
    do {
      var store = try store(of: 3, in: folder)
      #expect(try make(.titlePiece(1, "Front"), in: &store) == "piece.titled")
      #expect(try make(.titlePiece(1, "Back"), in: &store) == "piece.titled")
      #expect(try make(.titlePiece(2, "Side"), in: &store) == "piece.titled")
      #expect(try make(.titlePiece(2, nil), in: &store) == "piece.untitled")
      #expect(try make(.decidePieces([2, 3], .denied), in: &store) == "pieces.decided")
      #expect(try make(.decidePieces([2], .confirmed), in: &store) == "pieces.decided")
      #expect(try make(.decidePieces([3], nil), in: &store) == "pieces.undecided")
    }
    let store = try folder.open(at: .sample(20))
    #expect(try captions(store) == ["Back -", "- confirmed", "- -"])
    #expect(try Verification(ofStoreIn: folder.path, Trust()).isGood)
  }

  @Test func theyAreNoStepOfAnUndoAndOutliveOne() throws {
    let folder = TemporaryFolder()
    var store = try store(of: 1, in: folder)
    try make(.titlePiece(1, "Front"), in: &store)
    #expect(try make(.undo(nil), in: &store) == "undo.photo-done")
    try make(.undeletePieces([1]), in: &store)
    #expect(try captions(store) == ["Front -"])
  }

  @Test func whatIsNotThereIsNotNamed() throws {
    let folder = TemporaryFolder()
    var store = try store(of: 3, in: folder)
    try make(.deletePieces([1], isForGood: false), in: &store)
    try make(.deletePieces([2], isForGood: true), in: &store)
    let head = store.head
    for (number, key) in [
      (1, "piece.is-deleted"), (2, "pieces.purged-already"), (4, "piece.none"),
    ] {
      #expect(store.refusal(of: .titlePiece(number, "Front")) == key)
      #expect(store.refusal(of: .decidePieces([3, number], .confirmed)) == key)
    }
    #expect(store.head == head)
  }

  @Test func aLockedPieceCanBeNamed() throws {
    let folder = TemporaryFolder()
    var store = try store(of: 1, in: folder)
    try make(.lockPieces([1], isLocked: true), in: &store)
    try make(.titlePiece(1, "Front"), in: &store)
    #expect(try captions(store) == ["Front -"])
  }

  @Test(arguments: ["title = 'Other'", "title = NULL", "decision = 'denied'", "decision = NULL"])
  func whatNoRecordSaysIsFound(change: String) throws {
    let folder = TemporaryFolder()
    var store = try store(of: 1, in: folder)
    try make(.titlePiece(1, "Front"), in: &store)
    try make(.decidePieces([1], .confirmed), in: &store)
    #expect(try Verification(ofStoreIn: folder.path, Trust()).isGood)
    try store.archive.database.execute("UPDATE evidence SET \(change)")
    let flaws = try Verification(ofStoreIn: folder.path, Trust()).flaws
    #expect(flaws.flatMap { $0.kept.map(\.kind) } == [.rowOther])
  }

  @Test func anotherSpellingOfTheSameLettersIsFound() throws {
    let folder = TemporaryFolder()
    var store = try store(of: 1, in: folder)
    try make(.titlePiece(1, "caf\u{e9}"), in: &store)
    try store.archive.database.execute("UPDATE evidence SET title = 'cafe\u{301}'")
    #expect(try !Verification(ofStoreIn: folder.path, Trust()).isGood)
  }

  @Test func theyAreToldInListsAndReports() throws {
    let folder = TemporaryFolder()
    var store = try store(of: 2, in: folder)
    try make(.titlePiece(1, "Front"), in: &store)
    try make(.decidePieces([1, 2], .confirmed), in: &store)
    let list = try store.archive.list(.all, latest: 50).reply(asJSON: false).text(in: .english)
    let lines = list.split(separator: "\n")
    #expect(lines[0].hasSuffix("; title Front, confirmed.") && lines[1].hasSuffix("; confirmed."))
    let shown = try store.archive.shown(1).reply(asJSON: false).text(in: .english)
    #expect(shown.contains("\nTitle: Front.\nDecision: confirmed.\n"))
    let json = try #require(try store.archive.piece(1)).json.text
    #expect(json.contains(#""title":"Front","decision":"confirmed""#))
  }
}

/// Going through the pieces.
@Suite struct ReviewReportTests {
  /// Five photos, of which 2 is deleted, 4 belongs to a deleted thing and 5 is purged.
  private func store(in folder: TemporaryFolder) throws -> Store {
    var store = try folder.open()
    for number in 1...3 { _ = try store.insert("\(number)", at: .sample(number)) }
    _ = try store.make(.addThing(label: "Watch", .watches), for: .button, at: .sample(4))
    _ = try store.insert("4", at: .sample(4))
    _ = try store.make(.deleteThing(nil), for: .button, at: .sample(5))
    _ = try store.insert("5", at: .sample(5))
    _ = try store.make(.deletePieces([2], isForGood: false), for: .button, at: .sample(6))
    _ = try store.make(.deletePieces([5], isForGood: true), for: .button, at: .sample(6))
    return store
  }

  @Test(arguments: [
    (ReviewStep.newest, 3), (.piece(1), 1), (.next(after: 1), 3), (.next(after: 2), 3),
    (.next(after: 3), 1), (.next(after: nil), 1), (.previous(before: 3), 1),
    (.previous(before: 1), 3), (.previous(before: nil), 1), (.previous(before: 5), 3),
  ])
  func aStepLeadsToAPieceThatIsThere(step: ReviewStep, number: Int) throws {
    let folder = TemporaryFolder()
    let store = try store(in: folder)
    #expect(try store.archive.reviewed(step).piece.number == number)
  }

  @Test(arguments: [
    (2, "piece.is-deleted"), (4, "piece.is-deleted"), (5, "pieces.purged-already"),
    (6, "piece.none"),
  ])
  func aPieceThatIsNotThereIsRefusedByNumber(number: Int, key: String) throws {
    let folder = TemporaryFolder()
    let store = try store(in: folder)
    do throws(Failure) {
      _ = try store.archive.reviewed(.piece(number))
      Issue.record("\(number) was found")
    } catch {
      #expect(error.phrase.key == key && error.kind == .refused)
    }
  }

  @Test func anEmptyStoreSaysSo() throws {
    let store = try TemporaryFolder().open()
    for step in [ReviewStep.newest, .next(after: nil), .previous(before: nil)] {
      do throws(Failure) {
        _ = try store.archive.reviewed(step)
        Issue.record("\(step) led to a piece")
      } catch {
        #expect(error.phrase.key == "list.empty")
      }
    }
  }

  @Test func itIsReadInSentencesThatNameThePiece() throws {
    let folder = TemporaryFolder()
    var store = try store(in: folder)
    func lines() throws -> [String] {
      let text = try store.archive.reviewed(.newest).reply(asJSON: false).text(in: .english)
      return text.split(separator: "\n").map(String.init)
    }
    #expect(try lines().count == 2)
    #expect(try lines()[0].hasPrefix("Under review: photo 3 of Unsorted, "))
    #expect(try lines()[1] == "There is no title of photo 3 yet.")
    _ = try store.make(.titlePiece(3, "Front"), for: .button, at: .sample(7))
    _ = try store.make(.decidePieces([3], .denied), for: .button, at: .sample(7))
    let caption = ["The title of photo 3: Front.", "What was decided of photo 3: denied."]
    #expect(try Array(lines().dropFirst()) == caption)
    let told = try store.archive.caption(of: 3).reply(asJSON: false).text(in: .english)
    #expect(told == caption.joined(separator: "\n"))
  }
}
