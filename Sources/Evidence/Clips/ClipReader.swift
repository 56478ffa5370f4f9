import Core
import Glibc
import System

/// The pictures of a clip's file, found one by one.
///
/// It goes from cluster to cluster and reads no picture on the way, as much at a time as its owner wants. A few places
/// are remembered, so that it need not begin anew; they are no more for a long clip than for a short one. Behind what is
/// neither a whole cluster nor passed over by players it looks for the next cluster, a page at a time.
final class ClipReader {
  /// A picture's place.
  struct Place: Equatable {
    /// Of its cluster in the file.
    let offset: Int
    /// Microseconds since the clip's first picture.
    let time: UInt64
  }

  /// So many places are remembered at most.
  static let mostPlaces = 1024

  private let file: FileDescriptor
  /// Bytes of the file when it was opened: that of a piece doesn't grow.
  private let byteCount: Int
  /// Every so manieth picture's place, from the first on.
  private var places: [Place] = []
  private var stride = 1
  /// Where the next element is looked for.
  private var offset = 0
  /// Whether what is there is none, and a cluster is looked for behind it.
  private var isSearching = false
  private var hasSegment = false
  private let prefix = UnsafeMutableRawBufferPointer.allocate(
    byteCount: ClipCluster.prefixByteCount, alignment: 16)
  /// So much is searched at once for a cluster.
  private let page = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 4096)
  /// Whole clusters so far.
  private(set) var count = 0
  /// The time of the last of them, in microseconds since the clip's first picture.
  private var lastTime: UInt64 = 0
  /// Whether all of the file was looked through.
  private(set) var isComplete = false

  private init(of file: consuming FileDescriptor, byteCount: Int) {
    self.file = file
    self.byteCount = byteCount
  }

  /// Opens the clip at `path`, a link not followed; what is no file is a clip without pictures.
  static func open(_ path: String) throws(SystemError) -> ClipReader {
    let file = try FileDescriptor(opening: path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    let number = file.number
    var facts = stat()
    try SystemError.check("fstat") { fstat(number, &facts) }
    // From picture to picture: what lies between is not wanted.
    posix_fadvise(number, 0, 0, POSIX_FADV_RANDOM)
    let isFile = facts.st_mode & S_IFMT == S_IFREG
    return ClipReader(of: file, byteCount: isFile ? Int(facts.st_size) : 0)
  }

  deinit {
    prefix.deallocate()
    page.deallocate()
  }

  /// From its first picture to the last that was found.
  var length: Duration { .microseconds(lastTime - (places.first?.time ?? 0)) }

  /// Looks at `count` more elements of the file; blocks on the disk, for a page of it each.
  func advance(elements count: Int) throws(SystemError) {
    for _ in 0..<count where !isComplete { try step() }
  }

  private func step() throws(SystemError) {
    defer { isComplete = offset >= byteCount }
    if isSearching { return (offset, isSearching) = try search(from: offset, after: lastTime) }
    switch try element(at: offset) {
    case .frame(let cluster):
      if try follows(cluster, at: offset, after: lastTime) {
        add(Place(offset: offset, time: cluster.time))
      }
      offset += ClipCluster.prefixByteCount + cluster.byteCount
    case .segment(let head) where !hasSegment && offset > 0:
      hasSegment = true
      offset += head
    case .passed(let byteCount) where offset + byteCount <= self.byteCount:
      offset += byteCount
    case .segment, .passed, .end: (offset, isSearching) = (offset + 1, true)
    }
  }

  /// A picture that seems to come later than this behind another, in microseconds, is looked at: its time may have been
  /// changed, and would keep those behind it out.
  private static let farthest: UInt64 = 10_000_000

  /// Whether the `cluster` at `offset` is of a picture that comes behind one of `time`.
  private func follows(
    _ cluster: ClipCluster, at offset: Int, after time: UInt64
  ) throws(SystemError) -> Bool {
    guard cluster.time >= time else { return false }
    if cluster.time - time <= ClipReader.farthest { return true }
    return try withPicture(at: offset) { _ in true } ?? false
  }

  /// Where a cluster may begin in the page from `start` on; else where to search on, and that this is still to be done.
  private func search(
    from start: Int, after time: UInt64
  ) throws(SystemError) -> (offset: Int, isSearching: Bool) {
    let count = try file.read(into: page, from: start)
    let bytes = UnsafeRawBufferPointer(rebasing: page[..<count])
    let id = UInt32(Matroska.cluster.rawValue)
    for index in 0..<max(0, count - 3)
    where UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt32.self)) == id {
      if case .frame(let cluster) = try element(at: start + index), cluster.time >= time {
        return (start + index, false)
      }
    }
    // An ID may lie across the border of two pages.
    return (count < page.count ? byteCount : start + count - 3, true)
  }

  private func add(_ place: Place) {
    if count % stride == 0 { places.append(place) }
    count += 1
    lastTime = place.time
    guard places.count > ClipReader.mostPlaces else { return }
    stride *= 2
    places = places.indices.filter { $0 % 2 == 0 }.map { places[$0] }
  }
}

/// Pictures.
extension ClipReader {
  /// The number of the latest picture at `time` or before, counted from 1.
  ///
  /// It is that of the first where all come later, and nil where there is none. Only what was looked through counts.
  func number(at time: Duration) throws(SystemError) -> Int? {
    guard let first = places.first else { return nil }
    let wanted = UInt64(max(0, time.nanoseconds / 1000)).addingReportingOverflow(first.time)
    guard !wanted.overflow else { return count }
    let mark = max(0, (places.firstIndex { $0.time > wanted.partialValue } ?? places.count) - 1)
    var number = mark * stride + 1
    var place = places[mark]
    while number < count, let next = try self.place(after: place), next.time <= wanted.partialValue
    {
      (number, place) = (number + 1, next)
    }
    return number
  }

