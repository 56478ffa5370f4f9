import Testing

@testable import Core

/// What holds for each row of the table of commands.
@Suite struct CommandTableTests {
  private static let names = Command.table.map(\.name)

  /// What stands for a placeholder of a usage line.
  private static let samples = [
    "SECONDS": "3", "N": "1", "NUMBER": "17", "NUMBER…": "17", "DAY|NUMBER": "12",
    "PATTERN": "stored",
    "PATH": "/media/x", "COMMAND": "snap", "CAMERA": "1",
    "DIGEST": String(repeating: "0", count: 64), "FLAWS": "0", "MICROSECONDS": "1",
    "THING": "1", "KIND": "photo", "STATE": "stored", "TEXT": "Front", "FIELD": "notes",
    "HEADING": "clips", "LEFT": "1", "TOP": "1", "WIDTH": "50", "HEIGHT": "50", "PIECES": "1",
    "HELD": "1",
    "TIME": "2026-03-27T15:44:28+01:00", "COLOUR": "teal", "AT": "0.5", "VALUE": "60",
    "WORD": "active", "TECHNIQUE": "train", "EFFECT": "circles", "CATEGORY": "watches",
    "RECORD": "812", "QUESTION": "7", "DAY": "12", "FACE": "1", "POINT": "30,40",
    "PERCENT": "120", "DEGREES": "-15",
  ]
  /// The same where a command means something of its own.
  private static let own = [
    "set": ["SETTING": "cell", "COLUMNSxROWS": "80x24"],
    "camera": ["NAME": "gain"],
    "guide": ["NAME": "recording"], "thing": ["NAME": "Watch"],
    "mask": ["LEFT": "10", "TOP": "10"], "redact": ["FIELD": "title"],
  ]

  @Test func everyNameIsThereOnce() {
    #expect(Set(Self.names).count == Self.names.count)
  }

  @Test(arguments: names)
  func eachHasALineAndAnExplanationWithAnExample(name: String) throws {
    let entry = try #require(Command.table.first { $0.name == name })
    #expect(entry.help.english.hasSuffix("."))
    let example = entry.example
    #expect(example == name || example.hasPrefix(name + " "))
    #expect(throws: Never.self) { try Command.parse(example) }
    let run = Recording([Cue.line("help \(name)", at: 5, .status)])
    let lines = (run.said().first ?? "").split(separator: "\n")
    #expect(lines.count >= 2 && lines[1].hasPrefix("It is written: \(name)"))
    #expect(entry.usage == name || lines.last == "For example: \(example).")
  }

  @Test(arguments: names)
  func eachWayOfWritingItIsUnderstood(name: String) throws {
    let entry = try #require(Command.table.first { $0.name == name })
    for line in lines(of: entry) {
      #expect(throws: Never.self, "\(line)") { try Command.parse(line) }
    }
  }

  /// The lines that the usage of `entry` allows, some of each kind.
  private func lines(of entry: Command) -> [String] {
    let samples = Self.samples.merging(Self.own[entry.name] ?? [:]) { $1 }
    var usage = UsageReader(String(entry.usage.dropFirst(entry.name.count)), samples)
    let lines = usage.alternatives().map { ([entry.name] + $0).joined(separator: " ") }
    // Another thing than the current one is named where something is said of it.
    return lines.filter { line in
      !line.contains("--thing") || entry.name == "list" || line.contains("rename")
        || line.contains("set")
    }
  }

  @Test(arguments: names)
  func eachAnswersAProgramInOneObjectOnOneLine(name: String) throws {
    let entry = try #require(Command.table.first { $0.name == name })
    for line in [name, entry.example] {
      let words = line.hasSuffix("--json") ? line : line + " --json"
      let run = Recording([Cue.line(words, at: 5, .local)], until: 12)
      for reply in run.replies() {
        #expect(!reply.json.contains("\n") && reply.json.hasPrefix("{"), "\(words)")
      }
      #expect(run.answered() == 1, "\(words)")
    }
  }

  /// What somebody might write behind a command and what no usage has.
  private static let oddities = [
    "", " ", "help", "all", "on off", "yes", "0", "-1", "007", "3.5", "1e400", "NaN", "1-", "-",
    "--",
    "3-1", "1-3", "99999999999999999999", "٣", "½", "\"", "\"\"", "''", "\"open",
    "a b c d e f g h i j",
    "--nonsense", "--in", "--in x", "--in -1", "--count 0", "--count 1 --count 2", "--every", "=",
    "../../etc/passwd", "$(true)", "%s%n", "{\"a\":1}", "\u{0}", "\u{202e}abc", "e\u{301}", "🙂",
    String(repeating: "x", count: 3000), "1, 2", "17 Front",
  ]

  @Test(arguments: names)
  func eachAnswersOnceWhateverStandsBehindIt(name: String) throws {
    for suffix in ["", " --json"] {
      let lines = Self.oddities.map { "\(name) \($0)\(suffix)" }
      let cues = lines.enumerated().map { index, line in
        Cue.line(line, at: 5 + Double(index) / 50, .local)
      }
      let run = Recording(cues, until: 8)
      #expect(run.answered() == lines.count)
      #expect(suffix.isEmpty || run.replies().allSatisfy { $0.json.hasPrefix("{") })
    }
  }

  /// What a session may not do that may only look.
  private static let acting: Set<String> = [
    "snap", "cancel", "clip", "thing", "checklist", "slots", "request", "delete", "undelete",
    "undo",
    "lock", "purge", "title", "confirm", "deny", "import", "stick", "exported",
    "redact", "compared",
    "pause", "resume", "motion", "powersave", "camera", "mask", "overlay", "light", "set", "effect",
    "palette", "gradient", "clock", "learn", "db", "y", "n", "shutdown",
    "face",
  ]

  @Test(arguments: names)
  func eachIsClassifiedByWhoMay(name: String) throws {
    let entry = try #require(Command.table.first { $0.name == name })
    #expect((entry.access != .status) == Self.acting.contains(name), "\(name)")
  }
}

/// The ways of writing a line that a usage allows: `[…]` can be left out, `|` separates what can stand there.
private struct UsageReader {
  private var rest: Substring
  private let samples: [String: String]

  init(_ usage: String, _ samples: [String: String]) {
    rest = usage[...]
    self.samples = samples
  }

  /// Lines up to the end, or to the bracket that closes.
  mutating func alternatives() -> [[String]] {
    var done: [[String]] = []
    var lines: [[String]] = [[]]
    while let sign = rest.first, sign != "]" {
      switch sign {
      case " ": rest.removeFirst()
      case "|":
        rest.removeFirst()
        done += lines
        lines = [[]]
      case "[":
        rest.removeFirst()
        let inner = alternatives()
        if rest.first == "]" { rest.removeFirst() }
        if rest.first == "…" { rest.removeFirst() }
        lines = lines.flatMap { line in [line] + inner.map { line + $0 } }
      default:
        let next = word()
        lines = lines.map { $0 + [next] }
      }
    }
    return done + lines
  }

  private mutating func word() -> String {
    var word = ""
    while let sign = rest.first, !" []".contains(sign) {
      // Two ways to name one value are one word.
      let isBetween = word.last?.isUppercase == true && rest.dropFirst().first?.isUppercase == true
      if sign == "|", !isBetween { break }
      word.append(rest.removeFirst())
    }
    return samples[word] ?? word
  }
}
