import Glibc

/// A look through a clip's file from its beginning, in pieces of any size: how many whole frames it has, and which of
/// its bytes the device has sealed.
///
/// Behind what is neither a whole frame nor a seal it goes on with the next frame whose checksum holds, and that is no
/// older; no seal holds any more there. What it keeps in memory is smaller than a seal, however large the file is.
struct ClipScan {
  /// What was found so far.
  struct Found: Equatable {
    /// Whole frames.
    var frameCount = 0
    /// Those of them that stand before a seal of the device.
    var sealedFrameCount = 0
    /// Microseconds from the clip's beginning to the first of them.
    var firstTime: UInt64 = 0
    /// Microseconds from the clip's beginning to the last of them.
    var lastTime: UInt64 = 0
    /// Bytes up to the end of the last thing that is whole.
    var wholeByteCount = 0
    /// Those of them that are of nothing that is whole.
    var brokenByteCount = 0
    /// All bytes.
    var byteCount = 0
  }

  /// Kind of the next bytes.
  private enum State {
    /// So many bytes of an element are wanted before it can be told what it is.
    case gathering(Int)
    /// So many bytes of an element are left that says nothing of frames.
    case passing(Int)
    /// So many bytes of a frame are left.
    case frame(ClipCluster, left: Int, Checksum)
    /// What was gathered is nothing, or the beginning of a frame's head.
    case searching
  }

  /// What was found so far.
  private(set) var found = Found()
  private var state = State.gathering(leastByteCount)
  /// Bytes that were told so far, and where the element began that is being told.
  private var (position, start) = (0, 0)
  /// The bytes of the element that is being told.
  private var gathered: [UInt8] = []
  private var digest = Digest()
  /// The digest of what stands before that element.
  private var digestBefore = Digest()
  private var hasSegment = false
  /// Whether bytes with this digest, followed by these, are sealed.
  private let isSeal: (_ bytes: [UInt8], _ sha256: String) -> Bool

  /// So many bytes tell what an element is; ours have that many.
  private static let leastByteCount = 12
  /// So many tell a cluster.
  private static let idByteCount = 4
  /// What stands before the frames is no larger.
  static let mostHeaderBytes = 4096

  /// A look through the file from its first byte; `isSeal` tells whether an element seals what is before it.
  init(isSeal: @escaping (_ bytes: [UInt8], _ sha256: String) -> Bool) { self.isSeal = isSeal }

  /// The SHA-256 of all bytes so far.
  var sha256: String { digest.soFar }

  /// Takes in `bytes`, which follow those before.
  mutating func take(_ bytes: UnsafeRawBufferPointer) {
    var rest = bytes
    while !rest.isEmpty {
      let part = UnsafeRawBufferPointer(rebasing: rest[..<wantedByteCount(of: rest)])
      digest.update(part)
      found.byteCount += part.count
      tell(part)
      rest = UnsafeRawBufferPointer(rebasing: rest[part.count...])
    }
  }

  /// So many of `bytes` are told at once: those of one element, or of none.
  private func wantedByteCount(of bytes: UnsafeRawBufferPointer) -> Int {
    switch state {
    case .gathering(let count): min(count - gathered.count, bytes.count)
    case .passing(let left), .frame(_, let left, _): min(left, bytes.count)
    case .searching where gathered.isEmpty:
      switch ClipScan.offset(ofClusterIn: bytes) {
      case nil: bytes.count
      case 0: min(ClipScan.idByteCount, bytes.count)
      case let offset?: offset
      }
    case .searching: min(headByteCount - gathered.count, bytes.count)
    }
  }

  /// So many bytes of a frame's head are wanted next in a search.
  private var headByteCount: Int {
    gathered.count < ClipScan.idByteCount ? ClipScan.idByteCount : ClipCluster.prefixByteCount
  }

  /// Where a cluster can begin in `bytes`; nil where none can.
  private static func offset(ofClusterIn bytes: UnsafeRawBufferPointer) -> Int? {
    guard let first = bytes.baseAddress,
      let found = memchr(first, Int32(Matroska.cluster.rawValue >> 24), bytes.count)
    else { return nil }
    return UnsafeRawPointer(found) - first
  }

  /// Goes through `bytes`, which were digested.
  private mutating func tell(_ bytes: UnsafeRawBufferPointer) {
    var rest = bytes
    while !rest.isEmpty {
      let part = UnsafeRawBufferPointer(rebasing: rest[..<wantedByteCount(of: rest)])
      position += part.count
      add(part)
      rest = UnsafeRawBufferPointer(rebasing: rest[part.count...])
    }
  }

