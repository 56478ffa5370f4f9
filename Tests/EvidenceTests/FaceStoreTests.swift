import Core
import Testing

@testable import Evidence

/// The faces of pieces, in a store.
@Suite struct FaceStoreTests {
  private static let box = FaceBox(x: 4000, y: 2000, width: 2000, height: 4000)
  private static let found = FaceExamination(by: "eyes", .found([Face(box, perMille: 900)]))
  private static let kinds: Set<PieceFilter.Kind> = [.photo, .document]
  private static let none = FaceExamination(by: "eyes", .found([]))
  private static let failed = FaceExamination(by: "eyes", .failed(.program))

  @discardableResult
  private func make(
    _ change: StoreChange, by requester: Requester = .button, in store: inout Store
  ) throws -> String {
    try store.make(change, for: requester, at: .sample()).english
  }

  /// A store with three photos, of which the first was looked at.
  private func store(in folder: TemporaryFolder) throws -> Store {
    var store = try folder.open()
    for number in 1...3 { _ = try store.insert("\(number)", at: .sample(number)) }
    try make(.addExamination(1, Self.found), by: .analyser, in: &store)
    return store
  }

  @Test func whatWasFoundIsTheFacesOfThePieceAfterARestartToo() throws {
    let folder = TemporaryFolder()
    do {
      let store = try store(in: folder)
      #expect(try store.archive.faces(of: 1) == Self.found.sheet)
      #expect(try store.archive.faces(of: 2) == FaceSheet(.unexamined))
    }
    let store = try folder.open(at: .sample(20))
    #expect(try store.archive.faces(of: 1) == Self.found.sheet)
    #expect(try Verification(ofStoreIn: folder.path, Trust()).isGood)
  }

