import Core
import Glibc
import System

@testable import Evidence

/// The file of a clip that nobody finished; its first byte says in what slices it is read.
enum ClipTarget {
  /// A cluster of a picture of one byte.
  private static let leastFrame = ClipCluster.prefixByteCount + 1
  private static let seal = ClipSeal(store: "s", piece: "p")
  private static let stranger = DeviceKey.random().publicKey

  @Sendable static func run(_ input: UnsafeRawBufferPointer) {
    var reader = InputReader(input)
    let slice = Int(reader.byte()) + 1
    let bytes = reader.bytes(.max)
    let (once, sliced) = (scan(bytes, .max), scan(bytes, slice))
    claim(once.found == sliced.found, "slices change what is found")
    claim(once.sha256 == Digest.of(bytes) && sliced.sha256 == once.sha256, "another digest")
    check(once.found, bytes)
    do { try checkStills(once.found, bytes, slice) } catch { fatalError("stills: \(error)") }
  }

  /// Whoever looks at stills finds at least those frames that are whole, as far as nothing before them is broken, and
  /// lends no other bytes.
  private static func checkStills(_ found: ClipScan.Found, _ bytes: [UInt8], _ slice: Int) throws {
    let path = "\(Scratch.path)/clip.mkv"
    try FileDescriptor(opening: path, O_WRONLY | O_CREAT | O_TRUNC).writeAll(bytes)
    let reader = try ClipReader.open(path)
    for _ in 0...bytes.count where !reader.isComplete { try reader.advance(elements: slice) }
    claim(reader.isComplete, "a look through a file has no end")
    if found.brokenByteCount > 0 { return }
    claim(reader.count >= found.frameCount, "a whole frame is no still")
    for number in 1...(found.frameCount + 1) {
      let isThere = try reader.isWhole(number)
      claim(isThere || number > found.frameCount, "a whole frame is not lent")
    }
    for time in [0, found.lastTime / 2, found.lastTime, .max] {
      let number = try reader.number(at: .nanoseconds(Int64(clamping: time) / 1000 * 1000))
      claim((number ?? 0) <= reader.count, "a still behind the last")
    }
  }

  private static func scan(_ bytes: [UInt8], _ slice: Int) -> ClipScan {
    var scan = ClipScan { seal.holds($0, over: $1, by: stranger) }
    var rest = bytes[...]
    while !rest.isEmpty {
      rest.prefix(slice).withUnsafeBytes { scan.take($0) }
      rest = rest.dropFirst(slice)
    }
    return scan
  }

  private static func check(_ found: ClipScan.Found, _ bytes: [UInt8]) {
    claim(found.byteCount == bytes.count, "bytes were passed over")
    claim(found.wholeByteCount <= bytes.count, "more is whole than there is")
    claim(found.frameCount * leastFrame <= found.wholeByteCount, "frames without bytes")
    claim(found.sealedFrameCount == 0, "somebody else's seal holds")
    claim(found.firstTime <= found.lastTime, "a clip that ends before it begins")
    // What is whole stays so without what comes behind it.
    let whole = scan(Array(bytes.prefix(found.wholeByteCount)), .max).found
    claim(whole.frameCount == found.frameCount, "a frame depends on what comes behind it")
  }
}

extension FileDescriptor {
  /// Writes all of `bytes`.
  fileprivate borrowing func writeAll(_ bytes: [UInt8]) throws(SystemError) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    defer { buffer.deallocate() }
    buffer.copyBytes(from: bytes)
    try writeAll(UnsafeRawBufferPointer(buffer))
  }
}
