import Board
import Core
import Glibc
import System
import Testing

@testable import Tools

@Suite final class DemoFolderTests {
  private let path: String

  init() throws {
    var template = Array("/tmp/exhibit-demo folder-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit { Folder.erase(path) }

  private func summary(hasSample: Bool) throws -> [String] {
    let folder = try DemoFolder(path)
    let pictures = try Demo.pictures(at: nil)
    let script = try ownScript()
    try Demo(folder: folder, pictures: pictures, hasSample: hasSample).play(script)
    return try folder.summary(by: "/bin/exhibit")
  }

  private func ownScript() throws -> Script {
    let file = "\(path)/script"
    try FileDescriptor(opening: file, O_WRONLY | O_CREAT).write("0.1 quit\n")
    return try Script.open(file)
  }

  @Test func afterADemoWithPicturesACommandCanBePasted() throws {
    let lines = try summary(hasSample: true)
    let latest = try #require(lines.dropFirst().first)
    #expect(latest.hasPrefix("The latest picture: \(path)/evidence/000/"))
    let file = String(latest.dropFirst("The latest picture: ".count))
    #expect(access(file, R_OK) == 0)
    let number = try #require(file.split(separator: "/").last?.prefix(6)).drop { $0 == "0" }
    #expect(lines.last == "  /bin/exhibit show \(number) --store '\(path)'")
  }

  @Test func afterADemoWithoutThereIsNoneToPaste() throws {
    #expect(try summary(hasSample: false).count == 1)
  }
}
