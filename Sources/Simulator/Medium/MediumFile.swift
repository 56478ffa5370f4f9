import VirtualDevices

/// A file on a medium that forgets: what the medium has of it, and what only the kernel's memory has.
///
/// Memory is the real file, which this only keeps account of.
final class MediumFile {
  /// Change of a file, of at most one page.
  private enum Change {
    case write(offset: Int, bytes: [UInt8])
    case truncate(byteCount: Int)
    case attribute(String, [UInt8])
  }

  /// Memory goes to the medium in pages; power can go off between the sectors of one.
  private static let page = 4096, sector = 512

  /// Content that survives a power cut.
  private(set) var flushed: [UInt8] = []
  private(set) var flushedAttributes: [String: [UInt8]] = [:]
  /// Changes since, in their order.
  private var unflushed: [Change] = []
  /// Changes that a flush which failed has lost: in memory they count as written.
  private var lost: [Change] = []

  /// How many bytes it has in memory.
  private(set) var byteCount = 0

  /// Whether the medium has all of it.
  var isDurable: Bool { unflushed.isEmpty && lost.isEmpty }

  /// Whether somebody may have it for durable, or did: it was to be flushed, even in vain, or outlived a power cut.
  private(set) var wasFlushed = false

  /// Notes that `bytes` were written at `offset`.
  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
    byteCount = max(byteCount, offset + bytes.count)
    var start = 0
    while start < bytes.count {
      let place = offset + start
      let count = min(MediumFile.page - place % MediumFile.page, bytes.count - start)
      let piece = Array(bytes[start..<start + count])
      dirty(pageOf: place)
      unflushed.append(.write(offset: place, bytes: piece))
      start += count
    }
  }

  /// Notes that the file has `byteCount` bytes from now on.
  func truncate(to byteCount: Int) {
    self.byteCount = byteCount
    unflushed.append(.truncate(byteCount: byteCount))
  }

  /// Notes an attribute.
  func setAttribute(_ name: String, _ value: [UInt8]) { unflushed.append(.attribute(name, value)) }

  /// Memory has become durable; what a failed flush lost stays lost.
  func flush() {
    wasFlushed = true
    for change in unflushed { MediumFile.apply(change, &flushed, &flushedAttributes) }
    unflushed.removeAll()
  }

  /// A flush has failed: some sectors have reached the medium, and all count as written.
  func failFlush(_ random: inout RandomGenerator) {
    wasFlushed = true
    let reached = afterPowerCut(&random)
    (flushed, flushedAttributes) = (reached.bytes, reached.attributes)
    lost += unflushed
    unflushed.removeAll()
  }

  /// Memory gives up what counts as written, as it may at any time.
  ///
  /// - Returns: what the file is now; nil where that is nothing else.
  func forget() -> [UInt8]? {
    if lost.isEmpty { return nil }
    lost.removeAll()
    let bytes = present.bytes
    byteCount = bytes.count
    return bytes
  }

  /// What memory shows once what was lost is forgotten.
  var present: (bytes: [UInt8], attributes: [String: [UInt8]]) {
    var (bytes, attributes) = (flushed, flushedAttributes)
    for change in unflushed { MediumFile.apply(change, &bytes, &attributes) }
    return (bytes, attributes)
  }

  /// What the medium has after a power cut now: of what was not flushed nothing, everything, or any sectors.
  func afterPowerCut(
    _ random: inout RandomGenerator
  ) -> (bytes: [UInt8], attributes: [String: [UInt8]]) {
    var (bytes, attributes) = (flushed, flushedAttributes)
    let mode = random.below(4)
    for change in unflushed where mode > 0 {
      for part in mode == 1 ? [change] : MediumFile.sectors(of: change)
      where mode == 1 || random.happens(onceIn: 2) {
        MediumFile.apply(part, &bytes, &attributes)
      }
    }
    return (bytes, attributes)
  }

  /// The medium has exactly `bytes`.
  func settle(_ bytes: [UInt8], _ attributes: [String: [UInt8]]) {
    (flushed, flushedAttributes, byteCount) = (bytes, attributes, bytes.count)
    wasFlushed = true
    unflushed.removeAll()
    lost.removeAll()
  }

  /// A page that is written to goes to the medium whole, and with it what was lost of it.
  private func dirty(pageOf offset: Int) {
    if lost.isEmpty { return }
    let page = offset / MediumFile.page
    let again = { (change: Change) in
      if case .write(let other, _) = change { other / MediumFile.page == page } else { false }
    }
    unflushed += lost.filter(again)
    lost.removeAll(where: again)
  }

  private static func sectors(of change: Change) -> [Change] {
    guard case .write(let offset, let bytes) = change else { return [change] }
    var parts: [Change] = []
    var start = 0
    while start < bytes.count {
      let count = min(sector - (offset + start) % sector, bytes.count - start)
      parts.append(.write(offset: offset + start, bytes: Array(bytes[start..<start + count])))
      start += count
    }
    return parts
  }

  private static func apply(
    _ change: Change, _ bytes: inout [UInt8], _ attributes: inout [String: [UInt8]]
  ) {
    switch change {
    case .write(let offset, let new):
      lengthen(&bytes, to: offset + new.count)
      bytes.replaceSubrange(offset..<offset + new.count, with: new)
    case .truncate(let byteCount):
      lengthen(&bytes, to: byteCount)
      bytes.removeLast(bytes.count - byteCount)
    case .attribute(let name, let value): attributes[name] = value
    }
  }

  /// What was never written reads as zeros.
  private static func lengthen(_ bytes: inout [UInt8], to byteCount: Int) {
    guard byteCount > bytes.count else { return }
    bytes += [UInt8](repeating: 0, count: byteCount - bytes.count)
  }
}
