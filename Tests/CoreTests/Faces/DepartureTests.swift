import Testing

@testable import Core

/// What leaves of a piece: each way out, setting and state of its faces.
@Suite struct DepartureTests {
  private static let box = FaceBox(x: 4000, y: 4000, width: 2000, height: 2000)
  private static let picture = StoredPicture(
    PictureSize(width: 1000, height: 500), seen: .topLeft)

  private static func face(_ wish: Face.Wish?) -> Face {
    var face = Face(box, perMille: 420)
    face.wish = wish
    return face
  }

  /// States of a piece's faces, and how a photo and an imported file leave where copies without faces do.
  private static let states: [(name: String, sheet: FaceSheet, photo: String, imported: String)] = [
    ("unexamined", FaceSheet(.unexamined), "unexamined", "unexamined"),
    ("failed", FaceSheet(.failed(by: "eyes", .program)), "failed", "failed"),
    ("none", FaceSheet(.examined(by: "eyes")), "as it is", "as it is"),
    ("none, by a person", FaceSheet(.byHand), "as it is", "as it is"),
    ("found", FaceSheet(.examined(by: "eyes"), [face(nil)]), "redacted", "foreign"),
    ("hidden", FaceSheet(.examined(by: "eyes"), [face(.hide)]), "redacted", "foreign"),
    ("shown", FaceSheet(.examined(by: "eyes"), [face(.show)]), "as it is", "as it is"),
    ("one hidden", FaceSheet(.byHand, [face(.show), face(.hide)]), "redacted", "foreign"),
    (
      "placed", FaceSheet(.byHand, [Face(Face.Head(box: box, roll: 0))]), "redacted", "foreign"
    ),
  ]
  private static let names = states.map(\.name)

  private func word(_ departure: Departure) -> String {
    switch departure {
    case .asItIs: "as it is"
    case .redacted: "redacted"
    case .held(let reason): reason.rawValue
    }
  }

  @Test(arguments: names)
  func eachStateLeavesAsTheSettingSays(name: String) throws {
    let state = try #require(Self.states.first { $0.name == name })
    func leaves(_ kind: PieceFilter.Kind, _ treatment: FaceTreatment) -> String {
      word(state.sheet.departure(of: kind, Self.picture, under: treatment))
    }
    for kind in PieceFilter.Kind.allCases {
      #expect(leaves(kind, .show) == "as it is" && leaves(kind, .hold) == "treatment")
    }
    #expect(leaves(.photo, .hide) == state.photo && leaves(.document, .hide) == state.photo)
    #expect(leaves(.imported, .hide) == state.imported)
    let isVouchedFor = state.sheet == FaceSheet(.byHand)
    #expect(leaves(.clip, .hide) == (isVouchedFor ? "as it is" : "clip"))
  }

  @Test func withoutASettingNothingLeavesOnceAFaceWasHidden() {
    func treatments(
      _ faces: FaceTreatments, isAnyKnown: Bool = true, wasAnyHidden: Bool
    ) -> [FaceTreatment] {
      let marks = FaceMarks(isAnyKnown: isAnyKnown, wasAnyHidden: wasAnyHidden)
      return WayOut.allCases.map { faces.treatment(on: $0, marks) }
    }
    var faces = FaceTreatments()
    let unreadable = FaceTreatments(isUnreadable: true)
    let shown: [FaceTreatment] = [.show, .show, .hold]
    #expect(treatments(faces, wasAnyHidden: false) == shown)
    #expect(treatments(faces, wasAnyHidden: true) == [.hold, .hold, .hold])
    #expect(treatments(unreadable, wasAnyHidden: false) == [.hold, .hold, .hold])
    #expect(treatments(unreadable, isAnyKnown: false, wasAnyHidden: false) == shown)
    for (way, treatment) in zip(WayOut.allCases, [FaceTreatment.hide, .show, .hide]) {
      faces[way] = treatment
    }
    for wasAnyHidden in [false, true] {
      #expect(treatments(faces, wasAnyHidden: wasAnyHidden) == [.hide, .show, .hide])
    }
  }

  @Test func aPictureOfWhichNobodyKnowsTheSizeStays() {
    let sheet = FaceSheet(.examined(by: "eyes"), [Self.face(.hide)])
    #expect(sheet.departure(of: .photo, nil, under: .hide) == .held(.foreign))
  }

  /// Somebody else's record may have it anywhere.
  @Test func whereAHiddenFaceIsOutsideOfThePictureNothingLeaves() {
    let outside = Face(FaceBox(x: 50_000, y: 0, width: 1000, height: 1000), perMille: 900)
    let sheet = FaceSheet(.examined(by: "eyes"), [Self.face(.hide), outside])
    #expect(sheet.departure(of: .photo, Self.picture, under: .hide) == .held(.failed))
  }

  private func areas(
    _ face: Face, _ orientation: Orientation = .topLeft
  ) -> [PixelArea] {
    let picture = StoredPicture(PictureSize(width: 1000, height: 500), seen: orientation)
    guard
      case .redacted(let areas) = FaceSheet(.byHand, [face])
        .departure(of: .photo, picture, under: .hide)
    else { return [] }
    return areas
  }

  @Test func theAreaIsHalfAsLargeAgainAndInThePicture() {
    #expect(areas(Self.face(nil)) == [PixelArea(x: 350, y: 175, width: 300, height: 150)])
    let corner = Face(FaceBox(x: 0, y: 9000, width: 1000, height: 1500), perMille: 900)
    #expect(areas(corner) == [PixelArea(x: 0, y: 431, width: 125, height: 69)])
  }

  @Test func bothPlacesOfAFaceAreBlank() {
    var face = Self.face(nil)
    face.head = Face.Head(box: FaceBox(x: 0, y: 0, width: 1000, height: 1000), roll: 0)
    #expect(
      areas(face) == [
        PixelArea(x: 350, y: 175, width: 300, height: 150),
        PixelArea(x: 0, y: 0, width: 125, height: 63),
      ])
  }

  /// A head of 200 × 100 pixels, turned by a quarter, is 100 × 200.
  @Test(arguments: [900, -900])
  func aTurnedHeadIsBlankAsItStands(roll: Int) throws {
    let area = try #require(areas(Face(Face.Head(box: Self.box, roll: roll))).first)
    #expect(area.width >= 150 && area.height >= 300 && area.width <= 160)
    let oblique = try #require(areas(Face(Face.Head(box: Self.box, roll: 450))).first)
    #expect(oblique.width >= 319 && oblique.height >= 319)
  }

  /// The upper left corner of the upright picture, wherever that is in the stored one.
  @Test func whatIsSeenUprightIsBlankInThePictureAsItIsStored() {
    let face = Face(FaceBox(x: 0, y: 0, width: 1000, height: 1000), perMille: 900)
    let corners = Orientation.allCases.map { orientation in
      guard let area = areas(face, orientation).first else { return "" }
      return "\(area.x == 0) \(area.y == 0)"
    }
    #expect(
      corners == [
        "true true", "false true", "false false", "true false", "true true", "true false",
        "false false", "false true",
      ])
  }
}
