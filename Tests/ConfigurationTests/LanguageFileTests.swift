import Core
import Testing

@testable import Configuration

@Suite struct LanguageFileTests {
  private let folder = TemporaryFolder()

  private func load(_ text: String) throws -> Configuration {
    try Configuration.load(path: folder.write(text, to: "exhibit.toml"), boards: [])
  }

  private func complaint(about text: String) -> ConfigurationError? {
    do throws(ConfigurationErrors) {
      let path = folder.write(text, to: "exhibit.toml")
      _ = try Configuration.load(path: path, boards: [])
      return nil
    } catch {
      return error.errors.first
    }
  }

  @Test func englishNeedsNoTable() throws {
    #expect(try load("").plan.language == .english)
    #expect(try load("language = \"en\"").plan.language == .english)
  }

  @Test func sentencesAreThoseOfTheTableBesideTheFile() throws {
    folder.write(
      """
      "camera.none" = "Keine Kamera."
      photo.stored = "Foto {1} ist gespeichert."
      "light.is" = 3
      """, to: "languages/de.toml")
    let sentences = try load("language = \"de\"").plan.language
    #expect(
      sentences.templates == [
        "camera.none": "Keine Kamera.", "photo.stored": "Foto {1} ist gespeichert.",
      ])
  }

  @Test func aTableThatIsNotThereIsNamedWithTheLine() {
    let complaint = complaint(about: "\nlanguage = \"nl\"")
    #expect(complaint?.line == 2)
    #expect(complaint?.phrase.english.contains("no table 'nl.toml' in ") == true)
  }

  @Test func aTableThatIsNoTOMLIsNamed() {
    folder.write("\"camera.none\" = ", to: "languages/de.toml")
    let complaint = complaint(about: "language = \"de\"")
    #expect(complaint?.file.hasSuffix("languages/de.toml") == true)
  }
}
