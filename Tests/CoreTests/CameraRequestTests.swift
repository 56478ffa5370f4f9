import Testing

@testable import Core

@Suite struct CameraRequestTests {
  private func misunderstanding(_ line: String) -> Phrase? {
    do throws(Misunderstanding) {
      _ = try Command.parse(line)
      return nil
    } catch {
      return error.phrase
    }
  }

  @Test(arguments: [
    ("camera set", Phrase(.cameraSetWhat)), ("camera use", Phrase(.cameraUseWhat)),
    ("camera list all", Phrase(.commandExtra, "all")),
    ("camera controls now", Phrase(.commandExtra, "now")),
    ("camera seet gain 3", Phrase(.commandUnknownNearest, "camera seet", "camera set")),
    ("camera frobnicate", Phrase(.commandUnknown, "camera frobnicate")),
  ])
  func aWrongRequestIsExplained(line: String, phrase: Phrase) {
    #expect(misunderstanding(line) == phrase)
  }

  @Test(arguments: [
    ("camera", Command.camera(nil)), ("camera controls", .camera(.controls(json: false))),
    ("camera list", .camera(.list(json: false))), ("camera use HD Cam", .camera(.use("HD Cam"))),
    ("camera controls --json", .camera(.controls(json: true))),
    ("camera  set  Power Line Frequency  50 Hz", .camera(.set("Power Line Frequency 50 Hz"))),
  ])
  func aRequestIsRead(line: String, command: Command) throws {
    #expect(try Command.parse(line) == command)
  }

  @Test func settingIsNotHarmless() throws {
    #expect(try !Command.parse("camera set gain 3").isHarmless)
    #expect(try !Command.parse("camera use 1").isHarmless)
    #expect(try Command.parse("camera controls").isHarmless)
    #expect(try Command.parse("camera list").isHarmless)
    #expect(try Command.parse("camera").isHarmless)
  }
}
