import Testing

@testable import Core

/// What the live picture is seen with.
@Suite struct OverlayCommandTests {
  private func run(_ lines: [[Cue]], title: Int?) -> Recording {
    Recording(lines, until: 12) { $0.facts.thing.titlePicture = title }
  }

  /// What the last drawing compares with.
  private func comparison(_ run: Recording) -> ViewfinderScene.Comparison? {
    run.entries.reduce(nil) { latest, entry in
      if case .console(.draw(let scene, _)) = entry.effect { scene.comparison } else { latest }
    }
  }

  private static let view = Cue.line("view on", at: 5, from: 2)

  @Test func alone() {
    let run = run([Self.view, Cue.line("overlay", at: 6)], title: 4)
    #expect(comparison(run) == nil)
    #expect(run.said() == ["Overlay: off."] && run.answered() == 1)
  }

  @Test func withTheTitlePictureOnAllConsolesUntilItIsOff() {
    let on = [Self.view, Cue.line("overlay compare", at: 6)]
    #expect(comparison(run(on, title: 4)) == .photo(4))
    #expect(run(on, title: 4).said().last?.contains("photo 4") == true)
    #expect(comparison(run(on + [Cue.line("overlay off", at: 8)], title: 4)) == nil)
  }

  @Test func aThingWithoutAPhotoIsSaidOnBoth() {
    let run = run([Self.view, Cue.line("overlay compare", at: 6)], title: nil)
    #expect(comparison(run) == .nothing)
    #expect(run.said().last?.hasSuffix(Phrase.overlayNothing.english) == true)
  }

  @Test(arguments: [
    ("overlay --json", #"{"overlay":"off","photo":null}"#),
    ("overlay compare", #"{"overlay":"compare","photo":4}"#),
  ])
  func aProgramIsToldInAnObject(line: String, answer: String) {
    let run = run([Cue.line(line, at: 5), Cue.line("overlay --json", at: 6)], title: 4)
    #expect(run.said().last == answer)
  }

  @Test func whoMayOnlyAskSetsNothing() {
    #expect(throws: CommandError(.consoleStatusOnly)) {
      try Command.parse("overlay compare", access: .status)
    }
    #expect(throws: Never.self) { try Command.parse("overlay", access: .status) }
  }

  @Test func anUnknownOneSuggestsTheNearest() {
    #expect(throws: CommandError(.commandUnknownNearest("overlay compar", "overlay compare"))) {
      try Command.parse("overlay compar")
    }
  }
}
