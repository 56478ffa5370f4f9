import Core

extension Orientation {
  /// How the JPEG picture in `bytes` is seen upright, as its Exif says; nil where it has none, or one that is no use.
  ///
  /// Source: CIPA DC-008 (Exif 2.32), sections 4.5 and 4.6. Every offset is compared with the bytes that are there.
  package init?(exifOf bytes: UnsafeRawBufferPointer) {
    guard let segment = ExifTable.segment(of: bytes), let table = ExifTable(segment),
      let value = table.short(0x0112), let orientation = Orientation(rawValue: value)
    else { return nil }
    self = orientation
  }
}

/// The first directory of the TIFF that Exif is.
private struct ExifTable {
  /// Fields that are looked at: more than a first directory ever has.
  private static let mostFields = 512

  private let tiff: UnsafeRawBufferPointer
  private let isLittleEndian: Bool

  init?(_ tiff: UnsafeRawBufferPointer) {
    guard tiff.count >= 8 else { return nil }
    self.tiff = tiff
    switch (tiff[0], tiff[1]) {
    case (0x49, 0x49): isLittleEndian = true
    case (0x4d, 0x4d): isLittleEndian = false
    default: return nil
    }
  }

  /// What follows the identifier of the first Exif segment before the picture's own header ends.
  static func segment(of bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    var offset = 2
    while offset + 4 <= bytes.count, bytes[offset] == 0xff,
      JPEGMarker.isDescription(bytes[offset + 1])
    {
      let start = offset + 4
      let length = Int(bytes[offset + 2]) << 8 | Int(bytes[offset + 3])
      let end = offset + 2 + length
      guard end >= start, end <= bytes.count else { return nil }
      let identifier = ExifSegment.identifier
      if bytes[offset + 1] == JPEGMarker.application1, bytes[start..<end].starts(with: identifier) {
        return UnsafeRawBufferPointer(rebasing: bytes[start + identifier.count..<end])
      }
      offset = end
    }
    return nil
  }

  /// The value of the field `tag`, which is a short; nil where there is none.
  func short(_ tag: Int) -> Int? {
    guard let directory = number(at: 4, byteCount: 4),
      let count = number(at: directory, byteCount: 2)
    else { return nil }
    for index in 0..<min(count, ExifTable.mostFields) {
      let field = directory + 2 + 12 * index
      guard let found = number(at: field, byteCount: 2) else { return nil }
      if found == tag { return number(at: field + 8, byteCount: 2) }
    }
    return nil
  }

  private func number(at offset: Int, byteCount: Int) -> Int? {
    guard offset >= 0, offset <= tiff.count - byteCount else { return nil }
    var number = 0
    for index in 0..<byteCount {
      let place = isLittleEndian ? byteCount - 1 - index : index
      number = number << 8 | Int(tiff[offset + place])
    }
    return number
  }
}
