import CAllocationCount
import CJPEG
import Core
import Testing

@testable import Imaging

@Suite struct GlyphMemoryTests {
  /// How often memory is asked for by 20 frames and what is sent of them, after others of the same size.
  private func allocations(
    _ frames: [[UInt8]], _ layout: FrameLayout, seen orientation: Orientation = .topLeft
  ) throws -> Int64 {
    var renderer = try GlyphRenderer()
    var grid = GlyphGrid(columns: 80, rows: 24)
    var writer = GlyphWriter(.init(columns: 80, rows: 24, .indexed))
    var output: [UInt8] = []
    var style = GlyphStyle()
    style.turnGradient(on: true)
    let area = grid.area.fitting(layout.width, layout.height, cell: 40)
    // All cells, with all that may have to be said of each.
    output.reserveCapacity(grid.count * 48)
    var before: Int64 = 0
    for number in 0..<22 {
      if number == 2 { before = allocation_count() }
      try frames[number % frames.count].withUnsafeBytes { frame in
        try renderer.draw(
          frame, layout, number: number, seen: orientation, style, .unicode, into: &grid, area)
      }
      output.removeAll(keepingCapacity: true)
      _ = writer.update(to: grid, into: &output)
    }
    return allocation_count() - before
  }

  @Test func theCountCounts() {
    let before = allocation_count()
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 100, alignment: 16)
    memory.deallocate()
    #expect(allocation_count() == before + 1)
  }

  @Test(arguments: [PixelFormat.yuyv, .nv12, .yu12], [Orientation.topLeft, .leftBottom])
  func aRawFrameTakesNoMemory(format: PixelFormat, orientation: Orientation) throws {
    let frames = [Picture(width: 320, height: 240), Picture(width: 320, height: 240)]
    let layout = frames[0].layout(format)
    let bytes = frames.map { $0.bytes(as: layout) }
    #expect(try allocations(bytes, layout, seen: orientation) == 0)
  }

  @Test func anMJPEGFrameTakesWhatLibjpegTakesForItself() throws {
    let jpeg = Picture(width: 320, height: 240).jpeg()
    let layout = FrameLayout(format: .mjpeg, width: 320, height: 240, bytesPerLine: 0)
    let ours = try allocations([jpeg], layout)
    let theirs = try libraryAllocations(jpeg)
    #expect(ours == 20 * theirs)
  }

  /// How often libjpeg asks for memory while it reads the header of `jpeg` and decodes it at a quarter of its size.
  private func libraryAllocations(_ jpeg: [UInt8]) throws -> Int64 {
    let codec = try Codec(owning: tjInitDecompress())
    let memory = Memory<UInt8>(count: 3 * 80 * 60)
    let pointers = UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>.allocate(capacity: 3)
    defer { pointers.deallocate() }
    for plane in 0..<3 { pointers[plane] = memory.start + plane * 80 * 60 }
    var (width, height, sampling, colours): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    var count: Int64 = 0
    // It keeps something of the first time.
    for _ in 0..<3 {
      let before = allocation_count()
      let header = tjDecompressHeader3(
        codec.handle, jpeg, UInt(jpeg.count), &width, &height, &sampling, &colours)
      let picture = tjDecompressToYUVPlanes(
        codec.handle, jpeg, UInt(jpeg.count), pointers, 80, nil, 60, TJFLAG_LIMITSCANS)
      count = allocation_count() - before
      #expect(header == 0 && picture == 0)
    }
    return count
  }
}
