import Testing

@testable import Core

@Suite struct SessionSettingsTests {
  private let size = TerminalSize(columns: 80, rows: 24)

  private func sentences(_ settings: SessionSettings, _ wish: SessionWish) -> [Phrase] {
    guard case .sentences(let phrases) = settings.reply(to: wish, asJSON: false) else { return [] }
    return phrases
  }

  @Test func aSessionIsPlainUntilItsTerminalHasSaidItsSize() {
    var settings = SessionSettings(.unicode)
    #expect(settings.isPlain && settings.colour == .none)
    settings.size = size
    #expect(!settings.isPlain && settings.colour == .sixteen)
    let asks1 = settings.apply(.plain(true))
    #expect(!asks1)
    #expect(settings.isPlain && settings.colour == .none)
    let asks2 = settings.apply(.plain(false))
    #expect(!asks2)
    #expect(!settings.isPlain)
  }

  @Test(arguments: [
    (SessionWish.plain(false), true), (.plain(true), false), (.colour(.indexed), true),
    (.colour(.none), false), (.size(nil), true), (.tell(.size), false),
    (.tellAll, false), (.reset(.size), false),
  ])
  func onlyWhatNeedsTheSizeAsksForIt(wish: SessionWish, asks: Bool) {
    var settings = SessionSettings(.unicode)
    let asks3 = settings.apply(wish)
    #expect(asks3 == asks)
  }

  @Test func aSizeThatIsToldIsTakenAndGivenUp() {
    var settings = SessionSettings(.unicode)
    let asks4 = settings.apply(.size(size))
    #expect(!asks4)
    #expect(settings.size == size && settings.isSizeTold && !settings.isPlain)
    #expect(sentences(settings, .tell(.size)) == [.sessionSize(TerminalSize("80x24")!)])
    _ = settings.apply(.reset(.size))
    #expect(settings.size == nil && settings.isPlain)
  }

  @Test func allOfThemAreToldInWordsAndInJSON() {
    var settings = SessionSettings(.unicode)
    #expect(
      sentences(settings, .tellAll) == [
        .sessionPlainYet, .sessionNoColour, .sessionSizeUnknown,
      ])
    _ = settings.apply(.size(size))
    _ = settings.apply(.colour(.direct))
    #expect(
      settings.reply(to: .tellAll, asJSON: true).json
        == #"{"plain":false,"colour":"24","size":"80x24"}"#)
    #expect(settings.reply(to: .tell(.colour), asJSON: true).json == #"{"colour":"24"}"#)
  }

  @Test(arguments: ["80", "80x", "x24", "80x24x2", "1x24", "80x1", "80x1001", "-80x24", "80X24"])
  func whatIsNoSizeIsRefused(word: String) {
    #expect(TerminalSize(word) == nil)
    #expect(throws: CommandError(.sessionValues("size", "80x24, ask"))) {
      try Command.parse("set size \(word)")
    }
  }

  @Test(arguments: [
    ("set plain", SessionWish.tell(.plain)), ("set plain on", .plain(true)),
    ("set colour 24", .colour(.direct)),
    ("set size ask", .size(nil)), ("set size 132x50", .size(TerminalSize("132x50"))),
  ])
  func aWishIsRead(line: String, wish: SessionWish) {
    let run = Recording([
      Cue.line(line, at: 5, .status), Cue.line("\(line) --json", at: 6, .status),
    ])
    let wishes = run.effects.filter { if case .console(.configure) = $0 { true } else { false } }
    let session = SessionID(number: 1)
    #expect(
      wishes == [
        .console(.configure(wish, session, json: false)),
        .console(.configure(wish, session, json: true)),
      ])
    #expect(run.answered() == 2)
  }

  @Test func whatCanNotBeSetIsNamed() {
    #expect(throws: CommandError(.sessionValues("colour", "none, 16, 256, 24"))) {
      try Command.parse("set colour 8")
    }
  }
}
