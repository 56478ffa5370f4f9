/// Where something moves in the picture, held for those who look: it neither flickers nor wanders with each look.
///
/// It changes at looks alone, so that a picture that is drawn between two of them shows what the one before it did.
struct Spotlight: Sendable {
  /// It stays for so long where it is after nothing moves there any more.
  static let stay = Duration.seconds(1)

  private var place = PictureFacts.Movement.nowhere
  private var movedAt = Instant.zero
  private var lookedAt: Instant?

  /// A look at `now` found what moves to be there; nil where it can't be told.
  ///
  /// What is compared with a look of long ago says nothing about now.
  mutating func looked(_ movement: PictureFacts.Movement?, at now: Instant) {
    let seen = isFresh(at: now) ? movement ?? .nowhere : .nowhere
    let isOver = place == .nowhere || !isFresh(at: now) || now - movedAt >= Spotlight.stay
    lookedAt = now
    guard seen == place || isOver else { return }
    (place, movedAt) = (seen, now)
  }

  /// Where it stands at `now`; nil where nothing moves, or nobody has looked for long.
  func place(at now: Instant) -> PictureFacts.Movement? {
    isFresh(at: now) && place != .nowhere ? place : nil
  }

  private func isFresh(at now: Instant) -> Bool {
    lookedAt.map { now - $0 <= Describing.freshness } ?? false
  }
}

extension Machine {
  /// Whether somebody looks who wants to see where something moves.
  @inline(__always)
  var isSpotlightWanted: Bool { sessions.isDrawn && own.style.hasSpotlight }

  /// Where the spotlight stands, as it is seen; nil where there is none.
  var spotlight: PictureFacts.Movement? {
    guard isSpotlightWanted else { return nil }
    return viewfinder.spotlight.place(at: now)?.seen(in: orientation ?? .topLeft)
  }
}
