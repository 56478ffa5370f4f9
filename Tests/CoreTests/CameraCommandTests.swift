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
    ("camera", Command.camera(.ask(json: false))),
    ("camera controls", .camera(.request(.controls(json: false)))),
    ("camera list", .camera(.request(.list(json: false)))),
    ("camera use HD Cam", .camera(.request(.use("HD Cam")))),
    ("camera controls --json", .camera(.request(.controls(json: true)))),
    ("camera set gain 3 --json", .camera(.request(.set("gain 3")))),
    (
      "camera  set  Power Line Frequency  50 Hz",
      .camera(.request(.set("Power Line Frequency 50 Hz")))
    ),
  ])
  func aRequestIsRead(line: String, command: Command) throws {
    #expect(try Command.parse(line) == command)
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