  @Test func noneAndAFailureAreToldApart() throws {
    let folder = TemporaryFolder()
    var store = try store(in: folder)
    #expect(
      try make(.addExamination(2, Self.none), by: .analyser, in: &store) == "In photo 2: no face.")
    #expect(
      try make(.addExamination(3, Self.failed), by: .analyser, in: &store)
        == "Whether there are faces in photo 3 is not known: the analyser failed.")
  }

  @Test func whatIsUnexaminedIsFoundNewestFirstAndNothingThatIsDeleted() throws {
    let folder = TemporaryFolder()
    var store = try store(in: folder)
    #expect(try store.archive.unexamined(below: nil, of: Self.kinds) == 3)
    #expect(try store.archive.unexamined(below: 3, of: Self.kinds) == 2)
    #expect(try store.archive.unexamined(below: 2, of: Self.kinds) == nil)
    try make(.deletePieces([3], isForGood: false), in: &store)
    #expect(try store.archive.unexamined(below: nil, of: Self.kinds) == 2)
    #expect(try store.archive.unexamined(below: nil, of: [.clip]) == nil)
    try make(.changeFaces(2, .none), in: &store)
    #expect(try store.archive.unexamined(below: nil, of: Self.kinds) == nil)
    try make(.undoFaces(2), in: &store)
    #expect(try store.archive.unexamined(below: nil, of: Self.kinds) == 2)
  }

  @Test func undoGoesBackActionByActionAndEndsAtWhatWasFound() throws {
    let folder = TemporaryFolder()
    var store = try store(in: folder)
    try make(.changeFaces(1, .select(.number(1))), in: &store)
    try make(.changeFaces(1, .hide), in: &store)
    try make(.changeFaces(1, .turn(300)), in: &store)
    let turned = try store.archive.faces(of: 1)
    #expect(turned.origin == .byHand && turned.faces[0].isHidden && turned.faces[0].turn == 300)
    try make(.undoFaces(1), in: &store)
    #expect(try store.archive.faces(of: 1).faces[0].turn == nil)
    try make(.changeFaces(1, .scale(percent: 200)), in: &store)
    for _ in 0..<2 { try make(.undoFaces(1), in: &store) }
    #expect(try store.archive.faces(of: 1).faces[0].isHidden == false)
    #expect(try store.archive.faces(of: 1).active == 0)
    #expect(
      try make(.undoFaces(1), in: &store) == "Undone. In photo 1: one face, middle, 20 % wide.")
    #expect(store.refusal(of: .undoFaces(1)) == "face.nothing-to-undo")
    #expect(try store.archive.faces(of: 1) == Self.found.sheet)
    #expect(try Verification(ofStoreIn: folder.path, Trust()).isGood)
  }

  @Test func undoOfCapturesLeavesFacesAndUndoOfFacesLeavesCaptures() throws {
    let folder = TemporaryFolder()
    var store = try store(in: folder)
    try make(.changeFaces(3, .place(PicturePoint(5000, 5000))), in: &store)
    let record = try store.archive.piece(3)?.record ?? 0
    #expect(try store.archive.undoStep()?.records == [record])
    try make(.undo(nil), in: &store)
    #expect(store.refusal(of: .changeFaces(3, .hide)) == "piece.is-deleted")
    #expect(store.refusal(of: .addExamination(3, Self.none)) == "piece.is-deleted")
    try make(.undeletePieces([3]), in: &store)
    #expect(try store.archive.faces(of: 3).faces.count == 1)
    try make(.undoFaces(3), in: &store)
    #expect(try store.archive.faces(of: 3) == FaceSheet(.unexamined))
    #expect(try store.archive.piece(3)?.isDeleted == false)
  }

  @Test func aProgramThatComesLateReplacesNothingThatAPersonDidUnlessThatIsAsked() throws {
    let folder = TemporaryFolder()
    var store = try store(in: folder)
    try make(.changeFaces(2, .place(PicturePoint(5000, 5000))), in: &store)
    try make(.addExamination(2, Self.none), by: .analyser, in: &store)
    #expect(try store.archive.faces(of: 2).origin == .byHand)
    let session = Requester.console(SessionID(number: 1))
    try make(.addExamination(2, Self.found), by: session, in: &store)
    #expect(try store.archive.faces(of: 2) == Self.found.sheet)
    try make(.undoFaces(2), in: &store)
    #expect(try store.archive.faces(of: 2).origin == .byHand)
    try make(.undoFaces(2), in: &store)
    #expect(try store.archive.faces(of: 2) == Self.found.sheet)
    #expect(store.refusal(of: .undoFaces(2)) == "face.nothing-to-undo")
  }

  @Test func savedFacesAreReplacedAndGoWithTheirPiece() throws {
    let folder = TemporaryFolder()
    var store = try store(in: folder)
    #expect(store.refusal(of: .saveFaces(1)) != nil, "whoever draws them saves them")
    for text in ["one", "two"] {
      let sheet = try store.savableFaces(of: 1)
      _ = try store.saveFaces(sheet, of: 1, drawn: Array(text.utf8))
    }
    #expect(folder.read("faces/000001.png") == Array("two".utf8))
    #expect(folder.read("faces/000001.json")?.starts(with: Array("{\"number\":1".utf8)) == true)
    #expect(folder.read("faces/.fresh") == nil)
    #expect(try Verification(ofStoreIn: folder.path, Trust()).isGood)
    try make(.deletePieces([1], isForGood: true), by: .console(SessionID(number: 1)), in: &store)
    #expect(folder.read("faces/000001.png") == nil && folder.read("faces/000001.json") == nil)
  }

  @Test func lookingAgainUncoversNothingAndWhereItFailsAllStays() throws {
    let folder = TemporaryFolder()
    var store = try store(in: folder)
    let session = Requester.console(SessionID(number: 1))
    try make(.changeFaces(1, .place(PicturePoint(500, 9000))), in: &store)
    try make(.changeFaces(1, .unselect), in: &store)
    try make(.changeFaces(1, .hide), in: &store)
    let hidden = try store.archive.faces(of: 1)
    try make(.addExamination(1, Self.failed), by: session, in: &store)
    #expect(try store.archive.faces(of: 1) == hidden)
    let nearby = Face(FaceBox(x: 4100, y: 2100, width: 2000, height: 4000), perMille: 800)
    let other = Face(FaceBox(x: 9000, y: 0, width: 500, height: 500), perMille: 700)
    let again = FaceExamination(by: "eyes", .found([nearby, other]))
    try make(.addExamination(1, again), by: session, in: &store)
    let sheet = try store.archive.faces(of: 1)
    #expect(
      sheet.faces.map(\.isHidden) == [true, false, true] && sheet.faces[2] == hidden.faces[1])
    try make(.undoFaces(1), in: &store)
    #expect(try store.archive.faces(of: 1) == hidden)
    #expect(try Verification(ofStoreIn: folder.path, Trust()).isGood)
  }
}
