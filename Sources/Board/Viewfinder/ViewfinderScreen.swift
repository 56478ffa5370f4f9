import Core
import Imaging

/// The screen of one console: the latest picture, what lies over it, and what its terminal shows of that.
///
/// All memory is taken for the terminal's size, and kept: at most for 64 000 cells, whatever size a terminal says.
final class ViewfinderScreen {
  /// A terminal smaller than this shows the state alone.
  static let leastColumns = 40, leastRows = 12
  /// Of a larger terminal the left upper part is drawn on.
  static let mostColumns = 400, mostRows = 160
  /// A line that was busy so many times in a row is left alone until something changes: nobody may be reading.
  static let mostWaits = 10
  /// Rows below the picture: the state, and the latest news.
  static let textRows = 2
  /// News stays for so long.
  static let newsLasts = Duration.seconds(3)

  let session: SessionID
  private var renderer: GlyphRenderer
  private var writer: GlyphWriter
  private var terminal: GlyphWriter.Terminal
  /// The latest picture alone.
  private var picture = GlyphGrid(columns: 0, rows: 0)
  private var pictureArea = GlyphArea(column: 0, row: 0, columns: 0, rows: 0)
  /// Sides of the upright picture in pixels.
  private var pictureSize = (width: 1, height: 1)
  /// What is around the picture.
  private var margin = GlyphCell.blank
  /// All of it, as it should be seen.
  private(set) var grid = GlyphGrid(columns: 0, rows: 0)
  private let piece = ViewfinderPiece(.frame)
  private let comparison = ViewfinderComparison()
  private var news: (line: String, until: Instant)?
  private var output: [UInt8] = []
  private var waitCount = 0

  /// The screen of `session`, of which nothing is known yet.
  init(of session: SessionID) throws(ImagingError) {
    self.session = session
    terminal = GlyphWriter.Terminal(columns: 0, rows: 0, .none)
    writer = GlyphWriter(terminal)
    renderer = try GlyphRenderer()
  }

  /// Whether there is room for a picture.
  var hasPicture: Bool {
    terminal.columns >= ViewfinderScreen.leastColumns && terminal.rows >= ViewfinderScreen.leastRows
  }

  /// It is as large as `settings` say, and has those colours and glyphs.
  func fit(_ settings: SessionSettings) {
    guard let size = settings.size else { return }
    let fitting = GlyphWriter.Terminal(
      columns: min(size.columns, ViewfinderScreen.mostColumns),
      rows: min(size.rows, ViewfinderScreen.mostRows), settings.colour, settings.charset)
    guard fitting != terminal else { return }
    terminal = fitting
    writer = GlyphWriter(fitting)
    grid.resize(columns: fitting.columns, rows: fitting.rows)
    picture.resize(
      columns: fitting.columns, rows: max(0, fitting.rows - ViewfinderScreen.textRows))
    pictureArea = GlyphArea(column: 0, row: 0, columns: 0, rows: 0)
  }

  /// Has this news shown for a while from `now` on; the latest of it.
  func take(_ lines: [String], at now: Instant) {
    if let line = lines.last { news = (line, now + ViewfinderScreen.newsLasts) }
    if let until = news?.until, until <= now { news = nil }
  }

  /// The line was busy.
  func waited() { waitCount = min(waitCount + 1, ViewfinderScreen.mostWaits) }

  /// Whether what had no room is worth another try soon.
  var isPatient: Bool { waitCount < ViewfinderScreen.mostWaits }

  /// Takes the picture `bytes`; one that can't be read leaves the one before.
  ///
  /// Its glyphs stray as those of frame 0, so that a picture in which nothing moves comes to rest.
  func take(_ bytes: UnsafeRawBufferPointer, _ layout: FrameLayout, in scene: ViewfinderScene) {
    guard hasPicture else { return }
    let orientation = scene.orientation ?? .topLeft
    pictureSize = orientation.uprightSize(of: layout.width, layout.height)
    let area =
      comparison.window(pictureSize.width, pictureSize.height)
      ?? picture.area.fitting(
        pictureSize.width, pictureSize.height, cell: scene.style.effective(.cell))
    let margin = GlyphCell(" ", scene.style.palette.symbols, on: scene.style.palette.background)
    if area != pictureArea || margin != self.margin {
      picture.fill(with: margin)
      (pictureArea, self.margin) = (area, margin)
    }
    try? renderer.draw(
      bytes, layout, number: 0, seen: orientation, scene.style, terminal.charset, into: &picture,
      area)
  }

