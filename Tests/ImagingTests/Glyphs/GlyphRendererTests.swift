import Core
import Testing

@testable import Imaging

@Suite struct GlyphRendererTests {
  /// Styles in which each glyph says its brightness and nothing else.
  private func plain(_ effect: GlyphEffect = .ascii) -> GlyphStyle {
    var style = GlyphStyle()
    style.choose(effect)
    for parameter in [GlyphParameter.jitter, .softy, .edge] { style.set(parameter, to: 0) }
    return style
  }

  private func steps(
    _ bytes: [UInt8], _ layout: FrameLayout, _ style: GlyphStyle, _ columns: Int, _ rows: Int,
    number: Int = 0, seen orientation: Orientation = .topLeft
  ) throws -> [[Int]] {
    var renderer = try GlyphRenderer()
    var grid = GlyphGrid(columns: columns, rows: rows)
    try bytes.withUnsafeBytes { frame in
      try renderer.draw(
        frame, layout, number: number, seen: orientation, style, .unicode, into: &grid, grid.area)
    }
    let ramp = style.effect.ramp.map(\.value)
    var steps: [[Int]] = []
    for row in 0..<rows {
      steps.append((0..<columns).map { ramp.firstIndex(of: grid[row, $0].glyph) ?? -1 })
    }
    return steps
  }

  /// A grey plane, the luma of which is `luma` at each place.
  private func grey(
    _ width: Int, _ height: Int, _ luma: (Int, Int) -> UInt8
  ) -> ([UInt8], FrameLayout) {
    let layout = FrameLayout(format: .yu12, width: width, height: height, bytesPerLine: width)
    let pixels = (0..<width * height).map { luma($0 % width, $0 / width) }
    let chroma = [UInt8](repeating: 128, count: 2 * layout.chromaWidth * layout.chromaHeight)
    return (pixels + chroma, layout)
  }

  @Test(arguments: [(0, 40), (40, 96), (50, 110), (100, 180), (3, 44)])
  func columnsFollowTheParameterCell(cell: Int, columns: Int) {
    #expect(GlyphArea.columns(ofCell: cell) == columns)
  }

  @Test(arguments: [
    (640, 480, 200, 99, 96, 36), (640, 480, 80, 24, 64, 24), (1280, 720, 80, 24, 80, 23),
    (480, 640, 80, 24, 36, 24), (640, 480, 80, 100, 80, 30), (10_000, 1, 80, 24, 80, 1),
    (1, 10_000, 80, 24, 1, 24), (640, 480, 1, 1, 1, 1),
  ])
  func thePictureKeepsItsFormAndStaysInTheTerminal(
    width: Int, height: Int, columns: Int, rows: Int, across: Int, down: Int
  ) {
    let all = GlyphArea(column: 0, row: 0, columns: columns, rows: rows)
    let area = all.fitting(width, height, cell: 40)
    #expect(area.columns == across && area.rows == down)
    #expect(area.column == (columns - across) / 2 && area.row == (rows - down) / 2)
  }

  @Test func everyPixelCounts() throws {
    // One bright pixel in a cell of 8 × 16 is two steps of luma: wherever it is, the mean is the same.
    for place in 0..<8 * 16 {
      let (bytes, layout) = grey(16, 16) { x, y in x == place % 8 && y == place / 8 ? 255 : 0 }
      var means = CellMeans()
      var source = try GlyphSource()
      try bytes.withUnsafeBytes { frame in
        try source.reduce(
          frame, layout, .init(along: 2, across: 1), into: &means, cellCount: 2
        ) {
          GlyphAxes(
            width: $0, height: $1, seen: .topLeft,
            in: GlyphArea(column: 0, row: 0, columns: 2, rows: 1), GlyphZoom())
        }
      }
      let found = [means.values.start[0], means.values.start[1]]
      let wanted: [Int32] = [255 * 256 / 128, 0]
      #expect(found == wanted)
    }
  }

