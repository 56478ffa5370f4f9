import Testing

@testable import Core

@Suite struct PhraseTests {
  @Test func valuesStandWhereTheirNumbersAre() {
    #expect(Phrase(.photoStored, "17").english == "Stored, photo 17.")
  }

  @Test func aMissingValueLeavesNothingBehind() {
    #expect(Phrase(.photoStored).english == "Stored, photo .")
  }
}
