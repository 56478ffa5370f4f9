import Core

/// Draws frames as glyphs: the same frame, number and style give the same cells.
///
/// All memory is taken for the largest frame and area that it ever had, and kept. Where these stay the same nothing is
/// allocated, but by libjpeg for itself in a call.
package struct GlyphRenderer: ~Copyable {
  /// Jitter is of this seed and the frame's number, so that a picture can be drawn again.
  static let seed: UInt64 = 0x5eed_0f_61_79_70_68_73

  private var source: GlyphSource
  private var means: CellMeans
  private var blur: CellBlur
  private var ramp: GlyphRamp

  /// A renderer that has drawn nothing.
  package init() throws(ImagingError) {
    source = try GlyphSource()
    means = CellMeans()
    blur = CellBlur()
    ramp = GlyphRamp(of: .ascii, in: .unicode)
  }

  /// Draws `frame` into `area` of `grid`; blocks for a millisecond or a few of computing.
  ///
  /// An area that is not wholly inside of the grid, as after the terminal became smaller, stays as it was.
  /// A raw frame shorter than the layout promises is refused, and so is an MJPEG frame of another size or beyond
  /// decoding: then the grid stays as it was.
  ///
  /// - Parameters:
  ///   - number: the frame's number, which jitter goes by.
  ///   - charset: which glyphs the terminal has.
  package mutating func draw(
    _ frame: UnsafeRawBufferPointer, _ layout: FrameLayout, number: Int,
    seen orientation: Orientation = .topLeft, _ style: GlyphStyle, _ charset: Charset,
    into grid: inout GlyphGrid, _ area: GlyphArea
  ) throws(ImagingError) {
    try layout.checkShape()
    guard grid.contains(area) else { return }
    let zoom = style.zoom
    try source.reduce(
      frame, layout, GlyphRenderer.need(orientation, area, zoom), into: &means,
      cellCount: area.columns * area.rows
    ) { width, height in
      GlyphAxes(width: width, height: height, seen: orientation, in: area, zoom)
    }
    ramp.become(style.effect, charset)
    let axes = GlyphAxes(
      width: layout.width, height: layout.height, seen: orientation, in: area, zoom)
    for _ in 0..<CellBlur.passCount(ofSofty: style.effective(.softy)) {
      blur.run(means.values.start, stride: area.columns, axes.seen.columns, axes.seen.rows)
    }
    paint(style, number, into: &grid, area, axes.seen)
  }

  /// The samples that cells want of a picture, along the camera's rows and across them.
  private static func need(
    _ orientation: Orientation, _ area: GlyphArea, _ zoom: GlyphZoom
  ) -> GlyphSource.Need {
    let isTurned = orientation.isSideways
    let columns = area.columns * zoom.perMille / 1000
    let rows = area.rows * zoom.perMille / 1000
    return GlyphSource.Need(along: isTurned ? rows : columns, across: isTurned ? columns : rows)
  }

  private func paint(
    _ style: GlyphStyle, _ number: Int, into grid: inout GlyphGrid, _ area: GlyphArea,
    _ seen: (columns: Range<Int>, rows: Range<Int>)
  ) {
    let tone = GlyphTone(style, glyphCount: ramp.count)
    let jitter = GlyphJitter(
      style.effective(.jitter), glyphCount: ramp.count, seed: GlyphRenderer.seed, frame: number)
    for row in 0..<area.rows {
      let symbol = style.symbolColour(ofLine: row, of: area.rows)
      var cell = GlyphCell(" ", symbol, on: style.palette.background)
      let isSeen = seen.rows.contains(row)
      for column in 0..<area.columns {
        cell.glyph = 0x20
        if isSeen && seen.columns.contains(column) {
          let number = row * area.columns + column
          let step = tone.step(of: means.values.start[number])
          cell.glyph = ramp.glyph(jitter.moved(step, cell: number))
        }
        grid[area.row + row, area.column + column] = cell
      }
    }
  }
}

/// The glyphs of an effect, where each is found by its number at once.
struct GlyphRamp: ~Copyable {
  /// More than any effect has.
  private static let mostGlyphs = 80

