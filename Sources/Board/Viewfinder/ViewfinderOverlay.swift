import Core
import Glibc
import Imaging

/// What lies over the picture: words, digits and frames, readable whatever is below.
struct ViewfinderOverlay {
  /// Columns from the middle in which the horizon is drawn.
  private static let horizon = 6...14

  private let style: GlyphStyle
  private let charset: Charset
  private let language: Language

  /// What is written in these colours, characters and words.
  init(_ style: GlyphStyle, _ charset: Charset, _ language: Language) {
    self.style = style
    self.charset = charset
    self.language = language
  }

  /// A cell with nothing in it.
  var empty: GlyphCell { GlyphCell(" ", style.palette.symbols, on: style.palette.background) }

  /// Writes `phrase` over all of `row`.
  func write(_ phrase: Phrase, row: Int, into grid: inout GlyphGrid) {
    write(text(of: phrase), row: row, into: &grid)
  }

  /// Writes `line` over all of `row`.
  func write(_ line: String, row: Int, into grid: inout GlyphGrid) {
    grid.write(line, row: row, column: 0, width: grid.columns, style, charset)
  }

  /// Writes `sentences` into the middle of `area`, each on lines of its own.
  func writeCard(_ sentences: [Phrase], in area: GlyphArea, into grid: inout GlyphGrid) {
    let width = area.columns - 4
    let lines = sentences.flatMap { text(of: $0).wrapped(to: width) }.prefix(area.rows)
    let top = area.row + (area.rows - lines.count) / 2
    let longest = lines.map { $0.unicodeScalars.count }.max() ?? 0
    let column = area.column + (area.columns - longest) / 2
    for (index, line) in lines.enumerated() {
      grid.write(
        " \(line) ", row: top + index, column: column - 1, width: longest + 2, style, charset)
    }
  }

  /// Draws the edge of `area`, as far as that is inside of `room`.
  func drawFrame(at area: GlyphArea, within room: GlyphArea, into grid: inout GlyphGrid) {
    let (left, right) = (area.column, area.column + area.columns - 1)
    let (top, bottom) = (area.row, area.row + area.rows - 1)
    func put(_ glyph: String, _ row: Int, _ column: Int) {
      if room.contains(row: row, column: column) { self.put(glyph, row, column, into: &grid) }
    }
    for column in left...max(left, right) {
      let glyph = column == left || column == right ? "+" : "-"
      put(glyph, top, column)
      put(glyph, bottom, column)
    }
    for row in top + 1..<max(top + 1, bottom) {
      put("|", row, left)
      put("|", row, right)
    }
  }

  /// Draws a thick bright frame around `area` as far as there is `room`, with a dark line inside of it, for pictures that
  /// are bright there too.
  ///
  /// It costs a byte a cell where the terminal has colours: spaces on the colour of text. What it surrounds stays.
  func drawSpotlight(
    around area: GlyphArea, within room: GlyphArea, _ depth: ColourDepth,
    into grid: inout GlyphGrid
  ) {
    let colours = GlyphText.colours(style.palette, style.depth)
    let bright =
      depth == .none
      ? GlyphCell("#", colours.symbol, on: colours.background)
      : GlyphCell(" ", colours.background, on: colours.symbol)
    let frame = area.grown(by: 3, 2).clipped(to: room)
    let (line, inside) = (frame.grown(by: -2, -1), frame.grown(by: -3, -2))
    for row in frame.row..<frame.row + frame.rows {
      for column in frame.column..<frame.column + frame.columns
      where !inside.contains(row: row, column: column) {
        let isLine = line.contains(row: row, column: column)
        grid[row, column] = isLine ? empty : bright
      }
    }
  }

  /// Draws the faces of `sheet` over an upright picture of `size` that stands in `area`.
  func draw(
    _ sheet: FaceSheet, over size: PictureSize, in area: GlyphArea, into grid: inout GlyphGrid
  ) {
    grid.draw(sheet, over: size, in: area, style)
  }

  /// Draws where level is while the picture leans by so many `degrees` to the left, on both sides of the middle of
  /// `area`.
  func drawHorizon(_ degrees: Int, in area: GlyphArea, into grid: inout GlyphGrid) {
    let slope = tan(Double(degrees) * .pi / 180)
    let (row, column) = (area.row + area.rows / 2, area.column + area.columns / 2)
    for distance in ViewfinderOverlay.horizon {
      // A cell is twice as high as wide.
      let rise = Int((slope * Double(distance) / 2).rounded())
      put("-", row + rise, column + distance, into: &grid)
      put("-", row - rise, column - distance, into: &grid)
    }
  }

  /// Draws `number` large, in the middle of `area`.
  func drawCountdown(_ number: Int, in area: GlyphArea, into grid: inout GlyphGrid) {
    let digits = String(number).compactMap(\.wholeNumberValue)
    let width = digits.count * (LargeDigit.columns + 1) - 1
    var column = area.column + (area.columns - width) / 2
    let row = area.row + (area.rows - LargeDigit.rows) / 2
    for digit in digits {
      for (index, line) in LargeDigit.lines(of: digit).enumerated() {
        grid.write(
          line, row: row + index, column: column, width: LargeDigit.columns, style, charset)
      }
      column += LargeDigit.columns + 1
    }
  }

  private func put(_ glyph: String, _ row: Int, _ column: Int, into grid: inout GlyphGrid) {
    grid.write(glyph, row: row, column: column, width: 1, style, charset)
  }

  /// `phrase` as it is written here.
  func text(of phrase: Phrase) -> String {
    Reply(phrase).written(forProgram: false, in: language, charset)
  }
}

/// Digits that can be read from across a room.
private enum LargeDigit {
  static let columns = 7, rows = 5

  /// The seven segments of each digit: top, upper left, upper right, middle, lower left, lower right, bottom.
  private static let segments = [
    0b111_0111, 0b001_0010, 0b101_1101, 0b101_1011, 0b011_1010, 0b110_1011, 0b110_1111, 0b101_0010,
    0b111_1111, 0b111_1011,
  ]

  static func lines(of digit: Int) -> [String] {
    let segments = segments[digit]
    func has(_ place: Int) -> Bool { segments >> (6 - place) & 1 == 1 }
    func bar(_ place: Int) -> String { has(place) ? " ##### " : "       " }
    func sides(_ left: Int, _ right: Int) -> String {
      (has(left) ? "##" : "  ") + "   " + (has(right) ? "##" : "  ")
    }
    return [bar(0), sides(1, 2), bar(3), sides(4, 5), bar(6)]
  }
}
