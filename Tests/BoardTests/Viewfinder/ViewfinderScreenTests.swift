import Evidence
import Glibc
import Imaging
import System
import Testing

@testable import Board
@testable import Core

/// What a screen comes to, of scenes that were made by hand.
@Suite final class ViewfinderScreenTests {
  private let directory: String
  private let screen: ViewfinderScreen
  private let now = Moment(bootID: "boot", instant: .zero + .seconds(90), wall: .unset)

  init() throws {
    var template = Array("/tmp/exhibit-screen-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { preconditionFailure("mkdtemp: \(errno)") }
    directory = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    screen = try ViewfinderScreen(of: SessionID(number: 1))
    screen.fit(ViewfinderScreenTests.settings(columns: 80, rows: 24))
  }

  deinit { Folder.erase(directory) }

  private static func settings(columns: Int, rows: Int) -> SessionSettings {
    var settings = SessionSettings(.ascii)
    _ = settings.apply(.size(TerminalSize(columns: columns, rows: rows)))
    return settings
  }

  private func scene(
    _ subject: ViewfinderScene.Subject = .live, _ change: (inout ViewfinderScene) -> Void = { _ in }
  ) -> ViewfinderScene {
    // Its glyphs are none that frames and lines are made of.
    var style = GlyphStyle()
    style.choose(.squares)
    var scene = ViewfinderScene(
      subject: subject, comparison: nil, orientation: nil, style: style, countdown: nil,
      isLit: false, leaning: nil, mask: nil, spotlight: nil,
      state: Phrase("test.state", "All is well."), wish: nil)
    change(&scene)
    return scene
  }

  /// The rows that are to be seen of `scene`.
  private func rows(of scene: ViewfinderScene) -> [String] {
    _ = screen.drawn(scene, .english, atMost: .max)
    return (0..<screen.grid.rows).map { row in
      let scalars = (0..<screen.grid.columns).compactMap {
        Unicode.Scalar(screen.grid[row, $0].glyph)
      }
      return String(String.UnicodeScalarView(scalars))
    }
  }

  /// Has it take a grey picture with the proportions of a camera's.
  private func take(_ scene: ViewfinderScene, grey: UInt8 = 0) {
    let (width, height) = (64, 48)
    let layout = FrameLayout(format: .yuyv, width: width, height: height, bytesPerLine: 2 * width)
    let pixels = (0..<2 * width * height).map { $0 % 2 == 0 ? grey : 128 }
    pixels.withUnsafeBytes { screen.take($0, layout, in: scene) }
  }

  private func corners(of rows: [String]) -> [(row: Int, column: Int)] {
    rows.enumerated().flatMap { row, text in
      text.enumerated().filter { $0.element == "+" }.map { (row, $0.offset) }
    }
  }

  @Test func belowThePictureStandStateAndWhatIsToBeCaptured() {
    let rows = rows(of: scene { $0.wish = Phrase("test.wish", "The back.") })
    #expect(rows[22].hasPrefix("[light off] All is well.  "))
    #expect(rows[23].hasPrefix("The back.  "))
  }

  @Test func newsStandsThereForAWhile() {
    screen.take(["One.", "Two."], at: .zero)
    #expect(rows(of: scene())[23].hasPrefix("Two."))
    screen.take([], at: .zero + .seconds(3))
    #expect(rows(of: scene())[23].allSatisfy { $0 == " " })
  }

  @Test(arguments: [(39, 24), (80, 11)])
  func aSmallTerminalShowsTheStateAlone(columns: Int, rows: Int) {
    screen.fit(Self.settings(columns: columns, rows: rows))
    let seen = self.rows(of: scene { $0.countdown = 3 })
    #expect(seen[0].hasPrefix("[light off] All is well."))
    #expect(seen.dropFirst().allSatisfy { $0.allSatisfy { $0 == " " } })
  }

  @Test func aTerminalThatSaysThatItIsHugeCostsNoMore() {
    screen.fit(Self.settings(columns: 1000, rows: 1000))
    #expect(screen.grid.count <= 64_000)
  }

  @Test func anotherBackgroundIsAroundThePictureToo() {
    take(scene())
    let teal = scene { $0.style.choose(GlyphColour(0x008080), for: .background) }
    take(teal)
    _ = rows(of: teal)
    #expect(screen.grid[0, 0].background == 0x008080)
  }

  @Test func whatLeansToTheLeftHasItsHorizonLowerOnTheRight() throws {
    take(scene())
    let rows = rows(of: scene { $0.leaning = 20 })
    let left = try #require(rows.firstIndex { $0.prefix(40).contains("-") })
    let right = try #require(rows.lastIndex { $0.suffix(40).contains("-") })
    #expect(left < right)
    let level = self.rows(of: scene { $0.leaning = 0 }).filter { $0.contains("-") }
    #expect(level.count == 1)
  }

  @Test func aMaskIsZoomedWithThePicture() {
    func corners(_ perMille: Int) -> [(row: Int, column: Int)] {
      let scene = scene {
        $0.mask = .qr
        $0.style.zoom.set(perMille: perMille)
      }
      take(scene)
      return self.corners(of: rows(of: scene))
    }
    let (whole, half) = (corners(1000), corners(500))
    #expect(whole.count == 4 && half.count == 4 && corners(3000).isEmpty)
    let (wide, narrow) = (
      whole[1].column - whole[0].column, half[1].column - half[0].column
    )
    #expect(abs(wide - 2 * narrow) <= 2, "it is \(wide) wide, and half as large \(narrow)")
    #expect(half.allSatisfy { whole[0].row < $0.row && $0.row < whole[3].row })
  }

  /// How many cells of `part` of the screen have the colour of text behind them.
  private func brightCount(_ columns: Range<Int>, _ rows: Range<Int>) -> Int {
    rows.reduce(0) { sum, row in
      sum + columns.filter { screen.grid[row, $0].background == 0xffffff }.count
    }
  }

  @Test func theSpotlightSurroundsTheNinthAndLeavesIt() {
    let moving = scene { $0.spotlight = .around(PicturePart(column: 1, row: 1)) }
    take(moving, grey: 255)
    let plain = rows(of: scene())
    let rows = rows(of: moving)
    // The picture has 59 of 80 columns and all 22 rows, and its middle ninth begins at column 29, row 7.
    #expect(brightCount(0..<80, 0..<22) == 2 * 25 + 10 * 4)
    #expect(brightCount(29..<48, 7..<15) == 0)
    for row in 7..<15 {
      #expect(rows[row].dropFirst(29).prefix(19) == plain[row].dropFirst(29).prefix(19))
    }
    #expect(screen.grid[10, 27].background == 0xffffff && screen.grid[10, 28] == .blank)
  }

  @Test func aSpotlightEverywhereIsAroundThePictureAndOneOutOfViewIsNone() {
    let all = scene { $0.spotlight = .everywhere }
    take(all)
    _ = rows(of: all)
    #expect(brightCount(0..<80, 0..<22) > 150)
    let zoomed = scene {
      $0.spotlight = .around(PicturePart(column: 0, row: 0))
      $0.style.zoom.set(perMille: 4000)
    }
    take(zoomed)
    _ = rows(of: zoomed)
    #expect(brightCount(0..<80, 0..<22) == 0)
  }

  @Test func aSpotlightCostsLittleAndAStillPictureNothing() {
    func byteCount(_ movement: PictureFacts.Movement?) -> Int {
      let scene = scene { $0.spotlight = movement }
      take(scene, grey: 128)
      return screen.drawn(scene, .english, atMost: .max).bytes.count
    }
    let whole = byteCount(nil)
    #expect(byteCount(nil) == 0)
    let first = byteCount(.around(PicturePart(column: 1, row: 1)))
    #expect(first > 0 && first < whole / 2, "it costs \(first) bytes, the picture \(whole)")
    #expect(byteCount(.around(PicturePart(column: 1, row: 1))) == 0)
  }

  @Test func withoutColoursTheSpotlightIsMadeOfSigns() {
    var settings = Self.settings(columns: 80, rows: 24)
    _ = settings.apply(.colour(ColourDepth.none))
    screen.fit(settings)
    let moving = scene { $0.spotlight = .around(PicturePart(column: 1, row: 1)) }
    take(moving)
    #expect(rows(of: moving).joined().filter { $0 == "#" }.count == 2 * 25 + 10 * 4)
  }

  @Test func aCardStandsOverWhatWasSeenLast() {
    take(scene(), grey: 255)
    let rows = rows(of: scene(.card([Phrase("test.card", "Paused.")])))
    #expect(rows.contains { $0.contains(" Paused. ") })
    #expect(rows[2].contains("@"))
  }

  @Test func theTitlePictureIsWholeAndTheLiveOneInAWindowOfIt() throws {
    let store = try photo()
    let scene = scene { $0.comparison = .photo(1) }
    screen.look(at: scene, store.current, at: .zero)
    take(scene, grey: 0)
    let rows = rows(of: scene)
    // The title picture has 59 of 80 columns and all 22 rows; a quarter of that are 14, and as many rows as 4:3 asks for.
    #expect(rows[0].dropFirst(10).prefix(59).allSatisfy { $0 == "@" })
    #expect(rows[10].dropFirst(10).prefix(59).allSatisfy { $0 == "@" })
    #expect(corners(of: rows).map(\.column) == [53, 68, 53, 68])
    #expect(corners(of: rows).map(\.row) == [15, 15, 21, 21])
    #expect(rows[17].dropFirst(53).prefix(16) == "|\(String(repeating: " ", count: 14))|")
  }

  @Test func theTitlePictureIsReadOnceAndTheFileMayGo() throws {
    let store = try photo()
    let scene = scene { $0.comparison = .photo(1) }
    screen.look(at: scene, store.current, at: .zero)
    let first = rows(of: scene)
    #expect(unlink("\(directory)/evidence/000/000001.jpg") == 0)
    screen.look(at: scene, store.current, at: .zero + .seconds(1))
    #expect(rows(of: scene) == first)
    screen.look(at: self.scene(), store.current, at: .zero + .seconds(2))
    screen.look(at: scene, store.current, at: .zero + .seconds(3))
    #expect(rows(of: scene)[23].hasPrefix("Photo 1 can't be shown"))
  }

  @Test func aThingWithoutAPhotoIsSaidBelowThePictureWhichStaysWhole() throws {
    let store = try photo()
    let scene = scene { $0.comparison = .nothing }
    screen.look(at: scene, store.current, at: .zero)
    take(scene, grey: 255)
    let rows = rows(of: scene)
    #expect(rows[23].hasPrefix(Phrase.overlayNothing.english))
    #expect(rows[10].dropFirst(10).prefix(59).allSatisfy { $0 == "@" } && corners(of: rows).isEmpty)
  }

  @Test func withoutTheComparisonThePictureIsWholeAgain() throws {
    let store = try photo()
    let compared = scene { $0.comparison = .photo(1) }
    screen.look(at: compared, store.current, at: .zero)
    take(compared, grey: 0)
    _ = rows(of: compared)
    screen.look(at: scene(), store.current, at: .zero)
    take(scene(), grey: 0)
    #expect(!rows(of: scene())[10].contains("@") && corners(of: rows(of: scene())).isEmpty)
  }

  @Test func aStillComparisonCostsNothing() throws {
    let store = try photo()
    let scene = scene { $0.comparison = .photo(1) }
    var latest: [UInt8] = []
    for _ in 1...3 {
      screen.look(at: scene, store.current, at: .zero)
      take(scene)
      latest = screen.drawn(scene, .english, atMost: .max).bytes
    }
    #expect(latest.isEmpty)
  }

  /// A store with one photo, all white.
  private func photo() throws -> BoardStore {
    var store = BoardStore(
      StoreSetup(
        directory: directory, device: "\(directory)/device", program: ProgramFacts(version: "1")))
    _ = try store.open(at: now)
    var photos = PendingPhotos()
    let layout = FrameLayout(format: .yuyv, width: 64, height: 48, bytesPerLine: 128)
    let pixels = (0..<64 * 48 * 2).map { $0 % 2 == 0 ? UInt8(255) : 128 }
    try pixels.withUnsafeBytes { bytes in
      try photos.keep(LentFrame(bytes, layout, format: "YUYV", quality: 90), for: 1)
    }
    let series = Series(origin: .zero, countdown: .seconds(3), interval: .seconds(1), count: 1)
    let frame = Frame(sequence: 7, byteCount: pixels.count, stamped: .zero + .seconds(3))
    _ = try photos.insert(
      Shot(id: 1, series: series, index: 0, frame: frame), taken: now, into: store,
      at: now)
    return store
  }

  @Test(
    arguments: [ColourDepth.sixteen, .indexed, .direct],
    [
      (0xffffff, 0x404040), (0x404040, 0x000000), (0xffffff, 0x606060), (0x008080, 0x000000),
      (0xffffff, 0x008080),
    ])
  func wordsAreLegibleInTheColoursOfTheTerminal(depth: ColourDepth, palette: (Int, Int)) {
    var settings = Self.settings(columns: 80, rows: 24)
    _ = settings.apply(.colour(depth))
    screen.fit(settings)
    _ = rows(
      of: scene {
        $0.style.choose(GlyphColour(UInt32(palette.0)), for: .symbols)
        $0.style.choose(GlyphColour(UInt32(palette.1)), for: .background)
      })
    let cell = screen.grid[screen.grid.rows - 2, 0]
    let shown = [cell.symbol, cell.background].map {
      TerminalColours.shown(GlyphColour($0), depth)
    }
    #expect(shown[0].contrast(with: shown[1]) >= GlyphText.leastContrast)
  }

  @Test func aStillOfAClipIsDrawnAnewForAnotherLook() throws {
    let store = try clip(shades: [20, 250])
    func seen(_ background: UInt32) -> GlyphCell {
      let scene = scene(.piece(ViewfinderScene.Piece(1, still: 2))) {
        $0.style.choose(GlyphColour(background), for: .background)
      }
      screen.look(at: scene, store.current, at: .zero + .milliseconds(Int(background) + 1))
      #expect(!screen.isPlaying, "it stays")
      _ = rows(of: scene)
      return screen.grid[4, screen.grid.columns / 2]
    }
    #expect(seen(0).background == 0)
    #expect(seen(0x80).background == 0x80)
  }

  @Test func aBusyLineIsTriedForAWhileAndThenLeftAlone() {
    for _ in 1..<ViewfinderScreen.mostWaits { screen.waited() }
    #expect(screen.isPatient)
    screen.waited()
    #expect(!screen.isPatient)
    _ = rows(of: scene())
    #expect(screen.isPatient)
  }

  @Test func aClipPlaysAtItsOwnTimesAndIsGoneOnceItIsDeleted() throws {
    let store = try clip(shades: [20, 90, 250])
    let scene = scene(.piece(ViewfinderScene.Piece(1, still: nil)))
    func seen(at seconds: Double) -> String {
      screen.look(at: scene, store.current, at: .zero + .milliseconds(Int(seconds * 1000)))
      return rows(of: scene)[1...4].joined()
    }
    let first = seen(at: 0)
    #expect(first.contains("|"), "no frame is around it")
    #expect(seen(at: 0.5) == first)
    #expect(screen.isPlaying)
    let second = seen(at: 1.1)
    #expect(second != first && seen(at: 2.1) != second)
    let deletion = StoreChange.deletePieces([1], isForGood: false)
    _ = try store.opened().make(deletion, for: .console(SessionID(number: 1)), at: now)
    screen.look(at: self.scene(), store.current, at: .zero + .seconds(4))
    #expect(!seen(at: 5).contains("|"))
  }

  /// A store with one clip, a frame of each shade of grey a second.
  private func clip(shades: [UInt8]) throws -> BoardStore {
    var store = BoardStore(
      StoreSetup(
        directory: directory, device: "\(directory)/device", program: ProgramFacts(version: "1")))
    _ = try store.open(at: now)
    var clip = PendingClip()
    clip.collect()
    let layout = FrameLayout(format: .yuyv, width: 64, height: 48, bytesPerLine: 128)
    for (number, shade) in shades.enumerated() {
      let pixels = (0..<64 * 48 * 2).map { $0 % 2 == 0 ? shade : 128 }
      let stamped = Instant.zero + .seconds(10 + number)
      pixels.withUnsafeBytes { bytes in
        _ = clip.take(
          LentFrame(bytes, layout, format: "YUYV", quality: 90),
          Frame(sequence: UInt32(number), byteCount: bytes.count, stamped: stamped), into: store)
      }
    }
    try clip.begin(
      ClipRequest(for: .button, planned: .zero + .seconds(10)),
      first: Moment(bootID: "boot", instant: .zero + .seconds(10), wall: .unset), in: store, at: now
    )
    _ = try clip.finish(in: store, at: now)
    return store
  }
}
