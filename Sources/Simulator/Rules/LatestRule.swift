import Core
import Evidence
import Glibc

/// The link to the newest photo leads to that, whatever was deleted, undone or lost.
///
/// Where there is no photo there is no link. Names that the medium refuses to change excuse it until the next change.
struct LatestRule {
  private let medium: ForgetfulMedium
  /// How many names could not be changed until it was looked at before.
  private var failureCount = 0

  /// A rule for the store on `medium`.
  init(_ medium: ForgetfulMedium) {
    self.medium = medium
    failureCount = medium.nameFailureCount
  }

  mutating func check(_ step: Step, _ evidence: EvidenceRule) throws(Violation) {
    switch step.event {
    case .photo(.stored), .store(.changed), .device(.opened(.store)): break
    case .started, .deadline, .device, .camera, .accelerometer, .edge, .photo, .store, .console,
      .voice, .hook, .measured, .signal, .reconfigured:
      return
    }
    let before = failureCount
    failureCount = medium.nameFailureCount
    guard before == failureCount, !medium.isPulled else { return }
    let pieces = try evidence.read { archive throws(Failure) in try archive.pieces() }
    let newest = pieces.last {
      $0.kind == "photo" && ["stored", "adopted", "altered"].contains($0.state)
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
