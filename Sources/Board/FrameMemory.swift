import Core

/// Pictures of frames in memory, the oldest first, in one block that is taken at the start.
///
/// Each lies there in one stretch: where the block ends before a picture does, that begins at its start. Memory that
/// no picture has reached yet costs nothing.
struct FrameMemory: ~Copyable {
  /// More frames than this do not fit, however small they are: half a minute of a fast camera.
  static let mostFrames = 2048

  /// What is known of a picture.
  struct Entry: Hashable {
    /// The frame that it is of.
    let frame: Frame
    /// Pixels a row, and rows.
    let width: Int, height: Int
    fileprivate var place = 0
    fileprivate var byteCount = 0
    fileprivate var end: Int { place + byteCount }

    /// A picture of `frame`.
    init(_ frame: Frame, width: Int, height: Int) {
      (self.frame, self.width, self.height) = (frame, width, height)
    }
  }

  private let bytes: UnsafeMutableRawBufferPointer
  private var entries: [Entry]
  private var first = 0
  /// How many pictures it has.
  private(set) var count = 0

  /// Room for pictures of `byteCount` bytes together.
  init(byteCount: Int) {
    bytes = .allocate(byteCount: byteCount, alignment: 16)
    entries = []
    entries.reserveCapacity(FrameMemory.mostFrames)
  }

  deinit { bytes.deallocate() }

  /// Whether there is none.
  var isEmpty: Bool { count == 0 }

  /// The oldest picture.
  var oldest: Entry? { count == 0 ? nil : entries[first] }

  /// The newest picture.
  var newest: Entry? { count == 0 ? nil : entries[(first + count - 1) % FrameMemory.mostFrames] }

  /// Adds `picture`, of which `entry` is known; says whether there was room for it.
  mutating func append(_ picture: UnsafeRawBufferPointer, _ entry: Entry) -> Bool {
    guard count < FrameMemory.mostFrames, let place = place(of: picture.count) else { return false }
    UnsafeMutableRawBufferPointer(rebasing: bytes[place..<(place + picture.count)])
      .copyMemory(from: picture)
    var entry = entry
    (entry.place, entry.byteCount) = (place, picture.count)
    store(entry)
    return true
  }

  /// Lends the bytes of the oldest picture to `body`; nil where there is none.
  func withOldest<Answer>(
    _ body: (UnsafeRawBufferPointer, Entry) throws(Failure) -> Answer
  ) throws(Failure) -> Answer? {
    guard let oldest else { return nil }
    return try body(UnsafeRawBufferPointer(rebasing: bytes[oldest.place..<oldest.end]), oldest)
  }

  /// Forgets the oldest picture.
  mutating func dropOldest() {
    guard count > 0 else { return }
    first = (first + 1) % FrameMemory.mostFrames
    count -= 1
  }

  /// Forgets all pictures.
  mutating func removeAll() {
    (first, count) = (0, 0)
  }

  private mutating func store(_ entry: Entry) {
    let index = (first + count) % FrameMemory.mostFrames
    if index == entries.count { entries.append(entry) } else { entries[index] = entry }
    count += 1
  }

  /// Where `byteCount` bytes have room behind the newest picture.
  private func place(of byteCount: Int) -> Int? {
    guard let oldest, let newest else { return byteCount <= bytes.count ? 0 : nil }
    if newest.place < oldest.place {
      return newest.end + byteCount <= oldest.place ? newest.end : nil
    }
    if newest.end + byteCount <= bytes.count { return newest.end }
    return byteCount <= oldest.place ? 0 : nil
  }
}
