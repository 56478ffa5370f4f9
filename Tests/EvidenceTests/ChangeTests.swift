import Core
import Testing

@testable import Evidence

/// What people change of things and pieces, and what they can undo.
@Suite struct ChangeTests {
  @discardableResult
  private func make(
    _ change: StoreChange, in store: inout Store, at second: Int = 10
  ) throws -> String {
    try store.make(change, for: .button, at: .sample(second)).key
  }

  private func states(_ store: borrowing Store) throws -> [String] {
    try store.archive.pieces().map { "\($0.number) \($0.state)" }
  }

  @Test func aThingIsCurrentAfterARestart() throws {
    let folder = TemporaryFolder()
    do {
      var store = try folder.open()
      try make(.addThing(label: "Watch", .watches), in: &store)
      try make(.addThing(label: "Bag", .bags), in: &store)
      try make(.useThing(ThingReference("WATCH")), in: &store)
      _ = try store.insert("a")
    }
    var store = try folder.open(at: .sample(20))
    #expect(try store.archive.currentThing().label == "Watch")
    _ = try store.insert("b")
    #expect(try store.archive.pieces().map(\.thing) == ["Watch", "Watch"])
    #expect(try store.archive.pieceCounts() == [2: 2])
  }

  @Test func aPhotoIsOfTheThingThatItsPressSaw() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    for label in ["Watch", "Bag"] { try make(.addThing(label: label, .other), in: &store) }
    for number in [2, 3, 7, nil] { _ = try store.insert(picture("a"), of: .sample(of: number)) }
    try make(.deleteThing(ThingReference("Watch")), in: &store)
    _ = try store.insert(picture("a"), of: .sample(of: 2))
    #expect(try store.archive.pieces().map(\.thing) == ["Watch", "Bag", "Bag", "Bag", "Bag"])
  }

  @Test func theNextThingGoesThroughAllAndThenBeginsAnother() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    func next(_ goesThrough: Bool) throws -> String {
      try make(.nextThing(goesThrough: goesThrough), in: &store)
      return store.thing.label
    }
    #expect(try next(true) == "Thing 2")
    _ = try store.insert("a")
    #expect(try next(true) == "Thing 3")
    // It has no pieces yet: round to the first.
    #expect(try next(true) == "Unsorted")
    #expect(try next(true) == "Thing 2")
    // Where nobody hears which it is, one without pieces is taken again before another is begun; from that it goes round.
    #expect(try next(false) == "Thing 3")
    #expect(try next(false) == "Unsorted")
    _ = try store.insert("b")
    #expect(try next(false) == "Thing 3")
    _ = try store.insert("c")
    #expect(try next(false) == "Thing 4")
  }

  @Test func aNumberedThingTakesNoNameThatIsTaken() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    try make(.setThing(.title, .text("thing 2"), of: nil), in: &store)
    try make(.nextThing(goesThrough: true), in: &store)
    #expect(store.thing.label == "Thing 3" && store.thing.number == 2)
    #expect(store.refusal(of: .addThing(label: "THING 2", .other)) == "thing.taken")
    #expect(store.refusal(of: .setThing(.title, .text("Thing 2"), of: nil)) == "thing.taken")
  }

  @Test func fieldsAreKeptInTheirColumns() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    try make(.setThing(.tags, .list(["old", "gold"]), of: nil), in: &store)
    try make(.setThing(.price, .text("1250.50"), of: nil), in: &store)
    try make(.setThing(.color, .text("red"), of: nil), in: &store)
    try make(.setThing(.color, nil, of: nil), in: &store)
    let fields = try store.archive.fields(of: store.thing).map { "\($0.field.rawValue) \($0.text)" }
    #expect(fields == ["title Unsorted", "category other", "tags old, gold", "price 1250.50"])
  }

  @Test func aDeletedThingTakesItsPiecesAlongAndUndoBringsBoth() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    _ = try store.insert("a")
    try make(.addThing(label: "Watch", .watches), in: &store)
    _ = try store.insert("b")
    #expect(try make(.deleteThing(nil), in: &store) == "thing.deleted")
    #expect(store.thing.label == "Unsorted")
    #expect(try states(store) == ["1 stored", "2 deleted"])
    #expect(try store.archive.pieceCount() == 1)
    #expect(try store.archive.latest(9).map(\.number) == [1])
    #expect(store.refusal(of: .useThing(ThingReference("Watch"))) == "thing.unknown")
    #expect(store.refusal(of: .deleteThing(nil)) == "thing.only")
    #expect(try make(.undo(nil), in: &store) == "undo.thing-done")
    #expect(try states(store) == ["1 stored", "2 stored"])
    #expect(try store.archive.pieceCount() == 2)
  }

  @Test func aPieceOfADeletedThingComesBackWithThat() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    try make(.addThing(label: "Watch", .watches), in: &store)
    for text in ["a", "b"] { _ = try store.insert(text) }
    try make(.deletePieces([1], isForGood: false), in: &store)
    try make(.deleteThing(nil), in: &store)
    let news = try store.make(.undeletePieces([1]), for: .button, at: .sample())
    #expect(news.english == "The thing Watch is back, with pieces: 1. Back again: 1.")
    #expect(try states(store) == ["1 stored", "2 stored"])
    #expect(try make(.purge, in: &store) == "purge.nothing")
    #expect(try Verification(ofStoreIn: folder.path, Trust()).isGood)
  }

  @Test func onlyWhatWasDeletedIsSaidToBeBack() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    for text in ["a", "b", "c"] { _ = try store.insert(text) }
    try make(.deletePieces([2], isForGood: false), in: &store)
    let news = try store.make(.undeletePieces([1, 2, 3]), for: .button, at: .sample())
    #expect(news.english == "Back again: 2.")
    #expect(store.refusal(of: .undeletePieces([1, 3])) == "pieces.not-deleted")
  }

  @Test(arguments: [true, false])
  func noTwoThingsHaveOneLabelAfterOneCameBack(isByUndo: Bool) throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    for _ in 1...2 {
      try make(.addThing(label: "Watch", .watches), in: &store)
      try make(.deleteThing(nil), in: &store)
    }
    try make(.addThing(label: "WATCH", .watches), in: &store)
    let back = isByUndo ? StoreChange.undo(nil) : .undeleteThing(ThingReference("Watch"))
    for number in 2...3 {
      let news = try store.make(back, for: .button, at: .sample()).english
      #expect(news.hasSuffix("It is called Watch \(number) now, for another has its name."))
    }
    let labels = try store.archive.things().map(\.label)
    #expect(labels == ["Unsorted", "Watch 3", "Watch 2", "WATCH"])
    #expect(try Verification(ofStoreIn: folder.path, Trust()).isGood)
  }

  @Test func aThingThatIsNotDeletedIsNotBroughtBack() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    #expect(store.refusal(of: .undeleteThing(nil)) == "thing.none-deleted")
    try make(.addThing(label: "Watch", .watches), in: &store)
    try make(.deleteThing(nil), in: &store)
    #expect(store.refusal(of: .undeleteThing(ThingReference("Unsorted"))) == "thing.not-deleted")
    #expect(try make(.undeleteThing(ThingReference("2")), in: &store) == "undo.thing-done")
  }

  @Test(arguments: ["0001", "100"])
  func aLabelWinsOverANumber(label: String) throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    for number in 2...101 { try make(.addThing(label: "Box \(number)", .other), in: &store) }
    try make(.setThing(.title, .text(label), of: ThingReference("Box 7")), in: &store)
    let news = try store.make(
      .deleteThing(ThingReference(label)), for: .button, at: .sample())
    #expect(news.english.hasPrefix("Deleted: thing 7, \(label), with pieces: 0."))
    // Now that no thing is called so, it is a number again.
    try make(.useThing(ThingReference(label)), in: &store)
    #expect(store.thing.number == Int(label))
  }

  @Test func undoGoesBackStepByStep() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    for text in ["a", "b", "c"] { _ = try store.insert(text, at: .sample(store.nextNumber)) }
    try make(.deletePieces([1], isForGood: false), in: &store)
    #expect(try make(.undo(nil), in: &store) == "undo.deletion-done")
    #expect(try make(.undo(nil), in: &store) == "undo.photo-done")
    #expect(try states(store) == ["1 stored", "2 stored", "3 deleted"])
    try make(.undo(nil), in: &store)
    #expect(try make(.undeletePieces([3]), in: &store) == "pieces.undeleted")
    #expect(try states(store) == ["1 stored", "2 deleted", "3 stored"])
    try make(.undo(nil), in: &store)
    try make(.undo(nil), in: &store)
    #expect(store.refusal(of: .undo(nil)) == "undo.nothing")
    #expect(try store.archive.pieceCount() == 0)
  }

  @Test func theSeriesOfOnePressIsUndoneAsOne() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    _ = try store.insert("a", at: .sample(1))
    for text in ["b", "c"] { _ = try store.insert(text, at: .sample(2)) }
    let step = try store.archive.undoStep()
    #expect(step?.subject == .capture(first: 2, last: 3, count: 2))
    try make(.undo(step), in: &store)
    #expect(try states(store) == ["1 stored", "2 deleted", "3 deleted"])
  }

  @Test func whatIsUndoneIsNamedWithItsThing() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    _ = try store.insert("a", at: .sample(1))
    #expect(try undone(store) == "photo 1 of Unsorted is taken back")
    for text in ["b", "c", "d"] { _ = try store.insert(text, at: .sample(2)) }
    #expect(try undone(store) == "photos 2 to 4 of Unsorted are taken back")
    try make(.lockPieces([3], isLocked: true), in: &store)
    #expect(try undone(store) == "2 photos of Unsorted (2 to 4) are taken back")
    try make(.addThing(label: "Watch", .watches), in: &store)
    _ = try store.insert("e", at: .sample(5))
    try make(.deletePieces([4, 5], isForGood: false), in: &store)
    #expect(try undone(store) == "photos 4 to 5 are back.")
    try make(.undo(nil), in: &store)
    try make(.deletePieces([5], isForGood: false), in: &store)
    #expect(try undone(store) == "photo 5 of Watch is back.")
  }

  /// What an undo would tell, up to how it is taken back itself.
  private func undone(_ store: borrowing Store) throws -> String? {
    let outcome = try store.archive.undoStep()?.outcome.english.dropFirst("Undone: ".count)
    return outcome?.split(separator: ";").first.map(String.init)
  }

  @Test func aThingThatIsCalledOtherwiseSinceTheQuestionIsUndoneAllTheSame() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    _ = try store.insert("a", at: .sample(1))
    let step = try store.archive.undoStep()
    try make(.setThing(.title, .text("Watch"), of: nil), in: &store)
    #expect(try make(.undo(step), in: &store) == "undo.photo-done")
  }

  @Test func whatCameInBetweenIsNotUndoneInItsPlace() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    _ = try store.insert("a", at: .sample(1))
    let step = try store.archive.undoStep()
    _ = try store.insert("b", at: .sample(2))
    #expect(store.refusal(of: .undo(step)) == "undo.meanwhile")
    #expect(try states(store) == ["1 stored", "2 stored"])
  }

  @Test func aLockedPieceStaysWhateverIsAsked() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    _ = try store.insert("a")
    try make(.addThing(label: "Watch", .watches), in: &store)
    try make(.lockPieces([1], isLocked: true), in: &store)
    #expect(store.refusal(of: .undo(nil)) == "piece.is-locked")
    #expect(store.refusal(of: .deletePieces([1], isForGood: false)) == "piece.is-locked")
    #expect(store.refusal(of: .deletePieces([1], isForGood: true)) == "piece.is-locked")
    #expect(store.refusal(of: .deleteThing(ThingReference("1"))) == "piece.is-locked")
    #expect(try states(store) == ["1 stored"])
    try make(.lockPieces([1], isLocked: false), in: &store)
    #expect(try make(.undo(nil), in: &store) == "undo.photo-done")
  }

  @Test func aLockStopsNothingButItsOwnPiece() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    for second in 1...3 { _ = try store.insert("\(second)", at: .sample(second)) }
    try make(.lockPieces([2], isLocked: true), in: &store)
    for _ in 1...2 { try make(.undo(try store.archive.undoStep()), in: &store) }
    #expect(try states(store) == ["1 deleted", "2 stored", "3 deleted"])
  }

  @Test func ofASeriesWhatIsNotLockedIsUndone() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    for text in ["a", "b", "c"] { _ = try store.insert(text, at: .sample(1)) }
    try make(.lockPieces([2], isLocked: true), in: &store)
    #expect(try store.archive.undoStep()?.subject == .capture(first: 1, last: 3, count: 2))
    try make(.undo(nil), in: &store)
    #expect(try states(store) == ["1 deleted", "2 stored", "3 deleted"])
  }

  @Test func deletedForGoodTheRowKeepsItsHashAndTheFileIsGone() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    let piece = try store.insert("a")
    _ = try store.insert("b")
    #expect(try make(.deletePieces([1], isForGood: true), in: &store) == "pieces.erased")
    #expect(folder.read(piece.file) == nil)
    #expect(try states(store) == ["1 purged", "2 stored"])
    #expect(try store.archive.piece(1)?.sha256 == piece.sha256)
    #expect(store.refusal(of: .undeletePieces([1])) == "pieces.purged-already")
    // Neither a survey nor a verification misses it.
    #expect(try store.settleAll() == [])
    #expect(try Verification(ofStoreIn: folder.path, Trust()).isGood)
    // What is left is that of the other.
    #expect(try store.archive.undoStep()?.subject == .capture(first: 2, last: 2, count: 1))
  }

  @Test func aPurgeThatAPowerCutEndedIsFinishedByTheNextSurvey() throws {
    let folder = TemporaryFolder()
    let piece: StoredPiece
    do {
      var store = try folder.open()
      piece = try store.insert("a")
      try make(.deletePieces([1], isForGood: true), in: &store)
    }
    try folder.write(picture("a"), as: piece.file)
    var store = try folder.open(at: .sample(20))
    #expect(try store.settleAll() == [])
    #expect(folder.read(piece.file) == nil)
  }

  @Test func purgeRemovesWhatIsDeletedAndNothingElse() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    for text in ["a", "b", "c", "d"] { _ = try store.insert(text, at: .sample(store.nextNumber)) }
    #expect(try make(.purge, in: &store) == "purge.nothing")
    try make(.deletePieces([2, 3], isForGood: false), in: &store)
    try make(.lockPieces([3], isLocked: true), in: &store)
    #expect(try make(.purge, in: &store) == "purge.done")
    #expect(try states(store) == ["1 stored", "2 purged", "3 deleted", "4 stored"])
    let there = (1...4).map { folder.read(EvidenceFolder.file($0)) != nil }
    #expect(there == [true, false, true, true])
  }

  @Test func marksThatNoRecordMadeAreFound() throws {
    for column in ["deleted", "purged", "locked", "exported"] {
      let folder = TemporaryFolder()
      var store = try folder.open()
      _ = try store.insert("a")
      try make(.deletePieces([1], isForGood: false), in: &store)
      #expect(try Verification(ofStoreIn: folder.path, Trust()).isGood)
      try store.archive.database.execute("UPDATE evidence SET \(column) = 1")
      let flaws = try Verification(ofStoreIn: folder.path, Trust()).flaws
      let cells = flaws.flatMap { $0.kept.compactMap(\.cell) }.filter { $0.table == "evidence" }
      #expect(cells.map(\.column) == [column] && cells.map(\.here) == ["1"])
    }
  }

  @Test func whatIsNoPieceOrThingIsRefusedByItsNumber() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    #expect(store.refusal(of: .deletePieces([7], isForGood: false)) == "piece.none")
    #expect(store.refusal(of: .lockPieces([7], isLocked: true)) == "piece.none")
    #expect(store.refusal(of: .useThing(ThingReference("7"))) == "thing.unknown")
    let head = store.head
    #expect(store.refusal(of: .undeletePieces([7])) == "piece.none")
    #expect(store.head == head)
  }
}
