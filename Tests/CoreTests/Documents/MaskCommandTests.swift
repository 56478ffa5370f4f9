import Testing

@testable import Core

@Suite struct MaskCommandTests {
  static let lines: [(String, Command)] = [
    ("mask", .mask(.ask(json: false))), ("mask --json", .mask(.ask(json: true))),
    ("mask id", .mask(.use(.id))), ("mask passport", .mask(.use(.passport))),
    ("mask qr", .mask(.use(.qr))), ("mask off", .mask(.use(nil))),
    ("mask free", .mask(.use(.free(.standard)))),
  ]

  @Test(arguments: lines)
  func aLineIsRead(line: String, command: Command) throws {
    #expect(try Command.parse(line) == command)
  }

  @Test func aFreePartIsReadInPerCent() throws {
    let part = try #require(FreePart(left: 10, top: 20, width: 50, height: 30))
    #expect(try Command.parse("mask free 10 20 50 30") == .mask(.use(.free(part))))
  }

  @Test(arguments: [
    "mask free 10", "mask free 10 20 50", "mask free 10 20 50 30 5", "mask free a b c d",
    "mask free 10 20 50 81", "mask free 0 0 0 0", "mask free -1 0 10 10",
    "mask free 99999999999999999999 0 1 1", "mask free 9223372036854775807 1 1 1",
  ])
  func aPartThatIsNoneIsExplained(line: String) {
    #expect(throws: CommandError(.maskFreeWhat)) { try Command.parse(line) }
  }

  @Test func anUnknownMaskSuggestsTheNearest() {
    #expect(throws: CommandError(.commandUnknownNearest("mask pasport", "mask passport"))) {
      try Command.parse("mask pasport")
    }
  }

  @Test(arguments: ["mask", "mask --json"])
  func everySessionMayAsk(line: String) throws {
    _ = try Command.parse(line, access: .status)
  }

  @Test func onlySomeMaySet() {
    #expect(throws: CommandError(.consoleStatusOnly)) {
      try Command.parse("mask id", access: .status)
    }
  }
}
