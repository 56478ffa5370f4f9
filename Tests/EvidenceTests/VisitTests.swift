import Core
import Glibc
import Testing

@testable import Evidence

/// What a command may do in a store that another program usually writes to, and what it leaves as it is.
@Suite struct VisitTests {
  /// A store in `folder` with a piece, whose program has ended; not `cleanly`: the next photo has no row.
  private func leaveStore(in folder: TemporaryFolder, cleanly: Bool = true) throws {
    var store = try folder.open()
    _ = try store.insert("a")
    if cleanly { try store.note([.programStopped(isShutdown: false)], at: .sample(20)) }
  }

  /// Has a visitor whose device's folder is `device` report the piece.
  private func visit(
    _ folder: TemporaryFolder, device: String? = nil, at now: Moment = .sample(30)
  ) throws(Failure) {
    var setup = folder.setup
    if let device {
      setup = StoreSetup(
        directory: folder.path, device: device, program: setup.program, check: setup.check)
    }
    setup.isVisit = true
    var store = try Store(setup, at: now)
    let digest = ReadBackPieces([1: Digest.of(picture("a"))]).sha256
    _ = try store.make(
      .piecesExported([1], sha256: digest), for: .console(SessionID(number: 0)), at: now)
  }

  private func kinds(_ folder: TemporaryFolder) throws -> [String] {
    let archive = try Archive(directory: folder.path)
    var kinds: [String] = []
    try archive.database.prepare("SELECT kind FROM records ORDER BY sequence").run { row in
      kinds.append(row.text(0) ?? "")
    }
    return kinds
  }

  @Test func aVisitRecordsWhatItWasMadeForAndNothingElse() throws {
    let folder = TemporaryFolder()
    try leaveStore(in: folder)
    let before = try kinds(folder)
    try visit(folder)
    #expect(try kinds(folder) == before + ["piece.exported"])
    #expect(try Verification(ofStoreIn: folder.path, Trust()).isGood)
  }

  @Test func aVisitMakesNoKey() throws {
    let folder = TemporaryFolder()
    try leaveStore(in: folder)
    let before = try kinds(folder)
    let place = "\(folder.path)/none"
    let failure = failure { () throws(Failure) in try visit(folder, device: place) }
    #expect(failure?.phrase.key == "store.key-elsewhere")
    #expect(access(place, F_OK) != 0)
    #expect(try kinds(folder) == before)
  }

  @Test func aVisitOfAnotherDeviceSignsNothing() throws {
    let (folder, other) = (TemporaryFolder(), TemporaryFolder())
    try leaveStore(in: folder)
    try leaveStore(in: other)
    let before = try kinds(folder)
    let failure = failure { () throws(Failure) in
      try visit(folder, device: "\(other.path)/device")
    }
    #expect(failure?.phrase.key == "store.key-elsewhere")
    #expect(try kinds(folder) == before)
  }

  @Test func anOlderStoreThatIsVisitedIsNotTheDevicesOwnAgain() throws {
    let folder = TemporaryFolder()
    try leaveStore(in: folder)
    let device = DeviceFolder("\(folder.path)/device")
    try device.adopt(store: "newer")
    try visit(folder)
    #expect(try device.storeID() == "newer")
  }

  @Test(arguments: [(true, "clean_stop"), (false, "power_cut")])
  func aVisitLeavesTheReasonWhyAPictureHasNoRow(cleanly: Bool, reason: String) throws {
    let folder = TemporaryFolder()
    try leaveStore(in: folder, cleanly: cleanly)
    try folder.write(picture("b"), as: "evidence/000/000002.jpg")
    try visit(folder, at: .sample(5, boot: "second"))
    let later = Moment.sample(9, boot: "second")
    var store = try folder.open(at: later)
    _ = try store.recover(at: later)
    #expect(try store.rows("SELECT adopted FROM evidence WHERE number = 2") == [reason])
  }

  @Test(arguments: [(true, "clean_stop"), (false, "power_cut")])
  func aVisitThatAdoptsLeavesTheReasonForWhatIsFoundLater(cleanly: Bool, reason: String) throws {
    let folder = TemporaryFolder()
    try leaveStore(in: folder, cleanly: cleanly)
    try folder.write(picture("b"), as: "evidence/000/000002.jpg")
    var setup = folder.setup
    setup.isVisit = true
    let now = Moment.sample(5, boot: "second")
    do {
      var visit = try Store(setup, at: now)
      _ = try visit.recover(at: now)
    }
    try folder.write(picture("c"), as: "evidence/000/000003.jpg")
    let later = Moment.sample(9, boot: "second")
    var store = try folder.open(at: later)
    _ = try store.recover(at: later)
    let adopted = try store.rows("SELECT adopted FROM evidence WHERE number > 1 ORDER BY number")
    #expect(adopted == [reason, reason])
  }
}
