import Core
import Testing

@testable import Configuration

@Suite struct LanguageFileTests {
  private let folder = TemporaryFolder()

  @Test func sentencesAreTheTextsOfATable() throws {
    let table = folder.write(
      """
      "camera.none" = "Keine Kamera."
      photo.stored = "Foto {1} ist gespeichert."
      "light.is" = 3
      """, to: "de.toml")
    #expect(
      try Language(table: table).templates == [
        "camera.none": "Keine Kamera.", "photo.stored": "Foto {1} ist gespeichert.",
      ])
  }

  @Test func aTableThatIsNoTOMLIsNamed() throws {
    let table = folder.write("\"camera.none\" = ", to: "de.toml")
    do throws(ConfigurationErrors) {
      _ = try Language(table: table)
      Issue.record("it was read")
    } catch {
      #expect(error.errors.first?.file == table)
    }
  }
}
