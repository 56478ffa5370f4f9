import CLinux
import Core
import Glibc
import System
import Testing

@testable import Drivers

@Suite struct HotplugTests {
  /// The present news, at most a few hundred.
  private func news(of hotplug: borrowing Hotplug) throws -> [Hotplug.Event] {
    var all: [Hotplug.Event] = []
    while all.count < 300, let news = try hotplug.read() { all.append(news) }
    return all
  }

  /// Sends `message` from another socket to that of `hotplug`; without rights the kernel refuses.
  private func forge(_ message: String, to hotplug: borrowing Hotplug) throws {
    var address = sockaddr_nl()
    var length = socklen_t(MemoryLayout<sockaddr_nl>.size)
    let listener = hotplug.descriptor
    let sender = FileDescriptor(
      owning: try SystemError.check("socket") {
        socket(AF_NETLINK, Int32(SOCK_DGRAM.rawValue), NETLINK_KOBJECT_UEVENT)
      })
    try withUnsafeMutableBytes(of: &address) { bytes in
      let target = bytes.assumingMemoryBound(to: sockaddr.self).baseAddress
      try SystemError.check("getsockname") { getsockname(listener, target, &length) }
    }
    address.nl_groups = 0
    withUnsafeBytes(of: address) { bytes in
      let target = bytes.assumingMemoryBound(to: sockaddr.self).baseAddress
      let sent = sendto(sender.number, message, message.utf8.count, 0, target, length)
      #expect(sent == message.utf8.count || errno == EPERM)
    }
  }

  @Test func anotherProcessIsNotBelieved() throws {
    let hotplug = try Hotplug()
    try forge("add@/x\0ACTION=add\0SUBSYSTEM=forged", to: hotplug)
    let forged = Hotplug.Event.event(Uevent(action: "add", subsystem: "forged"))
    #expect(try !news(of: hotplug).contains(forged))
  }

  @Test func readingNeverBlocks() throws {
    let hotplug = try Hotplug()
    _ = try news(of: hotplug)
    #expect(fcntl(hotplug.descriptor, F_GETFL) & O_NONBLOCK != 0)
  }
}

@Suite struct HotplugRoleTests {
  private func roles(_ action: String, _ subsystem: String) -> Set<Role> {
    Hotplug.Event.event(Uevent(action: action, subsystem: subsystem)).roles
  }

  @Test(arguments: [
    ("change", "iio", true), ("add", "iio", false), ("remove", "iio", false),
    ("change", "gpio", false),
  ])
  func onlyAnAccelerometerThatIsToldOfAgainIsListenedToAnew(
    action: String, subsystem: String, isSo: Bool
  ) {
    let event = Hotplug.Event.event(Uevent(action: action, subsystem: subsystem))
    #expect(event.mayImproveAccelerometer == isSo)
    #expect(!Hotplug.Event.overrun.mayImproveAccelerometer)
  }

  @Test(arguments: ["remove", "unbind", "offline"])
  func aDeviceThatGoesWakesNobody(action: String) {
    #expect(roles(action, "video4linux").isEmpty)
  }

  @Test(arguments: ["usb", "block", "net", "input", "tty"])
  func whatNoRoleUsesWakesNobody(subsystem: String) {
    #expect(roles("add", subsystem).isEmpty)
  }

  @Test(arguments: [
    ("video4linux", [Role.camera]), ("gpio", [.button, .light, .buzzer]),
    ("leds", [.light, .buzzer]), ("iio", [.accelerometer]), ("i2c-dev", [.accelerometer]),
  ])
  func aDeviceThatComesWakesItsRoles(subsystem: String, expected: [Role]) {
    #expect(roles("add", subsystem) == Set(expected))
    #expect(roles("change", subsystem) == Set(expected))
  }

  @Test func whenNewsWereLostEverybodyIsWoken() {
    let all = Set(Role.allCases).subtracting([.store, .console])
    #expect(Hotplug.Event.overrun.roles == all)
  }
}

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
