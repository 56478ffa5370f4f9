import Testing

@testable import Core

/// The picture in measured words.
@Suite struct DescribeTests {
  @Test(arguments: [
    (0, 1000, 0, Tilt.leaning(0)), (70, 997, 0, .leaning(4)), (-70, 997, 0, .leaning(-4)),
    (0, -1000, 0, .leaning(0)), (-70, -997, 0, .leaning(4)), (1000, 0, 0, .leaning(0)),
    (997, -70, 0, .leaning(4)), (-997, 70, 0, .leaning(4)), (0, 0, 1000, .down), (0, 0, -1000, .up),
    (700, 710, 0, .leaning(45)),
  ])
  func postureIsToldByGravity(x: Int, y: Int, z: Int, tilt: Tilt) {
    #expect(Tilt(Acceleration(x: x, y: y, z: z), .environment) == tilt)
  }

  @Test func aJoltTellsNoPosture() {
    #expect(Tilt(Acceleration(x: 0, y: 2000, z: 0), .environment) == nil)
  }

  @Test func whatTheExampleSaysIsSaid() {
    let facts = PictureFacts(
      mean: 18, sharpness: 90, movement: .around(PicturePart(column: 0, row: 0)))
    let description = PictureDescription(facts: facts, tilt: .leaning(4), orientation: .topLeft)
    #expect(
      description.told.sentence.english
        == "Dark, mean 18 of 255. Sharp. Tilted 4° left. Movement: upper left.")
  }

  @Test(arguments: [
    (Orientation.topLeft, "upper left"), (.rightTop, "upper right"), (.bottomRight, "lower right"),
    (.leftBottom, "lower left"), (.topRight, "upper right"),
  ])
  func movementIsToldAsItIsSeenUpright(orientation: Orientation, word: String) {
    #expect(PicturePart(column: 0, row: 0).seen(in: orientation).word.english == word)
  }

  private func looks(_ run: Recording) -> [Instant] { run.times(of: .camera(.describe)) }

  @Test func oneWhoAsksIsAnsweredAfterTwoLooks() {
    let run = Recording([Cue.line("describe", at: 5)])
    #expect(looks(run).count == 2 && run.answered() == 1)
    #expect(run.said() == ["Well lit, mean 100 of 255. Nothing moves."])
  }

  @Test func withoutAPictureThatIsSaid() {
    let run = Recording([Cue.line("pause", at: 4, from: 2), Cue.line("describe", at: 5)])
    #expect(run.said().first?.hasPrefix("No picture: capture ") == true)
    #expect(looks(run).isEmpty && run.answered() == 1)
  }

  @Test func whoeverWatchesHearsOnlyOfChangesAndNotTooOften() {
    let still = PictureFacts(mean: 100, sharpness: nil, movement: .nowhere)
    let moved = PictureFacts(mean: 101, sharpness: nil, movement: .everywhere)
    let run = Recording([Cue.line("watch framing", at: 5), Cue.line("", at: 14)]) { world in
      world.pictures = [still, still, still, moved, moved]
    }
    #expect(run.said().prefix(2).map { $0.suffix(12) } == ["thing moves.", " everywhere."])
    #expect(run.answered() == 2)
    let times = looks(run)
    #expect(zip(times.dropFirst(1), times.dropFirst(2)).allSatisfy { $1 - $0 >= .seconds(2) })
    #expect(times.allSatisfy { $0 <= .at(14) })
  }

  @Test(arguments: ["describe", "watch framing"])
  func theEndIsAnAnswerAndEndsLooking(line: String) {
    let run = Recording([Cue.line(line, at: 7.9)], until: 8)
    #expect(run.answered() == 1 && looks(run).allSatisfy { $0 <= .at(8) })
  }

  @Test func noLookHoldsUpAPhoto() {
    let run = Recording([Cue.line("snap --in 1", at: 5), Cue.line("describe", at: 5.8, from: 2)])
    #expect(looks(run).count == 2 && looks(run).allSatisfy { $0 > .at(6) })
    #expect(run.stored.count == 1)
  }
}
