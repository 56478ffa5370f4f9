import Core
import Testing

@testable import Drivers

@Suite struct CameraControlValueTests {
  private static let gain = CameraControl(
    identifier: 1, name: "Gain", kind: .integer, minimum: -10, maximum: 255, step: 5, standard: 0)
  private static let white = CameraControl(
    identifier: 2, name: "White Balance, Automatic", kind: .boolean, maximum: 1, standard: 1)
  private static let mains = CameraControl(
    identifier: 3, name: "Power Line Frequency", kind: .menu, maximum: 3, standard: 1,
    items: [
      CameraControl.Item(value: 0, name: "Disabled"), CameraControl.Item(value: 1, name: "50 Hz"),
      CameraControl.Item(value: 3, name: "Auto"),
    ])
  private static let whole = CameraControl(
    identifier: 4, name: "Whole", kind: .integer64, minimum: .min, maximum: .max, step: 2)
  private static let bits = CameraControl(
    identifier: 5, name: "Bits", kind: .bitmask, maximum: 0b101)
  private static let locked = CameraControl(
    identifier: 6, name: "Serial", kind: .integer, maximum: 9, isReadOnly: true)
  private static let label = CameraControl(identifier: 7, name: "Label", kind: .string, maximum: 9)

  private func refusal(_ control: CameraControl, _ text: String) -> Phrase? {
    do throws(Failure) {
      _ = try control.value(for: text)
      return nil
    } catch {
      return error.phrase
    }
  }

  @Test(arguments: [
    (gain, "256", Phrase.controlSteps("Gain", -10, 255, 5, "256")),
    (gain, "-15", Phrase.controlSteps("Gain", -10, 255, 5, "-15")),
    (gain, "-9", Phrase.controlSteps("Gain", -10, 255, 5, "-9")),
    (gain, "much", Phrase.controlSteps("Gain", -10, 255, 5, "much")),
    (white, "2", Phrase.controlSwitch("White Balance, Automatic", "2")),
    (
      mains, "2",
      Phrase.controlChoices("Power Line Frequency", "0 for Disabled; 1 for 50 Hz; 3 for Auto", "2")
    ),
    (bits, "2", Phrase.controlBits("Bits", 5, "2")),
    (bits, "-1", Phrase.controlBits("Bits", 5, "-1")),
    (locked, "3", Phrase.controlReadOnly("Serial")),
    (label, "me", Phrase.controlText("Label")),
    (label, "default", Phrase.controlText("Label")),
  ])
  func whatTheDriverWouldRefuseIsRefused(control: CameraControl, text: String, phrase: Phrase) {
    #expect(refusal(control, text) == phrase)
  }

  @Test(arguments: [
    (gain, "-10", -10), (gain, "255", 255), (gain, "5", 5), (gain, "Default", 0),
    (white, "off", 0), (white, "TRUE", 1), (white, "1", 1), (mains, "50hz", 1), (mains, "3", 3),
    (mains, "auto", 3), (mains, "default", 1), (bits, "5", 5), (bits, "4", 4),
    (whole, "9223372036854775806", Int.max - 1), (whole, "-9223372036854775808", .min),
  ])
  func aValueIsRead(control: CameraControl, text: String, value: Int) throws {
    #expect(try control.value(for: text) == value)
  }

  @Test func aStepOfNothingIsAStepOfOne() throws {
    let control = CameraControl(
      identifier: 1, name: "Odd", kind: .integer, maximum: 9, step: 0)
    #expect(try control.checked(7) == 7)
  }

  @Test func aStandingIsSaidInTheControlsOwnWords() {
    #expect(Self.mains.standing(at: 3).map(\.english) == ["Power Line Frequency is 3 for Auto."])
    #expect(Self.white.standing(at: 0).map(\.english) == ["White Balance, Automatic is off."])
    #expect(Self.gain.standing(at: nil).map(\.english) == ["Gain is unknown."])
  }
}

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
