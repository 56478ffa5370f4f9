import Core

/// What an exported picture says of itself, where every program looks for it: a JPEG segment `APP1` with Exif.
///
/// Source: CIPA DC-008 (Exif 2.32), sections 4.5 and 4.6; the numbers are little-endian, as TIFF 6.0 allows.
package struct ExifSegment: Hashable, Sendable {
  /// How every such segment begins, behind its marker and its length.
  static let identifier: [UInt8] = Array("Exif\0\0".utf8)

  /// How the picture is seen upright, where that is known.
  package var orientation: Orientation?
  /// When it was taken; nil where nobody knows.
  package var time: Time?
  /// What identifies it everywhere.
  package var id: String

  /// A time as Exif writes it.
  package struct Time: Hashable, Sendable {
    let dateTime, offset: String

    /// `2026:03:27 15:44:28` on clocks that are `+02:00` from UTC.
    package init(_ dateTime: String, offset: String) {
      (self.dateTime, self.offset) = (dateTime, offset)
    }
  }

  /// A segment of a picture with this `id`, of which no more is known.
  package init(id: String) {
    self.id = id
  }

  /// The segment with its marker; at most 64 kB, of which an id takes some bytes.
  package var bytes: [UInt8] {
    let content = ExifSegment.identifier + tiff
    let length = content.count + 2
    return [0xFF, JPEGMarker.application1, UInt8(length >> 8), UInt8(length & 0xFF)] + content
  }

  private var tiff: [UInt8] {
    let header: [UInt8] = Array("II".utf8) + UInt16(42).bytes + UInt32(ExifSegment.first).bytes
    let main = directory(pointingTo: 0)
    let details = TIFFDirectory(entries: details).bytes(at: ExifSegment.first + main.count)
    return header + directory(pointingTo: UInt32(ExifSegment.first + main.count)) + details
  }

  /// Where the first directory begins, behind the header.
  private static let first = 8

  private func directory(pointingTo details: UInt32) -> [UInt8] {
    var entries: [TIFFEntry] = []
    if let orientation { entries.append(.short(0x0112, UInt16(orientation.rawValue))) }
    entries.append(.long(0x8769, details))
    return TIFFDirectory(entries: entries).bytes(at: ExifSegment.first)
  }

  /// Version, date with its distance from UTC, and id, in the order of their tags.
  private var details: [TIFFEntry] {
    var entries: [TIFFEntry] = [.undefined(0x9000, Array("0232".utf8))]
    if let time {
      entries.append(.text(0x9003, time.dateTime))
      entries.append(.text(0x9011, time.offset))
    }
    entries.append(.text(0xA420, id))
    return entries
  }
}

/// One field of a TIFF directory.
private struct TIFFEntry {
  let tag, type: UInt16
  let count: Int
  let value: [UInt8]

  static func short(_ tag: UInt16, _ value: UInt16) -> TIFFEntry {
    TIFFEntry(tag: tag, type: 3, count: 1, value: value.bytes)
  }

  static func long(_ tag: UInt16, _ value: UInt32) -> TIFFEntry {
    TIFFEntry(tag: tag, type: 4, count: 1, value: value.bytes)
  }

  /// Text ends with a zero, which counts.
  static func text(_ tag: UInt16, _ text: String) -> TIFFEntry {
    let bytes = Array(text.utf8) + [0]
    return TIFFEntry(tag: tag, type: 2, count: bytes.count, value: bytes)
  }

  static func undefined(_ tag: UInt16, _ bytes: [UInt8]) -> TIFFEntry {
    TIFFEntry(tag: tag, type: 7, count: bytes.count, value: bytes)
  }
}

/// A directory of TIFF fields, the last of its chain.
private struct TIFFDirectory {
  let entries: [TIFFEntry]

  /// It as it stands at `offset`: fields of 12 bytes, then the values that are longer than 4, each at an even place.
  func bytes(at offset: Int) -> [UInt8] {
    var fields = UInt16(entries.count).bytes
    var values: [UInt8] = []
    let place = offset + 2 + 12 * entries.count + 4
    for entry in entries {
      fields += entry.tag.bytes + entry.type.bytes + UInt32(entry.count).bytes
      if entry.value.count <= 4 {
        fields += entry.value + [UInt8](repeating: 0, count: 4 - entry.value.count)
      } else {
        fields += UInt32(place + values.count).bytes
        values += entry.value + [UInt8](repeating: 0, count: entry.value.count % 2)
      }
    }
    return fields + UInt32(0).bytes + values
  }
}

extension FixedWidthInteger {
  /// Its bytes, the lowest first.
  fileprivate var bytes: [UInt8] {
    (0..<Self.bitWidth / 8).map { UInt8(truncatingIfNeeded: self >> (8 * $0)) }
  }
}
