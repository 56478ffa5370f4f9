import Core
import Testing

@testable import Imaging

@Suite struct CameraJPEGTests {
  private static let jpeg = CameraPicture(width: 320, height: 240).jpeg

  /// What becomes of `frame`: its picture, whether that is whole, and what was changed.
  private func result(
    of frame: [UInt8]
  ) throws -> (picture: [UInt8], isWhole: Bool, changes: PictureChanges) {
    try frame.withUnsafeBytes { frame in
      try CameraJPEG.withPicture(in: frame) { (picture, _, changes) throws(ImagingError) in
        (Array(picture), CameraJPEG.isWhole(frame), changes)
      }
    }
  }

  @Test(arguments: [false, true])
  func aPictureThatIsWholeStaysAsItIs(isProgressive: Bool) throws {
    let jpeg = CameraPicture(restartInterval: 4, isProgressive: isProgressive).jpeg
    let result = try result(of: jpeg)
    #expect(result.picture == jpeg)
    #expect(result.isWhole)
    #expect(result.changes == PictureChanges())
  }

  /// As long as cameras pad, of zeros, of noise, and of the end of a longer frame before it.
  static let tails: [[UInt8]] = [
    [0], [1, 2], Array(repeating: 0, count: 5_000), (0..<5_000).map { UInt8($0 % 251) },
    CameraPicture(seed: 2).jpeg.suffix(9_000), jpeg,
  ]

  @Test(arguments: tails)
  func whatStandsBehindThePictureIsCutAndCounted(tail: [UInt8]) throws {
    let result = try result(of: Self.jpeg + tail)
    #expect(result.picture == Self.jpeg)
    #expect(result.isWhole)
    #expect(result.changes.cutByteCount == tail.count)
    #expect(!result.changes.hasAddedEnd)
  }

  @Test(arguments: [0, 1, 2, 3, 5_000])
  func anEndThatIsMissingIsAdded(zeroCount: Int) throws {
    let zeros = [UInt8](repeating: 0, count: zeroCount)
    let result = try result(of: Self.jpeg.dropLast(2) + zeros)
    #expect(result.isWhole)
    #expect(result.changes.hasAddedEnd)
    #expect(result.changes.cutByteCount == max(0, zeroCount - 2))
    #expect(result.picture.suffix(2) == [0xFF, 0xD9])
    #expect(result.picture.dropLast(2).starts(with: Self.jpeg.dropLast(2)))
  }

  /// A header that ends in zeros of its own, and nothing but zeros behind it.
  @Test(arguments: [0, 1, 3, 40])
  func theHeaderKeepsItsZeros(zeroCount: Int) throws {
    let structure = try Self.jpeg.withUnsafeBytes { bytes in
      Result { () throws(ImagingError) in try JPEGStructure(of: bytes) }
    }.get()
    let header = Self.jpeg[..<(structure.dataOffset - 3)] + [0, 0, 0]
    let picture = try result(of: header + [UInt8](repeating: 0, count: zeroCount)).picture
    #expect(picture.starts(with: header) && picture.suffix(2) == [0xFF, 0xD9])
  }

  /// A camera that puts a small picture into the header of each.
  @Test func theEndOfAPictureInTheHeaderIsNotThePictures() throws {
    let comment: [UInt8] = [0xFF, 0xFE, 0, 6, 0xFF, 0xD9, 0xFF, 0xD9]
    var jpeg = Self.jpeg
    jpeg.insert(contentsOf: comment, at: 2)
    #expect(try result(of: jpeg).changes == PictureChanges())
    let cut = try result(of: Array(jpeg.dropLast(2)))
    #expect(cut.changes.hasAddedEnd)
    #expect(cut.isWhole)
  }

  @Test(arguments: [20, 500, 5_000])
  func aFrameThatLostPartOfItsPictureIsNotWhole(byteCount: Int) throws {
    let result = try result(of: Self.jpeg.dropLast(byteCount))
    #expect(!result.isWhole)
    #expect(result.changes.hasAddedEnd)
  }

  @Test func tablesAreStillPutIn() throws {
    let jpeg = Self.jpeg.without(JPEGMarker.huffmanTables)
    let result = try result(of: jpeg + [7, 7, 7])
    #expect(result.isWhole)
    #expect(result.changes.hasInsertedTables)
    #expect(result.changes.cutByteCount == 3)
  }

  /// Indexing past the end of the bytes ends a debug build.
  @Test(arguments: 0..<20 as Range<UInt64>) func noMutantIsReadBeyondItsEnd(seed: UInt64) {
    var damage = Damage(seed: seed)
    let mutant = damage.noise(200, in: Self.jpeg)
    for count in [mutant.count, mutant.count / 2, mutant.count / 3, 700, 2] {
      mutant.prefix(count).withUnsafeBytes { frame in _ = CameraJPEG.isWhole(frame) }
    }
  }
}
