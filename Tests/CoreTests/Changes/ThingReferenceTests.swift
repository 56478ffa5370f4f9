import Testing

@testable import Core

@Suite struct ThingReferenceTests {
  private static let things = [
    (label: "Unsorted", number: 1), (label: "Omega watch", number: 2),
    (label: "Seiko watch", number: 3),
    (label: "4711", number: 4), (label: "7", number: 6), (label: "Bag", number: 7),
  ]

  @Test(arguments: [
    ("omega watch", 2), ("OMEGA", 2), ("sei", 3), ("seiko w", 3), ("2", 2), ("7", 6), ("bag", 7),
  ])
  func itIsTheOneThatIsMeant(text: String, number: Int) {
    let place = ThingReference(text).place(in: Self.things)
    #expect(place.map { Self.things[$0].number } == number)
  }

  @Test(arguments: ["watch", "w", "mega", "47", "", " ", "Seiko bag", "99"])
  func whatFitsSeveralOrNoneIsNone(text: String) {
    #expect(ThingReference(text).place(in: Self.things) == nil)
  }
}
