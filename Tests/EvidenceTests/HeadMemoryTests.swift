import Core
import Glibc
import System
import Testing

@testable import Evidence

/// What a device remembers of its store, and what an older copy of that comes to.
@Suite struct HeadMemoryTests {
  private let folder = TemporaryFolder()

  /// Takes photos of these texts and stops.
  private func run(
    _ texts: [String], at seconds: Int, stops: Bool = true
  ) throws -> (resumption: Resumption?, head: Head) {
    var store = try folder.open(at: .sample(seconds))
    for (index, text) in texts.enumerated() {
      _ = try store.insert(text, at: .sample(seconds + 1 + index))
    }
    if stops { try store.note([.programStopped(isShutdown: false)], at: .sample(seconds + 9)) }
    return (store.resumption, store.head)
  }

  private func records(_ sql: String) throws -> [String] {
    let archive = try Archive(directory: folder.path)
    var rows: [String] = []
    try archive.database.prepare(sql).run { row in rows.append(row.text(0) ?? "") }
    return rows
  }

  private var headFile: String {
    get throws { "device/\(try Archive(directory: folder.path).storeID()).head" }
  }

  private func resumedCount() throws -> Int {
    try records("SELECT 1 FROM records WHERE kind = 'history.resumed'").count
  }

  @Test func anOlderCopyGoesOnAndSaysSoFirst() throws {
    let before = try run(["a"], at: 10).head
    let copy = folder.records()
    let seen = try run(["b", "c"], at: 30).head
    try folder.putBack(copy)
    let resumption = try run(["d", "e"], at: 50).resumption
    #expect(resumption == Resumption(seen: seen.text, head: before.text))
    #expect(resumption?.phrase.key == "history.older")
    let kinds = try records(
      "SELECT kind FROM records WHERE sequence > \(before.sequence) ORDER BY sequence")
    #expect(kinds.prefix(2) == ["history.resumed", "program.started"])
    let boots = "SELECT payload ->> 'boot_id' FROM records WHERE kind = 'history.resumed'"
    #expect(try records(boots) == ["first"])
    let verification = try Verification(ofStoreIn: folder.path, Trust())
    #expect(verification.resumptions.map(\.record) == [before.sequence + 1])
    #expect(verification.faults.allSatisfy { $0.key == "verify.file-unrecorded" })
    #expect(verification.sentences.contains { $0.key == "verify.resumed" })
  }

