/// Where each enabled element stands in a scan, which is what a buffer holds one after another.
///
/// Elements follow in the order of their indices, the timestamp last, each at a multiple of its own
/// size; the whole is a multiple of the largest.
///
/// Source: the kernel's `iio_compute_scan_bytes`.
struct ScanLayout: Hashable {
  /// Name of the timestamp element.
  static let timestamp = "in_timestamp"

  /// An element with its name, such as `in_accel_x`, and its place among the others.
  struct Channel: Hashable {
    let name: String
    let index: Int
    let element: ScanElement
  }

  /// Bytes of a scan.
  let byteCount: Int
  private let places: [String: Place]

  /// Place of an element in a scan.
  private struct Place: Hashable {
    let offset: Int
    let element: ScanElement
  }

  /// The layout of the scans that have all of `channels`, and no others.
  init(_ channels: [Channel]) {
    var places: [String: Place] = [:]
    var end = 0
    for channel in channels.sorted(by: Self.precedes) {
      let size = channel.element.byteCount
      end = Self.align(end, to: size)
      places[channel.name] = Place(offset: end, element: channel.element)
      end += size
    }
    byteCount = Self.align(end, to: channels.map(\.element.byteCount).max() ?? 1)
    self.places = places
  }

  /// The value of the channel `name` in `scan`, a whole one; nil if it is not enabled.
  func value(of name: String, in scan: Slice<UnsafeRawBufferPointer>) -> Int64? {
    guard let place = places[name], scan.count >= byteCount else { return nil }
    return place.element.value(in: scan.dropFirst(place.offset))
  }

  private static func precedes(_ first: Channel, _ second: Channel) -> Bool {
    (first.name == timestamp ? 1 : 0, first.index) < (
      second.name == timestamp ? 1 : 0, second.index
    )
  }

  private static func align(_ offset: Int, to size: Int) -> Int {
    (offset + size - 1) / size * size
  }
}

/// How one value stands in the bytes of a scan: what a scan element's `type` says.
///
/// Source: the kernel's `sysfs-bus-iio`, `scan_elements/in_…_type`:
/// `[be|le]:[s|u]bits/storagebits[Xrepeat]>>shift`.
struct ScanElement: Hashable {
  /// More of one value in a row than any device has.
  private static let greatestRepeat = 64

  /// Whether the most significant byte comes first.
  let isBigEndian: Bool
  /// Whether the value is a two's complement.
  let isSigned: Bool
  /// How many bits of it count, 1 to 64.
  let bitCount: Int
  /// How many bits it takes: 8, 16, 32 or 64.
  let storageBitCount: Int
  /// How many values stand in a row; the first is the one that is meant.
  let repeatCount: Int
  /// How many bits at the low end do not count.
  let shift: Int

  /// Bytes of the element in a scan; its offset is a multiple of them.
  var byteCount: Int { storageBitCount / 8 * repeatCount }

  /// Its value in `bytes`, which begin with it.
  ///
  /// An unsigned value of 64 bits keeps its bits and may come out negative.
  func value(in bytes: some Collection<UInt8>) -> Int64 {
    let stored = bytes.prefix(storageBitCount / 8)
    let word =
      isBigEndian
      ? stored.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      : stored.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    // What counts is pushed to the upper end, and comes down with its sign or without.
    let upper = (word >> UInt64(shift)) << UInt64(64 - bitCount)
    return isSigned
      ? Int64(bitPattern: upper) >> Int64(64 - bitCount)
      : Int64(bitPattern: upper >> UInt64(64 - bitCount))
  }
}

extension ScanElement {
  /// Reads a text such as `le:s12/16X2>>4`; nil for one that no driver means.
  init?(_ text: some StringProtocol) {
    guard let (order, format) = Self.cut(text, at: ":"), ["le", "be"].contains(order),
      let sign = format.first, "su".contains(sign),
      let (bits, storage) = Self.cut(format.dropFirst(), at: "/"),
      let (width, shift) = Self.cut(storage, at: ">"), shift.first == ">"
    else { return nil }
    let (storageBits, repeats) = Self.cut(width, at: "X") ?? (width, "1")
    guard let bitCount = Self.number(bits), let storageBitCount = Self.number(storageBits),
      let repeatCount = Self.number(repeats), let shift = Self.number(shift.dropFirst())
    else { return nil }
    self.init(
      isBigEndian: order == "be", isSigned: sign == "s", bitCount: bitCount,
      storageBitCount: storageBitCount, repeatCount: repeatCount, shift: shift)
    guard isSound else { return nil }
  }

  private var isSound: Bool {
    [8, 16, 32, 64].contains(storageBitCount) && bitCount > 0
      && bitCount + shift <= storageBitCount && 1...Self.greatestRepeat ~= repeatCount
  }

  /// Parts before and after the first `separator`.
  private static func cut(
    _ text: some StringProtocol, at separator: Character
  ) -> (String, String)? {
    guard let index = text.firstIndex(of: separator) else { return nil }
    return (String(text[..<index]), String(text[text.index(after: index)...]))
  }

  /// Digits alone, and not many.
  private static func number(_ text: some StringProtocol) -> Int? {
    text.count <= 3 && text.allSatisfy { ("0"..."9").contains($0) } ? Int(text) : nil
  }
}
