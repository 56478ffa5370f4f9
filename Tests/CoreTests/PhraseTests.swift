import Testing

@testable import Core

@Suite struct PhraseTests {
  @Test func valuesStandWhereTheirNumbersAre() {
    #expect(Phrase.photoStored(17).english == "Stored, photo 17.")
  }

  @Test func aMissingValueLeavesNothingBehind() {
    let table = Language(templates: ["photo.stored": "Gespeichert: Foto {2}."])
    #expect(Phrase.photoStored(17).text(in: table) == "Gespeichert: Foto .")
  }
}
