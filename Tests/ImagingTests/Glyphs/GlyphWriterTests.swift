import Core
import Testing

@testable import Imaging

@Suite struct GlyphWriterTests {
  private static let glyphs = Array(" .:#▁▙⬤█ü".unicodeScalars)
  private static let colours: [UInt32] = [0x000000, 0xffffff, 0xffa500, 0x123456, 0x808080]

  /// Changes about one cell in `part` of `grid`; all of them where that is 1.
  private func change(
    _ grid: inout GlyphGrid, oneIn part: Int, _ random: inout SeededGenerator, isColoured: Bool
  ) {
    for row in 0..<grid.rows {
      for column in 0..<grid.columns where Int.random(in: 0..<part, using: &random) == 0 {
        grid[row, column].glyph = Self.glyphs.randomElement(using: &random)?.value ?? 0x20
        guard isColoured else { continue }
        grid[row, column].symbol = Self.colours.randomElement(using: &random) ?? 0
        grid[row, column].background = Self.colours.randomElement(using: &random) ?? 0
      }
    }
  }

  /// What a terminal shows of `cell`: the sequences that a person would write by hand.
  private func shown(_ cell: GlyphCell, _ terminal: GlyphWriter.Terminal) -> TerminalModel.Cell {
    func parameters(_ number: UInt32, _ isBackground: Bool) -> String {
      let colour = GlyphColour(number)
      let start = isBackground ? "48" : "38"
      switch terminal.depth {
      case .none: return ""
      case .sixteen:
        let index = TerminalColours.nearestOfSixteen(colour)
        return "\((index < 8 ? 30 + index : 82 + index) + (isBackground ? 10 : 0))"
      case .indexed: return "\(start);5;\(TerminalColours.nearestIndex(colour))"
      case .direct: return "\(start);2;\(colour.red);\(colour.green);\(colour.blue)"
      }
    }
    let glyph = Unicode.Scalar(cell.glyph) ?? "?"
    return TerminalModel.Cell(
      glyph: terminal.charset == .unicode || glyph.isASCII ? glyph : "?",
      symbol: cell.glyph == 0x20 ? "" : parameters(cell.symbol, false),
      background: parameters(cell.background, true))
  }

  private func differences(
    _ model: TerminalModel, _ grid: borrowing GlyphGrid, _ terminal: GlyphWriter.Terminal
  ) -> Int {
    var count = 0
    for row in 0..<min(grid.rows, model.rows) {
      for column in 0..<min(grid.columns, model.columns) {
        let wanted = shown(grid[row, column], terminal)
        guard let cell = model.cells[row * model.columns + column] else {
          count += 1
          continue
        }
        let isSame =
          cell.glyph == wanted.glyph && cell.background == wanted.background
          && (cell.glyph == " " || cell.symbol == wanted.symbol)
        if !isSame { count += 1 }
      }
    }
    return count
  }

  @Test(arguments: ColourDepth.allCases, Charset.allCases)
  func theBytesReproduceEveryGridOfASequence(depth: ColourDepth, charset: Charset) {
    var random = SeededGenerator(seed: 7)
    for round in 0..<60 {
      let columns = Int.random(in: 1...24, using: &random)
      let rows = Int.random(in: 1...9, using: &random)
      let terminal = GlyphWriter.Terminal(columns: columns, rows: rows, depth, charset)
      var writer = GlyphWriter(terminal)
      var model = TerminalModel(columns: columns, rows: rows)
      var grid = GlyphGrid(columns: columns, rows: rows)
      for frame in 0..<12 {
        change(&grid, oneIn: [1, 2, 5, 30][round % 4], &random, isColoured: frame % 3 == 0)
        if frame == 7 { writer.invalidate() }
        var bytes: [UInt8] = []
        let isAll = writer.update(to: grid, into: &bytes)
        #expect(isAll)
        model.take(bytes)
        // A screen of one column has no place from which its last cell could be pushed.
        let missing = columns == 1 ? 1 : 0
        let different = differences(model, grid, terminal)
        #expect(different <= missing, "\(columns)×\(rows), \(frame)")
      }
      #expect(model.faults == [])
    }
  }

  @Test(arguments: ColourDepth.allCases)
  func urgentRowsAreWrittenFirst(depth: ColourDepth) {
    var random = SeededGenerator(seed: 3)
    var writer = GlyphWriter(GlyphWriter.Terminal(columns: 20, rows: 9, depth))
    var model = TerminalModel(columns: 20, rows: 9)
    var grid = GlyphGrid(columns: 20, rows: 9)
    let letter = GlyphCell("#", GlyphColour(0xffffff), on: GlyphColour(0))
    for _ in 0..<40 {
      change(&grid, oneIn: 1, &random, isColoured: true)
      for column in 0..<20 { grid[7, column] = letter }
      for _ in 0..<20 {
        var bytes: [UInt8] = []
        _ = writer.update(to: grid, first: 7..<8, atMost: 160, into: &bytes)
        #expect(bytes.count <= 160)
        model.take(bytes)
      }
      #expect(model.cells[140..<160].allSatisfy { $0?.glyph == "#" })
    }
  }

