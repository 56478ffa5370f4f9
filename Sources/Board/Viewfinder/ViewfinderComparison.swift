import Core
import Imaging

/// The title picture of a thing on a screen, and the window of it in which the camera's picture stands.
final class ViewfinderComparison {
  /// The window takes this part of the width.
  private static let part = 4

  private let title = ViewfinderPiece(.whole)

  /// Takes what `store` has of what `scene` compares with, if it does: the file is read when it becomes another, and
  /// drawn when it is to look otherwise.
  func look(
    at scene: ViewfinderScene, _ store: OpenStore?, at now: Instant,
    _ charset: Charset, in room: GlyphArea
  ) {
    guard case .photo(let number) = scene.comparison else { return title.end() }
    title.show(ViewfinderScene.Piece(number, still: nil), of: store, at: now)
    title.advance(at: now, scene.style, charset, in: room)
  }

  /// Where a camera's picture of `width` × `height` pixels stands: at the lower right, inside of its edge; nil where
  /// there is no title picture to be seen, or no room in it.
  func window(_ width: Int, _ height: Int) -> GlyphArea? {
    guard let area = title.area else { return nil }
    let columns = area.columns / ViewfinderComparison.part
    let room = GlyphArea(column: 0, row: 0, columns: columns, rows: area.rows - 2)
    guard room.columns > 0, room.rows > 0 else { return nil }
    let fitting = room.fitting(width, height, columns: columns)
    return GlyphArea(
      column: area.column + area.columns - 1 - fitting.columns,
      row: area.row + area.rows - 1 - fitting.rows, columns: fitting.columns, rows: fitting.rows)
  }

  /// Puts the title picture over all of `grid`, and `window`, which has its edge, out of `picture` into that.
  func compose(
    _ picture: borrowing GlyphGrid, _ window: GlyphArea?, _ overlay: ViewfinderOverlay,
    into grid: inout GlyphGrid
  ) {
    guard title.area != nil else { return }
    grid.fill(picture.area, with: overlay.empty)
    title.compose(overlay, into: &grid)
    guard let window else { return }
    grid.copy(window, of: picture)
    overlay.drawFrame(at: window.grown(by: 1, 1), within: picture.area, into: &grid)
  }

  /// Why what `scene` wants to be compared with is not to be seen; nil where it is, or nothing is wanted.
  func problem(of scene: ViewfinderScene) -> Phrase? {
    switch scene.comparison {
    case nil: nil
    case .nothing: .overlayNothing
    case .photo(let number):
      title.area == nil
        ? Phrase("overlay.unreadable", "Photo \(number) can't be shown: its file can't be read.")
        : nil
    }
  }
}
