import Core

/// The colours of terminals, and how they are asked for.
package enum TerminalColours {
  /// What stands for a colour in a sequence to a terminal of some depth; 0 is the terminal's own.
  typealias Code = UInt32

  /// xterm's shades of the 16, the dark ones first; other terminals have others.
  static let sixteen: [GlyphColour] = [
    0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5,
    0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff,
  ].map { GlyphColour($0) }

  /// The colour that a terminal of `depth` shows for `colour`: the nearest that it has.
  package static func shown(_ colour: GlyphColour, _ depth: ColourDepth) -> GlyphColour {
    switch depth {
    case .none, .direct: colour
    case .sixteen: sixteen[nearestOfSixteen(colour)]
    case .indexed: ofIndex(nearestIndex(colour))
    }
  }

  /// What stands for `colour` at `depth`; two colours that a terminal shows alike have the same.
  static func code(_ colour: GlyphColour, _ depth: ColourDepth) -> Code {
    switch depth {
    case .none: 0
    case .sixteen: UInt32(nearestOfSixteen(colour)) + 1
    case .indexed: UInt32(nearestIndex(colour)) + 1
    case .direct: colour.number + 1
    }
  }

  /// The colour with a number from 16 to 255: the cube, then the greys.
  static func ofIndex(_ index: Int) -> GlyphColour {
    guard index < 232 else {
      let grey = UInt8(8 + 10 * (index - 232))
      return GlyphColour(red: grey, green: grey, blue: grey)
    }
    let place = index - 16
    return GlyphColour(
      red: level(place / 36), green: level(place / 6 % 6), blue: level(place % 6))
  }

  /// Which of the 16 is nearest; of two the one with the lower number.
  static func nearestOfSixteen(_ colour: GlyphColour) -> Int {
    var (nearest, least) = (0, Int.max)
    for (index, other) in sixteen.enumerated() {
      let distance = distance(colour, other)
      if distance < least { (nearest, least) = (index, distance) }
    }
    return nearest
  }

  /// Which of the 240 from 16 is nearest: the nearest step of each part, or the grey nearest to their mean.
  ///
  /// The first 16 are left out, since their shades are the terminal's affair.
  static func nearestIndex(_ colour: GlyphColour) -> Int {
    let place = 36 * step(colour.red) + 6 * step(colour.green) + step(colour.blue)
    let sum = Int(colour.red) + Int(colour.green) + Int(colour.blue)
    let grey = min(max(0, (sum - 3 * 8 + 15) / 30), 23)
    let (cube, ramp) = (16 + place, 232 + grey)
    return distance(colour, ofIndex(ramp)) < distance(colour, ofIndex(cube)) ? ramp : cube
  }

  private static func level(_ step: Int) -> UInt8 { step == 0 ? 0 : UInt8(55 + 40 * step) }

  /// The step of the cube, 0…5, that is nearest to `part`.
  private static func step(_ part: UInt8) -> Int {
    part < 48 ? 0 : part < 115 ? 1 : (Int(part) - 35) / 40
  }

  static func distance(_ one: GlyphColour, _ other: GlyphColour) -> Int {
    let red = Int(one.red) - Int(other.red)
    let green = Int(one.green) - Int(other.green)
    let blue = Int(one.blue) - Int(other.blue)
    return red * red + green * green + blue * blue
  }
}

extension GlyphColour {
  /// How light it is, 0…1: the relative luminance of WCAG 2.1.
  package var luminance: Double {
    let red = 0.2126 * GlyphColour.linear[Int(self.red)]
    let green = 0.7152 * GlyphColour.linear[Int(self.green)]
    let blue = 0.0722 * GlyphColour.linear[Int(self.blue)]
    return red + green + blue
  }

  /// The contrast of two colours, 1…21, as WCAG 2.1 has it.
  package func contrast(with other: GlyphColour) -> Double {
    let (one, two) = (luminance, other.luminance)
    return (max(one, two) + 0.05) / (min(one, two) + 0.05)
  }

  /// Each part of a colour without the curve of sRGB.
  private static let linear: [Double] = (0...255).map { part in
    let value = Double(part) / 255
    return value <= 0.03928 ? value / 12.92 : power((value + 0.055) / 1.055)
  }

  /// `base` to the power of 2.4, for 0 < `base` ≤ 1: its square times its fifth root's square.
  private static func power(_ base: Double) -> Double {
    var root = 1.0
    // Newton's method for the fifth root: the error is squared at each step, and the first is below 2.
    for _ in 0..<40 { root = (4 * root + base / (root * root * root * root)) / 5 }
    return base * base * root * root
  }
}
