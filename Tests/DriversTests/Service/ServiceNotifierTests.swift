import CLinux
import Core
import Glibc
import System
import Testing

@testable import Drivers

@Suite struct ServiceNotifierTests {
  @Test(arguments: ["", "/", "@", "vsock:2:1", "relative/path"])
  func whatIsNoUnixSocketIsNoManager(name: String) {
    #expect(!send([.ready], to: name))
  }

  @Test func aNameThatTheKernelCannotHoldIsNone() {
    #expect(NotifyAddress("/" + String(repeating: "x", count: 107)) == nil)
    #expect(NotifyAddress("/" + String(repeating: "x", count: 106)) != nil)
  }

  @Test func aManagerThatDoesNotListenHoldsNothingUp() {
    #expect(send([.alive], to: "/nonexistent/notify"))
  }

  /// The kernel's queue holds a bounded number of datagrams; a blocking socket would wait here for ever.
  @Test func aManagerThatDoesNotReadHoldsNothingUp() throws {
    let manager = try NotifySocket.abstract()
    let notices = [Notice](repeating: .alive, count: 10_000)
    #expect(send(notices, to: manager.name))
    #expect(try manager.read() == "WATCHDOG=1")
  }

  private static func state(_ word: String) -> Phrase { Phrase("test.state", "State: \(word).") }

  @Test(arguments: [
    (Notice.ready, "READY=1"), (.alive, "WATCHDOG=1"), (.stopping, "STOPPING=1"),
    (.status(state("ready")), "STATUS=State: ready."),
    (.status(state("a\nREADY=1\u{9b}")), "STATUS=State: a READY=1?."),
  ])
  func eachNoticeIsOneDatagram(notice: Notice, text: String) throws {
    let manager = try NotifySocket.abstract()
    #expect(send([notice], to: manager.name))
    #expect(try manager.read() == text)
  }

  @Test func aSocketInTheFileSystemIsReachedToo() throws {
    let path = "/tmp/exhibit-notify.\(getpid())"
    defer { unlink(path) }
    let manager = try NotifySocket.at(path)
    #expect(send([.ready], to: path))
    #expect(try manager.read() == "READY=1")
  }
}

/// Sends `notices` to `name`; false where that is no way to a manager.
private func send(_ notices: [Notice], to name: String) -> Bool {
  guard let notifier = ServiceNotifier.way(to: name) else { return false }
  for notice in notices { notifier.send(notice) }
  return true
}

/// The service manager's end: a datagram socket with an abstract name of its own, or at a path.
private final class NotifySocket {
  let name: String
  private let descriptor: FileDescriptor

  private init(_ descriptor: consuming FileDescriptor, _ name: String) {
    self.descriptor = descriptor
    self.name = name
  }

  /// One whose name the kernel chooses, as it does for whoever binds to none.
  static func abstract() throws -> NotifySocket {
    let descriptor = try make()
    try bind(descriptor, "", byteCount: MemoryLayout<sa_family_t>.size)
    let name = try abstractName(of: descriptor)
    return NotifySocket(descriptor, name)
  }

  static func at(_ path: String) throws -> NotifySocket {
    let descriptor = try make()
    try bind(descriptor, path, byteCount: MemoryLayout<sockaddr_un>.size)
    return NotifySocket(descriptor, path)
  }

  func read() throws -> String {
    String(decoding: try descriptor.someBytes(atMost: 512), as: UTF8.self)
  }

  private static func make() throws -> FileDescriptor {
    let type = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    return FileDescriptor(owning: try SystemError.check("socket") { socket(AF_UNIX, type, 0) })
  }

  private static func bind(
    _ descriptor: borrowing FileDescriptor, _ path: String, byteCount: Int
  ) throws {
    let number = descriptor.number
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    _ = try SystemError.check("bind") {
      withUnsafeBytes(of: address) { bytes in
        let start = bytes.assumingMemoryBound(to: sockaddr.self).baseAddress
        return Glibc.bind(number, start, socklen_t(byteCount))
      }
    }
  }

  /// After the family come a zero and the name.
  private static func abstractName(of descriptor: borrowing FileDescriptor) throws -> String {
    let number = descriptor.number
    var address = sockaddr_un()
    var byteCount = socklen_t(MemoryLayout<sockaddr_un>.size)
    _ = try SystemError.check("getsockname") {
      withUnsafeMutableBytes(of: &address) { bytes in
        let start = bytes.assumingMemoryBound(to: sockaddr.self).baseAddress
        return getsockname(number, start, &byteCount)
      }
    }
    return withUnsafeBytes(of: address) { bytes in
      "@" + String(decoding: bytes[3..<Int(byteCount)], as: UTF8.self)
    }
  }
}

@Suite struct ServiceWatchdogTests {
  @Test(arguments: [
    (nil, nil), ("", nil), ("0", nil), ("-5", nil), ("soon", nil), ("30000000", "8"),
    ("30000000", "x"),
  ])
  func nobodyWaits(microseconds: String?, process: String?) {
    #expect(ServiceWatchdog.patience(microseconds: microseconds, process: process, own: 7) == nil)
  }

  @Test(arguments: [nil, "7"])
  func theManagersTimeIsTakenWhereThisProcessIsMeant(process: String?) {
    #expect(
      ServiceWatchdog.patience(microseconds: "30000000", process: process, own: 7) == .seconds(30))
  }
}
