import Configuration
import Core
import Testing

@testable import Drivers
@testable import Tools

@Suite struct CameraWishesTests {
  private let other = CameraEntry(path: "/dev/video2", card: "Webcam", bus: "usb-1.2").identity

  private func configured(_ text: String) throws -> CameraSettings {
    try #require(Configuration(text: text).plan.camera)
  }

  @Test func configuredControlsArriveWithTheirKeys() throws {
    let settings = try configured("[camera.controls]\nwhite_balance = false\ngain = 7")
    #expect(
      settings.controls == [
        ControlSetting("camera.controls.gain", "gain", 7),
        ControlSetting("camera.controls.white_balance", "white_balance", 0),
      ])
  }

  @Test func whatAConsoleSetTakesThePlaceOfWhatWasConfigured() throws {
    let settings = try configured("[camera.controls]\nwhite_balance = 1\ngain = 7")
    var wishes = CameraWishes()
    wishes.add(ControlSetting("camera set Gain", "Gain", 1))
    wishes.add(ControlSetting("camera set White Balance", "White Balance", 0))
    wishes.add(ControlSetting("camera set Gain", "Gain", 2))
    #expect(
      wishes.applied(to: settings).controls == [
        ControlSetting("camera set White Balance", "White Balance", 0),
        ControlSetting("camera set Gain", "Gain", 2),
      ])
  }

  @Test func anotherCameraRunsWithoutWhatWasConfiguredForTheFirst() throws {
    let text = """
      [camera]
      device = 0
      width = 640
      height = 480
      fps = 25
      format = "YUYV"
      skip_frames = 9
      facing = "user"
      rotation = 90
      [camera.controls]
      gain = 7
      """
    var wanted = CameraSettings()
    wanted.identity = other
    wanted.skippedFrameCount = 9
    let wishes = CameraWishes().moved(to: other)
    #expect(wishes.applied(to: try configured(text)) == wanted)
  }

  @Test func controlsAreSetAtTheCameraThatTheyWereSetAt() throws {
    let settings = try configured("[camera]\ndevice = 0")
    let gain = ControlSetting("camera set Gain", "Gain", 1)
    var wishes = CameraWishes()
    wishes.add(gain)
    #expect(wishes.moved(to: other).applied(to: settings).controls.isEmpty)
    #expect(wishes.moved(to: other).moved(to: nil).applied(to: settings).controls == [gain])
  }

  @Test func withoutWishesTheConfigurationCounts() throws {
    let settings = try configured("[camera.controls]\ngain = 7")
    #expect(CameraWishes().applied(to: settings) == settings)
  }
}
