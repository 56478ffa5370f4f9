import Glibc
import Testing

@testable import System

@Suite final class FileTests {
  private let folder: String

  init() {
    var template = Array("/tmp/exhibit-file-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { preconditionFailure("mkdtemp: \(errno)") }
    folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit { Folder.erase(folder) }

  @Test func aFileIsReadWholeOrNotAtAll() throws {
    let path = "\(folder)/five"
    let five = Array("12345".utf8)
    let file = try FileDescriptor(opening: path, O_WRONLY | O_CREAT)
    try five.withUnsafeBytes { try file.writeAll($0) }
    #expect(try File.bytes(at: path, limit: 5) == five)
    #expect(try File.bytes(at: path, limit: 4) == nil)
  }

  @Test func aNamedPipeThatNobodyWritesToIsEmpty() throws {
    let path = "\(folder)/pipe"
    #expect(mkfifo(path, 0o600) == 0)
    #expect(try File.bytes(at: path, limit: 5) == [])
  }
}