  /// Draws `scene` with the picture that it has.
  ///
  /// Words come before the picture: they are the answer to a key.
  ///
  /// - Returns: what has to be sent for that, at most `byteCount` bytes, and whether it is all.
  func drawn(
    _ scene: ViewfinderScene, _ language: Language, atMost byteCount: Int
  ) -> (bytes: [UInt8], isAll: Bool) {
    waitCount = 0
    compose(scene, language)
    output.removeAll(keepingCapacity: true)
    let text = max(0, grid.rows - ViewfinderScreen.textRows)..<grid.rows
    let isAll = writer.update(to: grid, first: text, atMost: byteCount, into: &output)
    return (output, isAll)
  }

  /// Takes what `store` has of the piece that is looked at at `now`, if one is, and of that with which the camera's
  /// picture is compared.
  func look(at scene: ViewfinderScene, _ store: OpenStore?, at now: Instant) {
    if hasPicture {
      comparison.look(at: scene, store, at: now, terminal.charset, in: picture.area)
    }
    guard case .piece(let wanted) = scene.subject, hasPicture else { return piece.end() }
    piece.show(wanted, of: store, at: now)
    piece.show(store?.faces(of: wanted.number))
    piece.advance(at: now, scene.style, terminal.charset, in: picture.area)
  }

  /// Whether another still of what is looked at is due soon, or more of its file, whatever else happens.
  var isPlaying: Bool { piece.isPlaying }

  /// What was drawn was not sent.
  func lost() { writer.invalidate() }

  /// Draws the frame around what moves, unless that is out of view.
  private func drawSpotlight(_ scene: ViewfinderScene, _ overlay: ViewfinderOverlay) {
    guard let part = scene.spotlight?.area(inUpright: pictureSize.width, pictureSize.height) else {
      return
    }
    let cells = pictureArea.part(part, of: pictureSize.width, pictureSize.height, scene.style.zoom)
      .clipped(to: pictureArea)
    guard cells.columns > 0, cells.rows > 0 else { return }
    overlay.drawSpotlight(around: cells, within: picture.area, terminal.depth, into: &grid)
  }

  private func compose(_ scene: ViewfinderScene, _ language: Language) {
    // Words are to be legible in the colours that this terminal really has.
    var style = scene.style
    style.depth = terminal.depth
    let overlay = ViewfinderOverlay(style, terminal.charset, language)
    guard hasPicture else {
      grid.fill(with: overlay.empty)
      return overlay.write(scene.stateLine, row: 0, into: &grid)
    }
    grid.copy(picture, to: grid.area)
    // The window is that of the latest frame, which may be of the time before.
    let window = comparison.window(pictureSize.width, pictureSize.height)
    comparison.compose(picture, window == pictureArea ? window : nil, overlay, into: &grid)
    compose(scene.subject, of: scene, overlay, isWindow: window != nil)
    if let mask = scene.mask {
      let part = mask.area(inUpright: pictureSize.width, pictureSize.height)
      overlay.drawFrame(
        at: pictureArea.part(part, of: pictureSize.width, pictureSize.height, scene.style.zoom),
        within: pictureArea, into: &grid)
    }
    if let countdown = scene.countdown {
      overlay.drawCountdown(countdown, in: picture.area, into: &grid)
    }
    overlay.write(scene.stateLine, row: grid.rows - 2, into: &grid)
    let last = news?.line ?? (comparison.problem(of: scene) ?? scene.wish).map(overlay.text) ?? ""
    overlay.write(last, row: grid.rows - 1, into: &grid)
  }

  /// What is seen in the picture's place, and what belongs to that alone.
  private func compose(
    _ subject: ViewfinderScene.Subject, of scene: ViewfinderScene, _ overlay: ViewfinderOverlay,
    isWindow: Bool
  ) {
    switch subject {
    case .live:
      // A window has no room for either.
      guard !isWindow else { return }
      drawSpotlight(scene, overlay)
      if let leaning = scene.leaning {
        overlay.drawHorizon(leaning, in: picture.area, into: &grid)
      }
    case .piece: piece.compose(overlay, into: &grid)
    case .card(let sentences):
      grid.dim()
      overlay.writeCard(sentences, in: picture.area, into: &grid)
    }
  }
}

extension ViewfinderScene {
  /// The light and the state.
  fileprivate var stateLine: Phrase {
    isLit ? Phrase("view.lit", "[light on] \(state)") : Phrase("view.dark", "[light off] \(state)")
  }
}
