/// All that people choose about how a picture looks as glyphs.
package struct GlyphStyle: Hashable, Sendable {
  /// What it is drawn with.
  package private(set) var effect = GlyphEffect.ascii
  /// How many colours are used.
  package var depth = ColourDepth.sixteen
  /// The two colours of it, unless the gradient has the glyphs.
  package private(set) var palette = GlyphPalette()
  /// Which of the two colours people choose now.
  package var target = GlyphPalette.Part.symbols
  /// The colours of glyphs from top to bottom, where it is on.
  package var gradient = GlyphGradient.standard
  /// Whether somebody has turned the gradient on.
  package private(set) var isGradientOn = false
  /// Whether dark means dense, as terminals with dark letters on white want it.
  package var isInverted = false
  /// Whether the part of the live picture where something moves stands in a bright frame.
  package var hasSpotlight = false
  /// Which part of the picture is seen.
  package var zoom = GlyphZoom()
  private var numbers = GlyphParameter.allCases.map(\.standard)

  /// White ASCII on black.
  package init() {}

  /// Chooses what it is drawn with.
  ///
  /// The parameters that `effect` supports become what they are unless somebody says otherwise, and the others stay.
  /// Contrast stays too: it is the scene's, not the effect's.
  package mutating func choose(_ effect: GlyphEffect) {
    self.effect = effect
    for parameter in effect.parameters { reset(parameter) }
  }

  /// What `parameter` is, whether or not the effect supports it.
  package func value(of parameter: GlyphParameter) -> Int { numbers[index(of: parameter)] }

  /// What `parameter` comes to with this effect: one that it doesn't support does nothing.
  package func effective(_ parameter: GlyphParameter) -> Int {
    effect.supports(parameter) ? value(of: parameter) : 0
  }

  /// Sets `parameter` to the number nearest to `value` that there is, and tells which.
  @discardableResult
  package mutating func set(_ parameter: GlyphParameter, to value: Int) -> ClampedNumber {
    let number = ClampedNumber(value, to: GlyphParameter.range)
    numbers[index(of: parameter)] = number.value
    return number
  }

  /// Makes `parameter` what it is unless somebody says otherwise.
  package mutating func reset(_ parameter: GlyphParameter) {
    numbers[index(of: parameter)] = parameter.standard
  }

  /// Chooses a colour; one for the glyphs ends the gradient, which keeps its stops.
  package mutating func choose(_ colour: GlyphColour, for part: GlyphPalette.Part) {
    switch part {
    case .symbols:
      palette.symbols = colour
      isGradientOn = false
    case .background: palette.background = colour
    }
  }

  /// Turns the gradient on or off; off, its first colour becomes that of the glyphs.
  package mutating func turnGradient(on isOn: Bool) {
    if isGradientOn && !isOn { palette.symbols = gradient.stops[0].colour }
    isGradientOn = isOn
  }

  /// Whether the gradient is seen: it is on, and people are not choosing the background's colour.
  package var isGradientSeen: Bool { isGradientOn && target == .symbols }

  /// The colour of the glyphs in `line`, counted from 0 at the top, among `count`.
  package func symbolColour(ofLine line: Int, of count: Int) -> GlyphColour {
    isGradientSeen ? gradient.colour(ofLine: line, of: count) : palette.symbols
  }

  private func index(of parameter: GlyphParameter) -> Int {
    switch parameter {
    case .cell: 0
    case .jitter: 1
    case .softy: 2
    case .edge: 3
    case .contrast: 4
    }
  }
}

/// The two colours of a picture made of glyphs.
package struct GlyphPalette: Hashable, Sendable {
  /// What has one of them; the raw value is the word that people type.
  package enum Part: String, CaseIterable, Hashable, Sendable {
    case symbols, background
  }

  /// The colour of the glyphs.
  package var symbols = GlyphPreset.white.colour
  /// The colour behind them.
  package var background = GlyphPreset.black.colour

  /// White on black.
  package init() {}
}

/// Which part of a picture is seen, and how large: whole numbers only, as records have them.
package struct GlyphZoom: Hashable, Sendable {
  /// How much there can be, in thousandths.
  package static let range = 250...4000
  /// Where the centre can be, in thousandths of the upright picture's sides from the left upper corner.
  package static let places = 0...1000

  /// How much larger than the whole picture it is, in thousandths; under 1000 there is room around it.
  package private(set) var perMille = 1000
  /// What stands in the middle, in thousandths of the upright picture's sides.
  package private(set) var x = 500, y = 500

  /// The whole picture.
  package init() {}

  /// Sets how much to the number nearest to `perMille` that there is, and tells which.
  @discardableResult
  package mutating func set(perMille: Int) -> ClampedNumber {
    let number = ClampedNumber(perMille, to: GlyphZoom.range)
    self.perMille = number.value
    return number
  }

  /// Puts that place of the picture in the middle, or the nearest one inside of the picture.
  package mutating func centre(x: Int, y: Int) {
    self.x = ClampedNumber(x, to: GlyphZoom.places).value
    self.y = ClampedNumber(y, to: GlyphZoom.places).value
  }
}
