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
    case .writable: .good("store", Phrase.doctorStore(path))
    case .missing(let canBeMade):
      Finding(
        "store", canBeMade ? .warning : .bad, Phrase.doctorStoreMissing(path),
        fix: canBeMade ? .doctorStoreMade : .doctorMakeStore,
        commands: ["\(canBeMade ? "" : "sudo ")exhibit doctor --fix"])
    case .forbidden:
      Finding(
        "store", .warning, .doctorStoreForbidden(path), fix: .doctorAskAsRoot,
        commands: ["sudo exhibit doctor"])
    case .unusable(let reason):
      Finding("store", .bad, .doctorStoreUnusable(path, reason))
    }
  }
}

extension Phrase {
  static func doctorStore(_ path: String) -> Phrase {
    Phrase("doctor.store", "The store is {1}, and it can be written.", path)
  }

  static func doctorStoreMissing(_ path: String) -> Phrase {
    Phrase("doctor.store.missing", "There is no store at {1} yet.", path)
  }

  static let doctorStoreMade = Phrase(
    "doctor.store.made", "nothing, 'exhibit run' makes it; or have it made now.")

  static let doctorMakeStore = Phrase(
    "doctor.store.make",
    "have it made by root, or set store in the configuration to a folder of yours.")

  static func doctorStoreForbidden(_ path: String) -> Phrase {
    Phrase(
      "doctor.store.forbidden",
      "The store {1} may not be written by this user, so room and speed were not looked at.", path)
  }

  static let doctorAskAsRoot = Phrase(
    "doctor.store.ask", "ask as the user that runs exhibit, or as root.")
}
