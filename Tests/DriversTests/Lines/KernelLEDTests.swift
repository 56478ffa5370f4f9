import Core
import Glibc
import StandIns
import Testing

@testable import Drivers

@Suite struct KernelLEDDescriptionTests {
  private let tree: SysfsTree

  init() throws {
    tree = try SysfsTree()
    try tree.add(
      "PWR", ["brightness": "0", "max_brightness": "255", "trigger": "[none] timer mmc0"])
  }

  @Test func aKernelWithoutLEDsListsNone() throws {
    #expect(KernelLEDDescription.all(under: try SysfsTree().root) == [])
  }

  @Test func anLEDWithoutBrightnessSaysWhyItCannotBeLit() throws {
    unlink(tree.root + "/PWR/brightness")
    let led = try #require(KernelLEDDescription.all(under: tree.root).first)
    #expect(led.refusal?.key == "led.failed")
  }

  @Test func aMissingLEDNamesThoseThatAreThere() {
    let root = tree.root
    let failure = failure { () throws(Failure) in
      _ = try KernelLEDDescription.find("ACT", for: .light, under: root)
    }
    #expect(failure == Failure(.light, .ledMissing("ACT", "PWR")))
  }

  @Test func anLEDWithoutTriggersIsStillUsable() throws {
    unlink(tree.root + "/PWR/trigger")
    #expect(
      KernelLEDDescription.all(under: tree.root) == [
        KernelLEDDescription(name: "PWR", fullBrightness: 255, trigger: nil)
      ])
  }

  @Test func theTriggerIsTheOneInBracketsHoweverLongTheList() throws {
    let triggers = (0..<100).map { "kbd-\($0)lock" }.joined(separator: " ")
    try tree.add(
      "ACT", ["brightness": "0", "max_brightness": "1", "trigger": "none \(triggers) [mmc0]"])
    #expect(
      KernelLEDDescription.all(under: tree.root) == [
        KernelLEDDescription(name: "ACT", fullBrightness: 1, trigger: "mmc0"),
        KernelLEDDescription(name: "PWR", fullBrightness: 255, trigger: nil),
      ])
  }
}