  @Test(
    arguments: [
      (0xff0000, 0.2126), (0x00ff00, 0.7152), (0x0000ff, 0.0722), (0xffffff, 1.0), (0x000000, 0.0),
      (0x808080, 0.502), (0x6496c8, 0.5605),
    ] as [(Int, Double)])
  func lumaHasTheWeightsOfBT709(colour: Int, luma: Double) throws {
    let (red, green, blue) = (Double(colour >> 16), Double(colour >> 8 & 255), Double(colour & 255))
    let y = 0.299 * red + 0.587 * green + 0.114 * blue
    let sample = { (value: Double) in UInt8(min(255, max(0, value.rounded()))) }
    let (u, v) = (sample(128 + (blue - y) / 1.772), sample(128 + (red - y) / 1.402))
    let frames: [(PixelFormat, [UInt8])] = [
      (.yuyv, Array(repeating: [sample(y), u, sample(y), v], count: 8).flatMap { $0 }),
      (
        .nv12, Array(repeating: sample(y), count: 16) + Array(repeating: [u, v], count: 4).joined()
      ),
      (
        .yu12,
        Array(repeating: sample(y), count: 16) + Array(repeating: u, count: 4)
          + Array(repeating: v, count: 4)
      ),
    ]
    for (format, bytes) in frames {
      let layout = FrameLayout(
        format: format, width: 4, height: 4, bytesPerLine: format == .yuyv ? 8 : 4)
      var means = CellMeans()
      var source = try GlyphSource()
      try bytes.withUnsafeBytes { frame in
        try source.reduce(frame, layout, .init(along: 1, across: 1), into: &means, cellCount: 1) {
          GlyphAxes(
            width: $0, height: $1, seen: .topLeft,
            in: GlyphArea(column: 0, row: 0, columns: 1, rows: 1), GlyphZoom())
        }
      }
      let found = Double(means.values.start[0]) / 256 / 255
      #expect(abs(found - luma) < 0.006, "\(format)")
    }
  }

