import CLinux
import Core
import Glibc
import System
import Testing

@testable import Drivers

@Suite struct HotplugTests {
  /// The present news, at most a few hundred.
  private func news(of hotplug: borrowing Hotplug) throws -> [Hotplug.News] {
    var all: [Hotplug.News] = []
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
    let forged = Hotplug.News.event(Uevent(action: "add", subsystem: "forged"))
    #expect(try !news(of: hotplug).contains(forged))
  }

  @Test func readingNeverBlocks() throws {
    let hotplug = try Hotplug()
    _ = try news(of: hotplug)
    #expect(fcntl(hotplug.descriptor, F_GETFL) & O_NONBLOCK != 0)
  }
}
