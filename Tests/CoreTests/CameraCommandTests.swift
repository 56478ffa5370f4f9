import Testing

@testable import Core

@Suite struct CameraCommandTests {
  private func misunderstanding(_ line: String) -> Phrase? {
    do throws(CommandError) {
      _ = try Command.parse(line)
      return nil
    } catch {
      return error.phrase
    }
  }

  @Test(arguments: [
    ("camera set", Phrase.cameraSetWhat), ("camera use", Phrase.cameraUseWhat),
    ("camera list all", Phrase.commandExtra("all")),
    ("camera controls now", Phrase.commandExtra("now")),
    ("camera seet gain 3", Phrase.commandUnknownNearest("camera seet", "camera set")),
    ("camera frobnicate", Phrase.commandUnknown("camera frobnicate")),
  ])
  func aWrongRequestIsExplained(line: String, phrase: Phrase) {
    #expect(misunderstanding(line) == phrase)
  }

  @Test(arguments: [
    ("camera controls", CameraRequest.controls(json: false)), ("camera list", .list(json: false)),
    ("camera list --json", .list(json: true)), ("camera use HD Cam", .use("HD Cam")),
    ("camera controls --json", .controls(json: true)),
    ("camera set gain 3 --json", .set("gain 3")),
    ("camera  set  Power Line Frequency  50 Hz", .set("Power Line Frequency 50 Hz")),
  ])
  func aRequestIsRead(line: String, request: CameraRequest) {
    let run = Recording([Cue.line(line, at: 5)])
    let asked = run.effects.filter { if case .camera(.answer) = $0 { true } else { false } }
    #expect(asked == [.camera(.answer(request, to: SessionID(number: 1)))])
  }

  @Test(arguments: ["camera", "camera list", "camera controls --json"])
  func everySessionMayAsk(line: String) throws {
    _ = try Command.parse(line, access: .status)
  }

  @Test(arguments: ["camera set gain 3", "camera use 1"])
  func onlySomeMaySet(line: String) {
    #expect(throws: CommandError(.consoleStatusOnly)) {
      try Command.parse(line, access: .status)
    }
  }
}
