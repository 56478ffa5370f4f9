import Core

/// Whether evidence can be written where the configuration says.
struct StoreCheck {
  /// What there is at the path.
  enum State: Hashable {
    case writable
    /// Nothing; whether this user could make it.
    case missing(canBeMade: Bool)
    /// This user may not write there.
    case forbidden
    /// Something else than a folder, or one that cannot be written for another reason, in words.
    case unusable(String)
  }

  let path: String
  let state: State

  var finding: Finding {
    switch state {
    case .writable: .good("store", Phrase(.doctorStore, path))
    case .missing(let canBeMade):
      Finding(
        "store", canBeMade ? .warning : .bad, Phrase(.doctorStoreMissing, path),
        fix: Phrase(canBeMade ? .doctorStoreMade : .doctorMakeStore),
        commands: ["\(canBeMade ? "" : "sudo ")exhibit doctor --fix"])
    case .forbidden:
      Finding(
        "store", .warning, Phrase(.doctorStoreForbidden, path), fix: Phrase(.doctorAskAsRoot),
        commands: ["sudo exhibit doctor"])
    case .unusable(let reason):
      Finding("store", .bad, Phrase(.doctorStoreUnusable, path, reason))
    }
  }
}
