import Core
import Testing

@testable import Evidence

/// What is whole of a clip's file, wherever it was cut off or changed.
@Suite struct ClipScanTests {
  private static let seal = ClipSeal(store: "store", piece: "piece")
  private static let key = DeviceKey.random()

  /// A part of a clip's file: what comes before its frames, a frame, or a seal.
  private enum Part { case header, frame, seal }

  /// The parts of a small clip with the offsets of their ends: two frames, a seal, and one frame more.
  private static let clip: (bytes: [UInt8], parts: [(part: Part, end: Int)]) = {
    var bytes = ClipHeader.bytes(width: 64, height: 48)
    var parts = [(part: Part.header, end: bytes.count)]
    for (index, part) in [Part.frame, .frame, .seal, .frame].enumerated() {
      switch part {
      case .header: break
      case .frame:
        let jpeg = picture("frame \(index)")
        bytes += clusterPrefix(of: jpeg, at: UInt64(index) * 40_000 + 7) + jpeg
      case .seal: bytes += seal.bytes(over: Digest.of(bytes), by: key)
      }
      parts.append((part, bytes.count))
    }
    return (bytes, parts)
  }()

  private static func scan(
    _ bytes: [UInt8], slice: Int = .max, by key: PublicKey = key.publicKey
  ) -> ClipScan {
    var scan = ClipScan { bytes, sha256 in seal.holds(bytes, over: sha256, by: key) }
    var rest = bytes[...]
    while !rest.isEmpty {
      rest.prefix(slice).withUnsafeBytes { scan.take($0) }
      rest = rest.dropFirst(slice)
    }
    return scan
  }

  /// How many of the parts before `end` are frames; the parts of the header don't count.
  private static func frames(before end: Int) -> Int {
    clip.parts.count { $0.part == .frame && $0.end <= end }
  }

  @Test(arguments: [1, 7, 33, 100, 4096])
  func aWholeClipHasAllItsFramesInSlicesOfAnySize(slice: Int) {
    let scan = Self.scan(Self.clip.bytes, slice: slice)
    #expect(scan.found.frameCount == 3 && scan.found.sealedFrameCount == 2)
    #expect(scan.found.firstTime == 7 && scan.found.lastTime == 120_007)
    #expect(scan.found.wholeByteCount == Self.clip.bytes.count)
    #expect(scan.sha256 == Digest.of(Self.clip.bytes))
  }

