import Core
import Testing

@testable import Evidence

/// What a question whether files are to go names, and what a yes to it does.
@Suite struct RemovalTests {
  private let folder = TemporaryFolder()

  /// A store with four pieces, of which 3 and 4 are deleted.
  private func store() throws -> Store {
    var store = try folder.open()
    for text in ["a", "b", "c", "d"] { _ = try store.insert(text) }
    try make(.deletePieces([3, 4], isForGood: false), in: &store)
    return store
  }

  @discardableResult
  private func make(_ change: StoreChange, in store: inout Store) throws -> String {
    try store.make(change, for: .button, at: .sample()).english
  }

  private func refusal(_ body: () throws -> Void) -> String? {
    do {
      try body()
      return nil
    } catch {
      return (error as? Failure)?.phrase.english
    }
  }

  private var there: [Int] {
    (1...6).filter { folder.read(EvidenceFolder.file($0)) != nil }
  }

  @Test func whatIsNamedGoes() throws {
    var store = try store()
    let removal = try store.archive.removal(.deleted)
    #expect(removal.numbers == [3, 4])
    #expect(try make(.remove(removal), in: &store) == "Files of deleted pieces removed: 2.")
    #expect(there == [1, 2])
    let other = try store.archive.removal(.numbered([1]))
    #expect(try make(.remove(other), in: &store) == "Deleted for good: 1.")
    #expect(there == [2])
    #expect(try Verification(ofStoreIn: folder.path, Trust()).isGood)
  }

  @Test func whatCameAfterTheQuestionStays() throws {
    var store = try store()
    let numbered = try store.archive.removal(.numbered([2, 5, 6]))
    #expect(numbered.numbers == [2])
    let deleted = try store.archive.removal(.deleted)
    for text in ["e", "f"] { _ = try store.insert(text) }
    try make(.deletePieces([1], isForGood: false), in: &store)
    try make(.remove(numbered), in: &store)
    try make(.remove(deleted), in: &store)
    #expect(there == [1, 5, 6])
  }

  @Test(
    arguments: [
      .undeletePieces([3]), .lockPieces([4], isLocked: true), .deletePieces([3], isForGood: true),
    ] as [StoreChange])
  func whereAPieceIsOtherThanItWasNothingGoesAndThatIsSaid(change: StoreChange) throws {
    var store = try store()
    let removal = try store.archive.removal(.deleted)
    try make(change, in: &store)
    let before = there
    let head = store.head
    let words = refusal { try make(.remove(removal), in: &store) }
    #expect(words?.hasPrefix("Nothing was removed, for something was changed since") == true)
    #expect(there == before && store.head == head)
  }

  @Test func whatWasDeletedAnewIsOtherThanItWas() throws {
    var store = try store()
    let removal = try store.archive.removal(.numbered([1, 3]))
    try make(.undeletePieces([3]), in: &store)
    try make(.deletePieces([3], isForGood: false), in: &store)
    let words = refusal { try make(.remove(removal), in: &store) }
    #expect(words?.hasSuffix("of: 3.") == true && there == [1, 2, 3, 4])
  }

  @Test func whereThereIsNothingToRemoveNothingIsAsked() throws {
    var store = try store()
    try make(.lockPieces([2], isLocked: true), in: &store)
    try make(.purge, in: &store)
    let choices: [Removal.Choice] = [.deleted, .numbered([9]), .numbered([4]), .numbered([1, 2])]
    var words: [String?] = []
    for choice in choices { words.append(refusal { _ = try store.archive.removal(choice) }) }
    #expect(!words.contains(nil) && words[3] == "Piece 2 is locked; \"lock 2 off\" frees it.")
  }
}
