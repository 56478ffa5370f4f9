import Door
import System
import Testing

@testable import Terminal

@Suite struct KeyParserTests {
  /// The keys of `reads`, each of which took all that had come.
  private func keys(_ reads: String...) -> [Key] {
    var parser = KeyParser()
    return reads.flatMap { parser.keys(in: $0.utf8, isAll: true) }
  }

  @Test(arguments: [
    "\u{1b}[1;5C", "\u{1b}[15~", "\u{1b}x", "\u{1b}OP", "\u{1b}[200000000000000~",
    "\u{1b}]11;rgb:0/0/0\u{7}",
    "\u{1b}P1$r0m\u{1b}\\", "\u{0}", "\u{2}",
  ])
  func whatIsNoKeyOfOursIsSwallowedWhole(bytes: String) {
    #expect(keys(bytes) == [])
    #expect(keys(bytes + "q") == [.character("q")])
  }

  @Test(arguments: [
    (" ", Key.character(" ")), ("~", .character("~")), ("ä", .character("ä")),
    ("€", .character("€")),
    ("😀", .character("😀")), ("\r", .enter), ("\n", .enter), ("\r\n", .enter),
    ("\u{7f}", .backspace),
    ("\u{8}", .backspace), ("\u{1b}", .escape), ("\u{3}", .interrupt), ("\u{15}", .killLine),
    ("\u{17}", .killWord), ("\t", .tab), ("\u{c}", .refresh), ("\u{1a}", .suspend),
    ("\u{1}", .home),
    ("\u{5}", .end), ("\u{1b}[A", .up), ("\u{1b}OB", .down), ("\u{1b}[C", .right),
    ("\u{1b}OD", .left), ("\u{1b}[H", .home), ("\u{1b}[4~", .end), ("\u{1b}[3~", .delete),
    ("\u{1b}[5~", .pageUp), ("\u{1b}[6~", .pageDown),
  ])
  func aKeyIsKnownByItsBytes(bytes: String, key: Key) {
    #expect(keys(bytes) == [key])
  }

  @Test func escapeIsAKeyOnlyIfNothingFollowsInTheSameRead() {
    #expect(keys("\u{1b}", "[", "A") == [.escape, .character("["), .character("A")])
    #expect(keys("\u{1b}[A") == [.up])
  }

  @Test func aFullBufferMayHaveCutASequence() {
    var parser = KeyParser()
    #expect(parser.keys(in: "a\u{1b}".utf8, isAll: false) == [.character("a")])
    #expect(parser.keys(in: "[Ab".utf8, isAll: true) == [.up, .character("b")])
  }

  @Test func aSequenceMayComeInTwoReads() {
    #expect(keys("\u{1b}[", "1;5", "Cx") == [.character("x")])
    #expect(keys("\u{1b}[", "5", "~x") == [.pageUp, .character("x")])
  }

  @Test func aCharacterMayComeInSeveralReads() {
    var parser = KeyParser()
    let bytes = Array("€".utf8)
    #expect(parser.keys(in: bytes[..<1], isAll: true) == [])
    #expect(parser.keys(in: bytes[1..<2], isAll: true) == [])
    #expect(parser.keys(in: bytes[2...], isAll: true) == [.character("€")])
  }

  @Test(arguments: [
    [0xff], [0x80], [0xc3], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xc2, 0x9b], [0xe2, 0x82],
  ])
  func bytesThatAreNoCharacterAreNoKey(bytes: [UInt8]) {
    var parser = KeyParser()
    #expect(parser.keys(in: bytes + [UInt8(ascii: "q")], isAll: true) == [.character("q")])
  }

  @Test(arguments: ["\u{202e}", "\u{2028}", "\u{85}", "\u{200d}"])
  func whatSteersIsNoKey(character: String) {
    var parser = KeyParser()
    #expect(parser.keys(in: Array((character + "a").utf8), isAll: true) == [.character("a")])
  }

  @Test func altWithALetterThatBeginsAStringLosesNoLaterKey() {
    #expect(keys("\u{1b}P", "q") == [.character("q")])
  }

  @Test func twoLineEndsAreTwoKeys() {
    #expect(keys("\r\r", "\n\n", "\r\n") == [.enter, .enter, .enter, .enter])
  }
}
