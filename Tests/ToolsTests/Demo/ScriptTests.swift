import Core
import Glibc
import Testing

@testable import Tools

@Suite struct ScriptTests {
  /// All lines of the script `text`, or the complaint.
  private func lines(of text: String) throws(Failure) -> [ScriptLine] {
    var script = try script(text)
    try script.fillWhole()
    var lines: [ScriptLine] = []
    while script.next != nil { lines.append(script.take()) }
    return lines
  }

  /// A script from a pipe that says `text`, which is short, and ends.
  private func script(_ text: String) throws(Failure) -> Script {
    var ends: [Int32] = [-1, -1]
    precondition(pipe(&ends) == 0, "pipe: \(errno)")
    defer { for end in ends { close(end) } }
    precondition(write(ends[1], text, text.utf8.count) == text.utf8.count, "write: \(errno)")
    return try Script.open("/dev/fd/\(ends[0])")
  }

  private func complaint(about text: String) -> Phrase? {
    do {
      _ = try lines(of: text)
      return nil
    } catch {
      return error.phrase
    }
  }

  @Test func aFileThatIsNotThereIsNamed() {
    do {
      _ = try Script.open("/nowhere/script")
      Issue.record("there is no such file")
    } catch {
      #expect(error.phrase.key == "script.unreadable")
      #expect(error.phrase.english.contains("/nowhere/script"))
    }
  }

  @Test func commentsAndEmptyLinesCount() {
    #expect(complaint(about: "# one\r\n\r\n1 click\n2 clik\n")?.english.contains("Line 4 ") == true)
  }

  @Test func aLineThatGoesBackInTimeIsNamed() {
    let complaint = complaint(about: "2 click\n2 click\n1 quit\n")
    #expect(complaint?.key == "script.backward")
    #expect(complaint?.english.contains("Line 3 ") == true)
  }

  @Test func theLastLineNeedsNoEnd() throws {
    #expect(try lines(of: "1 click\n2 quit").map(\.verb) == [.click, .quit, .quit])
  }

  @Test func aScriptThatSaysNoQuitEndsAfterItsPatience() throws {
    let last = try lines(of: "1 click\n").last
    #expect(last == ScriptLine(at: .seconds(1) + Script.patience, verb: .quit, text: ""))
  }

  @Test(arguments: ["", "\n", "# nothing\n"])
  func anEmptyScriptIsTheUsualOne(text: String) throws {
    #expect(try lines(of: text) == Script.usual)
  }
}
