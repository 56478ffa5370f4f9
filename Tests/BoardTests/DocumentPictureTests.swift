import Core
import Evidence
import Glibc
import System
import Testing

@testable import Board

/// What a mask frames, from a frame to two files.
@Suite final class DocumentPictureTests {
  private let directory: String
  private let now = Moment(bootID: "boot", instant: .zero + .seconds(10), wall: .unset)

  init() {
    var template = Array("/tmp/exhibit-documents-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { preconditionFailure("mkdtemp: \(errno)") }
    directory = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit {
    Folder.erase(directory)
  }

  /// The piece that a grey frame of 160×120 pixels becomes, framed so and seen so.
  private func piece(_ mask: Mask?, _ orientation: Orientation? = nil) throws -> StoredPiece {
    var photos = PendingPhotos()
    var store = BoardStore(
      StoreSetup(
        directory: directory, device: "\(directory)/device", program: ProgramFacts(version: "1")))
    _ = try store.open(at: now)
    let series = Series(origin: .zero, countdown: .seconds(3), interval: .seconds(1), count: 1)
    let frame = Frame(sequence: 7, byteCount: 512, stamped: .zero + .seconds(3))
    var shot = Shot(id: 1, series: series, index: 0, frame: frame)
    (shot.mask, shot.orientation) = (mask, orientation)
    let grey = [UInt8](repeating: 128, count: 160 * 120 * 2)
    let layout = FrameLayout(format: .yuyv, width: 160, height: 120, bytesPerLine: 320)
    try grey.withUnsafeBytes { bytes in
      try photos.keep(LentFrame(bytes, layout, format: "YUYV", quality: 90), for: 1)
    }
    return try photos.insert(shot, taken: now, into: store, at: now)
  }

  @Test func withoutAMaskItIsAPhoto() throws {
    #expect(try piece(nil).crop == nil)
  }

  @Test func aRawFrameIsCutAtTheBlocksOfOurOwnPicture() throws {
    let crop = try #require(try piece(.qr).crop)
    // 26, 6, 108, 108, in blocks of 16 pixels, as far as the picture goes.
    #expect(crop.area == PixelArea(x: 16, y: 0, width: 128, height: 120))
    #expect(access("\(directory)/\(crop.file)", R_OK) == 0)
  }

  @Test func theMaskLiesInTheUprightPicture() throws {
    let crop = try #require(try piece(.id, .rightTop).crop)
    // Upright it is 120×160; the card is 108×68 there, so 68×108 as the camera sent it.
    #expect(crop.area == PixelArea(x: 32, y: 0, width: 96, height: 120))
  }
}