  private let glyphs = Memory<UInt32>(count: mostGlyphs)
  private var effect: GlyphEffect
  private var charset: Charset
  /// How many there are.
  private(set) var count: Int

  init(of effect: GlyphEffect, in charset: Charset) {
    (self.effect, self.charset) = (effect, charset)
    count = GlyphRamp.load(effect, charset, into: glyphs)
  }

  /// Becomes the ramp of that effect, where it isn't.
  mutating func become(_ effect: GlyphEffect, _ charset: Charset) {
    guard effect != self.effect || charset != self.charset else { return }
    (self.effect, self.charset) = (effect, charset)
    count = GlyphRamp.load(effect, charset, into: glyphs)
  }

  /// The glyph with that number, from 0 for the darkest.
  func glyph(_ number: Int) -> UInt32 { glyphs.start[number] }

  /// Puts the ramp into `glyphs`, and says how many there are.
  private static func load(
    _ effect: GlyphEffect, _ charset: Charset, into glyphs: borrowing Memory<UInt32>
  ) -> Int {
    let ramp = effect.ramp(in: charset).prefix(GlyphRamp.mostGlyphs)
    for (index, glyph) in ramp.enumerated() { glyphs.start[index] = glyph.value }
    return ramp.count
  }
}

/// Which step of a ramp a brightness is: contrast and edge around the middle, and every step as wide as the next.
struct GlyphTone {
  /// How much steeper it is, in millionths.
  private let gain: Int
  private let glyphCount: Int
  private let isInverted: Bool

  init(_ style: GlyphStyle, glyphCount: Int) {
    // (Y − 0.5)(1 + 0.8 · e) + 0.5
    gain = GlyphTone.contrast(style.effective(.contrast)) * (1000 + 8 * style.effective(.edge))
    self.glyphCount = glyphCount
    isInverted = style.isInverted
  }

  /// The contrast in thousandths: a quarter at 0, as the camera has it at 50, four times that at 100.
  static func contrast(_ value: Int) -> Int {
    value < 50 ? 250 + 15 * value : 1000 + 60 * (value - 50)
  }

  /// The step of `value`, which is in 256ths of a step of luma.
  func step(of value: Int32) -> Int {
    let (brightest, middle) = (Int(CellMeans.brightest), Int(CellMeans.brightest) / 2)
    let steeper = (Int(value) - middle) * gain / 1_000_000 + middle
    let step = min(max(0, steeper), brightest) * glyphCount / (brightest + 1)
    return isInverted ? glyphCount - 1 - step : step
  }
}

/// By how many steps each glyph strays: ± ⌊j / 100 · max(1, n / 4)⌋ at most, by the SplitMix64 generator.
///
/// A cell strays otherwise after so many frames as `period` says, and each has its own turn: so with every frame some do,
/// and not all of them have to be sent.
struct GlyphJitter {
  /// Frames after which a cell strays otherwise; a power of two.
  static let period = 128

  private let most: Int
  private let last: Int
  private let seed: UInt64
  private let frame: Int

  init(_ jitter: Int, glyphCount: Int, seed: UInt64, frame: Int) {
    most = jitter * max(4, glyphCount) / 400
    last = glyphCount - 1
    self.seed = seed
    self.frame = frame
  }

  /// `step` of the cell with that number, moved by chance, and still a step of the ramp.
  func moved(_ step: Int, cell: Int) -> Int {
    guard most > 0 else { return step }
    let own = GlyphJitter.mixed(seed &+ UInt64(truncatingIfNeeded: cell) &* GlyphJitter.increment)
    let turn = (frame &+ Int(own & UInt64(GlyphJitter.period - 1))) / GlyphJitter.period
    let number = GlyphJitter.mixed(
      own &+ UInt64(truncatingIfNeeded: turn) &* GlyphJitter.increment)
    let move = Int(number.multipliedFullWidth(by: UInt64(2 * most + 1)).high) - most
    return min(max(0, step + move), last)
  }

  private static let increment: UInt64 = 0x9e37_79b9_7f4a_7c15

  private static func mixed(_ state: UInt64) -> UInt64 {
    var mixed = (state ^ (state >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
