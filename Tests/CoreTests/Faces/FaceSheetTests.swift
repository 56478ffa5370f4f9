import Testing

@testable import Core

/// What becomes of the faces of a piece by what a person does, and how that is told.
@Suite struct FaceSheetTests {
  private static let size = PictureSize(width: 1600, height: 900)
  private static let large = FaceBox(x: 4000, y: 2000, width: 2000, height: 4000)
  private static let small = FaceBox(x: 0, y: 7000, width: 1000, height: 2000)

  /// Two faces that a program found, the second cut off at the left.
  private static let found = FaceSheet(
    .examined(by: "eyes"), [Face(large, perMille: 900, roll: 40), Face(small, perMille: 600)])

  private func after(_ actions: FaceAction..., from sheet: FaceSheet = found) throws -> FaceSheet {
    try actions.reduce(sheet) { try $0.after($1, in: Self.size) }
  }

  private func refusal(_ action: FaceAction, _ sheet: FaceSheet = found) -> String? {
    do throws(Failure) {
      _ = try sheet.after(action, in: Self.size)
      return nil
    } catch {
      return error.phrase.key
    }
  }

  private func told(_ sheet: FaceSheet) -> [String] {
    sheet.reply(of: Phrase("test.piece", "photo 17"), 17, asJSON: false).text(in: .english)
      .split(separator: "\n").map(String.init)
  }

  @Test func aFaceIsSelectedByItsNumberOrByAPointAndAMissUnselects() throws {
    #expect(try after(.select(.number(2))).active == 1)
    #expect(try after(.select(.point(PicturePoint(5000, 3000)))).active == 0)
    #expect(try after(.select(.number(2)), .select(.point(PicturePoint(9900, 100)))).active == nil)
    #expect(try after(.select(.number(2)), .unselect).active == nil)
    #expect(refusal(.select(.number(3))) == "face.no-such")
    #expect(try after(.select(.number(1))).origin == .examined(by: "eyes"))
  }

  @Test func ofTwoThatCoverEachOtherThePointMeansTheSmaller() throws {
    let inner = Face(FaceBox(x: 4500, y: 3000, width: 500, height: 900), perMille: 700)
    let sheet = FaceSheet(.examined(by: "eyes"), Self.found.faces + [inner])
    #expect(try after(.select(.point(PicturePoint(4700, 3300))), from: sheet).active == 2)
  }

  @Test func aHeadIsPlacedOnTheNearestRectangleWithinOneAndAHalfHalfDiagonals() throws {
    // The half diagonal of the large one, in a picture of 1600 × 900: 241 pixels; its middle is at 800, 360.
    let near = try after(.place(PicturePoint(5000 + 2200, 4000)))
    #expect(near.faces[0].head == Face.Head(box: Self.large, roll: 40) && near.active == 0)
    let far = try after(.place(PicturePoint(5000 + 2300, 4000)))
    #expect(far.faces.count == 3 && far.active == 2 && far.faces[2].box == nil)
    #expect(far.faces[2].place.middleX == 7300 && far.faces[2].place.middleY == 4000)
    #expect(near.origin == .byHand && far.origin == .byHand)
  }

  @Test func inAPictureThatIsAllWidthAHeadCanStillBeKept() throws {
    let sheet = try FaceSheet(.unexamined).after(
      .place(PicturePoint(5000, 5000)), in: PictureSize(width: 20_000, height: 1))
    let face = try #require(sheet.faces.first)
    #expect(Face(record: face.record) == face && face.place.height == FaceBox.whole)
  }

  @Test func aRectangleWhoseHeadWasRemovedGetsANewOne() throws {
    let placed = try after(.place(PicturePoint(5000, 4000)), .turn(900), .remove(.one))
    #expect(placed.faces[0].head == nil && placed.faces.count == 2)
    let again = try after(.place(PicturePoint(5000, 4000)), from: placed)
    #expect(again.faces[0].head?.roll == 40)
  }

  @Test func headsAreMovedScaledAndTurnedAndStayInThePicture() throws {
    let active = try after(.select(.number(1)), .move(right: 1000, down: -500), .turn(1790))
    #expect(active.faces[0].head?.box == FaceBox(x: 5000, y: 1500, width: 2000, height: 4000))
    #expect(active.faces[0].head?.roll == -1770)
    #expect(active.faces[1].head == nil)
    let all = try after(.scale(percent: 50))
    #expect(all.faces.map { $0.head?.box.width } == [1000, 500])
    let away = try after(.select(.number(1)), .move(right: 10_000, down: 10_000))
    #expect(away.faces[0].place.middleX == 10_000 && away.faces[0].place.middleY == 10_000)
    var sheet = Self.found
    for _ in 0..<200 { sheet = try after(.scale(percent: 1000), from: sheet) }
    for _ in 0..<200 { sheet = try after(.scale(percent: 10), from: sheet) }
    #expect(sheet.faces.allSatisfy { $0.place.width >= 50 && $0.place.height >= 1 })
  }

