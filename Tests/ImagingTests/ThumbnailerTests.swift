import Core
import Testing

@testable import Imaging

struct ThumbnailerTests {
  static let rawFormats: [PixelFormat] = [.yuyv, .nv12, .yu12]

  @Test func refusesSizesThatNoFrameHas() {
    let layout = FrameLayout(format: .yuyv, width: 0, height: 4, bytesPerLine: 8)
    #expect(throws: ImagingError.sizeOutOfRange(width: 0, height: 4)) {
      _ = try Thumbnailer(layout: layout)
    }
  }

  @Test(arguments: rawFormats) func refusesAFrameOneByteShort(format: PixelFormat) {
    let picture = Picture(width: 16, height: 12)
    let frame = picture.bytes(as: picture.layout(format))
    let error = ImagingError.frameTooShort(byteCount: frame.count - 1, needed: frame.count)
    #expect(throws: error) { try thumbnail(of: frame.dropLast(), picture.layout(format)) }
  }

  @Test func refusesAnMJPEGFrameThatIsNone() {
    let layout = Picture(width: 16, height: 16).layout(.mjpeg)
    #expect(throws: ImagingError.frameTooShort(byteCount: 0, needed: 4)) {
      try thumbnail(of: [], layout)
    }
    #expect(throws: ImagingError.notDecodable(.notJPEG)) {
      try thumbnail(of: [UInt8](repeating: 7, count: 99), layout)
    }
  }

  @Test func refusesAnMJPEGFrameOfAnotherSize() {
    let jpeg = Picture(width: 32, height: 16).jpeg()
    #expect(throws: ImagingError.sizeMismatch(width: 32, height: 16)) {
      try thumbnail(of: jpeg, Picture(width: 16, height: 16).layout(.mjpeg))
    }
  }

  @Test func refusesWhatTheLibraryCannotDecode() throws {
    let picture = Picture(width: 32, height: 16)
    let withoutQuantization = picture.jpeg().without(0xDB)
    do {
      _ = try thumbnail(of: withoutQuantization, picture.layout(.mjpeg))
      Issue.record("it decoded")
    } catch ImagingError.codec(let words) {
      #expect(!words.isEmpty)
    }
  }

  @Test(arguments: [
    (PixelFormat.yuyv, 0), (.yuyv, 6), (.nv12, 0), (.nv12, 6), (.yu12, 0), (.yu12, 5),
  ])
  func cellsAreMeansOfLuma(format: PixelFormat, padding: Int) throws {
    let picture = Picture(width: 163, height: 77)
    let layout = picture.layout(format, padding: padding)
    let thumbnail = try thumbnail(of: picture.bytes(as: layout), layout)
    #expect(thumbnail == means(of: picture, cell: 3))
  }

  @Test func aFrameWithinTheLimitIsItsOwnThumbnail() throws {
    let picture = Picture(width: 7, height: 5)
    let layout = picture.layout(.yuyv)
    let thumbnail = try thumbnail(of: picture.bytes(as: layout), layout)
    #expect(thumbnail == means(of: picture, cell: 1))
  }

  @Test(arguments: [false, true]) func anMJPEGFrameIsReducedToEighths(hasTables: Bool) throws {
    let picture = Picture(width: 96, height: 64)
    let jpeg = hasTables ? picture.jpeg() : picture.jpeg().without(JPEGMarker.huffmanTables)
    let thumbnail = try thumbnail(of: jpeg, picture.layout(.mjpeg))
    let expected = means(of: picture, cell: 8)
    #expect(thumbnail.width == 12)
    #expect(thumbnail.height == 8)
    #expect(zip(thumbnail.luma, expected.luma).allSatisfy { abs(Int($0) - Int($1)) <= 2 })
  }

  @Test func aLargeMJPEGFrameIsReducedFurther() throws {
    let picture = Picture(width: 656, height: 16)
    let thumbnail = try thumbnail(of: picture.jpeg(), picture.layout(.mjpeg))
    #expect(thumbnail.width == 41)
    #expect(thumbnail.height == 1)
    let expected = means(of: picture, cell: 16)
    #expect(zip(thumbnail.luma, expected.luma).allSatisfy { abs(Int($0) - Int($1)) <= 2 })
  }

  @Test func aFrameWithAWarningPasses() throws {
    let picture = Picture(width: 96, height: 64)
    let jpeg = picture.jpeg().dropLast(2)
    let thumbnail = try thumbnail(of: Array(jpeg), picture.layout(.mjpeg))
    #expect(thumbnail.width == 12)
  }

  @Test func mutatedFramesAreRefusedOrReduced() {
    let picture = Picture(width: 96, height: 64)
    let jpeg = picture.jpeg()
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<200 {
      var mutant = jpeg
      for _ in 0..<4 {
        let index = Int.random(in: mutant.indices, using: &generator)
        mutant[index] = .random(in: 0...255, using: &generator)
      }
      // Refusing it is the other right answer.
      guard let thumbnail = try? thumbnail(of: mutant, picture.layout(.mjpeg)) else { continue }
      #expect(thumbnail.luma.count == 12 * 8)
    }
  }

  private func thumbnail(of frame: [UInt8], _ layout: FrameLayout) throws -> Thumbnail {
    var thumbnailer = try Thumbnailer(layout: layout)
    return try frame.withUnsafeBytes { try thumbnailer.thumbnail(of: $0) }
  }

  /// The thumbnail that adding up every cell by itself gives.
  private func means(of picture: Picture, cell: Int) -> Thumbnail {
    let (width, height) = ((picture.width + cell - 1) / cell, (picture.height + cell - 1) / cell)
    let luma = (0..<width * height).map { index -> UInt8 in
      let (left, top) = (index % width * cell, index / width * cell)
      var sum = 0
      var count = 0
      for y in top..<min(top + cell, picture.height) {
        for x in left..<min(left + cell, picture.width) {
          sum += Int(picture.luma(x, y))
          count += 1
        }
      }
      return UInt8((sum + count / 2) / count)
    }
    return Thumbnail(width: width, height: height, luma: luma)
  }
}

struct CellGridTests {
  @Test(arguments: [
    (640, 480, 80, 60), (1280, 720, 80, 45), (1920, 1080, 80, 45), (160, 90, 80, 45),
    (80, 60, 80, 60), (81, 60, 41, 30), (40, 30, 40, 30), (1, 1, 1, 1), (65_500, 1, 80, 1),
  ])
  func gridHasAtMost80By60Cells(planeWidth: Int, planeHeight: Int, width: Int, height: Int) {
    let grid = CellGrid(planeWidth: planeWidth, planeHeight: planeHeight)
    #expect(grid.width == width)
    #expect(grid.height == height)
  }

  @Test(arguments: [(640, 480), (163, 77), (81, 60), (1, 1)])
  func cellsCoverEverySampleOnce(planeWidth: Int, planeHeight: Int) {
    let grid = CellGrid(planeWidth: planeWidth, planeHeight: planeHeight)
    #expect((0..<grid.width).flatMap { grid.columns(of: $0) } == Array(0..<planeWidth))
    #expect((0..<grid.height).flatMap { grid.rows(of: $0) } == Array(0..<planeHeight))
  }
}
