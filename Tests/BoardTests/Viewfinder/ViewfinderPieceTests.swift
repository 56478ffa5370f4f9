import Evidence
import Glibc
import Imaging
import System
import Testing

@testable import Board
@testable import Core

/// A real PNG file, imported into a real store and looked at.
@Suite final class ViewfinderPieceTests {
  private let directory: String
  private let piece = ViewfinderPiece(.frame)
  private let now = Moment(bootID: "boot", instant: .zero + .seconds(10), wall: .unset)
  private let room = GlyphArea(column: 0, row: 0, columns: 80, rows: 21)

  init() throws {
    var template = Array("/tmp/exhibit-piece-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { preconditionFailure("mkdtemp: \(errno)") }
    directory = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    mkdir("\(directory)/store", 0o750)
  }

  deinit { Folder.erase(directory) }

  /// A white picture of 1200 × 960 pixels, more than are read at once.
  private static var white: [UInt8] {
    var grid = GlyphGrid(columns: 100, rows: 40)
    grid.fill(with: GlyphCell("█", GlyphPreset.white.colour, on: GlyphPreset.white.colour))
    return GlyphCapture.bytes(of: grid, as: .png, .direct)
  }

  /// A store with `file` as its one piece.
  private func store(with file: [UInt8]) throws -> BoardStore {
    try File.write(file, to: "\(directory)/file.png")
    var board = BoardStore(
      StoreSetup(
        directory: "\(directory)/store", device: "\(directory)/device",
        program: ProgramFacts(version: "1")))
    _ = try board.open(at: now)
    let store = try #require(board.current)
    var event = store.beginImport(at: "\(directory)/file.png", batch: "batch", room: .max)
    while event != .complete {
      event = event == .copied ? store.placeImport(at: now) : store.copyImport()
    }
    return board
  }

  private func look(at board: BoardStore, isInverted: Bool = false) {
    // Its glyphs are those of no frame, and don't stray.
    var style = GlyphStyle()
    style.choose(.squares)
    style.isInverted = isInverted
    piece.show(ViewfinderScene.Piece(1, still: nil), of: board.current, at: .zero)
    piece.advance(at: .zero, style, .ascii, in: room)
  }

  /// The glyphs in the frame's third row.
  private func row() -> String {
    var grid = GlyphGrid(columns: room.columns, rows: room.rows)
    piece.compose(ViewfinderOverlay(GlyphStyle(), .ascii, .english), into: &grid)
    let scalars = (0..<grid.columns).compactMap { Unicode.Scalar(grid[3, $0].glyph) }
    return String(String.UnicodeScalarView(scalars))
  }

  @Test func anImportedPNGPictureIsReadByTurnsAndDrawn() throws {
    let board = try store(with: Self.white)
    look(at: board)
    #expect(piece.isPlaying && piece.area == nil, "it is not read by turns")
    look(at: board)
    let area = try #require(piece.area)
    #expect(!piece.isPlaying && area.columns == 30 && area.rows == 12)
    #expect(row().contains("|\(String(repeating: "@", count: 30))|"), "\(row())")
  }

  @Test func itIsReadOnceAndDrawnAnewForAnotherLook() throws {
    let board = try store(with: Self.white)
    for _ in 1...2 { look(at: board) }
    #expect(unlink("\(directory)/store/evidence/000/000001.png") == 0)
    look(at: board, isInverted: true)
    #expect(!piece.isPlaying && !row().contains("@") && row().contains("|   "), "\(row())")
  }

  /// In its header, in its palette and in its rows.
  @Test(arguments: [20, 45, 2000])
  func aDamagedOneIsNotDrawn(place: Int) throws {
    var file = Self.white
    file[place] ^= 0xff
    let board = try store(with: file)
    for _ in 1...3 { look(at: board) }
    #expect(!piece.isPlaying && piece.area == nil)
  }
}
