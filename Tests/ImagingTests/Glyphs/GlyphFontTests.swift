import Core
import Testing

@testable import Imaging

@Suite struct GlyphFontTests {
  private func rows(_ glyph: UInt32) -> [UInt16] {
    (0..<GlyphFont.height).map { GlyphFont.pixels(of: glyph, row: $0) }
  }

  private func ink(_ glyph: UInt32) -> Int {
    rows(glyph).reduce(0) { $0 + $1.nonzeroBitCount }
  }

  @Test func everyLetterIsThereOnce() {
    let letters = (UInt32(0x20)...0x7e).map(rows)
    #expect(Set(letters).count == letters.count)
    #expect(ink(0x20) == 0)
    #expect(letters.joined().allSatisfy { $0 & 0b1000_0000_0001 == 0 }, "letters touch each other")
  }

  @Test(arguments: GlyphEffect.allCases)
  func everyGlyphOfARampIsDrawn(effect: GlyphEffect) {
    let drawn = effect.ramp.map { rows($0.value) }
    #expect(Set(drawn).count == drawn.count)
    #expect(drawn.allSatisfy { $0 != rows(0x4e00) }, "none is the box of a glyph that is missing")
  }

  @Test(arguments: [GlyphEffect.squares, .circles])
  func theseRampsHaveMoreInkAtEachStep(effect: GlyphEffect) {
    let inks = effect.ramp.map { ink($0.value) }
    #expect(zip(inks, inks.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test(arguments: [
    (UInt32(0x2588), 288), (0x2584, 144), (0x2581, 36), (0x2596, 72), (0x2599, 216), (0x259a, 144),
  ])
  func blocksHaveTheirShareOfTheCell(glyph: UInt32, pixels: Int) {
    #expect(ink(glyph) == pixels)
  }

  @Test func quartersStandWhereTheirNamesSay() {
    let (left, right): (UInt16, UInt16) = (0b1111_1100_0000, 0b0000_0011_1111)
    let quarters: [(UInt32, UInt16, UInt16)] = [
      (0x2596, 0, left), (0x2597, 0, right), (0x2598, left, 0), (0x2599, left, left | right),
      (0x259a, left, right), (0x259b, left | right, left), (0x259c, left | right, right),
      (0x259d, right, 0), (0x259e, right, left), (0x259f, right, left | right),
    ]
    for (glyph, upper, lower) in quarters {
      let drawn = rows(glyph)
      #expect(drawn[0] == upper && drawn[11] == upper && drawn[12] == lower && drawn[23] == lower)
    }
  }
}
