import Core
import StandIns
import System
import Testing

@testable import Door

/// A program that wants it is told how each line of an answer is meant, and how it has ended.
@Suite struct AnswerMarksTests {
  @Test(
    arguments: [
      ([], .out("a"), 0), ([.failed], .err("a"), 1), ([.misunderstood, .failed], .err("a"), 64),
      ([.asks], .ask("a"), 1),
    ] as [([Effect.AnswerOutcome], AnswerPart, Int32)])
  func anOutcomeHasAPartAndACode(outcomes: [Effect.AnswerOutcome], part: AnswerPart, code: Int32) {
    var marks = AnswerMarks()
    for outcome in outcomes { marks.note(outcome) }
    #expect(marks.part("a") == part)
    marks.haveSaid()
    #expect(marks.part("a") == .out("a"), "what follows is an answer again")
    #expect(marks.end == .end(code))
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
}
