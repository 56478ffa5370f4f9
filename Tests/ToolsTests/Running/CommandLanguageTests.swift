import Core
import Testing

@testable import Tools

@Suite struct CommandLanguageTests {
  @Test func aLanguageWithoutTextsIsSpokenInEnglishWithAWord() {
    let language = CommandLanguage.read("exhibit-none")
    #expect(language.sentences == .english)
    #expect(language.problem?.english.hasSuffix("has no other texts.") == true)
    #expect(CommandLanguage.read("en").problem == nil)
  }
}
