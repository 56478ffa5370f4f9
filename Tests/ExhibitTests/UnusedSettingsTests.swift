import Configuration
import Testing

@testable import Exhibit

@Suite struct UnusedSettingsTests {
  @Test func aSettingWithoutEffectIsNamedWithItsPlace() throws {
    let text = "[camera]\nfacing = \"user\"\n[idle]\nafter_s = 5"
    let phrases = UnusedSettings.phrases(in: try Configuration(text: text, file: "e.toml").settings)
    #expect(phrases.map(\.english).contains { $0.contains("e.toml:2") && $0.contains("facing") })
    #expect(phrases.map(\.english).contains { $0.contains("e.toml:4") })
  }

  @Test func defaultsAndSettingsWithEffectAreNotNamed() throws {
    let settings = try Configuration(text: "[camera]\nquality = 80").settings
    #expect(UnusedSettings.phrases(in: settings).isEmpty)
  }
}
