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
  /// Pixels of a PNG picture that are read before the loop looks after its devices again.
  private static let pixelsAtOnce = 1 << 20

  private let place: Place
  private var player = ClipPlayer<Void>()
  private var content = Content.none
  private var subject: ViewfinderScene.Piece?
  private var glyphs = GlyphGrid(columns: 0, rows: 0)
  /// Where the picture stands; nil where there is none.
  private(set) var area: GlyphArea?
  /// What it was drawn with.
  private var look: Look?
  /// Sides of the upright picture in pixels.
  private var size = PictureSize(width: 1, height: 1)
  private var faces: FaceSheet?

  /// The picture of a piece that is no clip.
  private enum Content {
    case none
    case jpeg(StoredPicture)
    /// A PNG one of which some is read with each drawing, and its file.
    case coming(PNGPicture, [UInt8])
    case png(GlyphStill)
  }

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
    let picture = store?.picture(piece.number)
    content = picture.map(ViewfinderPiece.content) ?? .none
    let clip = picture == nil ? store?.clipInView(piece.number) : nil
    player.show(
      ClipPlayer<Void>.Subject(piece: piece.number, still: piece.still), clip, at: now)
  }

  /// Whether it is a clip that goes on by itself, or a picture that is still being read.
  var isPlaying: Bool {
    switch content {
    case .coming: true
    case .none, .jpeg, .png: player.isPlaying
    }
  }

  /// Nothing is shown any more.
  func end() {
    guard subject != nil else { return }
    (subject, look, area, content) = (nil, nil, nil, .none)
    player.show(nil, nil, at: .zero)
  }

  /// Has these faces drawn over it, as far as there are any.
  func show(_ faces: FaceSheet?) { self.faces = faces }

  /// Draws what is due at `now` into memory of its own, for its place in `room`.
  func advance(
    at now: Instant, _ style: GlyphStyle, _ charset: Charset, in room: GlyphArea
  ) {
    let look = Look(style: style, charset: charset, room: room)
    let isNew = look != self.look
    self.look = look
    let hasCome = readOn()
    if isNew || hasCome { drawPicture(look) }
    if isNew { player.redraw() }
    player.advance(at: now) { draw($0, look) }
  }

  /// Reads some more of a picture that is still being read, and says whether that was the last of it.
  ///
  /// One that turns out to be damaged is none.
  private func readOn() -> Bool {
    guard case .coming(let png, let file) = content else { return false }
    let result = file.withUnsafeBytes { bytes in
      Result { () throws(ImagingError) in
        try png.advance(bytes, pixelCount: ViewfinderPiece.pixelsAtOnce)
      }
    }
    switch result {
    case .success(let isWhole):
      if isWhole { content = .png(GlyphStill(of: png)) }
      return isWhole
    case .failure:
      content = .none
      return false
    }
  }

  private func drawPicture(_ look: Look) {
    switch content {
    case .none, .coming: break
    case .jpeg(let picture):
      picture.bytes.withUnsafeBytes { draw($0, seen: picture.orientation, look) }
    case .png(let still): draw(still, UnsafeRawBufferPointer(start: nil, count: 0), look)
    }
  }

  private static func content(of picture: StoredPicture) -> Content {
    picture.bytes.withUnsafeBytes { bytes in
      guard PNGPicture.isBegun(by: bytes) else { return .jpeg(picture) }
      // One that is refused is none.
      return (try? PNGPicture(bytes)).map { .coming($0, picture.bytes) } ?? .none
    }
  }

  /// Copies it into `grid`, with its faces and the frame that it may have around it.
  func compose(_ overlay: ViewfinderOverlay, into grid: inout GlyphGrid) {
    guard let area else { return }
    grid.copy(glyphs, to: area)
    if let faces { overlay.draw(faces, over: size, in: area, into: &grid) }
    switch place {
    case .frame: overlay.drawFrame(at: area.grown(by: 1, 1), within: grid.area, into: &grid)
    case .whole: break
    }
  }

  /// What can't be decoded leaves what was there.
  private func draw(
    _ jpeg: UnsafeRawBufferPointer, seen orientation: Orientation? = nil, _ look: Look
  ) {
    guard let still = try? GlyphStill(sizing: jpeg, seen: orientation) else { return }
    draw(still, jpeg, look)
  }

  private func draw(_ still: GlyphStill, _ bytes: UnsafeRawBufferPointer, _ look: Look) {
    let area = area(of: still, look)
    glyphs.resize(columns: area.columns, rows: area.rows)
    let isDrawn: Void? = try? still.draw(bytes, look.style, look.charset, into: &glyphs)
    size = PictureSize(width: still.width, height: still.height)
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
