import Core
import Glibc
import Testing

@testable import Evidence

/// What database and folders tell of each other after the start.
@Suite struct SurveyTests {
  private let first = "evidence/000/000001.jpg"

  /// A folder with three photos.
  private func folderOfThree() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    var store = try folder.open()
    for text in ["one", "two", "three"] { _ = try store.insert(text) }
    return folder
  }

  @Test func aNameFarAwayLeadsToNoLongWalk() throws {
    let folder = TemporaryFolder()
    try folder.write([1], as: "evidence/998999/998999999.txt")
    var store = try folder.open()
    for _ in 0..<20 where store.isSurveyDue {
      if store.hasFindings { _ = try store.settle(at: .sample()) }
      try store.survey(entries: 16)
    }
    let isDue = store.isSurveyDue
    #expect(!isDue)
  }

  @Test func whatIsAsItWasIsNoNews() throws {
    let folder = try folderOfThree()
    var store = try folder.open()
    #expect(try store.settleAll() == [])
    #expect(store.isSurveyDue == false)
  }

  @Test func aFileThatIsGoneIsARecordASentenceAndAStateUntilItIsBack() throws {
    let folder = try folderOfThree()
    rename("\(folder.path)/\(first)", "\(folder.path)/aside")
    do {
      var store = try folder.open()
      #expect(try store.settleAll() == ["store.file-missing"])
      #expect(try store.archive.piece(1)?.state == "missing")
      #expect(try store.kinds().last == "file.missing")
    }
    do {
      var store = try folder.open()
      #expect(try store.settleAll() == [])
    }
    rename("\(folder.path)/aside", "\(folder.path)/\(first)")
    var store = try folder.open()
    #expect(try store.settleAll() == ["store.file-found"])
    #expect(try store.archive.piece(1)?.state == "stored")
  }

  @Test func aFileThatWasCutIsAltered() throws {
    let folder = try folderOfThree()
    truncate("\(folder.path)/\(first)", 3)
    for expected in [["store.file-altered"], []] {
      var store = try folder.open()
      #expect(try store.settleAll() == expected)
      #expect(try store.archive.piece(1)?.state == "altered")
    }
  }

  @Test func aWholeFolderThatIsGoneIsSaidPieceByPiece() throws {
    let folder = try folderOfThree()
    rename("\(folder.path)/evidence/000", "\(folder.path)/aside")
    var store = try folder.open()
    #expect(try store.settleAll() == Array(repeating: "store.file-missing", count: 3))
    #expect(try store.insert().number == 4)
  }

  @Test func aFolderThatCannotBeListedIsToldOfAndLacksNothing() throws {
    let folder = try folderOfThree()
    unlink("\(folder.path)/\(first)")
    do {
      var store = try folder.open()
      store.folder.medium = FailingMedium(failing: .list(of: "\(folder.path)/evidence/000"))
      while !store.survey.isComplete { try store.survey(entries: 9) }
      #expect(try store.settle(at: .sample()) == [.fileUnreadable("evidence/000")])
      #expect(store.isSurveyDue == false)
      #expect(try store.archive.rejectedFiles() == ["evidence/000"])
      #expect(try store.archive.piece(1)?.state == "stored")
    }
    // It is told once; what is missing in it is found as soon as it can be listed.
    var store = try folder.open()
    #expect(try store.settleAll() == ["store.file-missing"])
  }

  @Test func whatCouldNotBeListedAtTheStartIsFoundAfterwards() throws {
    let folder = try folderOfThree()
    for number in [4, 6] { try folder.write(picture(), as: EvidenceFolder.file(number)) }
    var setup = folder.setup
    setup.medium = FailingMedium(failing: .list(of: "\(folder.path)/evidence/000"))
    var store = try Store(setup, at: .sample())
    #expect(try store.recover(at: .sample()) == [])
    store.folder.medium = SystemMedium()
    #expect(try store.settleAll() == ["store.import-adopted", "store.import-adopted"])
    #expect(try store.insert().number == 7)
  }

  @Test func photosTakenMeanwhileAreNoneOfItsBusiness() throws {
    let folder = try folderOfThree()
    var store = try folder.open()
    try store.survey(entries: 1)
    _ = try store.insert("four")
    try store.survey(entries: 1)
    _ = try store.insert("five")
    #expect(try store.settleAll() == [])
  }

  @Test func aFindingThatCannotBeRecordedIsKept() throws {
    let folder = try folderOfThree()
    unlink("\(folder.path)/\(first)")
    var store = try folder.open()
    while !store.survey.isComplete { try store.survey(entries: 9) }
    try store.archive.database.execute("PRAGMA query_only = ON")
    #expect(throws: Failure.self) { _ = try store.settle(at: .sample()) }
    try store.archive.database.execute("PRAGMA query_only = OFF")
    #expect(try store.settleAll() == ["store.file-missing"])
  }

  @Test func theCountOfPiecesHoldsThroughAllStates() throws {
    let folder = try folderOfThree()
    unlink("\(folder.path)/\(first)")
    truncate("\(folder.path)/evidence/000/000002.jpg", 1)
    var store = try folder.open()
    _ = try store.settleAll()
    #expect(try store.archive.pieceCount() == 3)
    let totals = try store.rows(
      "SELECT state || ' ' || pieces FROM totals WHERE pieces > 0 ORDER BY state")
    #expect(totals == ["altered 1", "missing 1", "stored 1"])
    let unusual = try store.archive.unusual()
    #expect(unusual.map(\.state) == ["missing", "altered"])
  }
}
