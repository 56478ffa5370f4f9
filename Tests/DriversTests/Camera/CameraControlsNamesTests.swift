import Core
import Testing

@testable import Drivers

@Suite struct CameraControlsNamesTests {
  private let controls = [
    CameraControl(identifier: 1, name: "White Balance", kind: .boolean, maximum: 1),
    CameraControl(identifier: 2, name: "White Balance Temperature", kind: .integer, maximum: 9000),
    CameraControl(identifier: 3, name: "Gain", kind: .integer, maximum: 9),
  ]

  private func complaint(_ text: String, _ controls: [CameraControl]) -> Phrase? {
    do throws(Failure) {
      _ = try controls.reading(text, at: "Cam")
      return nil
    } catch {
      return error.phrase
    }
  }

  @Test func anUnknownNameIsAnsweredWithTheNearest() {
    #expect(
      complaint("gian 3", controls) == Phrase.controlUnknownNearest("gian", "Cam", "Gain"))
    #expect(complaint("gian", controls) == Phrase.controlUnknownNearest("gian", "Cam", "Gain"))
    #expect(complaint("exposure 3", controls) == Phrase.controlUnknown("exposure", "Cam"))
  }

  @Test func aDriverWithoutControlsSaysSo() {
    #expect(complaint("gain 3", []) == Phrase.controlsNone("Cam"))
  }

  @Test(arguments: [
    ("Gain 3", 3, "3"), ("GAIN  3", 3, "3"), ("white_balance_temperature 4600", 2, "4600"),
    ("white balance temperature 4600", 2, "4600"), ("white-balance off", 1, "off"),
    ("White Balance very much", 1, "very much"), ("white balance temperature", 2, nil),
  ])
  func theLongestNameCounts(text: String, identifier: UInt32, value: String?) throws {
    let reading = try controls.reading(text, at: "Cam")
    #expect(reading.control.identifier == identifier)
    #expect(reading.value == value)
  }
}
