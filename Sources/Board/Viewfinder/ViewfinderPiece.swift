import Core
import Evidence
import Imaging

/// The piece that somebody looks at on a screen: a picture in a frame, or a clip that plays there.
final class ViewfinderPiece {
  /// The frame takes so much of the room above, in thirds.
  private static let thirds = 2

  private var player = ClipPlayer<Void>()
  private var jpeg: [UInt8] = []
  private var subject: ViewfinderScene.Piece?
  private var glyphs = GlyphGrid(columns: 0, rows: 0)
  /// Where the picture stands; nil where there is none.
  private var area: GlyphArea?
  /// What it was drawn with.
  private var look: Look?

  private struct Look: Equatable {
    let style: GlyphStyle
    let charset: Charset
    let room: GlyphArea
  }

  /// Shows `piece` from `now` on, which `photos` has.
  func show(
    _ piece: ViewfinderScene.Piece, of photos: inout PhotoPipeline, at now: Instant
  ) {
    guard piece != subject else { return }
    (subject, look, area) = (piece, nil, nil)
    jpeg = photos.pictureFile(piece.number) ?? []
    let clip = jpeg.isEmpty ? photos.clipInView(piece.number) : nil
    player.show(
      ClipPlayer<Void>.Subject(piece: piece.number, still: piece.still), clip, at: now)
  }

  /// Nothing is shown any more.
  func end() {
    guard subject != nil else { return }
    (subject, look, area, jpeg) = (nil, nil, nil, [])
    player.show(nil, nil, at: .zero)
  }

  /// Draws what is due at `now` into memory of its own, in the upper part of `room`.
  func advance(
    at now: Instant, _ style: GlyphStyle, _ charset: Charset, in room: GlyphArea
  ) {
    let look = Look(style: style, charset: charset, room: room)
    let isNew = look != self.look
    self.look = look
    if !jpeg.isEmpty, isNew { jpeg.withUnsafeBytes { draw($0, look) } }
    player.advance(at: now) { draw($0, look) }
  }

  /// Copies it into `grid`, with its frame around it.
  func compose(_ overlay: ViewfinderOverlay, into grid: inout GlyphGrid) {
    guard let area else { return }
    grid.copy(glyphs, to: area)
    let frame = GlyphArea(
      column: area.column - 1, row: area.row - 1, columns: area.columns + 2, rows: area.rows + 2)
    overlay.drawFrame(at: frame, within: grid.area, into: &grid)
  }

  /// What can't be decoded leaves what was there.
  private func draw(_ jpeg: UnsafeRawBufferPointer, _ look: Look) {
    let room = GlyphArea(
      column: 1, row: 1, columns: look.room.columns - 2,
      rows: look.room.rows * ViewfinderPiece.thirds / 3 - 2)
    guard let still = try? GlyphStill(sizing: jpeg) else { return }
    let area = room.fitting(still.width, still.height, columns: room.columns)
    glyphs.resize(columns: area.columns, rows: area.rows)
    let isDrawn: Void? = try? still.draw(jpeg, look.style, look.charset, into: &glyphs)
    self.area = isDrawn.map { area }
  }
}
