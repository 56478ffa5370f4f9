import Core
import Testing

@testable import Drivers

/// A program that wants it is told how each line of an answer is meant, and how it has ended.
@Suite struct AnswerMarksTests {
  @Test(arguments: [
    ("light --marked", "light", true), ("light --json --marked  ", "light --json", true),
    ("--marked", "", true), ("light", "light", false),
    ("thing add x--marked", "thing add x--marked", false),
    ("--marked light", "--marked light", false),
  ])
  func aLineSaysThatItWantsThem(line: String, words: String, wants: Bool) {
    let wanted = AnswerMarks.wanted(by: line)
    #expect(wanted.line == words)
    #expect((wanted.marks != nil) == wants)
  }

  @Test(
    arguments: [
      ([], "out ", "end 0"), ([.failed], "err ", "end 1"),
      ([.misunderstood, .failed], "err ", "end 64"),
      ([.asks], "ask ", "end 1"),
    ] as [([Effect.AnswerOutcome], String, String)])
  func anOutcomeHasAWordAndACode(outcomes: [Effect.AnswerOutcome], word: String, end: String) {
    var marks = AnswerMarks()
    for outcome in outcomes { marks.note(outcome) }
    #expect(marks.word == word)
    marks.haveSaid()
    #expect(marks.word == "out ", "what follows is an answer again")
    #expect(marks.end == end)
  }

  @Test func anAnswerAtTheSocketHasMarks() throws {
    let directory = try ConsoleDirectory()
    var host = try ConsoleHost.make(socket: directory.socket)
    let peer = try Peer.connected(to: directory.socket)
    try peer.send("cancel --marked\nlight --json --marked\nlight\n")
    let first = try #require(try host.line())
    #expect(first.text == "cancel")
    host.console.note(.failed, of: first.id)
    host.console.send(Reply(Phrase.consoleGreeting), to: first.id)
    host.console.answer("", to: first.id)
    #expect(try host.line()?.text == "light --json")
    host.console.send(Reply(.object([("light", .string("ready"))])), to: first.id)
    host.console.answer("", to: first.id)
    #expect(try host.line()?.text == "light")
    host.console.answer("Ready.", to: first.id)
    try host.settle()
    let greeting = Phrase.consoleGreeting.english
    let marked = "err \(greeting)\nend 1\nout {\"light\":\"ready\"}\nend 0\n"
    #expect(peer.received() == marked + "Ready.\n\n")
  }

  @Test func aPersonSeesNone() throws {
    let terminal = try PseudoTerminal()
    var host = try ConsoleHost.make(tty: terminal.path)
    try terminal.person.send("light --marked\r")
    #expect(try host.line()?.text == "light --marked")
  }
}
