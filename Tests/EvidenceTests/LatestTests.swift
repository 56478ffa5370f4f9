import Core
import Glibc
import Testing

@testable import Evidence

/// The link to the newest photo, whatever becomes of photos.
@Suite struct LatestTests {
  /// A store with so many photos.
  private func store(of count: Int, in folder: TemporaryFolder) throws -> Store {
    var store = try folder.open()
    for number in 1...count { _ = try store.insert("\(number)", at: .sample(number)) }
    return store
  }

  private func make(_ change: StoreChange, in store: inout Store) throws {
    _ = try store.make(change, for: .button, at: .sample(20))
  }

  /// The number of the photo that the link leads to, by its contents; nil where there is none.
  private func latest(_ folder: TemporaryFolder) -> Int? {
    let bytes = folder.read("latest.jpg")
    return (1...9).first { bytes == picture("\($0)") }
  }

  private func hasLink(_ folder: TemporaryFolder) -> Bool {
    var facts = stat()
    return lstat("\(folder.path)/latest.jpg", &facts) == 0
  }

  @Test func itLeadsToTheNewestThatIsLeft() throws {
    let folder = TemporaryFolder()
    var store = try store(of: 3, in: folder)
    #expect(latest(folder) == 3)
    try make(.undo(nil), in: &store)
    #expect(latest(folder) == 2)
    try make(.undeletePieces([3]), in: &store)
    #expect(latest(folder) == 3)
    try make(.deletePieces([1, 3], isForGood: false), in: &store)
    #expect(latest(folder) == 2)
    try make(.undo(nil), in: &store)
    #expect(latest(folder) == 3)
    try make(.deletePieces([3], isForGood: true), in: &store)
    #expect(latest(folder) == 2)
  }

  @Test func withADeletedThingGoItsPhotos() throws {
    let folder = TemporaryFolder()
    var store = try store(of: 1, in: folder)
    try make(.addThing(label: "Watch", .watches), in: &store)
    _ = try store.insert("2")
    try make(.deleteThing(nil), in: &store)
    #expect(latest(folder) == 1)
    try make(.undo(nil), in: &store)
    #expect(latest(folder) == 2)
  }

  @Test func withoutAPhotoThereIsNoLink() throws {
    let folder = TemporaryFolder()
    var store = try store(of: 2, in: folder)
    try make(.deletePieces([1, 2], isForGood: false), in: &store)
    #expect(!hasLink(folder))
    try make(.purge, in: &store)
    #expect(!hasLink(folder))
    _ = try store.insert("3")
    #expect(latest(folder) == 3)
  }

  @Test func aStartPutsItRight() throws {
    let folder = TemporaryFolder()
    do {
      var store = try store(of: 3, in: folder)
      try make(.deletePieces([3], isForGood: false), in: &store)
    }
    let link = "\(folder.path)/latest.jpg"
    for wrong in [nil, "evidence/000/000003.jpg", "evidence/000/000001.jpg", "/etc/hostname"] {
      unlink(link)
      if let wrong { symlink(wrong, link) }
      var store = try folder.open(at: .sample(30))
      _ = try store.recover(at: .sample(31))
      #expect(latest(folder) == 2)
    }
  }

  @Test func whatIsMissingIsPassedOverOnceThatIsKnown() throws {
    let folder = TemporaryFolder()
    do { _ = try store(of: 2, in: folder) }
    unlink("\(folder.path)/evidence/000/000002.jpg")
    var store = try folder.open(at: .sample(30))
    _ = try store.settleAll()
    #expect(latest(folder) == 1)
  }

  @Test func whatStaysRightIsNotMadeAnew() throws {
    let folder = TemporaryFolder()
    var store = try store(of: 2, in: folder)
    let before = folder.identity(of: "latest.jpg")
    try make(.deletePieces([1], isForGood: false), in: &store)
    try make(.titlePiece(2, "Front"), in: &store)
    #expect(folder.identity(of: "latest.jpg") == before)
  }

  @Test func aFileOfThatNameIsSomebodys() throws {
    let folder = TemporaryFolder()
    var store = try store(of: 2, in: folder)
    unlink("\(folder.path)/latest.jpg")
    try folder.write([1, 2, 3], as: "latest.jpg")
    try make(.deletePieces([1, 2], isForGood: false), in: &store)
    #expect(folder.read("latest.jpg") == [1, 2, 3])
  }
}
