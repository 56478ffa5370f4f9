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

  @Test(arguments: [" \t ", "--json", " --json "])
  func aLineWithoutWordsIsAnEmptyOne(line: String) {
    let run = Recording([Cue.line(line, at: 5)])
    #expect(run.said() == Recording([Cue.line("", at: 5)]).said())
    #expect(run.said().count == 1)
    #expect(run.answered() == 1)
    #expect(!Reply.isAskedFor(by: line))
  }

  @Test(arguments: ["status", "  snap  --count 3", "cancel --json"])
  func whatThereIsIsAskedFor(line: String) {
    #expect(Reply.isAskedFor(by: line))
    #expect(!Reply.isAskedFor(by: "x\(line)"))
  }

  @Test(arguments: [
    ("help", "\"help\" explains all commands, or one."),
    ("help snap", "\"snap\" takes photos as a click would."),
    ("help snap --json", #"{"commands":[{"name":"snap","usage":"snap [--in SECONDS] "#),
    ("light", "Light: ready, short every 3 seconds."), ("light fault", "This is \"fault\": "),
    ("light Storage-low", "This is \"storage low\": "),
    ("light press heard", "This is \"press heard\": "),
    ("status", "Capture: running, Lab camera, "),
    ("status --json", #"{"capture":"running","pause_cause":null,"camera":{"#),
    ("watch --json", #"{"capture":"running","pause_cause":null,"shutter":"ready","#),
    ("watch", "Capture running, shutter ready, "),
    ("powersave", "Power save is off: "), ("powersave --json", #"{"powersave":false}"#),
    ("powersave on", "Power save is on: "), ("powersave off", "Power save is off: "),
    ("motion --json", #"{"source":"picture"}"#),
    ("motion off", "Movement is looked for by: nothing."),
    ("resume", "Capture is not paused."),
    ("shutdown", "Shut the board down? y or n."), ("shutdown --json", "That would ask first;"),
  ])
  func aLineIsRead(line: String, answer: String) {
    let said = Recording([Cue.line(line, at: 5)]).said()
    #expect(said.first?.hasPrefix(answer) == true, "\(said)")
  }

  @Test func aLineOfAProgramThatSaysNothingIsRead() {
    let run = Recording([Cue.line("pause --json", at: 5), Cue.line("shutdown --yes --json", at: 6)])
    #expect(run.lastAtWork.capture.isPaused(for: .manual))
    #expect(run.machine.life.isShutdown)
    #expect(run.said() == [] && run.answered() == 2)
  }

  @Test func anAskedStoreIsAskedForWhatTheLineSays() {
    let lines = ["list", "list --json", "show", "show 17 --json"]
    let run = Recording(lines.enumerated().map { Cue.line($1, at: 5 + Double($0)) })
    let inquiries = run.effects.filter { if case .console(.read) = $0 { true } else { false } }
    let session = SessionID(number: 1)
    #expect(
      inquiries == [
        .console(.read(.pieces(.all), to: session, json: false)),
        .console(.read(.pieces(.all), to: session, json: true)),
        .console(.read(.piece(nil), to: session, json: false)),
        .console(.read(.piece(17), to: session, json: true)),
      ])
  }

  @Test(arguments: [
    ("", SeriesWish()), ("--json", SeriesWish(isOfProgram: true)),
    (
      "--count 3 --in 0 --every 0.5",
      SeriesWish(countdown: .zero, count: 3, interval: .milliseconds(500))
    ),
    ("--in 2.5 --json", SeriesWish(countdown: .milliseconds(2500), isOfProgram: true)),
    ("--in 2.5", SeriesWish(countdown: .milliseconds(2500))),
    ("--glyphs --count 2", SeriesWish(count: 2, hasGlyphs: true)),
  ])
  func aSeriesIsRead(line: String, wish: SeriesWish) throws {
    var words = CommandWords(line)
    let read = try SeriesWish(&words)
    #expect(read == wish)
  }

  @Test(arguments: [("\"Omega watch\"", "Omega watch"), ("Omega \"1\"", "Omega \"1\"")])
  func quotesAroundANameAreLeftOut(words: String, label: String) throws {
    let run = Recording([Cue.line("thing add \(words)", at: 5)])
    #expect(run.changes.contains(.addThing(label: label, .other)))
  }

  @Test func quotesAroundTheValueOfAnOptionAreLeftOut() {
    let run = Recording([Cue.line("thing rename Seiko --thing \"Omega watch\"", at: 5)])
    let other = ThingReference("Omega watch")
    #expect(run.changes.contains(.setThing(.title, .text("Seiko"), of: other)))
  }

  @Test func aNameOfSpacesAloneIsNone() {
    let run = Recording([Cue.line("thing add \"   \"", at: 5)])
    #expect(run.changes.isEmpty)
  }

  @Test func spacesAroundALineAreNothing() {
    #expect(Recording([Cue.line("  snap  ", at: 5)]).stored.map(\.planned) == [.at(8)])
  }

  /// What commands need that mean nothing alone.
  private static let needed = [
    "import": " /media/stick", "delete": " 17", "open": " 17", "undelete": " 17", "lock": " 17",
    "exported": " 17 --sha256 " + String(repeating: "0", count: 64),
    "stick": " copying", "db": " reload", "redact": " 17 title", "compared": " 0 17", "seen": " 7",
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
