import Core
import Testing

@testable import Evidence

/// The picture that stands for a thing.
@Suite struct TitlePictureTests {
  private func title(_ store: borrowing Store) throws -> Int? {
    try store.archive.titlePicture(of: store.archive.currentThing())
  }

  @Test func itIsTheFirstPhotoOfTheThingThatIsThere() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    #expect(try title(store) == nil)
    for number in 1...3 { _ = try store.insert("\(number)", at: .sample(number)) }
    #expect(try title(store) == 1)
    _ = try store.make(.deletePieces([1], isForGood: false), for: .button, at: .sample(4))
    #expect(try title(store) == 2)
    _ = try store.make(.deletePieces([2], isForGood: true), for: .button, at: .sample(5))
    #expect(try title(store) == 3)
    _ = try store.make(.undeletePieces([1]), for: .button, at: .sample(6))
    #expect(try title(store) == 1)
  }

  @Test func anotherThingHasItsOwn() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    _ = try store.insert("one", at: .sample(1))
    _ = try store.make(.addThing(label: "Watch", .other), for: .button, at: .sample(2))
    #expect(try title(store) == nil)
    _ = try store.insert("two", at: .sample(3))
    #expect(try title(store) == 2)
  }

  @Test func manyPiecesOfOtherThingsAreNotLookedThrough() throws {
    let folder = TemporaryFolder()
    let store = try folder.open()
    // Without the index there is one more step, which sorts.
    #expect(try store.rows("EXPLAIN QUERY PLAN \(Archive.titlePicture)").count == 1)
  }
}
