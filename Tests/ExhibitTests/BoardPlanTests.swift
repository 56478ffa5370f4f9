import Configuration
import Core
import Drivers
import Testing

@testable import Exhibit

@Suite struct BoardPlanTests {
  private static func plan(_ text: String) throws -> BoardPlan {
    BoardPlan(try Configuration(text: text))
  }

  @Test func aCameraIsNamedByPathNameOrNumber() throws {
    #expect(try Self.plan("[camera]\ndevice = \"/dev/video2\"").camera?.device == "/dev/video2")
    #expect(try Self.plan("[camera]\ndevice = \"usb-Cam\"").camera?.device == "usb-Cam")
    #expect(try Self.plan("[camera]\ndevice = 2").camera?.device == "2")
    #expect(try Self.plan("[camera]").camera?.device == nil)
  }

  @Test(arguments: [
    ("", Mounting.Facing.world, QuarterTurn.none),
    ("facing = \"user\"\nmounted = 270", .user, .left), ("mounted = 90", .world, .right),
  ])
  func theCamerasMountArrives(text: String, facing: Mounting.Facing, turn: QuarterTurn) throws {
    let mounting = try #require(try Self.plan("[camera]\n" + text).camera?.mounting)
    #expect(mounting.facing == facing)
    #expect(mounting.turn == turn)
  }

  @Test func theButtonsWiringArrives() throws {
    let text = """
      [button]
      chip = "pinctrl-bcm2711"
      line = "GPIO17"
      active_low = true
      bias = "pull-up"
      """
    let wiring = LineSettings(
      chip: "pinctrl-bcm2711", line: .name("GPIO17"), isActiveLow: true, bias: .pullUp)
    #expect(try Self.plan(text).button == wiring)
  }

  @Test func aLightIsALineOrAKernelLED() throws {
    #expect(try Self.plan("[led]\nled = \"ACT\"").light == .led("ACT"))
    let line = LineSettings(chip: "a", line: .offset(5), drive: .openDrain)
    let text = "[led]\nchip = \"a\"\nline = 5\ndrive = \"open-drain\""
    #expect(try Self.plan(text).light == .line(line))
  }
}
