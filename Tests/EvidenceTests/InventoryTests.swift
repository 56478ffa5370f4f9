import Core
import Testing

@testable import Evidence

@Suite struct InventoryTests {
  @Test func anInventoryHasThingsPiecesAndHeadOfOneMoment() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    _ = try store.insert("one")
    _ = try store.insert("two")
    let inventory = try Inventory(ofStoreIn: folder.path)
    #expect(try inventory.things().map(\.number) == [1])
    #expect(try inventory.entry(1)?.thing.category == "other")
    let items = try items(of: inventory)
    #expect(items.map(\.piece.number) == [1, 2] && items.map(\.thing) == [1, 1])
    let key = try DeviceFolder("\(folder.path)/device").publicKey()
    #expect(try inventory.head == store.archive.head())
    #expect(try inventory.store == store.archive.storeID())
    #expect(key != nil && inventory.key == key)
  }

  @Test func whatIsDeletedOrPurgedIsInItWithTheReason() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    for text in ["one", "two", "three"] { _ = try store.insert(text) }
    let brand = StoreChange.setThing(.brand, .text("Omega"), of: nil)
    _ = try store.make(brand, for: .button, at: .sample())
    _ = try store.make(.deletePieces([2], isForGood: false), for: .button, at: .sample())
    let inventory = try Inventory(ofStoreIn: folder.path)
    let record = try store.archive.head().sequence
    #expect(try items(of: inventory).map(\.absence) == [nil, .piece(2, .deleted, by: record), nil])
    #expect(try inventory.entry(1)?.fields[.brand] == "Omega")
  }

  private func items(of inventory: Inventory) throws(Failure) -> [Inventory.Item] {
    var items: [Inventory.Item] = []
    try inventory.eachItem { item throws(Failure) in items.append(item) }
    return items
  }

  @Test func recordsThatCameAfterAnInventoryAreNotTold() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    _ = try store.insert("one")
    let inventory = try Inventory(ofStoreIn: folder.path)
    let head = inventory.head
    _ = try store.insert("two")
    var lines: [String] = []
    try inventory.eachRecord { lines.append($0) }
    #expect(try items(of: inventory).count == 1)
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
    try store.archive.eachText { texts += "\($0.line)\n" }
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
