import Core
import Testing

@testable import Door

/// The last word of a line says what it is.
@Suite struct ClientLineTests {
  @Test(
    arguments: [
      ("light --marked", .typed("light")), ("light --json --marked  ", .typed("light --json")),
      ("--marked", .typed("")), ("light", nil), ("thing add x--marked", nil),
      ("--marked light", nil), ("thing use x --key --marked", .typed("thing use x --key")),
      ("--line", .leadsLine), ("up --key", .key(.up)), ("space --key", .key(.character(" "))),
      ("é --key", .key(.character("é"))), ("upwards --key", .key(nil)), ("  --key", .key(nil)),
      ("80x24 --size", .size(TerminalSize(columns: 80, rows: 24))), ("? --size", .size(nil)),
      ("0x0 --size", nil), ("large --size", nil), ("512 --room", .room(512)),
      ("-1 --room", nil), ("snap --in 2", nil),
    ] as [(String, ClientLine?)])
  func aLineIsWhatItSays(line: String, meaning: ClientLine?) {
    #expect(ClientLine(line) == meaning)
  }

  @Test(
    arguments: [
      .typed("thing add red cup"), .typed(""), .leadsLine, .key(.character("q")),
      .key(.character(" ")), .key(.escape), .key(.refresh), .key(nil), .size(nil), .room(0),
      .size(TerminalSize(columns: 132, rows: 50)),
    ] as [ClientLine])
  func whatIsSentIsHeard(line: ClientLine) {
    #expect(ClientLine(line.text) == line)
  }
}

/// What the running program says comes whole, however its bytes are cut.
@Suite struct AnswerReaderTests {
  private static let parts: [AnswerPart] = [
    .out("Ready."), .err("Not so."), .ask("Sure?"), .goesOn, .end(64), .nothing, .news("Stored."),
    .wish("size 80x24"), .measure, .speech("{}"), .line("/dev/ttyS0 9600"), .screen,
    .picture([0x1b, 0x0a, 0x00]),
    .picture([]), .keyHeard, .lines,
  ]

  @Test(arguments: [1, 2, 3, 7, 1000])
  func whatIsSaidIsHeard(inPiecesOf count: Int) {
    let bytes = Self.parts.flatMap(\.bytes)
    var reader = AnswerReader()
    var heard: [AnswerPart] = []
    for start in stride(from: 0, to: bytes.count, by: count) {
      reader.feed(bytes[start..<min(start + count, bytes.count)])
      while let part = reader.next() { heard.append(part) }
    }
    #expect(heard == Self.parts)
    #expect(!reader.isOverfull)
  }

  @Test(arguments: ["8 consoles are open already.", "end", "draw many", "draw -1", ""])
  func whoeverSendsUsAwayIsHeard(line: String) {
    var reader = AnswerReader()
    reader.feed(Array("\(line)\n".utf8))
    #expect(reader.next() == (line == "end" ? .end(1) : .err(line)))
  }

  @Test func aLineWithoutEndIsNoneOfOurs() {
    var reader = AnswerReader()
    reader.feed([UInt8](repeating: 0x61, count: 3 << 20))
    #expect(reader.next() == nil && reader.isOverfull)
  }
}

/// The terminal's own sentences are said in the language of the running program.
@Suite struct TerminalSpeechTests {
  @Test func whatIsToldComesBack() throws {
    let language = Language(templates: [
      "console.lines-more": "noch {1} \"Zeilen\"", "camera.gone": "{1} ist weg",
    ])
    let speech = TerminalSpeech(language, .ascii)
    let told = try #require(TerminalSpeech(speech.text))
    #expect(told == speech && told.charset == .ascii)
    #expect(told.language.templates == ["console.lines-more": "noch {1} \"Zeilen\""])
  }

  @Test(arguments: ["", "{}", "[]", #"{"letters":"runes"}"#, "{"])
  func anythingElseIsNone(json: String) { #expect(TerminalSpeech(json) == nil) }
}

/// Lines of programs have nothing in them that steers.
@Suite struct LineReaderTests {
  private func lines(_ text: String) -> [LineReader.Line] {
    var reader = LineReader()
    var lines = text.utf8.compactMap { reader.feed($0) }
    if let rest = reader.finish() { lines.append(rest) }
    return lines
  }

  @Test(
    arguments: [
      ("a\nb\r\nc\rd", ["a", "b", "c", "d"]), ("stata\u{8}tus\n", ["stattus"]),
      ("gr\u{f6}\u{7f}o\n", ["gro"]), ("\u{1b}[Astatus\u{1b}OB\n", ["status"]),
      ("a\tb\n", ["a b"]), ("\u{8}\u{0}\u{9b}x\n", ["x"]), ("\n\n", ["", ""]),
    ])
  func whatStandsThereIsText(bytes: String, expected: [String]) {
    #expect(lines(bytes) == expected.map { .text($0) })
  }

  @Test func controlCGivesTheLineUp() {
    #expect(lines("statu\u{3}list\n") == [.interrupt, .text("list")])
  }

  @Test func aLineThatIsTooLongIsOne() {
    #expect(lines(String(repeating: "x", count: 5000) + "\nlist\n") == [.tooLong, .text("list")])
  }
}
