import Testing

@testable import Core

/// What an analyser may say of faces.
@Suite struct FaceExaminationTests {
  private static func answer(_ text: String) -> Result<AnalyserAnswer, AnalyserError> {
    Result { () throws(AnalyserError) in
      try AnalyserAnswer(Array(text.utf8), of: Analyser("eyes"))
    }
  }

  private static func faces(_ text: String) throws -> [Face] {
    let examination = try #require(try answer(#"{"faces":[\#(text)]}"#).get().examination)
    return examination.sheet.faces
  }

  @Test func anAnswerWithoutOptionsMaySayWhereFacesAre() throws {
    let text = #"""
      {"faces":[{"box":[0.1,0.2,0.3,0.4],"score":0.9,"roll":-3.5,"points":{"nose":[0.25,0.4],"ear":[0,0]}}],
      "program":"\#(String(repeating: "a", count: 64))","model":"short"}
      """#
    let answer = try Self.answer(text).get()
    let examination = try #require(answer.examination)
    #expect(answer.options == [] && examination.model == nil && examination.program?.count == 64)
    let face = try #require(examination.sheet.faces.first)
    #expect(face.box == FaceBox(x: 1000, y: 2000, width: 3000, height: 4000))
    #expect((face.perMille, face.roll) == (900, -35) && face.points == [.nose: [2500, 4000]])
  }

  @Test func noneAndAFailureAreAnswers() throws {
    #expect(try Self.faces("") == [])
    let failed = try Self.answer(#"{"options":[],"faces":null,"failed":"too_large"}"#).get()
    #expect(failed.examination?.outcome == .failed(.tooLarge))
    #expect(try Self.answer(#"{"options":[]}"#).get().examination == nil)
  }

  @Test func theMostCertainComesFirstAndWhatCoversNearlyTheSameOnce() throws {
    let faces = try Self.faces(
      """
      {"box":[0.1,0.1,0.2,0.2],"score":0.6},{"box":[0.11,0.1,0.2,0.2],"score":0.8},
      {"box":[0.6,0.1,0.2,0.2],"score":0.45},{"box":[0.6,0.6,0.2,0.2],"score":0.39}
      """)
    #expect(faces.map(\.perMille) == [800, 450])
  }

  @Test(arguments: [
    #"{"faces":1}"#, #"{"faces":null}"#, #"{"faces":[],"failed":"model"}"#, #"{"failed":1}"#,
    #"{"failed":"Two words"}"#, #"{"failed":""}"#,
  ])
  func whatIsNoListAndNoReasonIsRefused(text: String) {
    #expect(key(text) == "analyser.wrong-faces")
  }

  @Test(arguments: [
    #"{}"#, #"1"#, #"{"box":[0.1,0.1,0.2,0.2]}"#, #"{"box":[0.1,0.1,0.2],"score":1}"#,
    #"{"box":[0.1,0.1,0,0.2],"score":1}"#, #"{"box":[0.9,0.1,0.2,0.2],"score":1}"#,
    #"{"box":[-0.1,0.1,0.2,0.2],"score":1}"#, #"{"box":[0.1,0.1,0.2,1e300],"score":1}"#,
    #"{"box":[0.1,0.1,0.2,"x"],"score":1}"#, #"{"box":[0.1,0.1,0.2,0.2],"score":2}"#,
    #"{"box":[0.1,0.1,0.2,0.2],"score":1,"roll":200}"#,
    #"{"box":[0.1,0.1,0.2,0.2],"score":1,"points":{"nose":[0.1,2]}}"#,
    #"{"box":[0.1,0.1,0.2,0.2],"score":1,"points":[1]}"#,
  ])
  func whatIsNoFaceIsRefused(face: String) {
    #expect(key(#"{"faces":[\#(face)]}"#) == "analyser.wrong-face")
  }

  @Test func moreThanSixtyFourAreRefused() {
    let face = #"{"box":[0.1,0.1,0.2,0.2],"score":0.9}"#
    let faces = Array(repeating: face, count: 65).joined(separator: ",")
    #expect(key(#"{"faces":[\#(faces)]}"#) == "analyser.too-many-faces")
    #expect(key(#"{"faces":[{"box":[NaN,0,1,1],"score":1}]}"#) == "analyser.no-json")
  }

  private func key(_ text: String) -> String {
    switch Self.answer(text) {
    case .success: "answer"
    case .failure(let error): error.phrase.key
    }
  }
}
