import Core
import Testing

@testable import Imaging

@Suite struct PNGPictureTests {
  /// The samples of the picture in `file`, read so many pixels at a time.
  private func plane(
    _ file: [UInt8], pixelCount: Int = .max, mostSamples: Int = 1 << 22
  ) throws -> [UInt8] {
    try file.withUnsafeBytes { bytes in
      let picture = try PNGPicture(bytes, mostSamples: mostSamples)
      while try !picture.advance(bytes, pixelCount: pixelCount) {}
      return Array(picture.frame.prefix(picture.layout.width * picture.layout.height))
    }
  }

  /// Why the picture in `file` can't be shown; nil where it can.
  private func reason(_ file: [UInt8]) -> String? {
    file.withUnsafeBytes { bytes in
      do throws(ImagingError) {
        _ = try GlyphStill(checking: bytes)
        return nil
      } catch {
        return error.reason.english
      }
    }
  }

  @Test(arguments: SamplePNG.Kind.allCases, [false, true])
  func everyKindIsRead(kind: SamplePNG.Kind, isInterlaced: Bool) throws {
    for depth in kind.depths {
      for (width, height) in [(13, 11), (1, 1), (3, 2), (1, 9)] {
        let sample = SamplePNG(
          width: width, height: height, kind: kind, depth: depth, isInterlaced: isInterlaced)
        #expect(try plane(sample.bytes) == sample.plane, "\(depth) bits, \(width)×\(height)")
      }
    }
  }

  @Test func whatIsTransparentHasGreyBehindIt() throws {
    var palette = SamplePNG(kind: .palette, depth: 2)
    palette.transparency = [0, 255, 85]
    let opacities = [0, 255, 85, 255]
    let seen = (0..<13 * 11).map { place in
      let (x, y) = (place % 13, place / 13)
      return palette.luma(x, y, opacity: opacities[palette.samples(x, y)[0]])
    }
    #expect(try plane(palette.bytes) == seen)

    var grey = SamplePNG(kind: .grey, depth: 4)
    grey.transparency = [0, UInt8(grey.samples(3, 2)[0])]
    #expect(try plane(grey.bytes)[2 * 13 + 3] == 128)

    var colours = SamplePNG(kind: .colours, depth: 8)
    colours.transparency = colours.samples(5, 1).flatMap { [0, UInt8($0)] }
    let bright = try plane(colours.bytes)
    #expect(bright[1 * 13 + 5] == 128 && bright[0] == colours.luma(0, 0))
  }

  @Test(arguments: [false, true])
  func aLargePictureIsReducedToMeans(isInterlaced: Bool) throws {
    let sample = SamplePNG(width: 11, height: 7, kind: .colours, isInterlaced: isInterlaced)
    // A third of each side is 4 × 3 samples, the last of a row of two columns, the last row of one pixel.
    let means = (0..<12).map { place in
      let columns = place % 4 * 3..<min(11, place % 4 * 3 + 3)
      let rows = place / 4 * 3..<min(7, place / 4 * 3 + 3)
      let pixels = rows.flatMap { y in columns.map { Int(sample.luma($0, y)) } }
      return UInt8((pixels.reduce(0, +) + pixels.count / 2) / pixels.count)
    }
    #expect(try plane(sample.bytes, mostSamples: 20) == means)
  }

  @Test(arguments: [false, true])
  func readByPartsItIsTheSame(isInterlaced: Bool) throws {
    let sample = SamplePNG(kind: .coloursAlpha, depth: 16, isInterlaced: isInterlaced)
    #expect(try plane(sample.bytes, pixelCount: 1) == sample.plane)
    try sample.bytes.withUnsafeBytes { bytes in
      let picture = try PNGPicture(bytes)
      #expect(try !picture.advance(bytes, pixelCount: 100))
    }
  }

  @Test(arguments: [false, true])
  func aPictureThatIsCutOffIsRefused(isInterlaced: Bool) {
    let file = SamplePNG(kind: .palette, depth: 4, isInterlaced: isInterlaced).bytes
    for count in 8..<file.count {
      #expect(reason(Array(file[..<count])) == "it is cut off after \(count) bytes")
    }
    for count in 0..<8 {
      #expect(reason(Array(file[..<count])) == "it is neither a JPEG nor a PNG picture")
    }
  }

