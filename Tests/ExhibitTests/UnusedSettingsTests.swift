import Configuration
import Testing

@testable import Exhibit

@Suite struct UnusedSettingsTests {
  @Test func aSettingWithoutEffectIsNamedWithItsPlace() throws {
    let text = "[clip]\n[camera]\n\n\n[idle]\nafter_s = 5"
    let phrases = UnusedSettings.phrases(in: try Configuration(text: text, file: "e.toml").settings)
    #expect(phrases.count == 1)
    #expect(phrases.map(\.english).contains { $0.contains("e.toml:1") && $0.contains("'clip'") })
  }

  @Test func defaultsAndSettingsWithEffectAreNotNamed() throws {
    let settings = try Configuration(text: "[camera]\nfacing = \"user\"\nmounted = 90").settings
    #expect(UnusedSettings.phrases(in: settings).isEmpty)
  }
}
