import Testing

@testable import Core

@Suite struct MaskCommandTests {
  /// The mask after `line`, which finds another.
  private func mask(after line: String) -> Mask? {
    let other = line == "mask qr" ? "mask id" : "mask qr"
    return Recording([Cue.line(other, at: 4), Cue.line(line, at: 5)]).lastAtWork.framing.mask
  }

  @Test(
    arguments: [
      ("mask", .qr), ("mask --json", .qr), ("mask id", .id), ("mask passport", .passport),
      ("mask qr", .qr), ("mask off", nil), ("mask free", .free(.standard)),
    ] as [(String, Mask?)])
  func aLineIsRead(line: String, mask: Mask?) {
    #expect(self.mask(after: line) == mask)
  }

  @Test func aFreePartIsReadInPerCent() throws {
    let part = try #require(FreePart(left: 10, top: 20, width: 50, height: 30))
    #expect(mask(after: "mask free 10 20 50 30") == .free(part))
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
