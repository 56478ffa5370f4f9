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
    case .good(let id):
      .good(
        "key",
        Phrase(
          "doctor.key",
          "The device's key is in \(folder), for its owner alone; the device's id is \(id)."))
    case .absent:
      Finding(
        "key", .warning, Phrase("doctor.key.absent", "The device has no key in \(folder) yet."),
        fix: .doctorKeyMade(exhibit("run")))
    case .lost(let file):
      Finding(
        "key", .bad, Phrase("doctor.key.lost", "The device had a key, and \(file) is gone."),
        fix: .doctorKeyRestore)
    case .forbidden(let file):
      Finding(
        "key", .warning,
        Phrase(
          "doctor.key.forbidden",
          "This user may not read the device's key \(file), so it was not looked at."),
        fix: .doctorAskAsRoot,
        commands: ["sudo \(exhibit("doctor"))"])
    case .unreadable(let file, let reason):
      Finding(
        "key", .bad,
        Phrase("doctor.key.unreadable", "The device's key \(file) can't be read: \(reason)."),
        fix: .doctorKeyRestore)
    case .damaged(let file):
      Finding(
        "key", .bad, Phrase("doctor.key.damaged", "\(file) is no key."),
        fix: Phrase(
          "doctor.key.replace",
          """
          put a copy of the key there; without one, move the file away: the next start makes another, and the \
          device gets another id.
          """))
    case .exposed(let file, let mode):
      Finding(
        "key", .bad,
        Phrase(
          "doctor.key.exposed",
          """
          The device's key \(file) has the mode \(String(mode, radix: 8).padded(to: 4)): others than its owner \
          may use it.
          """),
        fix: Phrase(
          "doctor.key.close",
          "let only its owner read it; whoever did can sign as this device."),
        commands: ["sudo chmod 0600 \(file.quotedForShell)"])
    case .mismatched(let file):
      Finding(
        "key", .bad,
        Phrase(
          "doctor.key.mismatched", "\(file) is not the public half of the device's key."),
        fix: .doctorKeyHalf(exhibit("run")),
        commands: ["sudo rm -f \(file.quotedForShell)"])
    }
  }
}

extension Phrase {
  static func doctorKeyMade(_ run: String) -> Phrase {
    Phrase("doctor.key.made", "nothing, the first start of '\(run)' makes it.")
  }

  static let doctorKeyRestore = Phrase(
    "doctor.key.restore",
    """
    put a copy of it there, if there is one; otherwise the next start makes another, and the device gets \
    another id.
    """)

  static func doctorKeyHalf(_ run: String) -> Phrase {
    Phrase("doctor.key.half", "remove it; the next start of '\(run)' writes it anew.")
  }
}