  @Test(arguments: ColourDepth.allCases)
  func aCallThatStopsEarlyGoesOnWithTheNewestGrid(depth: ColourDepth) {
    var random = SeededGenerator(seed: 11)
    let terminal = GlyphWriter.Terminal(columns: 40, rows: 12, depth)
    var writer = GlyphWriter(terminal)
    var model = TerminalModel(columns: 40, rows: 12)
    var grid = GlyphGrid(columns: 40, rows: 12)
    for _ in 0..<50 {
      change(&grid, oneIn: 3, &random, isColoured: true)
      var bytes: [UInt8] = []
      let limit = Int.random(in: GlyphWriter.leastLimit...900, using: &random)
      _ = writer.update(to: grid, atMost: limit, into: &bytes)
      #expect(bytes.count <= limit && !bytes.isEmpty)
      model.take(bytes)
    }
    var isComplete = false
    for _ in 0..<480 where !isComplete {
      var bytes: [UInt8] = []
      isComplete = writer.update(to: grid, atMost: GlyphWriter.leastLimit, into: &bytes)
      model.take(bytes)
    }
    #expect(isComplete)
    let different = differences(model, grid, terminal)
    #expect(different == 0)
    #expect(model.faults == [])
  }

  @Test func onASlowLineEachCellHasItsTurnThoughAllChange() {
    var random = SeededGenerator(seed: 3)
    var writer = GlyphWriter(.init(columns: 20, rows: 10, .none))
    var model = TerminalModel(columns: 20, rows: 10)
    var grid = GlyphGrid(columns: 20, rows: 10)
    for _ in 0..<40 {
      change(&grid, oneIn: 1, &random, isColoured: false)
      var bytes: [UInt8] = []
      _ = writer.update(to: grid, atMost: 160, into: &bytes)
      model.take(bytes)
    }
    #expect(!model.cells.contains(nil))
  }

  @Test func whatTheTerminalShowsIsNotSentAgain() {
    var writer = GlyphWriter(.init(columns: 30, rows: 8, .indexed))
    var grid = GlyphGrid(columns: 30, rows: 8)
    var bytes: [UInt8] = []
    _ = writer.update(to: grid, into: &bytes)
    bytes = []
    _ = writer.update(to: grid, into: &bytes)
    #expect(bytes == [])
    grid[3, 4].symbol = 0xff0000
    _ = writer.update(to: grid, into: &bytes)
    #expect(bytes == [], "nobody sees the colour of a space")
    grid[3, 4].glyph = 0x23
    _ = writer.update(to: grid, into: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == "\u{1b}[4;5H\u{1b}[38;5;196m#")
  }

  @Test func theCheaperWayIsTaken() {
    var writer = GlyphWriter(.init(columns: 30, rows: 8, .none))
    var grid = GlyphGrid(columns: 30, rows: 8)
    var bytes: [UInt8] = []
    _ = writer.update(to: grid, into: &bytes)
    bytes = []
    for column in [0, 3, 20] { grid[1, column].glyph = 0x23 }
    grid[2, 0].glyph = 0x23
    grid[2, 1].glyph = 0x2588
    grid[7, 0].glyph = 0x23
    _ = writer.update(to: grid, into: &bytes)
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == "\u{1b}[2H#  #\u{1b}[16C#\r\n#█\u{1b}[8H#")
  }

  @Test func whatAGlyphMustNotBeIsAQuestionMark() {
    var writer = GlyphWriter(.init(columns: 8, rows: 1, .none))
    var grid = GlyphGrid(columns: 6, rows: 1)
    for (column, glyph) in ([0x1b, 0x0a, 0x7f, 0x9b, 0xd800, 0x110000] as [UInt32]).enumerated() {
      grid[0, column].glyph = glyph
    }
    var bytes: [UInt8] = []
    _ = writer.update(to: grid, into: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == "\u{1b}[H\u{1b}[0m??????")
  }

  @Test func aGridWithoutCellsAndOneThatIsLargerThanTheTerminalAreBorne() {
    var writer = GlyphWriter(.init(columns: 4, rows: 2, .none))
    var model = TerminalModel(columns: 4, rows: 2)
    for (columns, rows) in [(0, 0), (9, 9), (1, 1), (4, 2)] {
      var bytes: [UInt8] = []
      let isAll = writer.update(to: GlyphGrid(columns: columns, rows: rows), into: &bytes)
      #expect(isAll)
      model.take(bytes)
    }
    #expect(model.faults == [] && !model.cells.contains(nil))
  }
}

@Suite struct TerminalColoursTests {
  private func distance(_ one: GlyphColour, _ other: GlyphColour) -> Int {
    let red = Int(one.red) - Int(other.red)
    let green = Int(one.green) - Int(other.green)
    let blue = Int(one.blue) - Int(other.blue)
    return red * red + green * green + blue * blue
  }

  @Test func theNearestOfAllIsFound() {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<3_000 {
      let colour = GlyphColour(UInt32.random(in: 0...0xffffff, using: &random))
      let least = (16...255).map { distance(colour, TerminalColours.ofIndex($0)) }.min()
      let found = TerminalColours.ofIndex(TerminalColours.nearestIndex(colour))
      #expect(distance(colour, found) == least)
      let leastOfSixteen = TerminalColours.sixteen.map { distance(colour, $0) }.min()
      let one = TerminalColours.sixteen[TerminalColours.nearestOfSixteen(colour)]
      #expect(distance(colour, one) == leastOfSixteen)
    }
  }

  @Test func theirOwnColoursStay() {
    for index in 16...255 {
      let colour = TerminalColours.ofIndex(index)
      #expect(TerminalColours.shown(colour, .indexed) == colour)
    }
    for colour in TerminalColours.sixteen {
      #expect(TerminalColours.shown(colour, .sixteen) == colour)
    }
  }

  @Test(arguments: [
    (GlyphPreset.black, 0), (.white, 15), (.cyan, 14), (.magenta, 13), (.yellow, 11), (.orange, 3),
    (.pink, 7), (.teal, 6),
  ])
  func aPresetHasItsPlaceAmongTheSixteen(preset: GlyphPreset, index: Int) {
    #expect(TerminalColours.nearestOfSixteen(preset.colour) == index)
  }
}
