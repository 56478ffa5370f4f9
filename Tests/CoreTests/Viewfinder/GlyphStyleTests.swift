import Testing

@testable import Core

@Suite struct GlyphStyleTests {
  @Test func aStyleBeginsWithItsStandards() {
    let style = GlyphStyle()
    #expect(style.effect == .ascii)
    #expect(GlyphParameter.allCases.map(style.value) == [40, 20, 10, 30, 50])
    #expect(style.palette.symbols == GlyphPreset.white.colour)
    #expect(style.palette.background == GlyphPreset.black.colour)
    #expect(!style.isGradientOn && !style.isInverted)
    #expect(style.zoom == GlyphZoom())
  }

  @Test(arguments: [(-1, 0, true), (0, 0, false), (100, 100, false), (101, 100, true)])
  func aParameterIsClampedAndSaysSo(asked: Int, value: Int, wasClamped: Bool) {
    var style = GlyphStyle()
    let number = style.set(.softy, to: asked)
    #expect(number.wasClamped == wasClamped)
    #expect(number.asked == asked)
    #expect(style.value(of: .softy) == value)
  }

  @Test func anotherEffectResetsWhatItSupportsAndKeepsTheRest() {
    var style = GlyphStyle()
    for parameter in GlyphParameter.allCases { style.set(parameter, to: 77) }
    style.choose(.squares)
    #expect(GlyphParameter.allCases.map(style.value) == [40, 77, 77, 30, 77])
    style.choose(.circles)
    #expect(GlyphParameter.allCases.map(style.value) == [40, 20, 10, 30, 77])
  }

  @Test func aParameterThatTheEffectLacksDoesNothing() {
    var style = GlyphStyle()
    style.choose(.triangles)
    #expect(style.effective(.edge) == 0)
    #expect(style.value(of: .edge) == 30)
    #expect(style.effective(.jitter) == 20)
    #expect(style.effective(.contrast) == 50)
  }

  @Test func theBackgroundAsTargetSuspendsTheGradient() {
    var style = GlyphStyle()
    style.turnGradient(on: true)
    #expect(style.symbolColour(ofLine: 9, of: 10) == GlyphPreset.teal.colour)
    style.target = .background
    #expect(!style.isGradientSeen && style.isGradientOn)
    #expect(style.symbolColour(ofLine: 9, of: 10) == GlyphPreset.white.colour)
    style.target = .symbols
    #expect(style.isGradientSeen)
  }

  @Test func aGradientTurnedOffLeavesItsFirstColour() throws {
    var style = GlyphStyle()
    try style.gradient.set(1, to: .init(perMille: 0, GlyphPreset.pink.colour))
    style.turnGradient(on: false)
    #expect(style.palette.symbols == GlyphPreset.white.colour, "it was not on")
    style.turnGradient(on: true)
    style.turnGradient(on: false)
    #expect(style.palette.symbols == GlyphPreset.pink.colour)
  }

  @Test func aColourForTheGlyphsEndsTheGradientAndOneForTheBackgroundDoesNot() {
    var style = GlyphStyle()
    style.turnGradient(on: true)
    style.choose(GlyphPreset.teal.colour, for: .background)
    #expect(style.isGradientOn)
    style.choose(GlyphPreset.orange.colour, for: .symbols)
    #expect(!style.isGradientOn)
    #expect(style.palette.symbols == GlyphPreset.orange.colour)
    #expect(style.gradient == .standard)
  }

  @Test func aZoomStaysInItsRangeAndItsCentreInThePicture() {
    var zoom = GlyphZoom()
    #expect(zoom.set(perMille: 249) == ClampedNumber(249, to: 250...4000))
    #expect(zoom.perMille == 250)
    #expect(zoom.set(perMille: 4001).wasClamped)
    #expect(!zoom.set(perMille: 4000).wasClamped)
    zoom.centre(x: -5, y: 1005)
    #expect(zoom.x == 0 && zoom.y == 1000)
  }
}

@Suite struct GlyphColourTests {
  @Test(arguments: [
    ("orange", "orange"), ("Teal", "teal"), ("#ff00FF", "magenta"), ("#012345", "#012345"),
  ])
  func aColourIsANameOrSixDigits(typed: String, text: String) {
    #expect(GlyphColour(typed)?.text == text)
  }

  @Test(arguments: ["", "#", "mauve", "012345", "#12345", "#1234567", "#+12345", "#00000g"])
  func anythingElseIsNone(typed: String) {
    #expect(GlyphColour(typed) == nil)
  }

  @Test func aMixtureBeginsAndEndsWithItsColours() {
    let (black, white) = (GlyphPreset.black.colour, GlyphPreset.white.colour)
    #expect(black.mixed(with: white, 0, of: 3) == black)
    #expect(black.mixed(with: white, 1, of: 3) == GlyphColour(0x555555))
    #expect(black.mixed(with: white, 3, of: 3) == white)
  }
}
