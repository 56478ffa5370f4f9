import Testing

@testable import Core

@Suite struct CommandTests {
  private func misunderstanding(_ line: String) -> Phrase? {
    do throws(CommandError) {
      _ = try Command.parse(line)
      return nil
    } catch {
      return error.phrase
    }
  }

  @Test(arguments: [
    ("photo", Phrase.commandUnknown("photo")),
    ("stauts", Phrase.commandUnknownNearest("stauts", "status")),
    ("STATUS", Phrase.commandUnknown("STATUS")),
    ("cancel now", Phrase.commandExtra("now")),
    ("powersave off now", Phrase.commandExtra("now")),
    ("powersave low", Phrase.commandOnOff("powersave", "low")),
    ("help snap cancel", Phrase.commandExtra("cancel")),
    ("status --yaml", Phrase.commandExtra("--yaml")),
    ("status --json now", Phrase.commandExtra("--json")),
    ("slots usd", Phrase.commandUnknownNearest("slots usd", "slots use")),
    ("slots xyz", Phrase.commandUnknown("slots xyz")),
    ("stauts --json", Phrase.commandUnknownNearest("stauts", "status")),
    ("watch me", Phrase.commandExtra("me")),
    ("snap 3", Phrase.commandExtra("3")),
    ("snap --count", Phrase.commandNumber("--count", 1, 9999)),
    ("snap --count 0", Phrase.commandNumber("--count", 1, 9999)),
    ("snap --count 10000", Phrase.commandNumber("--count", 1, 9999)),
    ("snap --count 2.5", Phrase.commandNumber("--count", 1, 9999)),
    ("snap --in", Phrase.commandSeconds("--in", "0", "600")),
    ("snap --in -1", Phrase.commandSeconds("--in", "0", "600")),
    ("snap --in nan", Phrase.commandSeconds("--in", "0", "600")),
    ("snap --in inf", Phrase.commandSeconds("--in", "0", "600")),
    ("snap --every 0", Phrase.commandSeconds("--every", "0.1", "86400")),
    ("snap --every 86401", Phrase.commandSeconds("--every", "0.1", "86400")),
  ])
  func aWrongLineIsExplained(line: String, phrase: Phrase) {
    #expect(misunderstanding(line) == phrase)
  }

  @Test(arguments: [
    ("", Command.question(.summary)), (" \t ", .question(.summary)),
    ("help", .question(.help(nil, json: false))),
    ("help snap --json", .question(.help("snap", json: true))),
    ("watch", .question(.watch(json: false))),
    ("watch --json", .question(.watch(json: true))), ("light", .light(.ask(json: false))),
    ("light fault", .light(.show(.fault))), ("light Storage-low", .light(.show(.storageLow))),
    ("light press heard", .light(.show(.pressHeard))),
    ("status", .question(.status(json: false))), ("status --json", .question(.status(json: true))),
    ("list", .store(.list(.all, json: false))), ("list --json", .store(.list(.all, json: true))),
    ("show", .store(.show(nil, json: false))), ("show 17 --json", .store(.show(17, json: true))),
    ("cancel", .photo(.cancel)), ("powersave", .camera(.askPower(json: false))),
    ("powersave on", .camera(.powerSave(true))), ("powersave off", .camera(.powerSave(false))),
    ("motion --json", .motion(.ask(json: true))), ("motion both", .motion(.use(.both))),
    ("pause", .capture(.pause)), ("resume", .capture(.resume)),
    ("shutdown", .program(.shutdown(isSure: false, json: false))),
    ("shutdown --yes --json", .program(.shutdown(isSure: true, json: true))),
    ("purge", .piece(.ask(.deleted, json: false))), ("y", .answer(.yes)), ("n", .answer(.no)),
    ("  snap  ", .photo(.snap(in: nil, count: nil, every: nil, glyphs: false, json: false))),
    (
      "snap --count 3 --in 0 --every 0.5",
      .photo(.snap(in: .zero, count: 3, every: .milliseconds(500), glyphs: false, json: false))
    ),
    ("pause --json", .capture(.pause)), ("--json", .question(.summary)),
    (
      "snap --in 2.5 --json",
      .photo(.snap(in: .milliseconds(2500), count: nil, every: nil, glyphs: false, json: true))
    ),
    (
      "snap --in 2.5",
      .photo(.snap(in: .milliseconds(2500), count: nil, every: nil, glyphs: false, json: false))
    ),
  ])
  func aLineIsRead(line: String, command: Command) throws {
    #expect(try Command.parse(line) == command)
  }

  /// What commands need that mean nothing alone.
  private static let needed = [
    "import": " /media/stick", "delete": " 17", "undelete": " 17", "lock": " 17",
    "exported": " 17 --sha256 " + String(repeating: "0", count: 64),
    "stick": " copying", "db": " reload", "redact": " 17 title", "compared": " 0 17",
  ]

  @Test func everyCommandOfTheHelpIsUnderstood() {
    for entry in Command.table {
      #expect(misunderstanding(entry.name + (Self.needed[entry.name] ?? "")) == nil)
      #expect(entry.usage.hasPrefix(entry.name))
    }
  }

  @Test(arguments: ["", "help", "status", "watch", "list", "powersave", "motion", "light"])
  func everySessionMayAsk(line: String) throws {
    _ = try Command.parse(line, access: .status)
  }

  @Test(arguments: [
    "snap", "cancel", "pause", "resume", "shutdown", "y", "n", "powersave off", "motion off",
    "light fault",
  ])
  func onlySomeMayAct(line: String) {
    #expect(throws: CommandError(.consoleStatusOnly)) {
      try Command.parse(line, access: .status)
    }
  }
}

@Suite struct SpellingTests {
  @Test(arguments: [
    ("colour", "color", 1), ("", "abc", 3), ("abc", "", 3), ("same", "same", 0),
    ("kitten", "sitting", 3), ("ab", "ba", 2),
  ])
  func editsAreCountedAsPeopleTypeThem(source: String, target: String, count: Int) {
    #expect(Spelling.edits(from: source, to: target) == count)
  }

  @Test func theFewestEditsWin() {
    #expect(Spelling.nearest(to: "hight", among: ["weight", "height", "light"]) == "height")
  }

  @Test func amongEqualsTheFirstInTheAlphabetWins() {
    #expect(Spelling.nearest(to: "bat", among: ["cat", "bar"]) == "bar")
  }

  @Test(arguments: ["zzzzzz", "x", "entirely-different"])
  func whatNobodyMeantHasNoNearest(word: String) {
    #expect(Spelling.nearest(to: word, among: ["width", "height"]) == nil)
  }

  @Test func whatIsAsLongAsItsFaultsIsNothingLike() {
    #expect(Spelling.nearest(to: "xx", among: ["cat", "bar"]) == nil)
  }
}
