import Core
import Glibc
import System
import Testing

@testable import Simulator

@Suite final class AlbumTests {
  private let folder: String

  init() {
    var template = Array("/tmp/exhibit-album-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { preconditionFailure("mkdtemp: \(errno)") }
    folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit { Folder.erase(folder) }

  private func key(of paths: [String]) -> Phrase.Key? {
    do {
      _ = try Album(paths)
      return nil
    } catch {
      return error.phrase.key
    }
  }

  @Test func anAlbumNeedsAPicture() {
    #expect(key(of: []) == .albumEmpty)
  }

  @Test func aFileThatIsNotThereIsNamed() {
    #expect(key(of: ["\(folder)/none.jpg"]) == .albumUnreadable)
  }

  @Test func aFileThatIsNoPictureIsNamed() throws {
    let path = "\(folder)/text.jpg"
    let file = try FileDescriptor(opening: path, O_WRONLY | O_CREAT)
    try [UInt8]("no picture".utf8).withUnsafeBytes { try file.writeAll($0) }
    #expect(key(of: [path]) == .albumNoPicture)
  }
}