  @Test func aStoreThatWentOnElsewhereIsAnother() throws {
    _ = try run(["a"], at: 10)
    let copy = folder.records()
    _ = try run(["b"], at: 30)
    try folder.putBack(copy)
    let head = try folder.read(headFile)
    unlink("\(folder.path)/\(try headFile)")
    _ = try run(["c", "d", "e"], at: 50)
    try folder.write(try #require(head), as: headFile)
    #expect(try run([], at: 70).resumption?.phrase.key == "history.other")
  }

  @Test func aStoreThatGoesOnIsNotSaidToHaveBeenSetBack() throws {
    for seconds in [10, 30, 50] { #expect(try run(["a"], at: seconds).resumption == nil) }
    #expect(try run(["b"], at: 70, stops: false).resumption == nil)
    #expect(try run([], at: 90).resumption == nil)
    #expect(try resumedCount() == 0)
  }

  /// The power goes off before the device has remembered the store as it is now.
  @Test func itIsToldAtEachStartUntilTheDeviceRemembersAnew() throws {
    _ = try run(["a"], at: 10)
    let copy = folder.records()
    _ = try run(["b"], at: 30)
    try folder.putBack(copy)
    for seconds in [50, 70] {
      #expect(try run([], at: seconds, stops: false).resumption != nil)
    }
    #expect(try run([], at: 90).resumption != nil)
    #expect(try run([], at: 110).resumption == nil)
    #expect(try resumedCount() == 3)
  }

  @Test func theHeadIsRememberedAtAStopAndSomeSecondsAfterTheLatestRecord() throws {
    var store = try folder.open(at: .sample(10))
    _ = try store.insert("a", at: .sample(12))
    #expect(try store.facts(at: .sample(12)).upkeep.rememberAt == .zero + .seconds(22))
    #expect(try folder.read(headFile) == nil, "no photo waits for it")
    store.rememberHead(at: .sample(22))
    #expect(try folder.read(headFile) == Array("\(store.head.text)\nfirst\n".utf8))
    #expect(try store.facts(at: .sample(22)).upkeep.rememberAt == nil)
    try store.note([.programStopped(isShutdown: false)], at: .sample(23))
    #expect(try folder.read(headFile) == Array("\(store.head.text)\nfirst\n".utf8))
  }

  @Test func copiesThatWereReadBackElsewhereHaveTheHeadRememberedFirst() throws {
    var store = try folder.open(at: .sample(10))
    _ = try store.insert("a", at: .sample(12))
    let digest = ReadBackPieces([1: Digest.of(picture("a"))]).sha256
    for _ in 0..<2 {
      let change = StoreChange.piecesExported([1], sha256: digest)
      _ = try store.make(change, for: .console(SessionID(number: 0)), at: .sample(13))
      #expect(try folder.read(headFile) == Array("\(store.head.text)\nfirst\n".utf8))
    }
  }

  private static let large = "9:" + String(repeating: "A", count: 64) + "\nx\n"

  @Test(arguments: ["", "nonsense", "4:ab\nfirst\n", large])
  func whatCanNotBeReadClaimsNothing(text: String) throws {
    let head = try run(["a"], at: 10).head
    try folder.write(Array(text.utf8), as: headFile)
    var store = try folder.open(at: .sample(30))
    #expect(store.resumption == nil)
    #expect(try store.recover(at: .sample(30)).map(\.key) == ["device.head-damaged"])
    #expect(try store.recover(at: .sample(30)).isEmpty)
    #expect(store.rememberAt != nil && store.head.sequence == head.sequence + 1)
    store.rememberHead(at: .sample(40))
    #expect(try folder.read(headFile) == Array("\(store.head.text)\nfirst\n".utf8))
  }

  @Test func aHeadThatCanNotBeWrittenIsToldOnceAndTriedAgain() throws {
    var store = try folder.open(at: .sample(10))
    func remember(_ store: inout Store, at seconds: Int) -> [String] {
      store.rememberHead(at: .sample(seconds))
      return store.takeProblems().map(\.key)
    }
    let (device, hidden) = ("\(folder.path)/device", "\(folder.path)/hidden")
    rename(device, hidden)
    #expect(remember(&store, at: 20) == ["device.head-not-remembered"])
    #expect(store.rememberAt == nil, "nothing is tried again before there is another record")
    _ = try store.insert("a", at: .sample(21))
    #expect(remember(&store, at: 31) == [])
    rename(hidden, device)
    _ = try store.insert("b", at: .sample(32))
    #expect(remember(&store, at: 42) == [])
    #expect(try folder.read(headFile) == Array("\(store.head.text)\nfirst\n".utf8))
  }

  @Test func aDeviceWithAnotherKeyRemembersItsStore() throws {
    let before = try run(["a"], at: 10).head
    let copy = folder.records()
    _ = try run(["b"], at: 30)
    try folder.putBack(copy)
    unlink("\(folder.path)/device/key.pem")
    #expect(try run([], at: 50).resumption != nil)
    let kinds = try records(
      "SELECT kind FROM records WHERE sequence > \(before.sequence) ORDER BY sequence")
    #expect(kinds.prefix(3) == ["device.changed", "history.resumed", "program.started"])
  }

  @Test func aVisitTellsItAndLeavesItToTheNextStart() throws {
    _ = try run(["a"], at: 10)
    let copy = folder.records()
    _ = try run(["b"], at: 30)
    try folder.putBack(copy)
    var setup = folder.setup
    setup.isVisit = true
    do {
      var store = try Store(setup, at: .sample(50))
      #expect(store.resumption != nil)
      store.rememberHead(at: .sample(50))
    }
    #expect(try resumedCount() == 1)
    #expect(try run([], at: 70).resumption != nil)
    #expect(try resumedCount() == 2)
  }

  @Test func theLatestStartTellsReadersToo() throws {
    _ = try run(["a"], at: 10)
    let copy = folder.records()
    _ = try run(["b"], at: 30)
    try folder.putBack(copy)
    func latest() throws -> Resumption? { try Archive(directory: folder.path).latestResumption() }
    #expect(try latest() == nil)
    let resumption = try run([], at: 50).resumption
    #expect(try latest() == resumption)
    _ = try run([], at: 70)
    #expect(try latest() == nil)
  }

  @Test func noMediumNamesAFileOutsideTheDevicesFolder() throws {
    let device = DeviceFolder("\(folder.path)/device")
    let head = RememberedHead(Head(sequence: 1, hash: Digest.of("")), in: "boot")
    try device.remember(head, of: "../escaped")
    #expect(folder.read("escaped.head") == nil)
    #expect(try device.rememberedHead(of: "../escaped") == nil)
  }
}