  private mutating func add(_ part: UnsafeRawBufferPointer) {
    switch state {
    case .gathering(let count):
      gathered += part
      if gathered.count == count { tell() }
    case .passing(let left):
      state = .passing(left - part.count)
      if left == part.count { endElement(isWhole: true) }
    case .frame(let cluster, let left, var checksum):
      checksum.update(part)
      state = .frame(cluster, left: left - part.count, checksum)
      if left == part.count { endFrame(cluster, checksum) }
    case .searching: search(part)
    }
  }

  /// Looks for the head of a frame in what follows something that is not whole.
  private mutating func search(_ part: UnsafeRawBufferPointer) {
    if gathered.isEmpty, ClipScan.offset(ofClusterIn: part) != 0 { return }
    gathered += part
    if gathered.count == ClipScan.idByteCount {
      if gathered.number(0, 4) != UInt64(Matroska.cluster.rawValue) { lose() }
    } else if gathered.count == ClipCluster.prefixByteCount {
      start = position - gathered.count
      tellCluster()
    }
  }

  /// What was gathered begins no element that is whole: a frame may begin behind its first byte.
  private mutating func lose() {
    let lost = gathered
    gathered.removeAll(keepingCapacity: true)
    state = .searching
    position -= lost.count - 1
    lost.dropFirst().withUnsafeBytes { tell($0) }
  }

  /// Goes on by what was gathered.
  private mutating func tell() {
    switch Matroska(rawValue: UInt32(gathered.number(0, 4))) {
    case .cluster: tellCluster()
    case .segment where !hasSegment && found.wholeByteCount > 0:
      hasSegment = gathered[4] == 0x01 && gathered[5...].allSatisfy { $0 == 0xFF }
      endElement(isWhole: hasSegment)
    case .ebml where found.wholeByteCount == 0: pass()
    case .info where hasSegment && found.frameCount == 0: pass()
    case .tracks where hasSegment && found.frameCount == 0: pass()
    default:
      guard gathered.starts(with: ClipSeal.beginning[..<4]) else { return lose() }
      tellSeal()
    }
  }

  private mutating func tellCluster() {
    guard gathered.count == ClipCluster.prefixByteCount else {
      return state = .gathering(ClipCluster.prefixByteCount)
    }
    guard let cluster = ClipCluster(prefix: gathered), cluster.time >= found.lastTime,
      cluster.time <= ClipScan.latest
    else { return lose() }
    var checksum = Checksum()
    ClipCluster.covered(of: gathered).withUnsafeBytes { checksum.update($0) }
    state = .frame(cluster, left: cluster.byteCount, checksum)
  }

  /// A clip doesn't last longer, in microseconds: thirty years.
  static let latest: UInt64 = 1_000_000_000_000_000

  private mutating func tellSeal() {
    guard gathered.count == ClipSeal.byteCount else {
      return state = .gathering(ClipSeal.byteCount)
    }
    if isSeal(gathered, digestBefore.soFar) { found.sealedFrameCount = found.frameCount }
    endElement(isWhole: gathered.starts(with: ClipSeal.beginning))
  }

  /// Passes over an element of the header.
  private mutating func pass() {
    guard let size = ClipScan.size(gathered[4...]) else { return lose() }
    let left = size.head + 4 + size.content - gathered.count
    guard left >= 0, size.content <= ClipScan.mostHeaderBytes else { return lose() }
    state = .passing(left)
    if left == 0 { endElement(isWhole: true) }
  }

  /// How many bytes a size has in one, two or four bytes, and what it says.
  static func size(_ bytes: ArraySlice<UInt8>) -> (head: Int, content: Int)? {
    let all = Array(bytes.prefix(4))
    switch all[0] {
    case 0x80...0xFE: return (1, Int(all[0]) - 0x80)
    case 0x40...0x7F: return (2, Int(all.number(0, 2)) - 0x4000)
    case 0x10...0x1F: return (4, Int(all.number(0, 4)) - 0x1000_0000)
    default: return nil
    }
  }

  private mutating func endFrame(_ cluster: ClipCluster, _ checksum: Checksum) {
    guard checksum.value == cluster.checksum else { return goOn() }
    if found.frameCount == 0 { found.firstTime = cluster.time }
    found.frameCount += 1
    found.lastTime = cluster.time
    endElement(isWhole: true)
  }

  /// The element is over; if it is whole another follows.
  private mutating func endElement(isWhole: Bool) {
    guard isWhole else { return lose() }
    found.brokenByteCount += start - found.wholeByteCount
    found.wholeByteCount = position
    goOn()
  }

  /// Another element follows, whether or not the one that is over is whole.
  private mutating func goOn() {
    gathered.removeAll(keepingCapacity: true)
    digestBefore = digest
    start = position
    state = .gathering(ClipScan.leastByteCount)
  }
}
