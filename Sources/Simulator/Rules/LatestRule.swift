import Core
import Evidence
import Glibc

/// The link to the newest photo leads to that, whatever was deleted, undone or lost.
///
/// Where there is no photo there is no link. A medium that refuses to change names, or to be read, excuses it until the next change.
struct LatestRule {
  private let medium: ForgetfulMedium
  /// How many of these calls had failed when it was looked at before, and the time before that: a photo is written at
  /// the end of one turn and told of in the next.
  private var failureCounts = (before: 0, latest: 0)
  /// Whether a call that failed may have kept the link from being changed, since the store was to lead it anew.
  private var isInDoubt = true

  /// A rule for the store on `medium`.
  init(_ medium: ForgetfulMedium) {
    self.medium = medium
    failureCounts.latest = medium.nameAndReadFailureCount
  }

  mutating func check(_ step: Step, _ evidence: EvidenceRule) throws(Violation) {
    let count = medium.nameAndReadFailureCount
    switch step.event {
    case .photo(.stored), .store(.changed), .device(.opened(.store)):
      isInDoubt = failureCounts.before != count
      failureCounts = (failureCounts.latest, count)
    case .started, .deadline, .device, .camera, .accelerometer, .edge, .photo, .clip, .store,
      .console,
      .voice, .hook, .measured, .signal, .reconfigured:
      guard step.board.isStoreOpen, step.effects.contains(where: \.purges) else { return }
      isInDoubt = isInDoubt || failureCounts.latest != count
    }
    guard !isInDoubt, !medium.isPulled else { return }
    let pieces = try evidence.read { archive throws(Failure) in try archive.pieces() }
    let newest = pieces.last {
      ["photo", "document"].contains($0.kind)
        && ["stored", "adopted", "altered"].contains($0.state)
    }
    guard target == newest?.file else {
      throw Violation(
        Self.self,
        "latest.jpg leads to \(target ?? "nothing"), and not to \(newest?.file ?? "nothing")")
    }
  }

  private var target: String? {
    guard let path = realpath("\(medium.store)/latest.jpg", nil) else { return nil }
    defer { free(path) }
    return String(String(cString: path).dropFirst(medium.store.utf8.count + 1))
  }
}

extension Effect {
  /// Whether the newest photo may be purged by it, which no event tells of.
  fileprivate var purges: Bool {
    switch self {
    case .store(.makeRoom), .store(.tidy): true
    default: false
    }
  }
}
