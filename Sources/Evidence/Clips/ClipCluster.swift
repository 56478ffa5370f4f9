/// A frame in a clip's file: a cluster of its own, with a checksum over all that is in it.
///
/// So a frame is whole or it isn't, whatever a power cut has left of the file before and behind it.
///
///     1F43B675 1nnnnnnn           Cluster, of so many bytes
///       BF84 cccccccc             CRC-32 of all that follows in it, the lowest byte first
///       E788 tttttttttttttttt     Timestamp, in microseconds since the first frame
///       A3 1mmmmmmm 81 0000 80    SimpleBlock: track 1, at that time, a keyframe; then the picture
struct ClipCluster: Equatable {
  /// What stands before the picture.
  static let prefixByteCount = 33
  /// No camera's picture is larger.
  static let largestFrame = FileExamination.largest
  /// Bytes of the cluster before what its checksum covers.
  private static let coveredOffset = 14
  /// Bytes of the cluster that its own size doesn't count.
  private static let headByteCount = 8
  /// Bytes of the block before the picture.
  private static let blockHeadByteCount = 4

  /// Microseconds since the first frame.
  let time: UInt64
  /// Of the picture.
  let byteCount: Int
  /// Of what follows the checksum.
  let checksum: UInt32

  /// The cluster of the picture `jpeg`, which has 1 to `largestFrame` bytes; `prefix` is filled with what stands
  /// before it.
  init(of jpeg: UnsafeRawBufferPointer, at time: UInt64, prefix: UnsafeMutableRawBufferPointer) {
    let byteCount = jpeg.count
    let block = byteCount + ClipCluster.blockHeadByteCount
    let size = ClipCluster.prefixByteCount - ClipCluster.headByteCount + byteCount
    prefix.put(Matroska.cluster.rawValue, 0)
    prefix.put(0x1000_0000 | UInt32(size), 4)
    prefix.put(UInt16(0xBF84), 8)
    prefix.put(UInt16(0xE788), 14)
    prefix.put(time, 16)
    prefix.put(UInt8(0xA3), 24)
    prefix.put(0x1000_0000 | UInt32(block), 25)
    prefix.put(UInt32(0x8100_0080), 29)
    var checksum = Checksum()
    checksum.update(UnsafeRawBufferPointer(rebasing: prefix[ClipCluster.coveredOffset...]))
    checksum.update(jpeg)
    prefix.put(checksum.value.byteSwapped, 10)
    (self.time, self.byteCount, self.checksum) = (time, byteCount, checksum.value)
  }

  /// The cluster that begins with `prefix`; nil where that is none of ours.
  init?(prefix: [UInt8]) {
    guard prefix.count == ClipCluster.prefixByteCount,
      prefix.number(0, 4) == UInt64(Matroska.cluster.rawValue),
      prefix.number(8, 2) == 0xBF84, prefix.number(14, 2) == 0xE788, prefix[24] == 0xA3,
      prefix.number(29, 4) == 0x8100_0080
    else { return nil }
    let size = Int(prefix.number(4, 4)) - 0x1000_0000
    let block = Int(prefix.number(25, 4)) - 0x1000_0000
    byteCount = block - ClipCluster.blockHeadByteCount
    guard (1...ClipCluster.largestFrame).contains(byteCount),
      size == ClipCluster.prefixByteCount - ClipCluster.headByteCount + byteCount
    else { return nil }
    time = prefix.number(16, 8)
    checksum = UInt32(prefix.number(10, 4)).byteSwapped
  }

  /// What the checksum covers of the bytes before the picture.
  static func covered(of prefix: [UInt8]) -> ArraySlice<UInt8> { prefix[coveredOffset...] }
}

extension UnsafeMutableRawBufferPointer {
  /// Writes `value` from `offset` on, the highest byte first.
  fileprivate func put<Value: FixedWidthInteger>(_ value: Value, _ offset: Int) {
    storeBytes(of: value.bigEndian, toByteOffset: offset, as: Value.self)
  }
}

extension [UInt8] {
  /// The number of `count` bytes from `offset` on, the highest first.
  func number(_ offset: Int, _ count: Int) -> UInt64 {
    self[offset..<offset + count].reduce(0) { $0 << 8 | UInt64($1) }
  }
}
