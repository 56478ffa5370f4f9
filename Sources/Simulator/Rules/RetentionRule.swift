import Core
import Evidence

/// What is purged was deleted long enough ago, or lies elsewhere and its room was needed, or a person wanted it gone;
/// and it was not locked.
///
/// Of what a question named all goes, or nothing.
/// And nothing counts as exported of which a program has told something else than what is stored.
struct RetentionRule {
  /// The pieces as they were at the latest look, by number; nil before the first.
  private var before: [Int: Piece]?
  /// When a deletion was seen first; what was deleted before the first look may have been so for long.
  private var deletedAt: [Int: Instant] = [:]
  /// What the store was asked to remove for good, until it is known whether it did.
  private var erased: Set<Int> = []
  /// A deletion is seen a moment after its record was made, and so seems to be younger.
  private static let lag = Duration.seconds(10)

  /// Whether the change that the store was asked for last is a report of pieces that are others here.
  private var isReportFalse = false

  mutating func check(_ step: Step, _ evidence: EvidenceRule) throws(Violation) {
    try checkReports(step, evidence)
    if step.event.settlesErasing { erased.removeAll() }
    for case .store(.change(.deletePieces(let numbers, isForGood: true), _)) in step.effects {
      erased.formUnion(numbers)
    }
    for case .store(.change(.remove(let removal), _)) in step.effects {
      erased.formUnion(removal.numbers)
    }
    guard step.board.isStoreOpen, step.effects.contains(where: \.mayPurge) || step.hasOpenedStore
    else { return }
    let now = try evidence.read { archive throws(Failure) in try archive.pieces() }
    for piece in now where piece.isPurged {
      guard let old = before?[piece.number], !old.isPurged else { continue }
      try check(old, step)
      try checkNamed(old, step)
    }
    for piece in now where before != nil {
      let wasDeleted = before?[piece.number]?.isDeleted ?? false
      if !piece.isDeleted { deletedAt[piece.number] = nil }
      if piece.isDeleted, !wasDeleted { deletedAt[piece.number] = step.now }
    }
    before = Dictionary(uniqueKeysWithValues: now.map { ($0.number, $0) })
    if step.hasOpenedStore { erased.removeAll() }
  }

  private mutating func checkReports(_ step: Step, _ evidence: EvidenceRule) throws(Violation) {
    if case .store(.changed) = step.event, isReportFalse {
      throw Violation(Self.self, "pieces are called exported of which nobody has read a copy")
    }
    for case .store(.change(let change, _)) in step.effects {
      isReportFalse = try isFalse(change, step, evidence)
    }
  }

  private func isFalse(
    _ change: StoreChange, _ step: Step, _ evidence: EvidenceRule
  ) throws(Violation) -> Bool {
    guard case .piecesExported(let numbers, let sha256, _) = change, step.board.isStoreOpen else {
      return false
    }
    let pieces = try evidence.read { archive throws(Failure) in try archive.pieces() }
    let told = pieces.filter { numbers.contains($0.number) }
    let digests = Dictionary(uniqueKeysWithValues: told.map { ($0.number, $0.sha256) })
    return ReadBackPieces(digests).sha256 != sha256 || digests.count != numbers.count
  }

  /// What a question has not named stays, and so does what was brought back since.
  private func checkNamed(_ piece: Piece, _ step: Step) throws(Violation) {
    let purging = step.effects.filter(\.mayPurge)
    guard purging.count == 1, case .store(.change(.remove(let removal), _)) = purging[0] else {
      return
    }
    let named = removal.pieces.first { $0.number == piece.number }
    guard let named, piece.isDeleted == (named.deletion != nil) else {
      throw Violation(
        Self.self, "piece \(piece.number) was removed, of which nobody was asked as it is")
    }
  }

  private func check(_ piece: Piece, _ step: Step) throws(Violation) {
    let number = piece.number
    guard !piece.isLocked else { throw Violation(Self.self, "locked piece \(number) is purged") }
    if erased.contains(number) { return }
    guard piece.isDeleted || piece.isExported else {
      throw Violation(Self.self, "piece \(number) is purged, and lies nowhere else")
    }
    let age = deletedAt[number].map { step.now - $0 } ?? Store.deletionsLast
    if step.effects.contains(where: \.isForRoom), piece.isDeleted, !piece.isExported,
      age < Store.deletionsStay - RetentionRule.lag
    {
      throw Violation(Self.self, "piece \(number) goes for its room, and was deleted only now")
    }
    guard step.effects.contains(.store(.tidy)), !step.effects.contains(where: \.isForced) else {
      return
    }
    guard piece.isDeleted, age >= Store.deletionsLast else {
      throw Violation(Self.self, "piece \(number) is purged too soon")
    }
  }
}

extension Step {
  fileprivate var hasOpenedStore: Bool {
    if case .device(.opened(.store)) = event { true } else { false }
  }
}

extension Event {
  /// Whether the store tells what it did for good, or that it changed nothing; after another failure nobody knows
  /// before it is opened anew.
  fileprivate var settlesErasing: Bool {
    switch self {
    case .store(.changed): true
    case .store(.notChanged(let failure)):
      failure.kind == .refused || failure.kind == .storeLocked
    default: false
    }
  }
}

extension Effect {
  /// Whether pieces may be purged by it because their room is needed.
  fileprivate var isForRoom: Bool {
    if case .store(.makeRoom) = self { true } else { false }
  }

  /// Whether pieces may be purged, deleted, locked or exported by it.
  fileprivate var mayPurge: Bool {
    switch self {
    case .store(.change), .store(.makeRoom), .store(.tidy): true
    default: false
    }
  }

  /// Whether pieces may be purged by it that were deleted only now.
  fileprivate var isForced: Bool {
    switch self {
    case .store(.change(.purge, _)), .store(.makeRoom): true
    default: false
    }
  }
}
