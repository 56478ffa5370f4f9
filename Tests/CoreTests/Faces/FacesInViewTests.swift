import Testing

@testable import Core

/// The faces in what the camera sees, for those who want the picture in words.
@Suite struct FacesInViewTests {
  private static let eyes = Analyser("eyes")
  private static let settings = Settings.board { settings in
    (settings.analysers, settings.faceAnalyser) = ([eyes], "eyes")
  }

  private static func answer(_ boxes: FaceBox...) -> AnalyserAnswer {
    let faces = boxes.map { Face($0, perMille: 900) }
    return AnalyserAnswer(
      options: [], thing: nil, FaceExamination(by: "eyes", .found(faces)))
  }

  private static let left = FaceBox(x: 0, y: 2000, width: 1000, height: 2000)
  private static let middle = FaceBox(x: 4000, y: 4000, width: 2000, height: 2000)

  private func run(
    _ script: [Cue], _ settings: Settings = FacesInViewTests.settings, until end: Double = 30,
    answers: [AnalyserAnswer], in change: (inout ScriptedWorld) -> Void = { _ in }
  ) -> Recording {
    Recording(settings, [script], until: end) { world in
      world.analyses = answers
      change(&world)
    }
  }

  /// When frames were given to the analyser, in seconds.
  private func looks(_ run: Recording) -> [Double] {
    run.entries.compactMap { entry in
      guard case .hook(.run(.frame(Self.eyes, _))) = entry.effect else { return nil }
      return entry.at.seconds
    }
  }

  @Test func whoeverAsksForThemHearsThemWithTheRest() {
    let run = run(
      Cue.line("describe --faces", at: 5), answers: [Self.answer(Self.left, Self.middle)])
    #expect(
      run.said() == [
        "Well lit, mean 100 of 255. Nothing moves. In view: 2 faces, one cut off at the left."
      ])
    #expect(looks(run).count == 1 && run.answered() == 1)
  }

  @Test func aProgramReadsThemAsOfAPiece() throws {
    let run = run(Cue.line("describe --faces --json", at: 5), answers: [Self.answer(Self.middle)])
    let told = try #require(JSONParser.value(of: run.said().first?.utf8 ?? "".utf8))
    guard case .array(let faces)? = told.member("faces") else {
      Issue.record("\(run.said())")
      return
    }
    #expect(faces.first?.member("box")?.text == "[0.4,0.4,0.2,0.2]")
  }

  @Test func whoeverAsksForThePictureAloneHearsNothingOfThem() {
    let run = run(Cue.line("describe", at: 5), answers: [Self.answer(Self.left)])
    #expect(run.said() == ["Well lit, mean 100 of 255. Nothing moves."] && looks(run).isEmpty)
  }

  @Test func withoutAnAnalyserOrWithABrokenOneThatIsSaid() {
    let off = run(Cue.line("describe --faces", at: 5), .board { _ in }, answers: [])
    #expect(off.said().first?.hasPrefix("No program looks for faces") == true)
    let broken = run(Cue.line("describe --faces", at: 5), answers: []) {
      $0.hookProblem = Phrase("test.broken", "It is broken.")
    }
    #expect(broken.said().first?.hasSuffix("Faces are not known yet.") == true)
    #expect(broken.answered() == 1)
  }

  @Test func whoeverWatchesHearsOfChangesAndNoMoreThanOneFrameInTwoSecondsIsLookedAt() {
    let near = FaceBox(x: 4100, y: 4100, width: 1800, height: 2100)
    let answers = [Self.answer(Self.middle), Self.answer(near), Self.answer(), Self.answer()]
    let lines = Cue.line("watch framing --faces", at: 5) + Cue.line("", at: 14)
    let run = run(lines, answers: answers) {
      $0.hookTime = .milliseconds(300)
    }
    let picture = "Well lit, mean 100 of 255. Nothing moves. "
    let faces = run.said().filter { $0.hasPrefix(picture) }.map {
      String($0.dropFirst(picture.count))
    }
    #expect(
      faces == [
        "Faces are not known yet.", "In view: one face, middle, 20 % wide.", "In view: no face.",
      ])
    let said = run.entries.compactMap { entry in
      if case .console(.say) = entry.effect { entry.at.seconds } else { nil }
    }
    #expect(zip(said, said.dropFirst()).allSatisfy { $1 - $0 >= 1.9 }, "\(said)")
    let times = looks(run)
    #expect(times.count >= 3 && zip(times, times.dropFirst()).allSatisfy { $1 - $0 >= 2 })
    #expect(times.allSatisfy { $0 < 1014 })
  }

  @Test func noFrameIsLookedAtBeforeAPhotoAndOneUnderWayIsEndedByAnEdge() {
    // The countdown ends at 8 s; the analyser would take longer.
    let pressed = run(
      Cue.line("watch framing --faces", at: 4) + Cue.press(5), until: 20,
      answers: Array(repeating: Self.answer(), count: 9)
    ) { $0.hookTime = .seconds(3) }
    let stops = pressed.entries.filter { $0.effect == .hook(.stop) }
    #expect(stops.map { $0.at.seconds } == [1005])
    #expect(looks(pressed).allSatisfy { $0 < 1005 || $0 > 1008 })
    #expect(looks(pressed).contains { $0 > 1008 })
  }

  @Test(arguments: [false, true])
  func aSlowAnswerOrAFailureIsWaitedForOnce(isBroken: Bool) {
    let lines = Cue.line("describe --faces", at: 5)
    let run = run(lines, until: 60, answers: isBroken ? [] : [Self.answer(Self.middle)]) {
      $0.hookTime = .seconds(3)
      if isBroken { $0.hookProblem = Phrase("test.broken", "It is broken.") }
    }
    #expect(run.answered() == 1 && looks(run).count == 1)
    let end = isBroken ? "Faces are not known yet." : "In view: one face, middle, 20 % wide."
    #expect(run.said().last?.hasSuffix(end) == true)
    #expect(
      run.entries.contains {
        $0.effect == .console(.answered(SessionID(number: 1))) && $0.at < .at(12)
      })
  }

  @Test func whereNoAnswerComesNobodyWaitsForLong() {
    let run = run(Cue.line("describe --faces", at: 5), until: 60, answers: []) {
      $0.hookTime = .seconds(100)
    }
    #expect(run.answered() == 1)
    #expect(run.said().last?.hasSuffix("Faces are not known yet.") == true)
  }
}
