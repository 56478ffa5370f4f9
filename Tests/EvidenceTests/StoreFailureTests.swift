import Core
import Glibc
import System
import Testing

@testable import Evidence

/// What happens to a photo that can't be stored, and to the next one.
@Suite struct StoreFailureTests {
  /// What numbers were spent for.
  private func spent(in store: borrowing Store) throws -> [String] {
    try store.rows(
      """
      SELECT (payload ->> 'number') || ' ' || (payload ->> 'reason') FROM records
      WHERE kind = 'number.spent' ORDER BY sequence
      """)
  }

  @Test(arguments: [EACCES, EPERM])
  func aFolderThatIsDeniedWhileTheProgramRunsCostsNoPhoto(code: Int32) throws {
    let folder = TemporaryFolder()
    mkdir("\(folder.path)/evidence", 0o750)
    mkdir("\(folder.path)/evidence/001", 0o750)
    var store = try folder.open()
    _ = try store.insert("one")
    let denied = ["evidence/000", "evidence/001"]
    store.folder.medium = FailingMedium(failing: .use(of: denied), with: code)
    #expect(try store.insert("two").file == "evidence/002/002000.jpg")
    #expect(try spent(in: store) == ["999 denied", "1999 denied"])
    let told = store.takeProblems()
    #expect(told.map(\.key) == ["store.folder-passed", "store.folder-passed"])
    #expect(store.takeProblems() == [])
    try store.beginClip(.sample(), at: .sample())
    #expect(store.clip?.number == 2001)
    #expect(try folder.flaws() == [])
  }

  @Test func numbersOfADeniedFolderAreSpentForGood() throws {
    let folder = TemporaryFolder()
    do {
      var store = try folder.open()
      _ = try store.insert("one")
      store.folder.medium = FailingMedium(failing: .use(of: ["evidence/000"]), with: EACCES)
      _ = try store.insert("two")
    }
    var store = try folder.open()
    #expect(try store.recover(at: .sample()) == [])
    #expect(try store.insert("three").number == 1001)
    #expect(try spent(in: store) == ["999 denied"])
  }

  private let file = "evidence/000/000001.jpg"

  /// The next photo is stored under `number`, and nothing is found amiss when the store opens again.
  private func expectUsable(
    _ store: consuming Store, in folder: TemporaryFolder, next number: Int
  ) throws {
    #expect(try store.insert("next").number == number)
    _ = consume store
    var again = try folder.open(at: .sample(99))
    #expect(try again.recover(at: .sample(99)) == [])
    #expect(try again.settleAll() == [])
  }

