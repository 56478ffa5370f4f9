import Core
import Evidence

/// Whether the device has its key, and nobody else can have it.
struct KeyCheck {
  /// Folder of the key.
  let folder: String
  let key: KeyExamination
  /// Commands to advise.
  let exhibit: Invocation

  var finding: Finding {
    switch key {
    case .good(let id): .good("key", Phrase.doctorKey(folder, id))
    case .absent:
      Finding("key", .warning, .doctorKeyAbsent(folder), fix: .doctorKeyMade(exhibit("run")))
    case .lost(let file): Finding("key", .bad, .doctorKeyLost(file), fix: .doctorKeyRestore)
    case .forbidden(let file):
      Finding(
        "key", .warning, .doctorKeyForbidden(file), fix: .doctorAskAsRoot,
        commands: ["sudo \(exhibit("doctor"))"])
    case .unreadable(let file, let reason):
      Finding("key", .bad, .doctorKeyUnreadable(file, reason), fix: .doctorKeyRestore)
    case .damaged(let file): Finding("key", .bad, .doctorKeyDamaged(file), fix: .doctorKeyReplace)
    case .exposed(let file, let mode):
      Finding(
        "key", .bad, .doctorKeyExposed(file, String(mode, radix: 8).padded(to: 4)),
        fix: .doctorKeyClose, commands: ["sudo chmod 0600 \(file.quotedForShell)"])
    case .mismatched(let file):
      Finding(
        "key", .bad, .doctorKeyMismatched(file), fix: .doctorKeyHalf(exhibit("run")),
        commands: ["sudo rm -f \(file.quotedForShell)"])
    }
  }
}

extension Phrase {
  static func doctorKey(_ folder: String, _ id: String) -> Phrase {
    Phrase(
      "doctor.key", "The device's key is in {1}, for its owner alone; the device's id is {2}.",
      folder, id)
  }

  static func doctorKeyAbsent(_ folder: String) -> Phrase {
    Phrase("doctor.key.absent", "The device has no key in {1} yet.", folder)
  }

  static func doctorKeyMade(_ run: String) -> Phrase {
    Phrase("doctor.key.made", "nothing, the first start of '{1}' makes it.", run)
  }

  static func doctorKeyLost(_ file: String) -> Phrase {
    Phrase("doctor.key.lost", "The device had a key, and {1} is gone.", file)
  }

  static let doctorKeyRestore = Phrase(
    "doctor.key.restore",
    """
    put a copy of it there, if there is one; otherwise the next start makes another, and the \
    device gets another id.
    """)

  static func doctorKeyForbidden(_ file: String) -> Phrase {
    Phrase(
      "doctor.key.forbidden",
      "This user may not read the device's key {1}, so it was not looked at.", file)
  }

  static func doctorKeyUnreadable(_ file: String, _ reason: String) -> Phrase {
    Phrase("doctor.key.unreadable", "The device's key {1} can't be read: {2}.", file, reason)
  }

  static func doctorKeyDamaged(_ file: String) -> Phrase {
    Phrase("doctor.key.damaged", "{1} is no key.", file)
  }

  static let doctorKeyReplace = Phrase(
    "doctor.key.replace",
    """
    put a copy of the key there; without one, move the file away: the next start makes another, \
    and the device gets another id.
    """)

  static func doctorKeyExposed(_ file: String, _ mode: String) -> Phrase {
    Phrase(
      "doctor.key.exposed",
      "The device's key {1} has the mode {2}: others than its owner may use it.", file, mode)
  }

  static let doctorKeyClose = Phrase(
    "doctor.key.close", "let only its owner read it; whoever did can sign as this device.")

  static func doctorKeyMismatched(_ file: String) -> Phrase {
    Phrase("doctor.key.mismatched", "{1} is not the public half of the device's key.", file)
  }

  static func doctorKeyHalf(_ run: String) -> Phrase {
    Phrase("doctor.key.half", "remove it; the next start of '{1}' writes it anew.", run)
  }
}
