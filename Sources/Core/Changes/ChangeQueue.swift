/// What people asked to have changed in the store, until it is: one after the other, when no photo has to wait for
/// that.
struct ChangeQueue: Sendable {
  /// More wait only if somebody asks faster than the store writes.
  static let capacity = 16

  /// A change, and who asked for it.
  struct Wish: Hashable, Sendable {
    let change: StoreChange
    let requester: Requester
    /// The beginning of the photos or the clip that were asked for after it, and belong to what it makes of things; nil
    /// while there are none.
    fileprivate(set) var next: Instant?
  }

  /// Those that the store was not asked for, the oldest first.
  private(set) var waiting: [Wish] = []
  /// The one that the store was asked for and has not answered.
  @Occasional private var offered: Wish? = nil
  /// The capture that was asked for last, and the thing that it belongs to, once that is known.
  private var capture: (origin: Instant, thing: Int?)?

  /// All that was asked for and is not done, the oldest first.
  var wishes: [Wish] { (offered.map { [$0] } ?? []) + waiting }

  /// Whether the store owes an answer.
  var isAsked: Bool { _offered.isThere }

  /// Whether all that was asked for is done.
  var isEmpty: Bool { waiting.isEmpty && !isAsked }

  /// Whether one is to be made, and the store owes no answer.
  var isDue: Bool { !isAsked && !waiting.isEmpty }

  /// Adds `wish`; says whether there was room for it.
  mutating func add(_ wish: Wish) -> Bool {
    guard waiting.count < ChangeQueue.capacity else { return false }
    waiting.append(wish)
    return true
  }

  /// A capture was asked for that begins at `origin`: all that waits comes before its first piece.
  mutating func precede(_ origin: Instant) {
    if capture?.origin != origin { capture = (origin, nil) }
    if offered?.next == nil { offered?.next = origin }
    for index in waiting.indices where waiting[index].next == nil { waiting[index].next = origin }
  }

  /// The thing `current` is that of the latest capture, unless something is still to be made of things before it.
  mutating func note(thing current: Int?) {
    guard let (origin, thing) = capture, thing == nil, !precedes(origin) else { return }
    capture = (origin, current)
  }

  /// The number of the thing that was the current one when a capture began at `origin`; nil where nobody knows.
  func thing(ofCaptureAt origin: Instant) -> Int? {
    capture.flatMap { $0.origin == origin ? $0.thing : nil }
  }

  /// Whether a capture that begins at `origin` has to wait for any of them.
  func precedes(_ origin: Instant) -> Bool {
    wishes.contains { wish in wish.next.map { $0 <= origin } ?? false }
  }

  /// Has the oldest made.
  mutating func offer(_ steps: inout Steps) {
    guard isDue else { return }
    let wish = waiting.removeFirst()
    steps.flush(.store(.change(wish.change, by: wish.requester)))
    offered = wish
  }

  /// The store has answered, for good.
  ///
  /// - Returns: the wish that the answer is about.
  mutating func answered() -> Wish? {
    defer { offered = nil }
    return offered
  }

  /// The store is to be asked again later.
  mutating func putBack() {
    guard let wish = answered() else { return }
    waiting.insert(wish, at: 0)
  }

  /// Gives up `wish`, which the store was not asked for.
  mutating func remove(_ wish: Wish) {
    if let place = waiting.firstIndex(of: wish) { waiting.remove(at: place) }
  }
}
