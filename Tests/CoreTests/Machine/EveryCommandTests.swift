import Testing

@testable import Core

/// Each command with nothing, too much and what does not belong there: an answer, once, whatever was typed.
@Suite struct EveryCommandTests {
  private static let arguments = [
    "", "x", "0", "1", "-1", "1 2 3", "1-3", "3-1", "1-", "-", "--", "2.5", "nan",
    "999999999999999999999", "--all", "--yes", "--now", "--yes --now", "--in", "--option 1", "on",
    "off", "off off", "use", "use 1", "next", "is", "\"\"", "\"a b\"", "ä 😀", "%s\\'", "a=b;c",
    "\u{0}\u{1b}",
    String(repeating: "long ", count: 300),
  ]

  /// A name, alone and with each of the first words that may follow it.
  private static let names = Command.table.flatMap { entry in
    [entry.name] + CommandUsage(entry.usage).allWords.map { "\(entry.name) \($0)" }
  }

  @Test(arguments: names)
  func itIsAnsweredOnce(name: String) {
    for argument in Self.arguments {
      for mark in ["", " --json"] {
        let line = "\(name) \(argument)\(mark)"
        let run = Recording([Cue.line(line, at: 2)], until: 4)
        #expect(run.answered() == 1, "\(line.prefix(60))")
      }
    }
  }

  /// The same amid a countdown, where most of them are busy.
  @Test(arguments: names)
  func amidACountdownToo(name: String) {
    for argument in ["", "1", "on", "x", "--yes"] {
      let run = Recording(
        [Cue.line("snap --in 9", at: 1, from: 2), Cue.line("\(name) \(argument)", at: 2)], until: 4)
      #expect(run.answered() == 1, "\(name) \(argument)")
    }
  }
}
