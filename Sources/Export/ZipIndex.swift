import Core
import Evidence

/// A file in a ZIP archive, stored as it is.
struct ZipMember {
  let name: String
  let byteCount: Int
  /// Where its header begins.
  let offset: Int
  /// When it was taken, where that is known.
  let time: KnownTime?
  var checksum = Checksum()
}

/// The headers and the directory of a ZIP archive (APPNOTE.TXT 6.3.10), with zip64 where it needs that.
enum ZipIndex {
  /// What a field of 32 bits can't say any more, and says where zip64 does.
  static let largest = 0xFFFF_FFFF

  /// What stands before the bytes of `member`; as long for each checksum.
  static func localHeader(of member: ZipMember) -> [UInt8] {
    let isLarge = member.byteCount >= ZipIndex.largest
    let size = isLarge ? [member.byteCount, member.byteCount] : []
    let extra = ZipIndex.extra(size)
    return field(0x0403_4B50, 4) + common(member, isLarge) + field(extra.count, 2)
      + Array(member.name.utf8) + extra
  }

  /// The entry of `member`, whose checksum is known, in the directory.
  static func entry(of member: ZipMember) -> [UInt8] {
    let isLarge = member.byteCount >= ZipIndex.largest
    let isFar = member.offset >= ZipIndex.largest
    let extra = ZipIndex.extra(
      (isLarge ? [member.byteCount, member.byteCount] : []) + (isFar ? [member.offset] : []))
    // Made by Unix, and by version 4.5 of the specification.
    var entry = field(0x0201_4B50, 4) + field(3 << 8 | 45, 2) + common(member, isLarge)
    entry += field(extra.count, 2) + field(0, 2) + field(0, 2) + field(0, 2)
    entry += field(0o100644 << 16, 4) + field(isFar ? ZipIndex.largest : member.offset, 4)
    return entry + Array(member.name.utf8) + extra
  }

  /// The end of the archive, whose directory begins at `offset` and has `count` entries in so many bytes.
  static func end(at offset: Int, byteCount: Int, count: Int) -> [UInt8] {
    let isLarge = offset >= largest || byteCount >= largest || count >= 0xFFFF
    let end = offset + byteCount
    var bytes: [UInt8] = []
    if isLarge {
      bytes += field(0x0606_4B50, 4) + field(44, 8) + field(3 << 8 | 45, 2) + field(45, 2)
      bytes += field(0, 4) + field(0, 4) + field(count, 8) + field(count, 8)
      bytes += field(byteCount, 8) + field(offset, 8)
      bytes += field(0x0706_4B50, 4) + field(0, 4) + field(end, 8) + field(1, 4)
    }
    let shown = isLarge ? 0xFFFF : count
    bytes += field(0x0605_4B50, 4) + field(0, 4) + field(shown, 2) + field(shown, 2)
    bytes += field(isLarge ? ZipIndex.largest : byteCount, 4)
    return bytes + field(isLarge ? ZipIndex.largest : offset, 4) + field(0, 2)
  }

  /// What both headers of a file have: version, flags (names are UTF-8), method (none), time, checksum, sizes, the
  /// length of the name.
  private static func common(_ member: ZipMember, _ isLarge: Bool) -> [UInt8] {
    let size = isLarge ? ZipIndex.largest : member.byteCount
    let time = ZipIndex.dosTime(member.time)
    var bytes = field(45, 2) + field(1 << 11, 2) + field(0, 2) + field(time, 4)
    bytes += field(Int(member.checksum.value), 4) + field(size, 4) + field(size, 4)
    return bytes + field(member.name.utf8.count, 2)
  }

  /// The extra field of zip64 with these numbers; nothing where there are none.
  private static func extra(_ numbers: [Int]) -> [UInt8] {
    guard !numbers.isEmpty else { return [] }
    return numbers.reduce(field(1, 2) + field(8 * numbers.count, 2)) { $0 + field($1, 8) }
  }

  /// `time` as MS-DOS has it, in UTC, two seconds a step; its first day where nobody knows.
  private static func dosTime(_ time: KnownTime?) -> Int {
    let first = 1 << 21 | 1 << 16
    guard let text = time?.text else { return first }
    let parts = text.split { !$0.isNumber }.prefix(6).compactMap { Int($0) }
    guard parts.count == 6, (1980...2107).contains(parts[0]) else { return first }
    let date = (parts[0] - 1980) << 9 | parts[1] << 5 | parts[2]
    return date << 16 | parts[3] << 11 | parts[4] << 5 | parts[5] / 2
  }
}

/// `value` in so many bytes, the lowest first.
private func field(_ value: Int, _ byteCount: Int) -> [UInt8] {
  (0..<byteCount).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
}
