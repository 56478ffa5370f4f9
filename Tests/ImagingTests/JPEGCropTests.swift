import CJPEG
import Core
import Testing

@testable import Imaging

/// What a crop shows is, sample by sample, what the whole picture shows there.
@Suite struct JPEGCropTests {
  /// Samplings of cameras and of ours: 4:4:4, 4:2:2, 4:2:0, 4:4:0, 4:1:1, and grey.
  static let samplings = [[1, 1], [2, 1], [2, 2], [1, 2], [4, 1], []]
  static let sizes = [[640, 480], [333, 241], [17, 9], [8, 8], [1, 1]]

  private func crop(_ jpeg: [UInt8], _ area: PixelArea) throws(ImagingError) -> PictureCrop {
    try jpeg.withUnsafeBytes { bytes in
      Result { () throws(ImagingError) in try JPEGCrop.crop(bytes, to: area) }
    }.get()
  }

  private func picture(_ sampling: [Int], _ size: [Int]) -> CameraPicture {
    CameraPicture(
      width: size[0], height: size[1], sampling: sampling.isEmpty ? nil : (sampling[0], sampling[1])
    )
  }

  /// Areas in the middle, at all edges, of one pixel, and of all.
  private func areas(_ width: Int, _ height: Int) -> [PixelArea] {
    [
      Mask.id.area(inUpright: width, height), Mask.qr.area(inUpright: width, height),
      PixelArea(x: 0, y: 0, width: 1, height: 1),
      PixelArea(x: width - 1, y: height - 1, width: 1, height: 1),
      PixelArea(x: width / 2, y: 0, width: width - width / 2, height: 1),
      PixelArea(x: 0, y: height / 3, width: 1, height: height - height / 3),
      PixelArea(x: 0, y: 0, width: width, height: height),
    ]
  }

  @Test(arguments: samplings, sizes)
  func itHasTheSamplesOfThePicture(sampling: [Int], size: [Int]) throws {
    let jpeg = picture(sampling, size).jpeg
    let whole = try #require(Planes(of: jpeg))
    for area in areas(size[0], size[1]) {
      let crop = try crop(jpeg, area)
      let part = try #require(Planes(of: crop.jpeg))
      #expect(part.width == crop.area.width && part.height == crop.area.height)
      #expect(crop.area.includes(area))
      for index in part.planes.indices {
        let (across, down) = index == 0 || sampling.isEmpty ? (1, 1) : (sampling[0], sampling[1])
        let expected = whole.planes[index].part(
          crop.area.x / across, crop.area.y / down, part.planes[index])
        #expect(expected == part.planes[index].samples, "plane \(index) of \(crop.area)")
      }
    }
  }

  @Test(arguments: samplings)
  func itGrowsByLessThanABlockAtEachSide(sampling: [Int]) throws {
    let jpeg = picture(sampling, [640, 480]).jpeg
    let (across, down) = sampling.isEmpty ? (8, 8) : (8 * sampling[0], 8 * sampling[1])
    let area = Mask.passport.area(inUpright: 640, 480)
    let grown = try crop(jpeg, area).area
    #expect(grown == area.grown(toBlocks: across, down, in: 640, 480))
    #expect(area.x - grown.x < across && area.y - grown.y < down)
  }

  @Test func aProgressivePictureIsCutToo() throws {
    let jpeg = CameraPicture(isProgressive: true).jpeg
    let crop = try crop(jpeg, PixelArea(x: 100, y: 100, width: 50, height: 50))
    #expect(crop.area == PixelArea(x: 96, y: 96, width: 64, height: 56))
    try crop.jpeg.withUnsafeBytes { bytes in
      Result { () throws(ImagingError) in try PictureCheck.check(complete: bytes) }
    }.get()
  }

  @Test func ourOwnPicturesAreCut() throws {
    let jpeg = Picture(width: 99, height: 55).jpeg()
    let crop = try crop(jpeg, PixelArea(x: 20, y: 20, width: 70, height: 30))
    #expect(crop.area == PixelArea(x: 16, y: 16, width: 80, height: 39))
  }

  @Test func theSameIsCutTheSame() throws {
    let jpeg = CameraPicture().jpeg
    let first = try crop(jpeg, PixelArea(x: 100, y: 90, width: 300, height: 200))
    #expect(try crop(jpeg, first.area) == first)
  }

