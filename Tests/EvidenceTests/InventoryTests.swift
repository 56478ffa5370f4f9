import Core
import Testing

@testable import Evidence

@Suite struct InventoryTests {
  @Test func anInventoryHasThingsPiecesAndHeadOfOneMoment() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    _ = try store.insert("one")
    _ = try store.insert("two")
    let inventory = try Archive(directory: folder.path).inventory()
    #expect(inventory.entries.map(\.thing.number) == [1])
    #expect(inventory.entries.map(\.thing.category) == ["other"])
    #expect(inventory.items.map(\.piece.number) == [1, 2])
    #expect(inventory.items.map(\.thing) == [1, 1])
    let key = try DeviceFolder("\(folder.path)/device").publicKey()
    #expect(try inventory.head == store.archive.head())
    #expect(try inventory.store == store.archive.storeID())
    #expect(key != nil && inventory.key == key)
  }

  @Test func whatIsSaidOfAThingAndWhatWasPurgedForRoomAreInIt() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    for text in ["one", "two", "three"] { _ = try store.insert(text) }
    try store.archive.database.execute(
      """
      UPDATE things SET brand = 'Omega', data = '{"price":"12"}';
      UPDATE evidence SET purged = record WHERE number IN (1, 2);
      UPDATE evidence SET deleted = record WHERE number = 2;
      """)
    let inventory = try Archive(directory: folder.path).inventory()
    #expect(inventory.items.map(\.piece.number) == [3] && inventory.absent.keys.sorted() == [1, 2])
    #expect(inventory.purged.map(\.piece.number) == [1])
    #expect(inventory.entries.first?.fields[.brand] == "Omega")
    #expect(inventory.entries.first?.fields[.price] == "12")
    #expect(inventory.entries.first?.fields[.notes] == nil)
  }

  @Test func recordsThatCameAfterAnInventoryAreNotTold() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    _ = try store.insert("one")
    let archive = try Archive(directory: folder.path)
    let head = try archive.inventory().head
    _ = try store.insert("two")
    var lines: [String] = []
    try archive.recordLines(to: head.sequence) { lines.append($0) }
    #expect(lines.count == head.sequence)
    #expect(lines.last?.contains(head.hash) == true)
  }
}

@Suite struct BundleTests {
  private let folder = TemporaryFolder()

  /// A bundle of a store with two photos, of which the second's file is not there.
  private func bundle(leavingOut leftOut: String, head: String? = nil) throws -> TemporaryFolder {
    var store = try folder.open()
    for name in ["one", "two"] { _ = try store.insert(name) }
    let bundle = TemporaryFolder("exhibit-bundle")
    var lines = ""
    try store.archive.recordLines { lines += $0 + "\n" }
    try bundle.write(Array(lines.utf8), as: "records.jsonl")
    var texts = ""
    for text in try store.archive.texts() { texts += "\(text.line)\n" }
    try bundle.write(Array(texts.utf8), as: "texts.jsonl")
    try bundle.write(Array((try head ?? store.archive.head().text).utf8), as: "head")
    try bundle.write(Array(leftOut.utf8), as: "left-out")
    try bundle.write(picture("one"), as: "evidence/000/000001.jpg")
    return bundle
  }

  private func verification(of folder: TemporaryFolder) throws -> Verification? {
    try Bundle(in: folder.path)?.verification(Trust())
  }

  @Test(arguments: [("2\n", 1), ("1\n2\n3\nx\n", 1)])
  func whatWasLeftOutIsCounted(leftOut: String, count: Int) throws {
    let verification = try #require(try verification(of: try bundle(leavingOut: leftOut)))
    #expect(verification.isGood && verification.leftOutCount == count)
    #expect(verification.recordCount == 5 && verification.pieceCount == 2)
  }

  @Test func whatIsMissingWithoutAWordIsAFinding() throws {
    let verification = try #require(try verification(of: try bundle(leavingOut: "1\n")))
    #expect(!verification.isGood && verification.leftOutCount == 0)
    #expect(verification.flaws.flatMap(\.kept).map(\.kind) == [.fileMissing])
  }

  @Test func aHeadThatIsNoneIsRefused() throws {
    let bundle = try bundle(leavingOut: "2", head: "none")
    let failure = failure { () throws(Failure) in _ = try Bundle(in: bundle.path) }
    #expect(failure?.phrase.key == "bundle.head")
  }

  @Test func aStoreIsNoBundleWhateverLiesInIt() throws {
    _ = try folder.open()
    #expect(try Bundle(in: folder.path) == nil)
    try folder.write([], as: "records.jsonl")
    #expect(try Bundle(in: folder.path) == nil)
    #expect(try Bundle(in: "/nowhere") == nil)
  }
}
