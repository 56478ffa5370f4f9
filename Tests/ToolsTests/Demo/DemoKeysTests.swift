import Drivers
import Terminal
import Testing

@testable import Tools

@Suite struct DemoKeysTests {
  private var keys = DemoKeys()

  private mutating func type(_ text: String) -> [DemoAction] {
    text.compactMap { keys.press(.character($0)) }
  }

  @Test(arguments: ["x", "Q", "1", "ä"])
  mutating func otherCharactersAskForNothing(text: String) {
    #expect(type(text) == [])
    #expect(keys.mode == .keys)
  }

  @Test(arguments: [
    Key.enter, .backspace, .delete, .escape, .killLine, .killWord, .refresh, .tab, .up, .down,
    .left, .right, .home, .end,
  ])
  mutating func otherKeysAskForNothing(key: Key) {
    #expect(keys.press(key) == nil)
    #expect(keys.mode == .keys)
  }

  @Test(arguments: [
    (" ", DemoAction.click), ("d", .doubleClick), ("t", .tripleClick), ("l", .longPress),
    ("m", .shake), ("u", .togglePlug), ("q", .quit),
  ])
  mutating func eachKeyHasItsAction(text: String, action: DemoAction) {
    #expect(type(text) == [action])
  }

  @Test mutating func controlCQuits() {
    #expect(keys.press(.interrupt) == .quit)
  }

  @Test mutating func keysAreTextWhileALineIsTyped() {
    #expect(type(":quit? d u") == [])
    #expect(keys.mode == .line(DemoLine("quit? d u")))
  }

  @Test mutating func enterSendsTheLineAndOpensTheNext() {
    #expect(type(":status") == [])
    #expect(keys.press(.enter) == .line("status"))
    #expect(keys.mode == .line(DemoLine("")))
    #expect(keys.press(.enter) == .line(""))
  }

  @Test mutating func tabCompletesAWordOrTellsThoseThereAre() {
    _ = type(":db rel")
    #expect(keys.press(.tab) == nil)
    #expect(keys.mode == .line(DemoLine("db reload ")))
    _ = (keys.press(.killLine), type("db re"))
    #expect(keys.press(.tab) == .tell("reload reset"))
    #expect(keys.mode == .line(DemoLine("db re")))
    _ = (keys.press(.killLine), type("nothing "))
    #expect(keys.press(.tab) == nil)
  }

  @Test(arguments: [Key.escape, .interrupt])
  mutating func theLineIsGivenUp(key: Key) {
    _ = type(":shutdown")
    #expect(keys.press(key) == nil)
    #expect(keys.mode == .keys)
  }

  @Test(arguments: [
    ("ab", Key.backspace, "a"), ("", .backspace, ""), ("aé", .backspace, "a"),
    ("a bc", .killWord, "a "),
    ("a bc  ", .killWord, "a "), ("abc", .killWord, ""), ("a b", .killLine, ""),
    ("ab", .refresh, "ab"),
  ])
  mutating func theLineIsEdited(typed: String, key: Key, left: String) {
    _ = type(":" + typed)
    #expect(keys.press(key) == nil)
    #expect(keys.mode == .line(DemoLine(left)))
  }

  @Test(arguments: [
    ([Key.left, .left, .character("x")], "abxcd"), ([.home, .delete], "bcd"),
    ([.home, .end, .backspace], "abc"), ([.home, .backspace], "abcd"), ([.delete], "abcd"),
    ([.left, .killWord], "d"), ([.left, .left, .right, .backspace], "abd"),
    ([.right, .right, .character("x")], "abcdx"), ([.home, .left, .character("x")], "xabcd"),
  ])
  mutating func theLineIsEditedAtItsCursor(pressed: [Key], text: String) {
    _ = type(":abcd")
    for key in pressed { #expect(keys.press(key) == nil) }
    #expect(keys.press(.enter) == .line(text))
  }

  @Test mutating func linesThatWereSentAreCalledBackInOrder() {
    for line in ["one", "two", "two", ""] {
      _ = type(":" + line)
      _ = keys.press(.enter)
      _ = keys.press(.escape)
    }
    _ = type(":new")
    let shown = [Key.up, .up, .up, .down, .down, .down].map { key -> DemoKeys.Mode in
      _ = keys.press(key)
      return keys.mode
    }
    let texts = ["two", "one", "one", "two", "new", "new"]
    #expect(shown == texts.map { .line(DemoLine($0)) })
  }

  @Test mutating func aLineThatWasCalledBackIsSentAgain() {
    _ = type(":status")
    _ = keys.press(.enter)
    _ = keys.press(.up)
    #expect(keys.press(.enter) == .line("status"))
    _ = keys.press(.up)
    _ = keys.press(.up)
    #expect(keys.mode == .line(DemoLine("status")))
  }

  @Test mutating func theHistoryIsBounded() {
    _ = type(":")
    for number in 0..<DemoHistory.limit + 9 {
      _ = type("\(number)")
      _ = keys.press(.enter)
    }
    for _ in 0..<DemoHistory.limit + 9 { _ = keys.press(.up) }
    #expect(keys.mode == .line(DemoLine("9")))
  }

  @Test(arguments: ["", ":sta", "?"])
  mutating func pagesAreTurnedAndTheShellIsReachedFromEverywhere(typed: String) {
    _ = type(typed)
    let mode = keys.mode
    #expect(keys.press(.pageUp) == .scroll(pages: 1))
    #expect(keys.press(.pageDown) == .scroll(pages: -1))
    #expect(keys.press(.suspend) == .suspend)
    #expect(keys.mode == mode)
  }

  @Test mutating func theLineIsBounded() {
    _ = type(":" + String(repeating: "x", count: 1000))
    #expect(keys.press(.enter) == .line(String(repeating: "x", count: DemoLine.limit)))
  }

  @Test(arguments: [Key.character("?"), .character("q"), .character(" "), .escape, .enter])
  mutating func anyKeyLeavesTheHelpAndDoesNothingElse(key: Key) {
    #expect(type("?") == [])
    #expect(keys.mode == .help)
    #expect(keys.press(key) == nil)
    #expect(keys.mode == .keys)
  }

  @Test mutating func drawingAnewKeepsTheHelp() {
    _ = type("?")
    #expect(keys.press(.refresh) == nil)
    #expect(keys.mode == .help)
  }

  @Test mutating func controlCQuitsFromTheHelpToo() {
    _ = type("?")
    #expect(keys.press(.interrupt) == .quit)
  }
}