  @Test(arguments: ["IHDR", "PLTE", "IDAT", "IEND"])
  func aWrongSumIsRefused(chunk: String) throws {
    var file = SamplePNG(kind: .palette).bytes
    let name = Array(chunk.utf8)
    let place = try #require(file.indices.first { file[$0...].starts(with: name) })
    let length = file[place - 4..<place].reduce(0) { $0 << 8 | Int($1) }
    file[place + 4 + length] ^= 1
    #expect(reason(file) == "the decoder says: \(chunk): CRC error")
  }

  /// A file that says that it has another size.
  private func claiming(width: Int, height: Int) -> [UInt8] {
    let plain = SamplePNG()
    var liar = plain
    (liar.width, liar.height) = (width, height)
    var file = PNGWriter.signature
    file += PNGWriter.chunk("IHDR", liar.header)
    file += plain.bytes[33...]
    return file
  }

  @Test(arguments: [
    (0, 0, "its size is 0×0, which does not fit"), (0, 5, "its size is 0×5, which does not fit"),
    (100_000, 100_000, "it has 100000×100000 pixels; a PNG picture may have 24 million"),
    (
      0xffff_ffff, 0xffff_ffff,
      "it has 4294967295×4294967295 pixels; a PNG picture may have 24 million"
    ),
    (6001, 4000, "it has 6001×4000 pixels; a PNG picture may have 24 million"),
    (65_501, 1, "its size is 65501×1, which does not fit"),
    (6000, 4000, "the decoder says: Not enough image data"),
  ])
  func aSizeThatIsNoneOrEnormousIsRefused(width: Int, height: Int, words: String) {
    #expect(reason(claiming(width: width, height: height)) == words)
  }

  @Test func whatIsUnpackedAndNotWantedIsPassedOver() throws {
    var bomb = PNGWriter(width: 1 << 16, height: 40, palette: [0])
    for _ in 0..<40 { bomb.append([UInt8](repeating: 0, count: 1 << 16)) }
    let sample = SamplePNG()
    var file = PNGWriter.signature
    file += PNGWriter.chunk("IHDR", sample.header)
    file += PNGWriter.chunk("zTXt", [0x61, 0, 0] + bomb.zlib)
    file += PNGWriter.chunk("iCCP", [0x61, 0, 0] + bomb.zlib)
    #expect(try plane(file + sample.bytes[33...]) == sample.plane)
    // Rows that no picture has are not unpacked.
    var surplus = PNGWriter.signature
    surplus += PNGWriter.chunk("IHDR", sample.header)
    surplus += PNGWriter.chunk("IDAT", bomb.zlib)
    surplus += PNGWriter.chunk("IEND", [])
    #expect(try plane(surplus) == [UInt8](repeating: 0, count: 13 * 11))
  }

  @Test func everyChangeOfAByteIsBorne() {
    let file = SamplePNG(width: 5, height: 4, kind: .palette, depth: 4, isInterlaced: true).bytes
    for place in file.indices {
      for change in [0x01, 0x80, 0xff] as [UInt8] {
        var changed = file
        changed[place] ^= change
        #expect(reason(changed) != nil, "byte \(place) ^ \(change)")
      }
    }
  }

  @Test func whatIsDrawnOfItIsWhatIsDrawnOfTheSameFrame() throws {
    var style = GlyphStyle()
    style.choose(.ascii)
    let sample = SamplePNG(width: 64, height: 48, kind: .grey)
    let area = GlyphArea(column: 0, row: 0, columns: 16, rows: 6)
    let file = try sample.bytes.withUnsafeBytes { bytes in
      let still = try GlyphStill(checking: bytes)
      #expect(still.width == 64 && still.height == 48)
      return try still.drawn(bytes, style, .unicode, area, as: [.text])[0]
    }
    let layout = FrameLayout(format: .yu12, width: 64, height: 48, bytesPerLine: 64)
    let frame = sample.plane + [UInt8](repeating: 128, count: 2 * 32 * 24)
    var grid = GlyphGrid(columns: 16, rows: 6)
    var renderer = try GlyphRenderer()
    try frame.withUnsafeBytes { bytes in
      try renderer.draw(bytes, layout, number: 0, style, .unicode, into: &grid, grid.area)
    }
    #expect(file == GlyphCapture.bytes(of: grid, as: .text, style.depth))
  }
}
