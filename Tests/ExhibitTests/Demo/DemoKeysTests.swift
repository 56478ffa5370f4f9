import Drivers
import Testing

@testable import Exhibit

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

  @Test(arguments: [Key.enter, .backspace, .escape, .killLine, .killWord, .refresh])
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
    #expect(keys.mode == .line("quit? d u"))
  }

  @Test mutating func enterSendsTheLineAndOpensTheNext() {
    #expect(type(":status") == [])
    #expect(keys.press(.enter) == .line("status"))
    #expect(keys.mode == .line(""))
    #expect(keys.press(.enter) == .line(""))
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
    #expect(keys.mode == .line(left))
  }

  @Test mutating func theLineIsBounded() {
    _ = type(":" + String(repeating: "x", count: 1000))
    #expect(keys.press(.enter) == .line(String(repeating: "x", count: DemoKeys.lineLimit)))
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
