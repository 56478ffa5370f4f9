import Core
import Glibc
import System
import Testing

@testable import VirtualDevices

@Suite final class AlbumTests {
  private let folder: String

  init() {
    var template = Array("/tmp/exhibit-album-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { preconditionFailure("mkdtemp: \(errno)") }
    folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit { Folder.erase(folder) }

  private func complaint(about paths: [String]) -> Phrase? {
    do {
      _ = try Album(paths)
      return nil
    } catch {
      return error.phrase
    }
  }

  @Test func anAlbumNeedsAPicture() {
    #expect(complaint(about: [])?.key == "album.empty")
  }

  @Test func aFileThatIsNotThereIsNamed() {
    #expect(complaint(about: ["\(folder)/none.jpg"])?.key == "album.unreadable")
  }

  @Test(arguments: [
    (Array("no picture".utf8), "it does not begin as one"), ([0xFF, 0xD8], "it is cut off"),
    ([0xFF, 0xD8, 0, 0], "it is damaged at byte 2"),
  ])
  func aFileThatIsNoPictureIsNamedWithTheReasonInWords(bytes: [UInt8], reason: String) throws {
    let path = "\(folder)/picture.jpg"
    let file = try FileDescriptor(opening: path, O_WRONLY | O_CREAT)
    try bytes.withUnsafeBytes { try file.writeAll($0) }
    let sentence = complaint(about: [path])
    #expect(sentence?.key == "album.no-picture")
    #expect(sentence?.english.contains("\(path) is not a whole JPEG picture: \(reason);") == true)
  }
}
