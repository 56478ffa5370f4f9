import Testing

@testable import Core

@Suite struct PieceFilterTests {
  @Test func wordsSayWhichPieces() throws {
    let filter = try PieceFilter(thing: "Old watch", kind: "Photo", state: "deleted", since: "17")
    let line = "list --thing Old watch --kind photo --since 17 --state deleted --json"
    let inquiry = Effect.Console.read(.pieces(filter), to: SessionID(number: 1), json: true)
    #expect(Recording([Cue.line(line, at: 5)]).times(of: .console(inquiry)) == [.at(5)])
    #expect(filter.thing == ThingReference("Old watch") && filter.since == .number(17))
    #expect(
      try PieceFilter(thing: "3", kind: nil, state: nil, since: "2026-03-27").since
        == .day("2026-03-27"))
  }

  @Test(arguments: [
    ("list --technique other", "filter.technique"), ("list --technique", "filter.technique"),
    ("list --kind film", "filter.kind"), ("list --kind", "filter.kind"),
    ("list --state gone", "filter.state"), ("list --since yesterday", "filter.since"),
    ("list --since 2026-02-30", "filter.since"), ("list --since -3", "filter.since"),
    ("list photo", "command.extra"), ("show x", "piece.number-needed"), ("show 3-5", "show.one"),
    ("show 3 x", "command.extra"),
  ])
  func aWordThatMeansNothingIsRefusedByName(line: String, key: String) {
    do throws(CommandError) {
      _ = try Command.parse(line)
      Issue.record("\(line) was understood")
    } catch {
      #expect(error.phrase.key == key)
    }
  }
}
