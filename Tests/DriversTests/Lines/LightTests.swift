import Core
import Glibc
import StandIns
import Testing

@testable import Drivers

@Suite struct LightTests {
  private let tree: SysfsTree

  init() throws {
    tree = try SysfsTree()
    let board = ["trigger": "none [mmc0] timer", "brightness": "1", "max_brightness": "255"]
    try tree.add("ACT", board)
    try tree.add("PWR", board)
  }

  private func refusal(taking name: String, as role: Role = .light) -> Failure? {
    let root = tree.root
    return failure { () throws(Failure) in
      try Light(.led(name), as: role, ledRoot: root).set(true)
    }
  }

  @Test func aMissingLEDNamesThoseThatAreThere() {
    #expect(refusal(taking: "led0") == Failure(.light, .ledMissing("led0", "ACT, PWR")))
  }

  @Test func aPathIsNoNameOfAnLED() {
    #expect(refusal(taking: "../ACT")?.phrase.key == "led.missing")
  }

  @Test func aBoardWithoutLEDsPointsToGPIO() throws {
    let empty = try SysfsTree()
    let failure = failure { () throws(Failure) in
      try Light(.led("ACT"), ledRoot: empty.root).set(true)
    }
    #expect(failure == Failure(.light, .ledsAbsent("ACT")))
  }

  @Test func anUnwritableLEDNamesItsDirectoryAndTheRule() {
    let cause = SystemError(call: "open", code: EACCES)
    let failure = KernelLED.failure(cause, at: "/sys/class/leds/ACT", for: .light)
    #expect(failure.phrase == Phrase.ledForbidden("/sys/class/leds/ACT"))
    #expect(failure.phrase.english.contains("udev rule"))
  }

  @Test func aBuzzersFailureIsTheBuzzers() throws {
    unlink(tree.root + "/ACT/brightness")
    let failure = refusal(taking: "ACT", as: .buzzer)
    #expect(failure?.role == .buzzer)
    #expect(
      failure?.phrase == Phrase.ledFailed(tree.root + "/ACT", "No such file or directory"))
    #expect(failure?.cause == SystemError(call: "open", code: ENOENT))
  }

  @Test func takingAnLEDFreesItFromItsTriggerAndDarkensIt() throws {
    let light = try Light(.led("ACT"), ledRoot: tree.root)
    #expect(try tree.text("ACT/trigger") == "none")
    #expect(try tree.text("ACT/brightness") == "0")
    #expect(try tree.text("PWR/brightness") == "1")
    try light.set(false)
  }

  @Test func aKernelWithoutTriggersIsNoObstacle() throws {
    unlink(tree.root + "/ACT/trigger")
    try Light(.led("ACT"), ledRoot: tree.root).set(true)
  }

  @Test func onIsTheFullBrightnessOfTheLED() throws {
    let light = try Light(.led("ACT"), ledRoot: tree.root)
    try light.set(true)
    #expect(try tree.text("ACT/brightness") == "255")
    try light.set(false)
    #expect(try tree.text("ACT/brightness") == "0")
  }

  @Test func aLightThatNobodyHoldsIsDark() throws {
    func lightUp() throws { try Light(.led("ACT"), ledRoot: tree.root).set(true) }
    try lightUp()
    #expect(try tree.text("ACT/brightness") == "0")
  }
}
