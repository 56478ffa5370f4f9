import Core
import Glibc
import System
import Testing

@testable import Evidence

/// What comes back from a bundle, where something is in its way.
@Suite struct RestoreTests {
  /// The bundle of a store with these pictures of one thing, titled `label`.
  func bundle(
    _ texts: [String], _ change: (inout Store) throws -> Void = { _ in }
  ) throws -> TemporaryFolder {
    let (source, folder) = (TemporaryFolder(), TemporaryFolder())
    var store = try source.open()
    for (index, text) in texts.enumerated() {
      _ = try store.insert(text, at: .sample(11 + index))
    }
    try change(&store)
    try writeBundle(of: store, in: source, to: folder)
    return folder
  }

  func writeBundle(
    of store: borrowing Store, in source: TemporaryFolder, to folder: TemporaryFolder
  ) throws {
    var lines = ""
    try store.archive.recordLines { lines += "\($0)\n" }
    try folder.write(Array(lines.utf8), as: "records.jsonl")
    var told = ""
    try store.archive.eachText { told += "\($0.line)\n" }
    try folder.write(Array(told.utf8), as: "texts.jsonl")
    for piece in try store.archive.pieces() {
      if let bytes = source.read(piece.file) { try folder.write(bytes, as: piece.file) }
    }
  }

  /// What comes back of `bundle`, and what people call that which doesn't.
  private func contents(
    of bundle: Bundle, returning isReturning: Bool = false
  ) throws -> (items: [BundleContents.Item], flawed: [String]) {
    var (items, flawed) = ([BundleContents.Item](), [String]())
    let contents = try BundleContents(of: bundle, called: "export", returning: isReturning)
    try contents.each { found in
      switch found {
      case .item(let item): items.append(item)
      case .flawed(let name, let reason): flawed.append("\(name) \(reason.key)")
      }
    }
    #expect(contents.count == items.count + flawed.count)
    return (items, flawed)
  }

  private func items(of folder: TemporaryFolder) throws -> [BundleContents.Item] {
    let bundle = try #require(try Bundle(in: folder.path))
    #expect(try bundle.verification(Trust()).isGood)
    return try contents(of: bundle).items
  }

  /// Has `store` take `item`, whose file is in `folder`; says what came of it.
  private func take(
    _ item: BundleContents.Item, of folder: TemporaryFolder, into store: inout Store
  ) throws -> String {
    do throws(Failure) {
      let described = try Restorable(item.item.bytes)
      switch try store.answer(to: described) {
      case .isThere: return "there"
      case .isComplete: try store.restore(described, at: .sample(30))
      case .wantsFile:
        try record(try copy(item.file ?? "", &store), described, &store)
      }
      return "restored"
    } catch {
      return error.kind == .refused ? error.phrase.key : "\(error.phrase.key)!"
    }
  }

  private func copy(_ path: String, _ store: inout Store) throws(Failure) -> IncomingCopy {
    let file = try Failure.at(path) { () throws(SystemError) in
      try FileDescriptor(opening: path, O_RDONLY)
    }
    var copy = try store.beginCopy(of: file, called: "file", room: .max, atMost: .max)
    while !(try store.advance(&copy)) {}
    return copy
  }

  private func record(
    _ copy: consuming IncomingCopy, _ item: Restorable, _ store: inout Store
  ) throws(Failure) {
    let file = try store.place(copy, as: item, of: "batch", at: .sample(30))
    try store.record(file, at: .sample(31))
  }

  func takeAll(_ folder: TemporaryFolder, into store: inout Store) throws -> [String] {
    try items(of: folder).map { try take($0, of: folder, into: &store) }
  }

