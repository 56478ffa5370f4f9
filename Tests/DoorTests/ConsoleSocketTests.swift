import Core
import Glibc
import StandIns
import System
import Testing

@testable import Door

@Suite struct ConsoleSocketTests {
  private func failure(at path: String) -> Failure? {
    do {
      _ = try ConsoleSocket(at: path, mode: 0o660)
      return nil
    } catch {
      return error
    }
  }

  private func mode(_ path: String) -> mode_t? {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode : nil
  }

  @Test func aPathThatTheKernelCannotHoldIsRefused() throws {
    let directory = try ConsoleDirectory()
    let long = directory.path + "/" + String(repeating: "x", count: 107 - directory.path.utf8.count)
    #expect(failure(at: long)?.phrase == Phrase.consoleSocketPathTooLong(long, "107"))
    #expect(failure(at: "")?.phrase == Phrase.consoleSocketPathTooLong("", "107"))
  }

  @Test func aSocketThatSomebodyAnswersIsLeftAlone() throws {
    let directory = try ConsoleDirectory()
    let first = try ConsoleSocket(at: directory.socket, mode: 0o660)
    #expect(failure(at: directory.socket)?.phrase == Phrase.consoleSocketTaken(directory.socket))
    _ = try Peer.connected(to: directory.socket)
    #expect(try first.accept() != nil, "the refused one took nothing away")
  }

  @Test func aSocketThatNobodyAnswersIsReplaced() throws {
    let directory = try ConsoleDirectory()
    let address = try SocketAddress(path: directory.socket)
    try address.bind(try SocketAddress.makeSocket())
    let socket = try ConsoleSocket(at: directory.socket, mode: 0o660)
    let peer = try Peer.connected(to: directory.socket)
    #expect(try socket.accept() != nil)
    _ = peer.number
  }

  @Test func aFileThatIsNoSocketIsLeftAlone() throws {
    let directory = try ConsoleDirectory()
    _ = try FileDescriptor(opening: directory.socket, O_CREAT | O_WRONLY)
    #expect(failure(at: directory.socket)?.phrase == Phrase.consoleNotASocket(directory.socket))
    #expect(mode(directory.socket).map { $0 & S_IFMT } == S_IFREG)
  }

  @Test func aDirectoryThatCannotBeMadeIsNamed() {
    let path = "/proc/nothing/console.sock"
    #expect(failure(at: path)?.phrase.key == "console.socket.refused")
  }

  @Test func theDirectoryIsMadeAndTheSocketIsForOwnerAndGroup() throws {
    let directory = try ConsoleDirectory()
    let path = directory.path + "/run/console.sock"
    let socket = try ConsoleSocket(at: path, mode: 0o660)
    #expect(mode(path) == S_IFSOCK | 0o660)
    _ = socket.descriptor
  }

  @Test func theFileGoesWithTheSocket() throws {
    let directory = try ConsoleDirectory()
    let socket = try ConsoleSocket(at: directory.socket, mode: 0o660)
    #expect(mode(directory.socket) != nil)
    _ = consume socket
    #expect(mode(directory.socket) == nil)
  }

  @Test func aFileThatTookItsPlaceStays() throws {
    let directory = try ConsoleDirectory()
    let socket = try ConsoleSocket(at: directory.socket, mode: 0o660)
    // Held open until then, so that the file system gives nobody its inode.
    let other = try ConsoleSocket(at: directory.path + "/run/console.sock", mode: 0o660)
    rename(directory.path + "/run/console.sock", directory.socket)
    _ = consume socket
    #expect(mode(directory.socket) != nil)
    _ = other.descriptor
  }

  @Test func withoutAConnectionThereIsNothingToAccept() throws {
    let directory = try ConsoleDirectory()
    let socket = try ConsoleSocket(at: directory.socket, mode: 0o660)
    #expect(try socket.accept() == nil)
  }
}