  @Test func whatIsDoneWithoutAnActiveFaceIsDoneToAllButRemovingIsAsked() throws {
    #expect(try after(.hide).faces.map(\.isHidden) == [true, true])
    #expect(try after(.select(.number(2)), .hide).faces.map(\.isHidden) == [false, true])
    #expect(try after(.hide, .select(.number(1)), .show).faces.map(\.isHidden) == [false, true])
    #expect(refusal(.remove(.one)) == "face.remove-all")
    #expect(try after(.remove(.all)).faces == [])
    #expect(try after(.remove(.asked(2))).faces == [])
    #expect(refusal(.remove(.asked(3))) == "face.overtaken")
    let chosen = try after(.select(.number(1)))
    #expect(refusal(.remove(.asked(2)), chosen) == "face.overtaken")
    #expect(try after(.select(.number(1)), .remove(.one)).faces == [Self.found.faces[1]])
  }

  @Test func whatAPersonWantsOfAFaceIsKeptWhereItIsFoundAgain() throws {
    let shown = try after(.select(.number(1)), .show)
    let again = try after(.find([Face(Self.large, perMille: 800)], by: "eyes"), from: shown)
    #expect(again.faces.map(\.wish) == [.show])
    let hidden = try after(.hide, .find([Face(Self.large, perMille: 800)], by: "eyes"))
    #expect(hidden.faces.map(\.wish) == [.hide, .hide])
  }

  @Test(arguments: [
    FaceAction.hide, .show, .turn(10), .move(right: 1, down: 1), .remove(.all),
  ])
  func withoutAFaceNothingIsDone(action: FaceAction) {
    #expect(refusal(action, FaceSheet(.examined(by: "eyes"))) == "face.none-there")
  }

  @Test func thereAreAtMostSixtyFour() throws {
    let faces = Array(repeating: Face(Face.Head(box: Self.small, roll: 0)), count: Face.mostCount)
    #expect(refusal(.place(PicturePoint(1, 1)), FaceSheet(.byHand, faces)) == "face.too-many")
  }

  @Test func eachStateAndFaceIsTold() throws {
    #expect(told(FaceSheet(.unexamined)) == ["In photo 17 no program has looked for faces yet."])
    #expect(told(FaceSheet(.examined(by: "eyes"))) == ["In photo 17: no face."])
    #expect(
      told(FaceSheet(.failed(by: "eyes", .tooLarge))) == [
        "Whether there are faces in photo 17 is not known: the picture is too large for the analyser."
      ])
    #expect(
      told(try after(.select(.number(2)), .hide)) == [
        "In photo 17: 2 faces, one cut off at the left.",
        "Face 1 of 2, middle, 20 % wide, upright.",
        "Face 2 of 2, lower left, 10 % wide, cut off at the left, hidden, active.",
      ])
    #expect(told(try after(.none)) == ["In photo 17, by hand: no face."])
  }

  @Test func aDoubtfulFaceIsInTheListAndNotCounted() {
    let sheet = FaceSheet(.examined(by: "eyes"), [Face(Self.large, perMille: 450, roll: -300)])
    #expect(
      told(sheet) == [
        "In photo 17: no face.",
        "Face 1 of 1, middle, 20 % wide, turned 30° to the left, doubtful.",
      ])
  }

  @Test func aRecordSaysAllOfAFaceAndOnlyWhatCanBe() throws {
    var face = Face(Self.large, perMille: 900, roll: -35)
    (face.points, face.isHidden) = ([.nose: [5000, 4000]], true)
    face.head = Face.Head(box: Self.small, roll: 1800)
    #expect(Face(record: face.record) == face)
    for wrong in [
      #"{}"#, #"{"box":[1,2,3]}"#, #"{"box":[1,2,3,4]}"#, #"{"box":[1,2,0,4],"score":1}"#,
      #"{"box":[1,2,3,4],"score":1001}"#, #"{"box":[1,2,3,4.5],"score":1}"#, #"{"score":1}"#,
      #"{"box":[100001,2,3,4],"score":1}"#, #"{"box":[1,2,3,4],"score":1,"roll":1801}"#,
      #"{"head":{"box":[1,2,3,4]}}"#, #"{"box":[1,2,3,4],"score":1,"head":{"box":[1]}}"#,
      #"{"box":[1],"head":{"box":[1,2,3,4],"roll":0}}"#, #"{"box":[1,2,3,4],"score":1,"roll":"x"}"#,
      #"{"box":[1,2,3,4],"score":1,"points":{"nose":[1]}}"#,
    ] {
      let json = try #require(JSONParser.value(of: wrong.utf8))
      #expect(Face(record: json) == nil, "\(wrong)")
    }
  }
}
