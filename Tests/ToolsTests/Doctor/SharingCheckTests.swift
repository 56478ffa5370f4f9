import Core
@testable import Drivers
import Testing

@testable import Tools

@Suite struct SharingCheckTests {
  private static let line = DevicePlace.line(chip: "gpiochip0", offset: 17)
  private static let other = DevicePlace.line(chip: "gpiochip0", offset: 18)

  private static func findings(_ button: DevicePlace, _ light: DevicePlace) -> [Finding] {
    let roles = [
      RoleFinding(role: .button, outcome: .found(button, "it")),
      RoleFinding(role: .light, outcome: .found(light, "it")),
      RoleFinding(role: .buzzer, outcome: .notConfigured),
    ]
    return SharingCheck(roles: roles, configuration: "/c.toml").findings
  }

  @Test func oneLineForTwoRolesIsBadAndNamesThem() throws {
    let finding = try #require(Self.findings(Self.line, Self.line).first)
    #expect(finding.verdict == .bad)
    #expect(
      finding.sentence.english
        == "Several roles are given line 17 of gpiochip0: button, light. Only one of them can have it."
    )
    #expect(finding.fix?.english == "give each a device of its own in /c.toml.")
  }

  @Test func lineThatIsHeldIsSeenInBothRolesToo() {
    let roles = [Role.button, .buzzer].map {
      RoleFinding(role: $0, outcome: .unusable(Self.line, Phrase.cameraNone))
    }
    #expect(SharingCheck(roles: roles, configuration: "/c.toml").findings.count == 1)
  }

  @Test func linesOfTheirOwnAreNothingToSay() {
    #expect(Self.findings(Self.line, Self.other).isEmpty)
  }
}
