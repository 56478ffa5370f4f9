import CFakeVideo
import CVideo
import Core
import Glibc
import Testing

@testable import Drivers

@Suite struct CameraControlChangeTests {
  /// A camera with `Brightness`, `Contrast`, `Power Line Frequency` (with a hole) and `Gain`, in that order.
  private func camera() throws -> FakeCamera {
    let fake = try FakeCamera()
    fake.add(1, "Brightness", V4L2_CTRL_TYPE_INTEGER, 0...255)
    fake.add(2, "Contrast", V4L2_CTRL_TYPE_INTEGER, 0...10)
    fake.add(3, "Power Line Frequency", V4L2_CTRL_TYPE_MENU, 0...3)
    for (index, name) in [(0, "Disabled"), (1, "50 Hz"), (3, "Auto")] {
      fake_video_add_item(fake.device, 3, UInt32(index), name)
    }
    fake.add(4, "Gain", V4L2_CTRL_TYPE_INTEGER, 0...100)
    return fake
  }

  private func wishes(_ values: (String, Int)...) -> [ControlSetting] {
    values.map { ControlSetting("camera.controls.\($0.0)", $0.0, $0.1) }
  }

  private func keys(_ outcome: Camera.ControlOutcome) -> [String] { outcome.refusals.map(\.key) }

  @Test func onlyWhatIsSetIsAskedForAndSet() throws {
    let fake = try camera()
    let outcome = try CameraDevice.open(fake.path).apply(wishes(("contrast", 7)))
    #expect(outcome.held.map(\.value) == [7])
    #expect(fake.value(of: 2) == 7)
    #expect(fake.count(of: FAKE_S_EXT_CTRLS) == 1)
    #expect(fake.count(of: FAKE_G_EXT_CTRLS) == 0)
    #expect(fake.count(of: FAKE_QUERYMENU) == 0)
    // Two to find it, one to look at it.
    #expect(fake.count(of: FAKE_QUERY_EXT_CTRL) == 3)
  }

  @Test func namesAreAskedForOnce() throws {
    let fake = try camera()
    let camera = try Camera(fake.settings)
    _ = try camera.set("gain 3")
    let count = fake.count(of: FAKE_QUERY_EXT_CTRL)
    _ = try camera.set("gain 4")
    #expect(fake.count(of: FAKE_QUERY_EXT_CTRL) == count + 1)
    #expect(fake.value(of: 4) == 4)
    #expect(fake.count(of: FAKE_G_EXT_CTRLS) == 0)
  }

  @Test(arguments: [EIO, ETIMEDOUT])
  func aCameraThatSaysNoNamesIsAskedOnce(error: Int32) throws {
    let fake = try camera()
    fake.fail(FAKE_QUERY_EXT_CTRL, error)
    let wishes = wishes(("gain", 1), ("contrast", 2))
    let outcome = try CameraDevice.open(fake.path).apply(wishes)
    #expect(fake.count(of: FAKE_QUERY_EXT_CTRL) == 1)
    #expect(fake.count(of: FAKE_S_EXT_CTRLS) == 0)
    #expect(keys(outcome) == ["camera.controls.given-up"])
    let sentence = outcome.refusals[0].english
    #expect(sentence.contains("camera.controls.gain, camera.controls.contrast"))
    #expect(sentence.contains("Fake camera"))
  }

  @Test(arguments: [EIO, ETIMEDOUT])
  func theFirstThatIsNotAnsweredEndsTheSetting(error: Int32) throws {
    let fake = try camera()
    fake.fail(FAKE_S_EXT_CTRLS, error, after: 1)
    let wishes = wishes(("brightness", 9), ("gain", 1), ("contrast", 2))
    let outcome = try CameraDevice.open(fake.path).apply(wishes)
    #expect(outcome.held.map(\.name) == ["Brightness"])
    #expect(fake.count(of: FAKE_S_EXT_CTRLS) == 2)
    #expect(keys(outcome) == ["camera.controls.given-up"])
    let sentence = outcome.refusals[0].english
    #expect(sentence.contains("camera.controls.gain, camera.controls.contrast"))
    #expect(!sentence.contains("brightness"))
  }

  @Test func aControlThatIsRefusedLeavesTheOthersAndIsTriedAgain() throws {
    let fake = try camera()
    fake_video_fail_control(fake.device, 2, EBUSY)
    let wishes = wishes(("contrast", 2), ("nonsense", 1), ("gain", 1))
    let outcome = try CameraDevice.open(fake.path).apply(wishes)
    #expect(outcome.held.map(\.name) == ["Gain"])
    #expect(keys(outcome) == ["camera.control.not-applied", "camera.control.not-applied"])
    #expect(fake.count(of: FAKE_S_EXT_CTRLS) == 3)
  }

  @Test func aSlowCameraIsGivenUpWhenItsTimeIsOver() throws {
    let fake = try camera()
    let wishes = wishes(("brightness", 1), ("contrast", 2), ("gain", 3))
    var instant = Instant.zero
    let outcome = try CameraDevice.open(fake.path).apply(wishes) {
      defer { instant = instant + .milliseconds(1_500) }
      return instant
    }
    #expect(outcome.held.map(\.name) == ["Brightness"])
    #expect(keys(outcome) == ["camera.controls.given-up"])
    #expect(outcome.refusals[0].english.contains("contrast, camera.controls.gain"))
  }

  @Test func aMenuHasNoEntryInItsHoles() throws {
    let fake = try camera()
    let outcome = try CameraDevice.open(fake.path).apply(wishes(("power line frequency", 2)))
    #expect(fake.count(of: FAKE_S_EXT_CTRLS) == 0)
    #expect(
      outcome.refusals.map(\.english) == [
        """
        camera.controls.power line frequency = 2 is not set at the camera. Power Line Frequency \
        takes 0 for Disabled; 1 for 50 Hz; 3 for Auto, not 2.
        """
      ])
    let answer = try Camera(fake.settings).set("power line frequency auto")
    #expect(answer.held?.value == 3)
  }

  @Test func aControlThatCannotBeReadIsListedWithoutItsValue() throws {
    let fake = try camera()
    fake_video_fail_control(fake.device, 2, EIO)
    let controls = try CameraDevice.open(fake.path).controls()
    #expect(controls.map(\.name) == ["Brightness", "Contrast", "Power Line Frequency", "Gain"])
    #expect(controls.map(\.value) == [5, nil, 3, 5])
  }

  @Test func aSlowCameraIsListedWithoutTheValuesThatWouldTakeTooLong() throws {
    let fake = try camera()
    var instant = Instant.zero
    let controls = try CameraDevice.open(fake.path).controls {
      defer { instant = instant + .milliseconds(900) }
      return instant
    }
    #expect(controls.map(\.name).count == 4)
    #expect(controls.map(\.value) == [5, nil, nil, nil])
    #expect(fake.count(of: FAKE_G_EXT_CTRLS) == 1)
  }

  @Test func aDriverThatStopsAnsweringEndsTheList() throws {
    let fake = try camera()
    fake.fail(FAKE_QUERY_EXT_CTRL, ETIMEDOUT, after: 2)
    #expect(try CameraDevice.open(fake.path).controls().count == 2)
    #expect(fake.count(of: FAKE_QUERY_EXT_CTRL) == 3)
  }

  @Test func askingForAValueReadsThatAlone() throws {
    let fake = try camera()
    let answer = try Camera(fake.settings).set("gain")
    #expect(answer.phrases.first?.english == "Gain is 5.")
    #expect(fake.count(of: FAKE_G_EXT_CTRLS) == 1)
  }
}