  @Test func allOfItComesBackAndOnceOnly() throws {
    let folder = try bundle(["a", "b"])
    let here = TemporaryFolder()
    var store = try here.open()
    _ = try store.insert("own")
    let pieces = try items(of: folder).map(\.item).filter { $0.kind == .piece }
    #expect(pieces.map(\.name) == ["000001.jpg", "000002.jpg"])
    #expect(try takeAll(folder, into: &store) == Array(repeating: "restored", count: 4))
    #expect(try store.archive.pieces().map(\.number) == [1, 2, 3])
    #expect(try store.archive.pieces().map { $0.restored?.number } == [nil, 1, 2])
    #expect(try takeAll(folder, into: &store) == Array(repeating: "there", count: 4))
    #expect(try Verification(ofStoreIn: here.path, Trust()).isGood)
  }

  @Test func thePiecesThatAreThereMakeTheNextNoDearer() throws {
    let folder = try bundle((1...300).map { "\($0)" })
    let here = TemporaryFolder()
    var store = try here.open()
    var (count, counts) = (0, [Int]())
    let patience = Patience {
      count += 1
      return false
    }
    store.archive.database.interrupt(after: patience)
    for item in try items(of: folder) {
      #expect(try take(item, of: folder, into: &store) == "restored")
      counts.append(count)
    }
    let (first, last) = (counts[101] - counts[1], counts[301] - counts[201])
    #expect(first > 0 && 10 * last <= 12 * first, "\(first) and \(last) thousands of steps")
    store.archive.database.interrupt(after: nil)
  }

  @Test func aListThatIsFollowedIsTheOneThatIsRead() throws {
    let folder = try bundle(["a", "b", "c", "d"]) { store in
      _ = try store.make(.deletePieces([2], isForGood: false), for: .button, at: .sample(20))
      _ = try store.make(.checklist(.skip, item: nil), for: .button, at: .sample(21))
    }
    let here = TemporaryFolder()
    var store = try here.open()
    for item in try items(of: folder) { _ = try take(item, of: folder, into: &store) }
    let thing = try #require(try store.archive.things().last)
    let marks = try store.archive.checklist(of: thing).items.map(\.mark)
    #expect(marks == [.ticked(piece: 1), .skipped, .ticked(piece: 3)])
  }

  @Test func theCurrentThingStaysTheCurrentOne() throws {
    let folder = try bundle(["a"])
    let here = TemporaryFolder()
    var store = try here.open()
    _ = try takeAll(folder, into: &store)
    #expect(try store.archive.currentThing().number == 1)
    let piece = try store.insert("own", at: .sample(40))
    #expect(piece.number == 2)
  }

  @Test func anotherFileOfTheSameIdIsToldAndLeft() throws {
    let folder = try bundle(["a"])
    let here = TemporaryFolder()
    var store = try here.open()
    let items = try items(of: folder)
    for item in items { _ = try take(item, of: folder, into: &store) }
    let last = try #require(items.last)
    let text = String(decoding: last.item.bytes, as: UTF8.self)
    let other = text.replacing(last.item.sha256, with: String(repeating: "0", count: 64))
    let changed = BundleContents.Item(
      item: try Restorable(Array(other.utf8)), file: last.file, name: last.name)
    let before = store.head
    #expect(try take(changed, of: folder, into: &store) == "restore.other")
    #expect(store.head == before)
  }

  @Test func aFileThatIsNotTheOneThatWasSaidIsNoPiece() throws {
    let folder = try bundle(["a"])
    let here = TemporaryFolder()
    var store = try here.open()
    let items = try items(of: folder)
    let file = try #require(items.last?.file)
    try folder.write(picture("z"), as: String(file.dropFirst(folder.path.utf8.count + 1)))
    let answers = try items.map { try take($0, of: folder, into: &store) }
    #expect(answers == ["restored", "restored", "import.changed"])
    #expect(try store.archive.pieceCount() == 0 && here.read("incoming.part") == nil)
  }

