import Core
import Glibc
import System
import Testing

@testable import Drivers

@Suite struct ChildProcessTests {
  private let tree: FileTree

  init() throws {
    tree = try FileTree()
  }

  private func answer(_ lines: String, within time: Duration = .seconds(30)) throws -> String? {
    try ChildProcess(tree.script(lines), ["one", "two"]).answer(within: time)
  }

  /// The code of the error that `body` ends in; nil if it ends well.
  private func code(_ body: () throws -> String?) -> Int32? {
    do {
      _ = try body()
      return nil
    } catch {
      return (error as? SystemError)?.code
    }
  }

  @Test func allThatItSaysIsRead() throws {
    #expect(try answer("echo $#: $1 $2; echo wrong >&2; cat") == "2: one two\n")
  }

  @Test func aStatusOtherThanZeroIsNoAnswer() throws {
    #expect(try answer("echo something; exit 3") == nil)
    #expect(try answer("kill -9 $$") == nil)
  }

  @Test func oneThatDoesNotEndIsEnded() throws {
    let mark = tree.root + "/process"
    let code = code { try answer("echo $$ > \(mark); exec sleep 1000", within: .milliseconds(300)) }
    #expect(code == ETIMEDOUT)
    // It may not even have come to its first line.
    let bytes = try? File.bytes(at: mark, limit: 20)
    let number = bytes.flatMap { Int32(String(decoding: $0.dropLast(), as: UTF8.self)) }
    if let number { #expect(kill(number, 0) == -1) }
  }

  @Test func oneThatClosesItsOutputAndGoesOnIsEnded() {
    #expect(
      code { try answer("exec >&-; exec sleep 1000", within: .milliseconds(300)) } == ETIMEDOUT)
  }

  @Test func tooLongAnAnswerIsRefused() {
    #expect(code { try answer("yes") } == EMSGSIZE)
  }

  @Test func aProgramThatIsNotThereIsMissed() {
    #expect(code { try ChildProcess("/nowhere/at-all", []).answer(within: .seconds(1)) } == ENOENT)
  }
}
