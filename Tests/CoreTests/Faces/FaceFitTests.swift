import Testing

@testable import Core

/// The head that an analyser has fitted to a face: what may be said of it, where it goes, and how it is told.
@Suite struct FaceFitTests {
  private static let size = PictureSize(width: 1600, height: 900)
  private static let box = FaceBox(x: 4000, y: 2000, width: 2000, height: 4000)

  /// The fit of an object, whose members are these.
  private static func fit(_ members: String) -> FaceFit? {
    JSONParser.value(of: "{\(members)}".utf8).flatMap { FaceFit($0) }
  }

  private static func face(_ members: String) -> Face {
    var face = Face(box, perMille: 900, roll: 40)
    face.fit = fit(members)
    return face
  }

  private func fitted(_ members: String) throws -> FaceSheet {
    try FaceSheet(.examined(by: "eyes"), [Self.face(members)]).after(.fit, in: Self.size)
  }

  private func line(_ sheet: FaceSheet) -> String {
    let all = sheet.reply(of: Phrase("test.piece", "photo 17"), 17, asJSON: false)
    return all.text(in: .english).split(separator: "\n").map(String.init).last ?? ""
  }

  private static let place = #""x":500,"y":250,"width":200,"roll":-150"#

  @Test func theHeadGoesWhereItWasFitted() throws {
    let sheet = try fitted(Self.place)
    let head = try #require(sheet.faces[0].head)
    // The width is 320 of 1600 pixels, the height a quarter more: 400 of 900. The middle is 400 pixels down.
    #expect((head.box.middleX, head.box.width) == (5000, 2000))
    #expect((head.box.middleY, head.box.height) == (4444, 4443))
    #expect(head.roll == -150 && head.isFitted && sheet.origin == .byHand && sheet.active == 0)
    let moved = try sheet.after(.move(right: 10, down: 0), in: Self.size)
    #expect(moved.faces[0].head?.isFitted == false)
  }

  @Test(arguments: [
    (
      #""yaw":0,"pitch":0,"off":{"eyes":41,"chin":-29}"#,
      "fitted, eyes 4 % too far apart, chin fits"
    ),
    (
      #""yaw":-172,"pitch":199,"off":{"mouth_width":-30,"mouth_height":55}"#,
      "fitted, looks 15° to the left, mouth 6 % too low, mouth 3 % too narrow"
    ),
    (
      #""yaw":149,"pitch":-226,"off":{"eyes":-60,"mouth_width":31,"mouth_height":-40,"chin":50}"#,
      "fitted, looks 25° down, eyes 6 % too close together, chin 5 % too low, mouth 4 % too high"
    ),
    (#""yaw":null,"pitch":null,"off":{"eyes":null}"#, "fitted, turn not known"),
    (#""yaw":0,"pitch":200"#, "fitted, looks 20° up"),
  ])
  func itsWordsAreWhatThePoseCannotExplain(members: String, words: String) throws {
    let line = line(try fitted("\(Self.place),\(members)"))
    let start = "Face 1 of 1, middle, at 50,44, 20 % wide, turned 15° to the left, "
    #expect(line == "\(start)\(words), active.")
  }

  @Test func nothingIsFittedWhereTheAnalyserHasNoFit() throws {
    let one = Face(FaceBox(x: 0, y: 0, width: 1000, height: 1000), perMille: 700)
    let sheet = FaceSheet(.examined(by: "eyes"), [one, Self.face(Self.place)])
    let both = try sheet.after(.fit, in: Self.size)
    #expect(both.faces[0].head == nil && both.faces[1].head != nil && both.active == 1)
    let chosen = try sheet.after(.select(.number(1)), in: Self.size)
    do throws(Failure) {
      _ = try chosen.after(.fit, in: Self.size)
      Issue.record("a face without a fit was fitted")
    } catch {
      #expect(error.phrase.key == "face.not-fitted")
    }
  }

  @Test(arguments: [
    #""x":10000,"y":-10000,"width":2000,"roll":1800"#, #""x":-10000,"y":10000,"width":1,"roll":0"#,
  ])
  func whateverAFitSaysItsHeadIsOneThatARecordCanHave(members: String) throws {
    for size in [Self.size, PictureSize(width: 60_000, height: 10)] {
      let sheet = FaceSheet(.examined(by: "eyes"), [Self.face(members)])
      let face = try sheet.after(.fit, in: size).faces[0]
      #expect(Face(record: face.record) == face)
      #expect((0...FaceBox.whole).contains(face.place.middleX))
    }
  }

  @Test func aRecordHasWhatIsKnownAndIsReadAgain() throws {
    var face = Self.face(#"\#(Self.place),"yaw":-10,"pitch":null,"off":{"chin":7,"ear":1}"#)
    face.head = face.fit?.head(in: Self.size)
    #expect(
      face.fit?.record.text
        == #"{"off":{"chin":7},"roll":-150,"width":200,"x":500,"y":250,"yaw":-10}"#)
    #expect(Face(record: face.record) == face)
  }

  /// Members with which an object is no fit.
  private static let wrong = [
    #""x":500,"y":250,"width":200"#, #""x":500,"y":250,"width":0,"roll":0"#,
    #""x":500,"y":250,"width":2001,"roll":0"#, #""x":500.5,"y":250,"width":200,"roll":0"#,
    #""x":1e9,"y":250,"width":200,"roll":0"#, place + #","yaw":601"#, place + #","pitch":"up""#,
    place + #","off":[1]"#, place + #","off":{"chin":1001}"#, place + #","off":{"eyes":0.5}"#,
  ]

  @Test(arguments: wrong)
  func whatIsNoFitIsRefused(members: String) {
    #expect(Self.fit(members) == nil)
    let face = #"{"box":[0.1,0.1,0.2,0.2],"score":1,"fit":{\#(members)}}"#
    let answer = Result { () throws(AnalyserError) in
      try AnalyserAnswer(Array(#"{"faces":[\#(face)]}"#.utf8), of: Analyser("eyes"))
    }
    switch answer {
    case .success: Issue.record("it was read")
    case .failure(let error): #expect(error.phrase.key == "analyser.wrong-face")
    }
  }
}