  @Test(arguments: [1, 2])
  func afterAFlushThatFailedTheMediumIsAsked(failing: Int) throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    let medium = FailingMedium(failing: .flush(failing))
    store.folder.medium = medium
    let failure = failure { () throws(Failure) in _ = try store.insert() }
    #expect(failure?.phrase.key == "store.mediumFailed")
    #expect(failure?.cause == SystemError(call: "fsync", code: EIO))
    #expect(medium.flushCount == failing)
    #expect(folder.read(file) == picture())
    #expect(try store.settleAll() == ["store.photo-adopted"])
    #expect(try store.rows("SELECT adopted FROM evidence") == ["row_failed"])
    try expectUsable(store, in: folder, next: 2)
  }

  @Test func anInterruptedFlushHasFailed() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    let medium = FailingMedium(failing: .flush(1), with: EINTR)
    store.folder.medium = medium
    #expect(throws: Failure.self) { _ = try store.insert() }
    #expect(medium.flushCount == 1)
  }

  @Test func aFileThatIsGoneAfterAFailedFlushLeavesASpentNumber() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    store.folder.medium = FailingMedium(failing: .flush(1))
    #expect(throws: Failure.self) { _ = try store.insert() }
    unlink("\(folder.path)/\(file)")
    #expect(try store.settleAll() == ["store.number-spent"])
    #expect(try store.kinds().last == "number.spent")
    try expectUsable(store, in: folder, next: 2)
  }

  @Test(arguments: [
    ("PRAGMA query_only = ON", "PRAGMA query_only = OFF", "store.readOnly"),
    ("PRAGMA max_page_count = 1", "PRAGMA max_page_count = 1000000", "store.full"),
  ])
  func bytesWhoseRowCannotBeWrittenStayAndAreTakenOver(
    obstacle: String, remedy: String, key: String
  ) throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    // So long a text needs new pages, which a full database refuses.
    let photo = PhotoFacts.sample(format: String(repeating: "x", count: 3000))
    try store.archive.database.execute(obstacle)
    for number in 1...3 {
      let failure = failure { () throws(Failure) in _ = try store.insert(picture(), of: photo) }
      if let failure {
        #expect(failure.phrase.key == key)
        #expect(failure.phrase.values == [.text("\(folder.path)/exhibit.sqlite")])
      }
      #expect(folder.read(EvidenceFolder.file(number)) == picture())
    }
    let doubts = store.doubts.numbers.count
    #expect(doubts > 0)
    try store.archive.database.execute(remedy)
    #expect(try store.settleAll() == Array(repeating: "store.photo-adopted", count: doubts))
    #expect(store.doubts.numbers == [])
    try expectUsable(store, in: folder, next: 4)
  }

  @Test func whatIsInDoubtWhenTheStoreIsClosedIsFoundOutWhenItIsReopened() throws {
    let folder = TemporaryFolder()
    let doubts: Doubts
    do {
      var store = try folder.open()
      try store.archive.database.execute("PRAGMA query_only = ON")
      #expect(throws: Failure.self) { _ = try store.insert() }
      doubts = store.doubts
    }
    #expect(doubts.numbers == [1])
    var store = try folder.open(reopenedWith: doubts)
    #expect(try store.recover(at: .sample()).map(\.key) == ["store.photo-adopted"])
    #expect(try store.rows("SELECT adopted FROM evidence") == ["row_failed"])
    #expect(try store.kinds().suffix(2) == ["store.reopened", "piece.adopted"])
  }

  @Test func theNumberOfAPhotoThatWasTakenOverIsSpentThoughItsFileGoes() throws {
    let folder = TemporaryFolder()
    let doubts: Doubts
    do {
      var store = try folder.open()
      try store.archive.database.execute("PRAGMA query_only = ON")
      #expect(throws: Failure.self) { _ = try store.insert() }
      doubts = store.doubts
    }
    // So the doubt alone tells of the number.
    var setup = folder.setup
    setup.medium = FailingMedium(failing: .list(of: "\(folder.path)/evidence/000"))
    var store = try Store(setup, at: .sample(), reopenedWith: doubts)
    #expect(try store.recover(at: .sample()).map(\.key) == ["store.photo-adopted"])
    unlink("\(folder.path)/\(file)")
    #expect(try store.insert("next").number == 2)
  }

  @Test func aPhotoThatSeemedToFailAndIsThereIsAnnounced() throws {
    let folder = TemporaryFolder()
    do {
      var store = try folder.open()
      _ = try store.insert()
    }
    var doubts = Doubts()
    doubts.numbers = [1]
    var store = try folder.open(reopenedWith: doubts)
    #expect(try store.recover(at: .sample()).map(\.key) == ["store.stored-after-all"])
  }

  @Test func notesWhoseCommitCameThroughAfterAllAreRecordedOnce() throws {
    let folder = TemporaryFolder()
    let doubts: Doubts
    let notes = [Note.gap(.sample), .programStopped(isShutdown: false)]
    do {
      var store = try folder.open()
      try store.note(notes, at: .sample(11))
      try store.archive.database.execute("PRAGMA query_only = ON")
      #expect(throws: Failure.self) { try store.note(notes, at: .sample(12)) }
      doubts = store.doubts
    }
    // Nothing of the second try is there: it is made up for.
    do {
      var store = try folder.open(reopenedWith: doubts)
      try store.note(notes, at: .sample(13))
      #expect(try store.kinds().filter { $0 == "capture.gap" }.count == 2)
    }
    // Had it come through, it would have been found after the head of before.
    var store = try folder.open(reopenedWith: doubts)
    try store.note(notes, at: .sample(14))
    try store.note([.gap(.sample)], at: .sample(15))
    #expect(try store.kinds().filter { $0 == "capture.gap" }.count == 3)
  }

  @Test func aLockedDatabaseIsNamedAndTheRecordCanBeTriedAgain() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    let bytes = picture("held")
    let written = try bytes.withUnsafeBytes { bytes in
      Result { () throws(Failure) in
        try store.write(jpeg: bytes, of: .sample(), at: .sample())
      }
    }.get()
    do {
      let other = try Database(opening: "\(folder.path)/exhibit.sqlite", 2)
      try other.execute("BEGIN IMMEDIATE")
      let failure = failure { () throws(Failure) in _ = try store.insert(written, at: .sample()) }
      #expect(failure?.phrase == Phrase.storeBusy("\(folder.path)/exhibit.sqlite"))
      #expect(failure?.kind == .storeLocked)
    }
    #expect(try store.insert(written, at: .sample()) == written.piece)
    #expect(try store.archive.pieceCount() == 1)
    try expectUsable(store, in: folder, next: 2)
  }

  @Test func aPhotoThatIsGivenUpIsTakenOver() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    let bytes = picture("held")
    let written = try bytes.withUnsafeBytes { bytes in
      Result { () throws(Failure) in
        try store.write(jpeg: bytes, of: .sample(), at: .sample())
      }
    }.get()
    store.giveUp(written)
    #expect(try store.settleAll() == ["store.photo-adopted"])
    #expect(try store.archive.piece(1)?.id == written.piece.id)
  }

  @Test func aPhotoThatWasTakenOverMeanwhileIsNotThereTwice() throws {
    let folder = TemporaryFolder()
    let written: WrittenPhoto
    do {
      var store = try folder.open()
      written = try store.write(picture("held"), of: .sample())
    }
    var doubts = Doubts()
    doubts.numbers = [1]
    var store = try folder.open(reopenedWith: doubts)
    #expect(try store.recover(at: .sample()).map(\.key) == ["store.photo-adopted"])
    #expect(throws: Failure.self) { _ = try store.insert(written, at: .sample()) }
    #expect(try store.settleAll() == ["store.stored-after-all"])
    #expect(try store.rows("SELECT adopted FROM evidence") == ["row_failed"])
    try expectUsable(store, in: folder, next: 2)
  }

  @Test func aFolderThatIsNotOneIsNamed() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    rename("\(folder.path)/evidence/000", "\(folder.path)/aside")
    try folder.write([], as: "evidence/000")
    let failure = failure { () throws(Failure) in _ = try store.insert() }
    #expect(failure?.phrase.key == "store.needs-folder")
    #expect(failure?.phrase.values.first == .text("\(folder.path)/evidence/000"))
    unlink("\(folder.path)/evidence/000")
    rename("\(folder.path)/aside", "\(folder.path)/evidence/000")
    try expectUsable(store, in: folder, next: 1)
  }

  @Test func aNameThatIsTakenIsPassedOver() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    try folder.write([1, 2, 3], as: file)
    #expect(try store.insert().number == 2)
    #expect(folder.read(file) == [1, 2, 3])
    #expect(try store.settleAll() == ["store.file-rejected"])
  }

  @Test func aFolderWhoseNameIsNotDurableIsNotKept() throws {
    let folder = TemporaryFolder()
    try folder.write(picture(), as: "evidence/000/000998.jpg")
    var store = try folder.open()
    _ = try store.recover(at: .sample())
    #expect(try store.insert().number == 999)
    store.folder.medium = FailingMedium(failing: .flush(1))
    #expect(throws: Failure.self) { _ = try store.insert() }
    #expect(folder.facts("evidence/001").st_mode == 0)
    #expect(try store.insert().file == "evidence/001/001000.jpg")
  }

  @Test func aFileThatCouldNotBeListedKeepsItsNumber() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    try folder.write(picture(), as: file)
    #expect(try store.insert().number == 2)
    #expect(try store.settleAll() == ["store.import-adopted"])
    try expectUsable(store, in: folder, next: 3)
  }
}
