import Testing

@testable import Core

@Suite struct GlyphGradientTests {
  private let red = GlyphColour(0xff0000)
  private let green = GlyphColour(0x00ff00)
  private let blue = GlyphColour(0x0000ff)

  private func gradient(_ stops: (Int, GlyphColour)...) -> GlyphGradient? {
    GlyphGradient(stops: stops.map { .init(perMille: $0.0, $0.1) })
  }

  @Test func stopsAreTwoToFour() {
    #expect(gradient((0, red)) == nil)
    #expect(gradient((0, red), (1, red), (2, red), (3, red), (4, red)) == nil)
    #expect(gradient((0, red), (1000, blue)) != nil)
  }

  @Test func stopsAreKeptSortedAndInside() throws {
    var some = try #require(gradient((2000, red), (-5, blue)))
    #expect(some.stops.map(\.perMille) == [0, 1000])
    try some.add(.init(perMille: 300, green))
    #expect(some.stops.map(\.colour) == [blue, green, red])
    try some.set(1, to: .init(perMille: 900, blue))
    #expect(some.stops.map(\.perMille) == [300, 900, 1000])
  }

  @Test func whatThereIsNotAndWhatIsTooMuchIsRefused() throws {
    var some = GlyphGradient.standard
    #expect(throws: GlyphGradient.Refusal.fewest) { try some.remove(1) }
    #expect(throws: GlyphGradient.Refusal.noSuchStop) { try some.remove(0) }
    #expect(throws: GlyphGradient.Refusal.noSuchStop) {
      try some.set(3, to: .init(perMille: 0, red))
    }
    try some.add(.init(perMille: 1, red))
    try some.add(.init(perMille: 2, red))
    #expect(throws: GlyphGradient.Refusal.full) { try some.add(.init(perMille: 3, red)) }
    try some.remove(2)
    #expect(some.stops.count == 3)
  }

  @Test func theColourGoesThroughAllStops() throws {
    let some = try #require(gradient((200, red), (400, green), (800, blue)))
    #expect(some.colour(at: 0) == red)
    #expect(some.colour(at: 200) == red)
    #expect(some.colour(at: 300) == GlyphColour(0x808000))
    #expect(some.colour(at: 400) == green)
    #expect(some.colour(at: 500) == GlyphColour(0x00bf40))
    #expect(some.colour(at: 800) == blue)
    #expect(some.colour(at: 1000) == blue)
  }

  @Test func twoStopsAtOnePlaceAreAnEdge() throws {
    let some = try #require(gradient((500, red), (500, blue)))
    #expect(some.colour(at: 499) == red)
    #expect(some.colour(at: 500) == blue)
  }

  @Test func theFirstAndLastLineHaveTheOutermostColours() throws {
    let some = try #require(gradient((0, red), (1000, blue)))
    #expect(some.colour(ofLine: 0, of: 30) == red)
    #expect(some.colour(ofLine: 29, of: 30) == blue)
    #expect(some.colour(ofLine: 0, of: 1) == red)
  }
}