  @Test func aFileThatIsNotWhatWasRecordedCostsItsPieceAlone() throws {
    let folder = try bundle(["a", "b", "c", "d"])
    try folder.write(picture("z"), as: EvidenceFolder.file(2))
    unlink("\(folder.path)/\(EvidenceFolder.file(3))")
    let here = TemporaryFolder()
    var store = try here.open()
    let (items, flawed) = try contents(of: try #require(try Bundle(in: folder.path)))
    #expect(flawed == ["2 verify.file-altered", "3 verify.file-missing"])
    for item in items { #expect(try take(item, of: folder, into: &store) == "restored") }
    #expect(try store.archive.pieces().map(\.number) == [1, 4])
    #expect(try Verification(ofStoreIn: here.path, Trust()).isGood)
  }

  @Test func aCopyThatIsWhatWasRecordedStandsIn() throws {
    let folder = try bundle(["a", "b"])
    let export = TemporaryFolder()
    for name in ["records.jsonl", "texts.jsonl", EvidenceFolder.file(1)] {
      try export.write(try #require(folder.read(name)), as: "proof/\(name)")
    }
    try export.write(
      try #require(folder.read(EvidenceFolder.file(2))), as: "1 Unsorted/whatever it is called")
    let (items, flawed) = try contents(of: try #require(try Bundle(in: export.path)))
    #expect(flawed == [] && items.filter(\.isByCopy).map(\.name) == ["2"])
    #expect(items.last?.file == "\(export.path)/1 Unsorted/whatever it is called")
  }

  /// Its purge was cut off before the file went, and the survey has found that before the piece comes back.
  @Test func whatReturnsIsNotTakenForWhatAPurgeHasLeft() throws {
    let folder = try bundle(["a"])
    let here = TemporaryFolder()
    let file = EvidenceFolder.file(1)
    do {
      var store = try here.open()
      _ = try takeAll(folder, into: &store)
      try store.append([.piecesPurged([1], for: .room)], at: .sample(40))
    }
    let whole = try #require(here.read(file))
    try here.write([0xFF, 0xD8, 0, 0xFF, 0xD9], as: file)
    var store = try here.open()
    while !store.hasFindings, !store.survey.isComplete { try store.survey(entries: 9) }
    #expect(store.survey.findings == [.leftOver(1)])
    let bundle = try #require(try Bundle(in: folder.path))
    for item in try contents(of: bundle, returning: true).items {
      _ = try take(item, of: folder, into: &store)
    }
    while store.hasFindings { _ = try store.settle(at: .sample(41)) }
    #expect(here.read(file) == whole)
    #expect(try store.archive.piece(1)?.isPurged == false)
  }

  @Test func numbersStayInAStoreThatHasNothingElse() throws {
    let folder = try bundle(["a", "b"]) { store in
      _ = try store.make(.deletePieces([1], isForGood: false), for: .button, at: .sample(20))
      for title in ["Omega", "Ring"] {
        _ = try store.make(.addThing(label: title, .watches), for: .button, at: .sample(21))
      }
      _ = try store.insert("c", at: .sample(22))
    }
    let here = TemporaryFolder()
    var store = try here.open()
    #expect(try !takeAll(folder, into: &store).contains { $0 != "restored" })
    #expect(try store.archive.pieces().map(\.number) == [2, 3])
    let titles = try store.archive.things().map { "\($0.number) \($0.label)" }
    #expect(titles == ["1 Unsorted", "2 Omega", "3 Ring", "4 Unsorted"])
  }

  @Test func aNumberThatWouldUseUpAllOthersIsNotKept() throws {
    let folder = try bundle(["a"])
    let here = TemporaryFolder()
    var store = try here.open()
    let items = try items(of: folder)
    for item in items.dropLast() { _ = try take(item, of: folder, into: &store) }
    let last = try #require(items.last)
    let text = String(decoding: last.item.bytes, as: UTF8.self)
    let other = text.replacing(#""number":1"#, with: #""number":999999999"#)
    #expect(other != text)
    let changed = BundleContents.Item(
      item: try Restorable(Array(other.utf8)), file: last.file, name: last.name)
    #expect(try take(changed, of: folder, into: &store) == "restored")
    #expect(try store.archive.pieces().map(\.number) == [1])
  }

  @Test func anActiveRequestStaysSoWhereNobodyElseIsAtWork() throws {
    let folder = try bundle(["a"]) { store in
      let text = #"{"url": "x", "required_evidence": ["Front"]}"#
      let file = try RequestFile(Array(text.utf8), called: "file")
      _ = try store.importRequest(file, for: .button, at: .sample(13))
      _ = try store.make(.setRequest(1, .active), for: .button, at: .sample(14))
    }
    for isUsed in [false, true] {
      let here = TemporaryFolder()
      var store = try here.open()
      if isUsed { _ = try store.insert("own") }
      #expect(try !takeAll(folder, into: &store).contains { $0 != "restored" })
      #expect(try store.archive.requests().map(\.status) == [isUsed ? .pending : .active])
    }
  }

  @Test func nothingComesBackWithoutTheRecords() throws {
    let folder = try bundle(["a"])
    let here = TemporaryFolder()
    var store = try here.open()
    let items = try items(of: folder).filter { $0.item.kind != .records }
    let answers = try items.map { try take($0, of: folder, into: &store) }
    #expect(answers == ["restore.malformed", "restore.malformed"])
  }

  @Test func aThingThatWasDeletedHereStaysDeleted() throws {
    let folder = try bundle(["a"])
    let here = TemporaryFolder()
    var store = try here.open()
    let items = try items(of: folder)
    for item in items.prefix(2) { _ = try take(item, of: folder, into: &store) }
    _ = try store.make(.deleteThing(ThingReference("2")), for: .button, at: .sample(32))
    let answers = try items.map { try take($0, of: folder, into: &store) }
    #expect(answers == ["there", "restore.thing-deleted", "restore.thing-deleted"])
  }

  @Test func whatPeopleDeletedThereStaysAway() throws {
    let folder = try bundle(["a", "b"]) { store in
      _ = try store.make(.deletePieces([1], isForGood: false), for: .button, at: .sample(20))
    }
    let here = TemporaryFolder()
    var store = try here.open()
    _ = try takeAll(folder, into: &store)
    #expect(try store.archive.pieces().map { $0.restored?.number } == [2])
  }

  @Test func aDateThatWasReckonedThereIsKept() throws {
    let folder = try bundle(["a"]) { store in
      _ = try store.insert("b", at: .sample(20, wall: .synchronised(1_774_625_068_000_000)))
      try store.note(
        [.clockChanged(to: .synchronised, from: .unset)],
        at: .sample(21, wall: .synchronised(1_774_625_069_000_000)))
    }
    let here = TemporaryFolder()
    var store = try here.open()
    _ = try takeAll(folder, into: &store)
    let dates = try store.archive.pieces().map(\.capturedAt)
    #expect(dates.count == 2 && dates.allSatisfy { $0?.hasPrefix("2026-03-27T") == true })
  }

  @Test(arguments: [
    "", "{}", #"{"restore":"piece"}"#, #"{"restore":"thing","title":1}"#, "[1]", #"{"a":1.5}"#,
  ])
  func whatIsNoDescriptionIsRefused(text: String) {
    #expect(throws: Failure.self) { _ = try Restorable(Array(text.utf8)) }
  }

  /// Each flush fails in turn: then nothing half is there, and the next try goes on to the end.
  @Test(arguments: 1...12) func aFlushThatFailsLeavesNothingHalf(number: Int) throws {
    let folder = try bundle(["a"])
    let here = TemporaryFolder()
    _ = try here.open()
    var setup = here.setup
    setup.medium = FailingMedium(failing: .flush(number))
    do {
      guard var store = try? Store(setup, at: .sample(20)) else { return }
      _ = try takeAll(folder, into: &store)
    }
    var store = try here.open(at: .sample(50))
    _ = try store.settleAll(at: .sample(51))
    _ = try takeAll(folder, into: &store)
    #expect(try store.archive.pieces().filter { $0.restored != nil }.count == 1)
    #expect(try Verification(ofStoreIn: here.path, Trust()).isGood)
  }
}
