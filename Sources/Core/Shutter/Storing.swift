/// The photos that were taken and are not durable yet: few, in memory, in the order of their taking.
///
/// Writing blocks the loop for as long as the medium takes, so a photo waits while the next one is due
/// before the medium would probably be done.
public struct Storing: Sendable {
  /// The most photos held in memory.
  public static let capacity = 4

  private struct Entry {
    let shot: Shot
    var isConfirmed: Bool
    var isKept = false
    var isWriting = false
  }

  private var entries: [Entry] = []
  /// How long the medium takes.
  public private(set) var flushes = FlushTimes()

  /// Nothing to store.
  public init() {
    entries.reserveCapacity(Storing.capacity)
  }

  /// Whether a confirmed photo waits or is being written.
  public var isBusy: Bool { entries.contains { $0.isConfirmed } }
  /// Whether the medium is being written to.
  public var isWriting: Bool { entries.contains(where: \.isWriting) }
  /// Whether no photo waits, confirmed or not.
  public var isEmpty: Bool { entries.isEmpty }
  /// Whether a photo of `series` waits or is being written.
  public func contains(_ series: Series) -> Bool { entries.contains { $0.shot.series == series } }
  /// Whether there is no room for another photo.
  public var isFull: Bool { entries.count >= Storing.capacity }
  /// The photos that wait or are being written.
  public var count: Int { entries.count }

  /// The frame of `shot` is being kept.
  mutating func add(_ shot: Shot, isConfirmed: Bool) {
    precondition(!isFull, "a photo is only taken while there is room for it")
    entries.append(Entry(shot: shot, isConfirmed: isConfirmed))
  }

  /// The frame of shot `id` is in memory.
  ///
  /// - Returns: whether its series is confirmed.
  mutating func kept(_ id: Shot.ID) -> Bool {
    guard let index = index(of: id) else { return false }
    entries[index].isKept = true
    return entries[index].isConfirmed
  }

  /// The series of the tentative photos was asked for.
  ///
  /// - Returns: whether any of them is in memory already.
  mutating func confirm() -> Bool {
    let hasKept = entries.contains { !$0.isConfirmed && $0.isKept }
    for index in entries.indices { entries[index].isConfirmed = true }
    return hasKept
  }

  /// The series of the tentative photos was not asked for.
  ///
  /// - Returns: the shots to drop.
  mutating func abandon() -> [Shot.ID] {
    defer { entries.removeAll { !$0.isConfirmed } }
    return entries.filter { !$0.isConfirmed }.map { $0.shot.id }
  }

  /// The photo to write now, unless the next one is due too soon or one is being written.
  mutating func next(at now: Instant, nextPlanned: Instant?) -> Shot? {
    guard !isWriting,
      let index = entries.firstIndex(where: { $0.isConfirmed && $0.isKept }),
      isFull || hasTime(from: now, until: nextPlanned)
    else { return nil }
    entries[index].isWriting = true
    return entries[index].shot
  }

  /// Shot `id` is durable, after `duration` of writing.
  mutating func stored(_ id: Shot.ID, after duration: Duration) -> Shot? {
    flushes.record(duration)
    return remove(id)
  }

  /// Shot `id` is no more: it failed.
  mutating func remove(_ id: Shot.ID) -> Shot? {
    index(of: id).map { entries.remove(at: $0).shot }
  }

  private func hasTime(from now: Instant, until planned: Instant?) -> Bool {
    guard let planned else { return true }
    return planned - now > flushes.p99
  }

  private func index(of id: Shot.ID) -> Int? {
    entries.firstIndex { $0.shot.id == id }
  }
}