  @Test(arguments: [PixelFormat.yuyv, .nv12, .yu12, .mjpeg], [(64, 48), (61, 35)])
  func allFormatsLookAlike(format: PixelFormat, size: (Int, Int)) throws {
    let picture = Picture(width: size.0, height: size.1)
    let layout = picture.layout(format, padding: format == .mjpeg ? 0 : 6)
    let found = try steps(picture.bytes(as: layout), layout, plain(.squares), 12, 5)
    let yu12 = picture.layout(.yu12)
    let wanted = try steps(picture.bytes(as: yu12), yu12, plain(.squares), 12, 5)
    for (row, other) in zip(found, wanted) {
      for (step, wantedStep) in zip(row, other) { #expect(abs(step - wantedStep) <= 1) }
    }
  }

  @Test(arguments: Orientation.allCases)
  func aPictureIsSeenUpright(orientation: Orientation) throws {
    // A bright corner: left at the top as the camera has it.
    let (bytes, layout) = grey(40, 20) { x, y in x < 20 && y < 10 ? 255 : 0 }
    let isTurned = orientation.turn == .left || orientation.turn == .right
    let (columns, rows) = isTurned ? (4, 8) : (8, 4)
    let found = try steps(bytes, layout, plain(), columns, rows, seen: orientation)
    let bright = { (row: Int, column: Int) in found[row][column] > 60 }
    // Where the first row and the first column of the camera's picture belong, by Exif's names.
    let isTop: Bool
    let isLeft: Bool
    switch orientation {
    case .topLeft, .leftTop: (isTop, isLeft) = (true, true)
    case .topRight, .rightTop: (isTop, isLeft) = (true, false)
    case .bottomRight, .rightBottom: (isTop, isLeft) = (false, false)
    case .bottomLeft, .leftBottom: (isTop, isLeft) = (false, true)
    }
    for row in 0..<rows {
      for column in 0..<columns {
        let isWanted = (row < rows / 2) == isTop && (column < columns / 2) == isLeft
        #expect(bright(row, column) == isWanted, "\(row) \(column)")
      }
    }
  }

  @Test func brightIsDenseUnlessInverted() throws {
    let (bytes, layout) = grey(20, 20) { x, _ in x < 10 ? 0 : 255 }
    var style = plain()
    #expect(try steps(bytes, layout, style, 2, 1) == [[0, 69]])
    style.isInverted = true
    #expect(try steps(bytes, layout, style, 2, 1) == [[69, 0]])
  }

  @Test(arguments: [(0, 0), (1, 1), (33, 1), (34, 1), (66, 1), (67, 2), (100, 3)])
  func softyIsSoManyPasses(softy: Int, passes: Int) {
    #expect(CellBlur.passCount(ofSofty: softy) == passes)
  }

  @Test func blurIsTheMeanOfTheCellsAround() {
    let values = Memory<Int32>(count: 20)
    let original = (0..<20).map { Int32(($0 * 7919) % 1000) }
    for index in 0..<20 { values.start[index] = original[index] }
    var blur = CellBlur()
    blur.run(values.start, stride: 5, 0..<5, 0..<4)
    for row in 0..<4 {
      for column in 0..<5 {
        var around: [Int32] = []
        for other in max(0, row - 1)...min(3, row + 1) {
          for place in max(0, column - 1)...min(4, column + 1) {
            around.append(original[other * 5 + place])
          }
        }
        let found = values.start[row * 5 + column]
        #expect(found == around.reduce(0, +) / Int32(around.count))
      }
    }
  }

  @Test func edgeIsSteeperAroundTheMiddle() {
    var style = plain()
    style.set(.edge, to: 100)
    let tone = GlyphTone(style, glyphCount: 256)
    // (Y − 0.5) · 1.8 + 0.5
    for (luma, wanted) in [(128, 128), (138, 146), (100, 78), (30, 0), (230, 255)] {
      #expect(abs(tone.step(of: Int32(luma * 256)) - wanted) <= 1, "\(luma)")
    }
  }

  @Test func contrastIsNoneAtFifty() {
    #expect(GlyphTone.contrast(50) == 1000)
    #expect(GlyphTone.contrast(0) == 250 && GlyphTone.contrast(100) == 4000)
    #expect((0..<100).allSatisfy { GlyphTone.contrast($0) < GlyphTone.contrast($0 + 1) })
  }

  @Test(arguments: [(20, 70, 3), (100, 70, 17), (20, 6, 0), (100, 6, 1), (100, 3, 1), (0, 70, 0)])
  func jitterStraysSoFarAndNoFurther(jitter: Int, glyphCount: Int, most: Int) {
    let generator = GlyphJitter(jitter, glyphCount: glyphCount, seed: 1, frame: 9)
    let middle = glyphCount / 2
    let moves = (0..<4_000).map { generator.moved(middle, cell: $0) - middle }
    #expect(moves.max() == most && moves.min() == -most)
    let low = (0..<4_000).map { generator.moved(0, cell: $0) }
    #expect(low.allSatisfy { (0...most).contains($0) })
    for move in -most...most {
      let count = moves.filter { $0 == move }.count
      #expect(abs(count - 4_000 / (2 * most + 1)) < 150, "each is as likely as the next")
    }
  }

  @Test func theSameFrameGivesTheSameGlyphsAndTheNextOneOthers() throws {
    let picture = Picture(width: 64, height: 48)
    let layout = picture.layout(.yuyv)
    let bytes = picture.bytes(as: layout)
    let first = try steps(bytes, layout, GlyphStyle(), 40, 15, number: 5)
    #expect(try steps(bytes, layout, GlyphStyle(), 40, 15, number: 5) == first)
    func differing(_ number: Int) throws -> Int {
      let other = try steps(bytes, layout, GlyphStyle(), 40, 15, number: number)
      return zip(first.joined(), other.joined()).filter { $0 != $1 }.count
    }
    // Six of seven glyphs stray otherwise after so many frames, and some after each.
    #expect((1..<20).contains(try differing(6)))
    #expect(try differing(5 + GlyphJitter.period) > 400)
  }

  @Test func zoomShowsAPartAndLeavesRoom() throws {
    let (bytes, layout) = grey(40, 40) { x, y in x >= 30 && y >= 30 ? 255 : 128 }
    var style = plain()
    style.zoom.set(perMille: 4000)
    style.zoom.centre(x: 1000, y: 1000)
    #expect(try steps(bytes, layout, style, 4, 2).joined().allSatisfy { $0 == 69 })
    style.zoom.set(perMille: 500)
    let found = try steps(bytes, layout, style, 8, 4)
    #expect(found[0].allSatisfy { $0 == 0 } && found[3].allSatisfy { $0 == 0 })
    #expect(found[1].map { $0 > 0 } == [false, false, true, true, true, true, false, false])
  }

  @Test func coloursFollowTheLines() throws {
    var style = GlyphStyle()
    style.turnGradient(on: true)
    style.choose(GlyphPreset.orange.colour, for: .background)
    var renderer = try GlyphRenderer()
    var grid = GlyphGrid(columns: 6, rows: 5)
    let (bytes, layout) = grey(20, 20) { _, _ in 99 }
    try bytes.withUnsafeBytes {
      try renderer.draw(
        $0, layout, number: 0, style, .unicode, into: &grid,
        GlyphArea(column: 1, row: 1, columns: 4, rows: 3))
    }
    let symbols = [grid[1, 1].symbol, grid[3, 4].symbol, grid[1, 1].background, grid[0, 0].glyph]
    #expect(symbols == [0xffffff, 0x008080, 0xffa500, 0x20])
  }

  @Test func anAreaThatIsNotInsideStaysAsItWas() throws {
    var renderer = try GlyphRenderer()
    var grid = GlyphGrid(columns: 4, rows: 4)
    let (bytes, layout) = grey(16, 16) { _, _ in 255 }
    for (column, row, columns, rows) in [
      (0, 0, 5, 4), (0, 1, 4, 4), (-1, 0, 4, 4), (0, 0, 0, 4), (1, 0, .max, 1),
    ] {
      let area = GlyphArea(column: column, row: row, columns: columns, rows: rows)
      try bytes.withUnsafeBytes {
        try renderer.draw($0, layout, number: 0, plain(), .unicode, into: &grid, area)
      }
    }
    let cells = [grid[0, 0], grid[3, 3]]
    #expect(cells == [.blank, .blank])
  }

  @Test func whatIsNoFrameIsRefusedAndChangesNothing() throws {
    var renderer = try GlyphRenderer()
    var grid = GlyphGrid(columns: 4, rows: 4)
    let area = grid.area
    let jpeg = Picture(width: 16, height: 16).jpeg()
    let frames: [([UInt8], FrameLayout)] = [
      ([], FrameLayout(format: .yuyv, width: 16, height: 16, bytesPerLine: 32)),
      ([1, 2, 3], FrameLayout(format: .mjpeg, width: 16, height: 16, bytesPerLine: 0)),
      (jpeg, FrameLayout(format: .mjpeg, width: 32, height: 16, bytesPerLine: 0)),
      (jpeg, FrameLayout(format: .yu12, width: 0, height: 16, bytesPerLine: 0)),
    ]
    for (bytes, layout) in frames {
      #expect(throws: ImagingError.self) {
        try bytes.withUnsafeBytes {
          try renderer.draw($0, layout, number: 0, GlyphStyle(), .unicode, into: &grid, area)
        }
      }
    }
    let first = grid[0, 0]
    #expect(first == .blank)
  }

  @Test(arguments: [nil, (1, 1), (2, 1), (2, 2), (1, 2), (4, 1)] as [(Int, Int)?])
  func everySamplingOfAJPEGIsRead(sampling: (Int, Int)?) throws {
    var picture = CameraPicture()
    (picture.width, picture.height) = (333, 251)
    picture.sampling = sampling.map { ($0.0, $0.1) }
    let layout = FrameLayout(format: .mjpeg, width: 333, height: 251, bytesPerLine: 0)
    let coarse = try steps(picture.jpeg, layout, plain(.squares), 20, 8)
    let fine = try steps(picture.jpeg, layout, plain(.squares), 320, 200)
    #expect(Set(coarse.joined()).count > 2 && Set(fine.joined()).count > 2)
    // The same place of the picture is about as bright, however it was reduced.
    var (sum, count) = (0, 0)
    for row in 0..<8 {
      for column in 0..<20 {
        let cells = fine[row * 25..<(row + 1) * 25].flatMap { $0[column * 16..<(column + 1) * 16] }
        sum += abs(cells.reduce(0, +) - coarse[row][column] * cells.count)
        count += cells.count
      }
    }
    #expect(Double(sum) / Double(count) < 1)
  }
}
