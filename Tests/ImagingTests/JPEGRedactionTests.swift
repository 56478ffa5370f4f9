import CTestPicture
import Core
import Testing

@testable import Imaging

/// In a redacted copy nothing is left of the blank parts, and all else is as it was.
@Suite struct JPEGRedactionTests {
  /// Pictures of all kinds that the library knows.
  static let kinds: [(name: String, picture: CameraPicture)] = {
    var kinds = [[1, 1], [2, 1], [2, 2], [1, 2], [4, 1]].map { factors in
      ("\(factors)", CameraPicture(sampling: (factors[0], factors[1])))
    }
    kinds.append(("grey", CameraPicture(sampling: nil)))
    kinds.append(("red, green, blue", CameraPicture(sampling: (1, 1), colours: .red)))
    kinds.append(("inks", CameraPicture(sampling: (1, 1), colours: .inks)))
    kinds.append(("progressive", CameraPicture(sampling: (2, 2), isProgressive: true)))
    kinds.append(("with restarts", CameraPicture(restartInterval: 7, sampling: (2, 2))))
    kinds.append(("arithmetic", CameraPicture(sampling: (2, 2), isArithmetic: true)))
    kinds.append(("finest", CameraPicture(quality: 100, sampling: (2, 2))))
    kinds.append(("odd", CameraPicture(width: 947, height: 537, sampling: (2, 2))))
    return kinds
  }()
  static let names = kinds.map(\.name)

  private static let area = PixelArea(x: 200, y: 100, width: 150, height: 130)

  private func redacted(
    _ jpeg: [UInt8], _ areas: [PixelArea]
  ) throws(ImagingError) -> RedactedPicture {
    try jpeg.withUnsafeBytes { bytes in
      Result { () throws(ImagingError) in try JPEGRedaction.redacted(bytes, areas) }
    }.get()
  }

  private func picture(_ name: String) throws -> CameraPicture {
    try #require(Self.kinds.first { $0.name == name }?.picture)
  }

  private func difference(_ jpeg: [UInt8], _ copy: RedactedPicture) -> test_difference {
    let areas = copy.areas.map { test_area($0) }
    return test_picture_compare(
      jpeg, jpeg.count, copy.jpeg, copy.jpeg.count, areas, areas.count)
  }

  @Test(arguments: names)
  func insideAllIsZeroAndOutsideAllIsEqual(name: String) throws {
    let jpeg = try picture(name).jpeg
    let far = PixelArea(x: 480, y: 300, width: 9_000, height: 40)
    let copy = try redacted(jpeg, [Self.area, far])
    let found = difference(jpeg, copy)
    #expect(found.is_comparable && !found.has_other_tables)
    #expect(found.inside == 0 && found.outside == 0)
    #expect(copy.areas.count == 2 && copy.areas[0].includes(Self.area))
    #expect(difference(jpeg, RedactedPicture(jpeg: copy.jpeg, areas: [])).outside > 0)
  }

  @Test(arguments: names)
  func picturesThatDifferOnlyInsideBecomeTheSameBytes(name: String) throws {
    var picture = try picture(name)
    let copy = try redacted(picture.jpeg, [Self.area])
    // The blot fills the same whole blocks.
    picture.blot = copy.areas[0]
    #expect(picture.jpeg != CameraPicture(sampling: picture.sampling).jpeg)
    #expect(try redacted(picture.jpeg, [Self.area]) == copy)
  }

  @Test func whatComesBesideAndBehindIsGone() throws {
    let jpeg = CameraPicture(sampling: (2, 2)).jpeg
    let secret = Array("a thumbnail of the face".utf8)
    let count = secret.count + 2
    var full = Array(jpeg[..<2])
    full += [0xFF, 0xE1, UInt8(count >> 8), UInt8(count & 0xFF)]
    full += secret
    full += jpeg[2...]
    full += secret
    let copy = try redacted(full, [Self.area])
    #expect(try copy == redacted(jpeg, [Self.area]))
  }

  @Test func whatLiesOutsideOfThePictureBlanksNothing() throws {
    let jpeg = CameraPicture(width: 17, height: 13, sampling: (2, 2)).jpeg
    let copy = try redacted(jpeg, [PixelArea(x: 40, y: -90, width: 30, height: 60)])
    #expect(copy.areas == [] && difference(jpeg, copy).outside == 0)
  }

  @Test func aPictureThatIsNotWholeIsRefused() throws {
    let jpeg = CameraPicture(sampling: (2, 2)).jpeg
    #expect(throws: ImagingError.self) { try redacted(Array(jpeg.prefix(9_000)), [Self.area]) }
    #expect(throws: ImagingError.self) { try redacted([], [Self.area]) }
    let odd = CameraPicture(sampling: (3, 1)).jpeg
    #expect(throws: ImagingError.self) { try redacted(odd, [Self.area]) }
  }
}
