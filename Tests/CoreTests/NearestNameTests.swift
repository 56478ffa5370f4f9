import Testing

@testable import Core

@Suite struct NearestNameTests {
  private let names = ["help", "status", "snap", "cancel", "list", "shutdown"]

  @Test(arguments: ["xyzzy", "photograph", "", "qq"])
  func aFarWordHasNone(word: String) {
    #expect(NearestName.of(word, among: names) == nil)
  }

  @Test(arguments: [
    ("sttaus", "status"), ("snp", "snap"), ("lists", "list"), ("shutdwon", "shutdown"),
    ("canel", "cancel"), ("status", "status"),
  ])
  func aNearWordFindsIt(word: String, name: String) {
    #expect(NearestName.of(word, among: names) == name)
  }

  @Test(arguments: [("", "abc", 3), ("abc", "", 3), ("kitten", "sitting", 3), ("ab", "ba", 2)])
  func theDistanceCountsSingleChanges(first: String, second: String, distance: Int) {
    #expect(NearestName.distance(first, second) == distance)
  }

  @Test func withoutNamesThereIsNone() {
    #expect(NearestName.of("help", among: []) == nil)
  }
}