  @Test(arguments: [
    [-1, 0, 5, 5], [0, -1, 5, 5], [0, 0, 0, 5], [0, 0, 5, 0], [0, 0, 641, 5], [639, 0, 2, 1],
    [0, 479, 1, 2],
  ])
  func anAreaOutsideIsRefused(area: [Int]) {
    let area = PixelArea(x: area[0], y: area[1], width: area[2], height: area[3])
    #expect(throws: ImagingError.sizeOutOfRange(width: 640, height: 480)) {
      try crop(CameraPicture().jpeg, area)
    }
  }

  @Test(arguments: [(3, 1), (3, 2)])
  func anArrangementThatIsNotKnownIsRefused(across: Int, down: Int) {
    let jpeg = CameraPicture(sampling: (across, down)).jpeg
    #expect(throws: ImagingError.self) {
      try crop(jpeg, PixelArea(x: 0, y: 0, width: 9, height: 9))
    }
  }

  @Test func whatIsNoPictureIsRefused() {
    for bytes in [[], [0xFF], [0xFF, 0xD8, 0xFF, 0xD9], [UInt8](repeating: 0, count: 999)] {
      #expect(throws: ImagingError.self) {
        try crop(bytes, PixelArea(x: 0, y: 0, width: 1, height: 1))
      }
    }
  }

  /// Kept frames are whole; but whatever comes here, what leaves is a whole picture of the area or nothing.
  @Test func damageLeadsToNoCropOrToAWholeOne() throws {
    let jpeg = CameraPicture(width: 160, height: 120).jpeg
    var generator = SeededGenerator(seed: 9)
    let area = PixelArea(x: 40, y: 40, width: 60, height: 50)
    for _ in 0..<300 {
      var mutant = jpeg
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        mutant[.random(in: mutant.indices, using: &generator)] = .random(
          in: 0...255, using: &generator)
      }
      if Bool.random(using: &generator) {
        mutant.removeLast(.random(in: 0..<mutant.count, using: &generator))
      }
      guard let found = try? crop(mutant, area) else { continue }
      #expect(found.area.includes(area))
      let isWhole = found.jpeg.withUnsafeBytes { (try? PictureCheck.check($0)) != nil }
      #expect(isWhole)
    }
  }
}

extension PixelArea {
  func includes(_ other: PixelArea) -> Bool {
    x <= other.x && y <= other.y && x + width >= other.x + other.width
      && y + height >= other.y + other.height
  }
}

/// The samples of a picture before its chroma is spread, which would mix those at the border of a crop with others.
private struct Planes {
  struct Plane {
    let width, height: Int
    var samples: [UInt8]

    /// As much as `other` has, from `x`, `y` on.
    func part(_ x: Int, _ y: Int, _ other: Plane) -> [UInt8] {
      (0..<other.height).flatMap { row in
        let start = (y + row) * width + x
        return samples[start..<start + other.width]
      }
    }
  }

  var width = 0, height = 0
  var planes: [Plane] = []

  init?(of jpeg: [UInt8]) {
    let handle = tjInitDecompress()
    defer { tjDestroy(handle) }
    var (width, height, subsampling, space) = (Int32(), Int32(), Int32(), Int32())
    let count = UInt(jpeg.count)
    guard tjDecompressHeader3(handle, jpeg, count, &width, &height, &subsampling, &space) == 0
    else { return nil }
    (self.width, self.height) = (Int(width), Int(height))
    let isGrey = subsampling == Int32(TJSAMP_GRAY.rawValue)
    for component in 0..<Int32(isGrey ? 1 : 3) {
      let across = Int(tjPlaneWidth(component, width, subsampling))
      let down = Int(tjPlaneHeight(component, height, subsampling))
      planes.append(
        Plane(width: across, height: down, samples: [UInt8](repeating: 0, count: across * down)))
    }
    let memory = planes.map { UnsafeMutablePointer<UInt8>.allocate(capacity: $0.samples.count) }
    defer { for plane in memory { plane.deallocate() } }
    var places: [UnsafeMutablePointer<UInt8>?] = memory
    guard tjDecompressToYUVPlanes(handle, jpeg, count, &places, 0, nil, 0, 0) == 0 else {
      return nil
    }
    for index in planes.indices {
      planes[index].samples = Array(
        UnsafeBufferPointer(start: memory[index], count: planes[index].samples.count))
    }
  }
}
