import Testing

@testable import Core

/// Every answer of every command, read line by line as a screen reader does.
@Suite struct ReadingTests {
  /// A line with each word that the table of commands knows, and some that mean nothing.
  private static let lines =
    Command.table.flatMap { ["\($0.name)", "\($0.name) nonsense", "help \($0.name)"] }
    + Pattern.allCases.map { "light \($0.rawValue)" }
    + [
      "", "help", "frobnicate", "snap --in 0", "snap --count 0", "motion off", "powersave on",
      "camera list", "camera use 2", "camera controls", "camera set gain 1", "delete 1",
      "lock 1 off", "title Front --piece 1", "confirm 1", "deny 1 --clear", "review end",
      "thing add Watch", "thing set", "thing set price x", "thing use 1",
      "purge --yes",
      "shutdown --yes", "list --state deleted",
      "set cell 60", "set cell 600", "set cell default", "set gradient on", "set defaults",
      "effect circles", "palette background teal", "palette background", "gradient on",
      "gradient add 2 pink", "gradient remove 9", "watch framing", "log 50",
      "clock is 2026-03-27T15:44:28+01:00", "clock is now", "clock is 1999-01-01T00:00Z",
    ]

  /// What all sessions read in a run of `line`, which comes in different circumstances.
  private func read(_ line: String) -> [String] {
    let scripts: [[Cue]] = [
      [], Cue.line("pause", at: 4, from: 2), Cue.press(4.5), Cue.line("purge", at: 4.5),
      Cue.failed(.broken(.camera), at: 4),
    ]
    return scripts.flatMap { script in
      Recording([script, Cue.line(line, at: 5)], until: 30).effects.flatMap { effect in
        switch effect {
        case .console(.say(.sentences(let phrases), _)): phrases.map(\.english)
        case .console(.announce(let phrase, _)): [phrase.english]
        default: [String]()
        }
      }
    }
  }

  @Test(arguments: lines)
  func eachLineStandsAlone(line: String) {
    for sentence in read(line) {
      #expect(Self.flaw(of: sentence) == nil, "\(sentence)")
    }
  }

  /// What a screen reader would stumble over in `sentence`.
  private static func flaw(of sentence: String) -> String? {
    if sentence.isEmpty { return "empty" }
    if sentence.hasPrefix(" ") || sentence.hasSuffix(" ") { return "space at an end" }
    if sentence.contains("  ") || sentence.contains("\t") { return "a column" }
    if sentence.contains("\n") { return "two lines" }
    if let last = sentence.last, !".?!".contains(last) { return "no end" }
    if sentence.unicodeScalars.contains(where: { (0x2190...0x2bff).contains($0.value) }) {
      return "a drawing"
    }
    return sentence.contains("|") || sentence.contains("*") || sentence.contains("#")
      ? "a sign" : nil
  }

  @Test func theReaderFindsFlaws() {
    for sentence in ["", " Ready.", "Ready", "a  b.", "a|b.", "─ Ready.", "Ready.\n"] {
      #expect(Self.flaw(of: sentence) != nil, "\(sentence)")
    }
  }

  @Test func eachCommandsHelpIsASentenceThatNamesIt() {
    let run = Recording([Cue.line("help", at: 5)])
    let lines = (run.said().first ?? "").split(separator: "\n")
    for (entry, line) in zip(Command.table, lines) {
      #expect(line.hasPrefix("\"\(entry.name)\" ") && line.hasSuffix("."))
    }
    #expect(lines.count == Command.table.count + 1)
  }

  @Test func aCommandIsExplainedWordByWord() {
    let said = Recording([Cue.line("help snap", at: 5)]).said().first ?? ""
    let words = said.split(separator: "\n")
    #expect(
      words.count == 8,
      "\(words)")
    #expect(words[1].hasPrefix("It is written: snap [--in SECONDS]"))
    for option in ["--in", "--count", "--every", "--glyphs", "--json"] {
      #expect(words.dropFirst(2).contains { $0.hasPrefix("\"\(option)\"") })
    }
    #expect(
      Recording([Cue.line("help cancel", at: 5)]).said()
        == ["\"cancel\" \(Phrase.helpCancel.english)\nIt is written: cancel. Nothing follows it."])
  }

  @Test func everyCommandWithWordsExplainsThem() {
    for entry in Command.table where entry.usage.split(separator: " ").count > 1 {
      let isJSONAlone = entry.usage == "\(entry.name) [--json]"
      #expect(isJSONAlone || !entry.words.isEmpty, "\(entry.name)")
    }
  }

  @Test(arguments: [
    (Pattern.ready, "short every 3 seconds"), (.paused, "short every 10 seconds"),
    (.asked, "long short every 2 seconds"), (.fault, "long long long every 3 seconds"),
    (.storageLow, "long every 3 seconds"), (.stored, "short short"),
    (.cancelled, "short short short"), (.refused, "long long long"),
    (.storing, "lit all the time"),
    (.starting, "on and off by turns, once every 2 seconds"),
    (.shuttingDown, "on and off by turns, once every 0.5 seconds"),
  ])
  func aSignIsToldInMarks(pattern: Pattern, words: String) {
    #expect(pattern.sign.english == words)
  }

  @Test func lightTellsTheSignThatLasts() {
    #expect(
      Recording([Cue.line("light", at: 5)]).said() == ["Light: ready, short every 3 seconds."])
  }
}
