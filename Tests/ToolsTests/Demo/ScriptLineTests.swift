import Core
import Testing

@testable import Tools

@Suite struct ScriptLineTests {
  private func complaint(about line: String) -> Phrase? {
    do {
      _ = try ScriptLine.parse(line[...], number: 7)
      return nil
    } catch {
      return error.phrase
    }
  }

  @Test(arguments: [
    ("now click", "script.no-time"), ("-1 click", "script.no-time"),
    ("nan click", "script.no-time"), ("2678401 click", "script.no-time"),
    ("1,5 click", "script.no-time"),
    ("1", "script.no-verb"), ("1 Click", "script.unknown-verb"), ("1 click twice", "script.extra"),
    ("1 unplug door", "script.unknown-part"), ("1 plug store", "script.unknown-part"),
  ])
  func whatMakesNoSenseIsNamedByItsLine(line: String, key: String) {
    let complaint = complaint(about: line)
    #expect(complaint?.key == key)
    #expect(complaint?.english.contains("Line 7 ") == true)
  }

  @Test(arguments: ["", "  \t", "\r", "# 1 click", "  # a comment\r"])
  func emptyLinesAndCommentsSayNothing(line: String) throws {
    #expect(try ScriptLine.parse(line[...], number: 1) == nil)
  }

  @Test(arguments: [
    ("1 click\r", 1000, ScriptLine.Verb.click, ""), ("\t0.0015  quit ", 2, .quit, ""),
    ("2 unplug", 2000, .unplug, ""), ("2 plug   light \r", 2000, .plug, "light"),
    ("3 type", 3000, .type, ""), ("3 type  thing  add \t\r", 3000, .type, "thing  add"),
    ("2678400 still", 2_678_400_000, .still, ""),
  ])
  func blanksAroundTheWordsDoNotMatter(
    line: String, milliseconds: Int, verb: ScriptLine.Verb, text: String
  ) throws {
    let expected = ScriptLine(at: .milliseconds(milliseconds), verb: verb, text: text)
    #expect(try ScriptLine.parse(line[...], number: 1) == expected)
  }

  @Test(arguments: [("1 unplug", Role.camera), ("1 plug buzzer", .buzzer)])
  func aPlugIsTheCamerasUnlessItIsNamed(line: String, role: Role) throws {
    #expect(try ScriptLine.parse(line[...], number: 1)?.role == role)
  }
}