  /// When the picture `number` was taken: since the clip's first picture, and since the instant from which the clip
  /// counts; nil where there is none.
  func time(
    of number: Int
  ) throws(SystemError) -> (sinceFirst: Duration, sinceBeginning: Duration)? {
    guard let place = try place(of: number), let first = places.first else { return nil }
    // The file may be another by now than when it was looked through.
    let distance = max(place.time, first.time) - first.time
    return (.microseconds(distance), .microseconds(place.time))
  }

  /// What `body` makes of the picture `number`, a JPEG as it was written, which is lent; nil where there is none, or
  /// where it is not whole.
  ///
  /// Reads all of the picture, and sums it up.
  func withPicture<Answer>(
    _ number: Int, _ body: (UnsafeRawBufferPointer) -> Answer
  ) throws(SystemError) -> Answer? {
    guard let place = try place(of: number) else { return nil }
    return try withPicture(at: place.offset, body)
  }

  /// The same of the picture whose cluster is at `offset`.
  private func withPicture<Answer>(
    at offset: Int, _ body: (UnsafeRawBufferPointer) -> Answer
  ) throws(SystemError) -> Answer? {
    guard case .frame(let cluster) = try element(at: offset) else { return nil }
    var checksum = Checksum()
    let covered = ClipCluster.covered(of: Array(prefix))
    covered.withUnsafeBytes { checksum.update($0) }
    let picture = UnsafeMutableRawBufferPointer.allocate(
      byteCount: cluster.byteCount, alignment: 16)
    defer { picture.deallocate() }
    let start = offset + ClipCluster.prefixByteCount
    guard try file.read(into: picture, from: start) == picture.count else { return nil }
    checksum.update(UnsafeRawBufferPointer(picture))
    return checksum.value == cluster.checksum ? body(UnsafeRawBufferPointer(picture)) : nil
  }

  /// Whether the picture `number` is as it was written.
  func isWhole(_ number: Int) throws(SystemError) -> Bool {
    try withPicture(number) { _ in true } ?? false
  }

  private func place(of number: Int) throws(SystemError) -> Place? {
    guard (1...max(1, count)).contains(number), !places.isEmpty else { return nil }
    var place = places[(number - 1) / stride]
    for _ in 0..<(number - 1) % stride {
      guard let next = try self.place(after: place) else { return nil }
      place = next
    }
    return place
  }

  /// The place of the picture behind that at `place`, whatever stands between.
  private func place(after place: Place) throws(SystemError) -> Place? {
    guard case .frame(let cluster) = try element(at: place.offset) else { return nil }
    var offset = place.offset + ClipCluster.prefixByteCount + cluster.byteCount
    var isSearching = false
    while offset < byteCount {
      if isSearching {
        (offset, isSearching) = try search(from: offset, after: place.time)
        continue
      }
      switch try element(at: offset) {
      case .frame(let next):
        if try follows(next, at: offset, after: place.time) {
          return Place(offset: offset, time: next.time)
        }
        offset += ClipCluster.prefixByteCount + next.byteCount
      case .passed(let byteCount): offset += byteCount
      case .segment, .end: (offset, isSearching) = (offset + 1, true)
      }
    }
    return nil
  }
}

/// Elements.
extension ClipReader {
  /// An element of a Matroska file, as far as reading goes by it.
  private enum Element {
    case frame(ClipCluster)
    /// A segment without a size, whose head has so many bytes.
    case segment(Int)
    /// Something of so many bytes that is no picture.
    case passed(Int)
    /// Nothing that is whole, or that is known.
    case end
  }

  /// What begins at `offset`; `prefix` has its first bytes.
  private func element(at offset: Int) throws(SystemError) -> Element {
    let count = try file.read(into: prefix, from: offset)
    guard count >= ClipReader.leastByteCount else { return .end }
    let bytes = Array(prefix[..<count])
    switch Matroska(rawValue: UInt32(bytes.number(0, 4))) {
    case .cluster:
      guard let cluster = ClipCluster(prefix: bytes), cluster.time <= ClipScan.latest,
        cluster.byteCount <= byteCount - offset - ClipCluster.prefixByteCount
      else { return .end }
      return .frame(cluster)
    case .segment:
      let isOurs = bytes[4] == 0x01 && bytes[5..<12].allSatisfy { $0 == 0xFF }
      return isOurs ? .segment(ClipReader.leastByteCount) : .end
    case .ebml, .info, .tracks: return ClipReader.passed(bytes[4...], id: 4)
    default:
      let isVoid = bytes[0] == UInt8(Matroska.void.rawValue)
      return isVoid ? ClipReader.passed(bytes[1...], id: 1) : .end
    }
  }

  private static func passed(_ bytes: ArraySlice<UInt8>, id: Int) -> Element {
    guard let size = ClipScan.size(bytes), size.content <= ClipScan.mostHeaderBytes else {
      return .end
    }
    return .passed(id + size.head + size.content)
  }

  /// The head of a segment has so many bytes, and no element of ours is shorter.
  private static let leastByteCount = 12
}

extension FileDescriptor {
  /// Reads from `offset` on until `buffer` is full, with pread(2).
  ///
  /// - Returns: how many bytes there were; fewer only at the end.
  fileprivate borrowing func read(
    into buffer: UnsafeMutableRawBufferPointer, from offset: Int
  ) throws(SystemError) -> Int {
    let descriptor = number
    var count = 0
    while count < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
      let more = try SystemError.check("pread") {
        pread(descriptor, rest.baseAddress, rest.count, off_t(offset + count))
      }
      if more == 0 { break }
      count += more
    }
    return count
  }
}
