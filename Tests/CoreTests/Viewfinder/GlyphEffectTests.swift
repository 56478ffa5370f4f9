import Testing

@testable import Core

@Suite struct GlyphEffectTests {
  @Test func asciiHasSeventyGlyphsFromSpaceToDollar() {
    let ramp = GlyphEffect.ascii.ramp
    #expect(ramp.count == 70)
    #expect(ramp.first == " ")
    #expect(ramp.last == "$")
    #expect(ramp.allSatisfy { (0x20...0x7e).contains($0.value) })
  }

  @Test(arguments: GlyphEffect.allCases)
  func aRampBeginsWithTheSpaceAndHasNoGlyphTwice(effect: GlyphEffect) {
    #expect(effect.ramp.first == " ")
    #expect(Set(effect.ramp).count == effect.ramp.count)
  }

  @Test(arguments: GlyphEffect.allCases)
  func sevenBitsHaveAsManyGlyphs(effect: GlyphEffect) {
    let ramp = effect.ramp(in: .ascii)
    #expect(ramp.count == effect.ramp.count)
    #expect(Set(ramp).count == ramp.count)
    #expect(ramp.allSatisfy { (0x20...0x7e).contains($0.value) })
    #expect(ramp.first == " ")
  }

  @Test(arguments: [
    (GlyphEffect.ascii, [GlyphParameter.cell, .jitter, .softy, .edge]),
    (.shapes, [.cell, .jitter, .softy]), (.circles, [.cell, .jitter, .softy]),
    (.squares, [.cell, .edge]), (.triangles, [.cell, .jitter]),
    (.diamonds, [.cell, .softy, .edge]),
  ])
  func anEffectSupportsItsParametersAndContrast(
    effect: GlyphEffect, parameters: [GlyphParameter]
  ) {
    #expect(effect.parameters == parameters)
    for parameter in GlyphParameter.allCases {
      let isWanted = parameters.contains(parameter) || parameter == .contrast
      #expect(effect.supports(parameter) == isWanted)
    }
  }
}
