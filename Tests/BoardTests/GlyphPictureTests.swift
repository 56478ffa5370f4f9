import Core
import Evidence
import Glibc
import Imaging
import System
import Testing

@testable import Board

/// A photo that is wanted as glyphs, from a frame to three files.
@Suite final class GlyphPictureTests {
  private let directory: String
  private let now = Moment(bootID: "boot", instant: .zero + .seconds(10), wall: .unset)

  init() {
    var template = Array("/tmp/exhibit-glyphs-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { preconditionFailure("mkdtemp: \(errno)") }
    directory = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit {
    Folder.erase(directory)
  }

  /// The piece that a frame of 160×120 pixels becomes, dark at its left and bright at its right.
  private func piece(
    _ style: GlyphStyle?, _ orientation: Orientation? = nil
  ) throws -> StoredPiece {
    var photos = PendingPhotos()
    var store = BoardStore(
      StoreSetup(
        directory: directory, device: "\(directory)/device", program: ProgramFacts(version: "1")))
    _ = try store.open(at: now)
    let series = Series(origin: .zero, countdown: .seconds(3), interval: .seconds(1), count: 1)
    let frame = Frame(sequence: 7, byteCount: 512, stamped: .zero + .seconds(3))
    var shot = Shot(id: 1, series: series, index: 0, frame: frame)
    (shot.glyphs, shot.orientation) = (style, orientation)
    var pixels: [UInt8] = []
    for place in 0..<160 * 120 { pixels += [UInt8(place % 160), 128] }
    let layout = FrameLayout(format: .yuyv, width: 160, height: 120, bytesPerLine: 320)
    try pixels.withUnsafeBytes { bytes in
      try photos.keep(LentFrame(bytes, layout, format: "YUYV", quality: 90), for: 1)
    }
    return try photos.insert(shot, taken: now, into: store, at: now)
  }

  private func bytes(_ file: StoredFile?) throws -> [UInt8] {
    let file = try #require(file)
    return try #require(try File.bytes(at: "\(directory)/\(file.file)", limit: 1 << 20))
  }

  /// What a look at the stored file alone makes of it.
  private func drawn(_ piece: StoredPiece, _ style: GlyphStyle) throws -> [[UInt8]] {
    let picture = try #require(try File.bytes(at: "\(directory)/\(piece.file)", limit: 1 << 20))
    var style = style
    style.depth = .indexed
    return try picture.withUnsafeBytes { bytes in
      let still = try GlyphStill(checking: bytes)
      let area = still.area(columns: GlyphArea.columns(ofCell: style.value(of: .cell)))
      return try still.drawn(bytes, style, .unicode, area, as: [.text, .ansi])
    }
  }

  @Test func nobodyAskedForThem() throws {
    #expect(try piece(nil).glyphs == nil)
    #expect(access("\(directory)/evidence/000/000001.txt", F_OK) != 0)
  }

  @Test func theyAreWhatTheStoredFileLooksLike() throws {
    var style = GlyphStyle()
    style.choose(.squares)
    style.choose(GlyphPreset.orange.colour, for: .symbols)
    let piece = try piece(style)
    let drawn = try drawn(piece, style)
    #expect(try bytes(piece.glyphs?.text) == drawn[0])
    #expect(try bytes(piece.glyphs?.ansi) == drawn[1])
    #expect(piece.glyphs?.columns == 96 && piece.glyphs?.rows == 36)
  }

  @Test func theyAreUpright() throws {
    var style = GlyphStyle()
    style.set(.jitter, to: 0)
    let glyphs = try #require(try piece(style, .rightTop).glyphs)
    // Turned clockwise by 90° it is 120×160, and what was left is at the top.
    #expect(glyphs.columns == 96 && glyphs.rows == 64)
    let lines = String(decoding: try bytes(glyphs.text), as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[0].isEmpty && !lines[63].isEmpty)
  }

  @Test func noneHasMoreCellsThanMayBe() throws {
    var style = GlyphStyle()
    style.set(.cell, to: 100)
    let glyphs = try #require(try piece(style).glyphs)
    #expect(glyphs.columns == 180 && glyphs.columns * glyphs.rows <= GlyphCapture.mostCells)
  }
}
