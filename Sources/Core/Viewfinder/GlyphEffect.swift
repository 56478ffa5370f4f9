/// What a picture is drawn with on a console; the raw value is the word that people type.
package enum GlyphEffect: String, CaseIterable, Hashable, Sendable {
  case ascii, shapes, circles, squares, triangles, diamonds

  /// The glyphs from dark to dense, each one column wide; the first is the space.
  ///
  /// Those of `ascii` are the 70 that leave the least ink in DejaVu Sans Mono, by that. `$` is as dense as the two
  /// before it to half a hundredth of the cell.
  package var ramp: [Unicode.Scalar] {
    switch self {
    case .ascii: Array(GlyphEffect.ink.unicodeScalars)
    case .shapes: Array(" ▁·▖▂∙▗▃•▘▅▙▛█".unicodeScalars)
    case .circles: Array(" ·∙•●⬤".unicodeScalars)
    case .squares: Array(" ▁▂▃▄▅▆▇█".unicodeScalars)
    case .triangles: Array(" ˙·▵△▴▲".unicodeScalars)
    case .diamonds: Array(" ▖▗▘▝▚▞▙▛▜▟█".unicodeScalars)
    }
  }

  /// As many glyphs of 7 bits, by their ink in the same typeface, for consoles that have no others.
  package var sevenBitRamp: [Unicode.Scalar] {
    switch self {
    case .ascii: ramp
    case .shapes: Array(" .:~;*+=czoX#@".unicodeScalars)
    case .circles: Array(" .:oO@".unicodeScalars)
    case .squares: Array(" .:*=oX#@".unicodeScalars)
    case .triangles: Array(" '^vVAM".unicodeScalars)
    case .diamonds: Array(" .:^*+=zoX#@".unicodeScalars)
    }
  }

  /// The glyphs that a console with `charset` can show.
  package func ramp(in charset: Charset) -> [Unicode.Scalar] {
    switch charset {
    case .unicode: ramp
    case .ascii: sevenBitRamp
    }
  }

  /// What changes how it looks, in the order of the table in the guide; `contrast` does for every effect, and stands
  /// in none of these.
  package var parameters: [GlyphParameter] {
    GlyphParameter.allCases.filter { $0 != .contrast && supports($0) }
  }

  /// Whether `parameter` changes how it looks; asked for each frame, so it makes no array.
  package func supports(_ parameter: GlyphParameter) -> Bool {
    switch parameter {
    case .cell, .contrast: true
    case .jitter: self == .ascii || self == .shapes || self == .circles || self == .triangles
    case .softy: self == .ascii || self == .shapes || self == .circles || self == .diamonds
    case .edge: self == .ascii || self == .squares || self == .diamonds
    }
  }

  private static let ink =
    ##" `.-',:_~"^;!*r/\(+)><|?=lciv][tzjf7xLs}{YJT1unCyIoF2%ewVkha34ZSX5PmG$"##
}

/// A number from 0 to 100 that changes how glyphs are chosen; the raw value is the word that people type.
package enum GlyphParameter: String, CaseIterable, Hashable, Sendable {
  /// How many columns the picture has: 40 at 0, 180 at 100.
  case cell
  /// By how much a glyph strays from the one that its brightness asks for.
  case jitter
  /// How often the picture is blurred.
  case softy
  /// How much steeper brightness is made.
  case edge
  /// How far apart bright and dark are: 50 is as the camera has it.
  case contrast

  /// What it can be.
  package static let range = 0...100

  /// What it is unless somebody says otherwise.
  package var standard: Int {
    switch self {
    case .cell: 40
    case .jitter: 20
    case .softy: 10
    case .edge: 30
    case .contrast: 50
    }
  }
}

/// A number that was asked for, and the nearest that there is.
package struct ClampedNumber: Hashable, Sendable {
  /// What was asked for.
  package let asked: Int
  /// What it became.
  package let value: Int

  /// `asked`, or the end of `range` next to it.
  package init(_ asked: Int, to range: ClosedRange<Int>) {
    self.asked = asked
    value = min(max(asked, range.lowerBound), range.upperBound)
  }

  /// Whether people should hear that it isn't what they asked for.
  package var wasClamped: Bool { asked != value }
}
