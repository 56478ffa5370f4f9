import Core
import Glibc
import Testing

@testable import Drivers

@Suite struct GPIOChipListTests {
  private let board = GPIOChipList(entries: [
    .init(path: "/dev/gpiochip0", name: "gpiochip0", label: "pinctrl-bcm2711"),
    .init(path: "/dev/gpiochip1", name: "gpiochip1", label: "raspberrypi-exp-gpio"),
  ])

  private func twins() -> GPIOChipList {
    GPIOChipList(
      entries: ["gpiochip0", "gpiochip1"].map {
        .init(path: "/dev/\($0)", name: $0, label: "cp210x")
      })
  }

  private func refusal(
    finding text: String, in list: GPIOChipList
  ) -> Failure? {
    failure { () throws(Failure) in _ = try list.path(of: text, for: .button) }
  }

  @Test func aMissingChipNamesThoseThatAreThere() {
    let sentence = refusal(finding: "pinctrl-rp1", in: board)?.phrase.english
    #expect(
      sentence == """
        There is no GPIO chip 'pinctrl-rp1'; name one of these in /etc/exhibit/exhibit.toml: \
        gpiochip0 (pinctrl-bcm2711), gpiochip1 (raspberrypi-exp-gpio).
        """)
  }

  @Test func aBoardWithoutChipsSaysSo() {
    let failure = refusal(finding: "gpiochip0", in: GPIOChipList(entries: []))
    #expect(failure == Failure(.button, .gpioChipsAbsent("gpiochip0")))
  }

  @Test func aLabelOfTwoChipsIsRefusedAndBothAreNamed() {
    let failure = refusal(finding: "cp210x", in: twins())
    #expect(
      failure == Failure(.button, .gpioChipAmbiguous("cp210x", "gpiochip0, gpiochip1")))
  }

  @Test func aLabelBehindAClosedDeviceIsAQuestionOfPermission() {
    let list = GPIOChipList(entries: [
      .init(path: "/dev/gpiochip0", name: "gpiochip0", label: nil)
    ])
    let failure = refusal(finding: "pinctrl-bcm2711", in: list)
    #expect(failure?.phrase == Phrase.gpioForbidden("/dev/gpiochip0"))
  }

  @Test func aDeviceThatMayNotBeOpenedNamesTheGroup() {
    let cause = SystemError(call: "gpiod_chip_open", code: EACCES)
    let failure = board.failure(cause, opening: "/dev/gpiochip1", for: .light)
    #expect(failure == Failure(.light, .gpioForbidden("/dev/gpiochip1"), cause: cause))
    #expect(failure.phrase.english.contains("group gpio"))
  }

  @Test(arguments: [ENOENT, ENOTTY, ENODEV])
  func aPathThatIsNoChipNamesTheChips(code: Int32) {
    let cause = SystemError(call: "gpiod_chip_open", code: code)
    let failure = board.failure(cause, opening: "/dev/null", for: .light)
    #expect(failure.phrase.key == "gpio.chip.missing")
    #expect(failure.phrase.english.contains(": gpiochip0 (pinctrl-bcm2711)"))
    #expect(failure.cause == cause)
  }

  @Test(arguments: ["gpiochip1", "raspberrypi-exp-gpio"])
  func aChipIsFoundByNameAndByLabel(text: String) throws {
    #expect(try board.path(of: text, for: .button) == "/dev/gpiochip1")
  }

  @Test func aNameGoesBeforeALabel() throws {
    let list = GPIOChipList(entries: [
      .init(path: "/dev/gpiochip0", name: "gpiochip0", label: "gpiochip1"),
      .init(path: "/dev/gpiochip1", name: "gpiochip1", label: "gpiochip0"),
    ])
    #expect(try list.path(of: "gpiochip1", for: .button) == "/dev/gpiochip1")
  }
}
