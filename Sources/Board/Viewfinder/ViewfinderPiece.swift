import Core
import Evidence
import Imaging

/// A piece that is seen on a screen: a picture, or a clip that plays there.
final class ViewfinderPiece {
  /// Where it stands.
  enum Place {
    /// In a frame in the upper part of the room.
    case frame
    /// Where the camera's picture stands else, and as large.
    case whole
  }

  /// The frame takes so much of the room above, in thirds.
  private static let thirds = 2

  private let place: Place
  private var player = ClipPlayer<Void>()
  private var jpeg: [UInt8] = []
  private var subject: ViewfinderScene.Piece?
  private var glyphs = GlyphGrid(columns: 0, rows: 0)
  /// Where the picture stands; nil where there is none.
  private(set) var area: GlyphArea?
  /// What it was drawn with.
  private var look: Look?

  /// The style and room in which a piece was drawn.
  private struct Look: Equatable {
    let style: GlyphStyle
    let charset: Charset
    let room: GlyphArea
  }

  /// One that shows nothing yet.
  init(_ place: Place) { self.place = place }

  /// Shows `piece` from `now` on, which `store` has.
  func show(
    _ piece: ViewfinderScene.Piece, of store: OpenStore?, at now: Instant
  ) {
    guard piece != subject else { return }
    (subject, look, area) = (piece, nil, nil)
    jpeg = store?.pictureFile(piece.number) ?? []
    let clip = jpeg.isEmpty ? store?.clipInView(piece.number) : nil
    player.show(
      ClipPlayer<Void>.Subject(piece: piece.number, still: piece.still), clip, at: now)
  }

  /// Whether it is a clip that goes on by itself.
  var isPlaying: Bool { player.isPlaying }

  /// Nothing is shown any more.
  func end() {
    guard subject != nil else { return }
    (subject, look, area, jpeg) = (nil, nil, nil, [])
    player.show(nil, nil, at: .zero)
  }

  /// Draws what is due at `now` into memory of its own, for its place in `room`.
  func advance(
    at now: Instant, _ style: GlyphStyle, _ charset: Charset, in room: GlyphArea
  ) {
    let look = Look(style: style, charset: charset, room: room)
    let isNew = look != self.look
    self.look = look
    if !jpeg.isEmpty, isNew { jpeg.withUnsafeBytes { draw($0, look) } }
    if isNew { player.redraw() }
    player.advance(at: now) { draw($0, look) }
  }

  /// Copies it into `grid`, with the frame that it may have around it.
  func compose(_ overlay: ViewfinderOverlay, into grid: inout GlyphGrid) {
    guard let area else { return }
    grid.copy(glyphs, to: area)
    switch place {
    case .frame: overlay.drawFrame(at: area.grown(by: 1, 1), within: grid.area, into: &grid)
    case .whole: break
    }
  }

  /// What can't be decoded leaves what was there.
  private func draw(_ jpeg: UnsafeRawBufferPointer, _ look: Look) {
    guard let still = try? GlyphStill(sizing: jpeg) else { return }
    let area = area(of: still, look)
    glyphs.resize(columns: area.columns, rows: area.rows)
    let isDrawn: Void? = try? still.draw(jpeg, look.style, look.charset, into: &glyphs)
    self.area = isDrawn.map { area }
  }

  private func area(of still: GlyphStill, _ look: Look) -> GlyphArea {
    switch place {
    case .frame:
      let room = GlyphArea(
        column: 1, row: 1, columns: look.room.columns - 2,
        rows: look.room.rows * ViewfinderPiece.thirds / 3 - 2)
      return room.fitting(still.width, still.height, columns: room.columns)
    case .whole:
      return look.room.fitting(still.width, still.height, cell: look.style.effective(.cell))
    }
  }
}