  @Test func aTornClipHasExactlyItsWholeFrames() {
    let sealEnd = Self.clip.parts[3].end
    for end in 0...Self.clip.bytes.count {
      let bytes = Array(Self.clip.bytes[..<end])
      let found = Self.scan(bytes, slice: 5).found
      #expect(found.frameCount == Self.frames(before: end), "cut off at \(end)")
      #expect(found.sealedFrameCount == (end >= sealEnd ? 2 : 0), "cut off at \(end)")
      #expect(found.byteCount == end)
      let whole = Self.clip.parts.last { $0.end <= end }?.end ?? 0
      if whole > 0 { #expect(found.wholeByteCount == whole, "cut off at \(end)") }
    }
  }

  @Test func zerosInPlaceOfTheEndAreNoFrame() {
    for end in 0..<Self.clip.bytes.count {
      let zeros = [UInt8](repeating: 0, count: Self.clip.bytes.count - end + 100)
      let found = Self.scan(Self.clip.bytes[..<end] + zeros).found
      let count = Self.frames(before: end)
      #expect(found.frameCount == count, "zeros from \(end) on")
    }
  }

  @Test func aChangedByteCostsTheFrameThatHasIt() {
    for place in Self.clip.parts[0].end..<Self.clip.bytes.count {
      var bytes = Self.clip.bytes
      bytes[place] ^= 0x10
      let found = Self.scan(bytes).found
      let changed = Self.clip.parts.firstIndex { place < $0.end } ?? 0
      guard Self.clip.parts[changed].part == .frame else {
        #expect(found.sealedFrameCount == 0, "changed at \(place)")
        continue
      }
      #expect(found.frameCount == 2, "changed at \(place)")
      let isLast = changed == Self.clip.parts.count - 1
      #expect(found.sealedFrameCount == (isLast ? 2 : 0), "changed at \(place)")
      #expect((found.brokenByteCount > 0) != isLast, "changed at \(place)")
    }
  }

  @Test(arguments: [0, 4, 9, 16, 24, 30, 33, 36], [1, 7, .max])
  func oneOfManyFramesIsLost(offset: Int, slice: Int) {
    var bytes = ClipHeader.bytes(width: 64, height: 48)
    var ends: [Int] = []
    for index in 0..<245 {
      // Bytes that look like the beginning of a frame.
      let jpeg = picture("\u{1F}C\u{1F}frame \(index)")
      bytes += clusterPrefix(of: jpeg, at: UInt64(index)) + jpeg
      ends.append(bytes.count)
    }
    bytes[ends[0] + offset] ^= 0x20
    let found = Self.scan(bytes, slice: slice).found
    #expect(found.frameCount == 244 && found.lastTime == 244)
    #expect(found.wholeByteCount == bytes.count)
    #expect(found.brokenByteCount == ends[1] - ends[0])
  }

  @Test func aFrameInsideAFrameIsNone() {
    let inner = picture("inner")
    let outer = picture() + clusterPrefix(of: inner, at: 8) + inner
    var bytes = ClipHeader.bytes(width: 64, height: 48)
    bytes += clusterPrefix(of: outer, at: 7) + outer
    #expect(Self.scan(bytes).found.frameCount == 1)
    // Nor is it where the outer one is not whole.
    bytes[bytes.count - 1] ^= 1
    #expect(Self.scan(bytes).found.frameCount == 0)
  }

  @Test func whatIsMissingInAFrameCostsThatAndTheNext() {
    let parts = Self.clip.parts
    let bytes = Self.clip.bytes[..<(parts[0].end + 40)] + Self.clip.bytes[parts[1].end...]
    let found = Self.scan(Array(bytes), slice: 11).found
    #expect(found.frameCount == 1 && found.sealedFrameCount == 0 && found.firstTime == 120_007)
  }

  @Test func aSealOfAnotherDeviceSealsNothing() {
    let found = Self.scan(Self.clip.bytes, by: DeviceKey.random().publicKey).found
    #expect(found.frameCount == 3 && found.sealedFrameCount == 0)
  }

  @Test func aSealOfAnotherClipSealsNothing() {
    let other = ClipSeal(store: "store", piece: "another")
    var bytes = Array(Self.clip.bytes[..<Self.clip.parts[2].end])
    bytes += other.bytes(over: Digest.of(bytes), by: Self.key)
    let found = Self.scan(bytes).found
    #expect(found.frameCount == 2 && found.sealedFrameCount == 0)
    #expect(found.wholeByteCount == bytes.count)
  }

  @Test(
    arguments: [
      [], [0], picture("a photo"), Array("RIFF....AVI ".utf8), [UInt8](repeating: 0xFF, count: 200),
      [0x1F, 0x43, 0xB6, 0x75] + [UInt8](repeating: 0x10, count: 100),
      [0x1A, 0x45, 0xDF, 0xA3, 0x1F, 0xFF, 0xFF, 0xFF] + [UInt8](repeating: 0, count: 100),
    ] as [[UInt8]])
  func whatIsNoClipHasNoFrame(bytes: [UInt8]) {
    #expect(Self.scan(bytes, slice: 3).found.frameCount == 0)
  }

  @Test func aFrameThatGoesBackInTimeIsNone() {
    var bytes = ClipHeader.bytes(width: 64, height: 48)
    for time in [5, 9, 8, 10] as [UInt64] {
      bytes += clusterPrefix(of: picture(), at: time) + picture()
    }
    let found = Self.scan(bytes).found
    #expect(found.frameCount == 3 && found.lastTime == 10)
  }
}
