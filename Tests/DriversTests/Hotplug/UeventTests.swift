import Testing

@testable import Drivers

@Suite struct UeventTests {
  private func parse(_ lines: [String]) -> Uevent? {
    var message: [UInt8] = []
    for line in lines { message += Array(line.utf8) + [0] }
    return message.withUnsafeBytes { Uevent(parsing: $0) }
  }

  @Test(arguments: [
    [], [""], ["ACTION=add"], ["add@/devices/a", "ACTION=add"],
    ["add@/devices/a", "SUBSYSTEM=gpio"], ["libudev", "ACTION=add", "SUBSYSTEM=gpio"],
    ["add@/devices/a", "NOACTION=add", "SUBSYSTEM=gpio"],
  ])
  func aMessageThatSaysTooLittleIsNoEvent(lines: [String]) {
    #expect(parse(lines) == nil)
  }

  @Test func actionSubsystemAndNodeAreRead() {
    let event = parse([
      "add@/devices/platform/vivid.0/video4linux/video0", "ACTION=add",
      "DEVPATH=/devices/platform/vivid.0/video4linux/video0", "SUBSYSTEM=video4linux",
      "MAJOR=81", "MINOR=0", "DEVNAME=video0", "SEQNUM=1234",
    ])
    #expect(event == Uevent(action: "add", subsystem: "video4linux", node: "video0"))
  }

  @Test func aMessageWithoutItsLastZeroIsRead() {
    let message = Array("change@/a\0ACTION=change\0SUBSYSTEM=leds".utf8)
    let event = message.withUnsafeBytes { Uevent(parsing: $0) }
    #expect(event == Uevent(action: "change", subsystem: "leds"))
  }

  @Test(arguments: [("add", true), ("change", true), ("remove", false), ("unbind", false)])
  func onlyWhatCameOrChangedIsAnArrival(action: String, isArrival: Bool) {
    #expect(Uevent(action: action, subsystem: "iio").isArrival == isArrival)
  }
}
