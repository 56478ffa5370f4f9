/// The photos that were taken and are not durable yet: few, in memory, in the order of their taking.
///
/// Writing blocks the loop for as long as the medium takes, so a photo waits while the next one is due
/// before the medium would probably be done.
package struct Storing: Sendable {
  /// The most photos held in memory.
  package static let capacity = 4
  /// How long a photo that is due keeps the others from the medium while its frame may be on the way.
  static let frameGrace = Duration.milliseconds(150)
  /// From here on a medium counts as the cause of what it has held up.
  static let slow = Duration.seconds(1)

  /// A shot on its way into the store.
  private struct Entry {
    let shot: Shot
    var isConfirmed: Bool
    var isKept = false
    var isWriting = false
  }

  /// A time in which the medium was written to and the loop stood still.
  private struct Write {
    let from: Instant
    var to: Instant?
  }

  private var entries: [Entry] = []
  private var latestWrite: Write?
  /// How long the medium takes.
  private(set) var flushes = FlushTimes()

  /// Nothing to store.
  package init() {
    entries.reserveCapacity(Storing.capacity)
  }

  /// Whether a confirmed photo waits or is being written.
  package var isBusy: Bool { entries.contains { $0.isConfirmed } }
  /// Whether a photo is ready to be written, and none is being written.
  var isReady: Bool {
    !isWriting && entries.contains { $0.isConfirmed && $0.isKept }
  }
  /// Whether the medium is being written to.
  var isWriting: Bool { entries.contains(where: \.isWriting) }
  /// Whether the frame of a photo is being kept, which may fail: then the camera has to give another.
  package var isKeeping: Bool { entries.contains { !$0.isKept } }
  /// Whether no photo waits, confirmed or not.
  package var isEmpty: Bool { entries.isEmpty }
  /// Whether a photo of `series` waits or is being written.
  func contains(_ series: Series) -> Bool { entries.contains { $0.shot.series == series } }
  /// Whether there is no room for another photo.
  var isFull: Bool { entries.count >= Storing.capacity }
  /// The photos that wait or are being written.
  package var count: Int { entries.count }

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
  /// - Returns: whether any of them is in memory already, for people to see.
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

  /// The photo that can be written now; nil where the next one is due too soon or one is being written.
  ///
  /// - Parameter nextPlanned: when the next photo will want the loop; nil if none is expected.
  func candidate(at now: Instant, nextPlanned: Instant?) -> Shot? {
    guard !isWriting, isFull || hasTime(from: now, until: nextPlanned) else { return nil }
    return entries.first { $0.isConfirmed && $0.isKept }?.shot
  }

  /// The same, which is being written from now on.
  mutating func next(at now: Instant, nextPlanned: Instant?) -> Shot? {
    guard let shot = candidate(at: now, nextPlanned: nextPlanned), let index = index(of: shot.id)
    else { return nil }
    entries[index].isWriting = true
    latestWrite = Write(from: now, to: nil)
    return shot
  }

  /// Shot `id` is durable at `now`, after `duration` of writing.
  mutating func stored(_ id: Shot.ID, after duration: Duration, at now: Instant) -> Shot? {
    flushes.record(duration)
    return remove(id, at: now)
  }

  /// Shot `id` could not be written, and is to be tried again: it is as it was before.
  mutating func putBack(_ id: Shot.ID, at now: Instant) {
    guard let index = index(of: id), entries[index].isWriting else { return }
    entries[index].isWriting = false
    latestWrite?.to = now
  }

  /// Shot `id` is no more at `now`: it failed.
  mutating func remove(_ id: Shot.ID, at now: Instant) -> Shot? {
    guard let index = index(of: id) else { return nil }
    if entries[index].isWriting { latestWrite?.to = now }
    return entries.remove(at: index).shot
  }

  /// How long the medium held up the loop after `planned`, where a photo was due and had no frame.
  func delay(since planned: Instant, at now: Instant) -> Duration {
    guard let latestWrite else { return .zero }
    return max(.zero, (latestWrite.to ?? now) - max(planned, latestWrite.from))
  }

  /// The store can't be opened: the confirmed photos that wait for it have nowhere to go.
  mutating func removeWaiting() -> [Shot] {
    defer { entries.removeAll { $0.isConfirmed && $0.isKept && !$0.isWriting } }
    return entries.filter { $0.isConfirmed && $0.isKept && !$0.isWriting }.map(\.shot)
  }

  private func hasTime(from now: Instant, until planned: Instant?) -> Bool {
    guard let planned else { return true }
    return planned - now > flushes.p99
  }

  private func index(of id: Shot.ID) -> Int? {
    entries.firstIndex { $0.shot.id == id }
  }
}

/// How long the medium took for the latest photos.
struct FlushTimes: Hashable, Sendable {
  /// How many photos are remembered.
  static let capacity = 100
  /// What is believed of a medium that has not been written to.
  static let assumed = Duration.milliseconds(250)

  /// The duration that 99 of 100 photos stay within.
  private(set) var p99 = assumed
  private var durations: [Duration] = []
  private var oldest = 0

  /// Nothing measured yet.
  init() {
    durations.reserveCapacity(FlushTimes.capacity)
  }

  /// Remembers one more, in place of the oldest when there are enough.
  mutating func record(_ duration: Duration) {
    if durations.count < FlushTimes.capacity {
      durations.append(duration)
    } else {
      durations[oldest] = duration
      oldest = (oldest + 1) % FlushTimes.capacity
    }
    let rank = (durations.count * 99 + 99) / 100
    p99 = durations.sorted()[rank - 1]
  }
}
