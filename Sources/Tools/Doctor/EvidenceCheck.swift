import Core
import Drivers
import Evidence
import Glibc
import System

/// Whether the database is sound, and the pieces have their files.
struct EvidenceCheck {
  /// The look through the database is given up after this time, and doctor goes on.
  static let patience = Duration.seconds(30)

  let database: DatabaseCheck
  /// Size of the database in bytes.
  let byteCount: Int
  /// Path of the store.
  let path: String
  /// Pieces by their state.
  let totals: [String: Int]

  /// Numbers of those of the newest pieces whose file does not hold what was stored.
  let changed: [Int]
  /// What the latest start found where the store was not what its device had written.
  let resumption: Resumption?
  /// Commands to advise.
  let exhibit: Invocation

  /// The newest pieces are looked into; `exhibit verify` looks into all.
  static let newestCount = 20

  var findings: [Finding] { [databaseFinding, historyFinding, piecesFinding, contentsFinding] }

  private var historyFinding: Finding {
    resumption.map { Finding("history", .warning, $0.phrase) }
      ?? .good(
        "history",
        Phrase(
          "doctor.history",
          "The latest start found the store as this device had written it, or can't tell."))
  }

  private var contentsFinding: Finding {
    let count = min(EvidenceCheck.newestCount, totals.values.reduce(0, +))
    guard !changed.isEmpty else {
      return .good(
        "contents",
        Phrase("doctor.contents", "The newest files hold what was stored; looked into: \(count)."))
    }
    let numbers = changed.map(String.init).joined(separator: ", ")
    return Finding(
      "contents", .bad,
      Phrase(
        "doctor.contents.changed",
        "The files of these pieces don't hold what was stored: \(numbers)."),
      fix: Phrase(
        "doctor.contents.restore", "put them back from a copy, and look into all the others."),
      commands: [exhibit("verify --store \(path.quotedForShell)")])
  }

  private var databaseFinding: Finding {
    let size = Figures.bytes(byteCount)
    return switch database {
    case .whole: .good("database", Phrase("doctor.database", "The database is sound, \(size)."))
    case .damaged(let words):
      Finding(
        "database", .bad,
        Phrase("doctor.database.damaged", "The database in \(path) is damaged: \(words)."),
        fix: Phrase(
          "doctor.database.rebuild",
          "have it made anew from its records; the damaged one is kept, and the pictures stay as they are."
        ),
        commands: ["sudo systemctl stop exhibit", rebuild])
    case .unfinished:
      Finding(
        "database", .warning,
        Phrase(
          "doctor.database.unfinished",
          """
          The database, \(size), was not looked through to its end within \
          \(Int(EvidenceCheck.patience.components.seconds)) s; so far it is sound.
          """))
    }
  }

  private var rebuild: String {
    "sudo \(exhibit("store rebuild --store \(path.quotedForShell)"))"
  }

  private var piecesFinding: Finding {
    let total = totals.values.reduce(0, +)
    let (missing, altered) = (totals["missing"] ?? 0, totals["altered"] ?? 0)
    guard missing + altered > 0 else {
      return .good(
        "pieces", Phrase("doctor.pieces", "Pieces: \(total), none known to be missing or changed."))
    }
    return Finding(
      "pieces", .bad,
      Phrase(
        "doctor.pieces.lost",
        "Pieces: \(total). The files of \(missing) are missing, those of \(altered) were changed."),
      fix: Phrase(
        "doctor.pieces.restore", "put them back from a copy; the list says which they are."),
      commands: [exhibit("list --store \(path.quotedForShell)")])
  }
}

extension EvidenceCheck {
  /// Findings about the store in `path`; none where there is no database yet.
  ///
  /// Blocks for as long as reading the database takes, and for `patience` at most.
  static func findings(in path: String, _ exhibit: Invocation) -> [Finding] {
    do throws(Failure) {
      let archive = try Archive(directory: path)
      let end = Clock.now + patience
      return EvidenceCheck(
        database: try archive.check { Clock.now > end }, byteCount: try archive.byteCount(),
        path: path, totals: try archive.totals(), changed: try changed(in: archive, path),
        resumption: try archive.latestResumption(), exhibit: exhibit
      ).findings
    } catch  where error.kind == .noStore {
      return []
    } catch {
      // Who may not read it has learned nothing bad of it.
      let isDenied = error.cause?.code == EACCES || error.cause?.code == EPERM
      return [Finding("database", isDenied ? .warning : .bad, error.phrase)]
    }
  }
}

extension EvidenceCheck {
  private static func changed(
    in archive: borrowing Archive, _ path: String
  ) throws(Failure) -> [Int] {
    try archive.latest(newestCount).filter { !$0.isPurged }.filter { piece in
      FileContent(of: "\(path)/\(piece.file)", expecting: piece.sha256) != .unchanged
    }.map(\.number)
  }
}

/// Whether the store's file system takes what is known of a photo along with its file.
struct AttributeCheck {
  /// Why it does not; nil where it does.
  let refusal: SystemError?

  var finding: Finding {
    guard let refusal else {
      return .good(
        "attributes",
        Phrase(
          "doctor.attributes",
          "What is known of a photo travels with its file, as an extended attribute."))
    }
    return Finding(
      "attributes", .warning,
      Phrase(
        "doctor.attributes.refused",
        """
        The store's file system takes no extended attributes: \(refusal.reason). What is known of a photo does \
        not travel with its file there, so a power cut at the wrong moment leaves a picture without it.
        """), fix: Phrase("doctor.attributes.fix", "have the store on ext4, XFS, Btrfs or F2FS."))
  }
}
