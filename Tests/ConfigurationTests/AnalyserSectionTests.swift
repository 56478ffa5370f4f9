import Core
import Testing

@testable import Configuration

/// Sections of analysers, of which there may be several.
@Suite struct AnalyserSectionTests {
  private static let one = "[[analyser]]\nname = \"eyes\"\ncommand = [\"/usr/bin/eyes\", \"-q\"]\n"

  private func errors(_ text: String) -> [String] {
    do throws(ConfigurationErrors) {
      _ = try Configuration(text: text)
      return []
    } catch {
      return error.errors.map { "\($0.line ?? 0) \($0.phrase.key)" }
    }
  }

  @Test func eachSectionIsAnAnalyserInItsOrder() throws {
    let text =
      Self.one + """
        [[analyser]]
        name = "codes"
        command = ["codes"]
        kinds = ["imported", "photo"]
        choose_thing = true
        decides = true
        time_s = 3
        memory_mb = 64
        output_kb = 2
        """
    let analysers = try Configuration(text: text).settings.analysers
    var eyes = Analyser("eyes")
    eyes.command = ["/usr/bin/eyes", "-q"]
    var codes = Analyser("codes")
    (codes.command, codes.kinds, codes.choosesThing) = (["codes"], [.photo, .imported], true)
    codes.decides = true
    (codes.time, codes.byteCount, codes.outputKilobytes) = (.seconds(3), 64_000_000, 2)
    #expect(analysers == [eyes, codes])
  }

  @Test func withoutAnyThereIsNone() throws {
    let settings = try Configuration(text: "").settings
    #expect(settings.analysers == [] && !settings.asksByButton && !settings.hasConfirmedHook)
  }

  @Test(arguments: [
    ("[[analyser]]\nname = \"eyes\"", "1 configuration.needs"),
    ("[analyser]\ncommand = [\"eyes\"]", "1 configuration.not-sections"),
    ("[[analyser]]\ncommand = [\"eyes\"]\nkinds = []", "3 configuration.not-of-kind"),
    ("[[analyser]]\ncommand = [\"eyes\"]\nkinds = [\"film\"]", "3 configuration.not-of-kind"),
    ("[[analyser]]\ncommand = [\"eyes\"]\ntime = 3", "3 configuration.misspelt-key"),
    ("[[eyes]]\ncommand = [\"eyes\"]", "1 configuration.unknown-key"),
  ])
  func whatIsWrongIsToldWithItsLine(text: String, error: String) {
    #expect(errors(text).first == error)
  }

  @Test func eachHasANameOfItsOwn() {
    #expect(errors(Self.one + Self.one) == ["5 configuration.analyser-twice"])
  }

  @Test func thereAreNotTooMany() {
    let sections = (1...9).map { "[[analyser]]\nname = \"a\($0)\"\ncommand = [\"a\"]\n" }
    #expect(errors(sections.dropLast().joined()) == [])
    #expect(errors(sections.joined()).first == "25 configuration.too-many-sections")
  }
}
