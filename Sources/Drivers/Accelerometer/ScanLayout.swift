/// Where each enabled element stands in a scan, which is what a buffer holds one after another.
///
/// Elements follow in the order of their indices, the timestamp last, each at a multiple of its own
/// size; the whole is a multiple of the largest.
///
/// Source: the kernel's `iio_compute_scan_bytes`.
struct ScanLayout: Hashable {
  /// What the kernel calls the timestamp.
  static let timestamp = "in_timestamp"

  /// An element with its name, such as `in_accel_x`, and its place among the others.
  struct Channel: Hashable {
    let name: String
    let index: Int
    let element: ScanElement
  }

  /// What a scan takes.
  let byteCount: Int
  private let places: [String: Place]

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
