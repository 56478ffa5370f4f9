import CLinux
import Core
import Glibc
import StandIns
import System
import Testing

@testable import Door

/// Open files that come with a line.
@Suite struct ImportClientTests {
  /// Path of a new file with `text`, which is the caller's to remove.
  private func file(_ text: String) throws -> String {
    var path = Array("/tmp/exhibit-handed.XXXXXX".utf8CString)
    let file = FileDescriptor(owning: try SystemError.check("mkstemp") { mkstemp(&path) })
    try file.write(text)
    return String(decoding: path.dropLast().map(UInt8.init), as: UTF8.self)
  }

  private func send(_ line: String, with descriptors: Int, to socket: String) throws -> Peer {
    let path = try file("handed")
    defer { unlink(path) }
    return try send(line, with: descriptors, of: path, to: socket)
  }

  private func send(
    _ line: String, with descriptors: Int, of path: String, to socket: String
  ) throws -> Peer {
    let peer = try Peer.connected(to: socket)
    for _ in 0..<descriptors {
      let file = try FileDescriptor(opening: path, O_RDONLY)
      try peer.handOver(file.number, with: line)
    }
    return peer
  }

  @Test func anOpenFileComesWithItsLineAndCanBeRead() throws {
    let directory = try ConsoleDirectory()
    var host = try ConsoleHost.make(socket: directory.socket)
    let peer = try send("import\n", with: 1, to: directory.socket)
    let session = try #require(try host.line()).id
    let file = host.console.takeHanded(by: session)
    let text = try file?.someBytes(atMost: 100) ?? []
    #expect(String(decoding: text, as: UTF8.self) == "handed")
    #expect(host.console.takeHanded(by: session)?.number == nil)
    _ = peer
  }

  @Test func ofSeveralTheNewestStaysAndTheOthersAreClosed() throws {
    let directory = try ConsoleDirectory()
    var host = try ConsoleHost.make(socket: directory.socket)
    let path = try file("handed")
    defer { unlink(path) }
    let peer = try send("im", with: 3, of: path, to: directory.socket)
    try peer.send("\n")
    let session = try #require(try host.line()).id
    #expect(try openCount(of: path) == 1)
    #expect(host.console.takeHanded(by: session)?.number != nil)
  }

  /// How many descriptors of this process are of the file at `path`; other tests open and close theirs meanwhile.
  private func openCount(of path: String) throws -> Int {
    var expected = stat()
    try #require(stat(path, &expected) == 0)
    var count = 0
    for name in try Folder.names(in: "/proc/self/fd") {
      var found = stat()
      guard let number = Int32(name), fstat(number, &found) == 0 else { continue }
      if found.st_dev == expected.st_dev, found.st_ino == expected.st_ino { count += 1 }
    }
    return count
  }

  @Test func aLineWithoutAFileHasNone() throws {
    let directory = try ConsoleDirectory()
    var host = try ConsoleHost.make(socket: directory.socket)
    let peer = try Peer.connected(to: directory.socket)
    try peer.send("import\n")
    let session = try #require(try host.line()).id
    #expect(host.console.takeHanded(by: session)?.number == nil)
  }

  @Test func whereNobodyListensThereIsNoClient() throws {
    let directory = try ConsoleDirectory()
    let client = try ImportClient.connected(to: directory.socket)
    let isThere = client != nil
    #expect(!isThere)
  }
}

extension Peer {
  fileprivate func handOver(_ file: Int32, with text: String) throws {
    let bytes = Array(text.utf8)
    let socket = number
    try SystemError.check("sendmsg") {
      bytes.withUnsafeBytes { linux_hand_over(socket, $0.baseAddress, $0.count, file) }
    }
  }
}
