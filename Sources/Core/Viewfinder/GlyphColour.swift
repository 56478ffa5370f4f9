/// A colour of glyphs or of what is behind them, in sRGB.
package struct GlyphColour: Hashable, Sendable {
  /// Its parts, 0…255.
  package let red, green, blue: UInt8

  /// The colour of these parts.
  package init(red: UInt8, green: UInt8, blue: UInt8) {
    (self.red, self.green, self.blue) = (red, green, blue)
  }

  /// The colour `0xRRGGBB`; higher bits count for nothing.
  package init(_ number: UInt32) {
    red = UInt8(truncatingIfNeeded: number >> 16)
    green = UInt8(truncatingIfNeeded: number >> 8)
    blue = UInt8(truncatingIfNeeded: number)
  }

  /// The colour that a person has typed: the name of a preset in any case, or `#rrggbb`; nil if it is neither.
  package init?(_ text: some StringProtocol) {
    if let preset = GlyphPreset(rawValue: text.lowercased()) {
      self = preset.colour
      return
    }
    let digits = text.dropFirst()
    // A sign would pass for a digit otherwise.
    guard text.first == "#", digits.count == 6, digits.allSatisfy(\.isHexDigit),
      let number = UInt32(digits, radix: 16)
    else { return nil }
    self.init(number)
  }

  /// It as `0xRRGGBB`.
  package var number: UInt32 { UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue) }

  /// It as it is typed: the name of its preset, or `#rrggbb`.
  package var text: String {
    GlyphPreset.allCases.first { $0.colour == self }?.rawValue ?? "#" + hexadecimal
  }

  /// Its six digits.
  package var hexadecimal: String { String(number, radix: 16).padded(to: 6) }

  /// The colour at `position` of `length` on the way to `other`; `length` is at least 1.
  package func mixed(with other: GlyphColour, _ position: Int, of length: Int) -> GlyphColour {
    func part(_ start: UInt8, _ end: UInt8) -> UInt8 {
      let sum = Int(start) * (length - position) + Int(end) * position
      return UInt8((sum + length / 2) / length)
    }
    return GlyphColour(
      red: part(red, other.red), green: part(green, other.green), blue: part(blue, other.blue))
  }
}

/// A colour with a name, which is the word that people type; its parts are those of CSS.
package enum GlyphPreset: String, CaseIterable, Hashable, Sendable {
  case black, white, cyan, magenta, yellow, orange, pink, teal

  /// What it looks like.
  package var colour: GlyphColour {
    switch self {
    case .black: GlyphColour(0x000000)
    case .white: GlyphColour(0xffffff)
    case .cyan: GlyphColour(0x00ffff)
    case .magenta: GlyphColour(0xff00ff)
    case .yellow: GlyphColour(0xffff00)
    case .orange: GlyphColour(0xffa500)
    case .pink: GlyphColour(0xffc0cb)
    case .teal: GlyphColour(0x008080)
    }
  }
}

/// How many colours a terminal has; the raw value is the word that people type.
package enum ColourDepth: String, CaseIterable, Hashable, Sendable {
  /// Its own two: nothing about colour is sent.
  case none
  /// Those of ECMA-48 and their bright ones, whose shades are the terminal's affair.
  case sixteen = "16"
  /// The 6 × 6 × 6 cube and 24 greys of xterm.
  case indexed = "256"
  /// Any: 24 bits.
  case direct = "24"
}
