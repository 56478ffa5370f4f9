import Core
import Evidence
import Glibc

/// One file that somebody names in place of the folder that proves it.
struct SingleFile {
  /// No export has folders nearly as deep.
  private static let mostLevels = 16

  private let path: String

  /// The file at `path`; nil where there is something else, or nothing.
  init?(_ path: String) {
    var facts = stat()
    guard stat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
    self.path = path
  }

  /// What comes of the records of the export, bundle or store around it, and of it with its original or copy; a refusal
  /// where nothing around it proves it.
  ///
  /// Blocks on the disk.
  func verification(_ trust: Trust) throws(Failure) -> Verification {
    for place in places {
      if let found = try Verification.verifying(place.file, in: place.folder, trust) {
        return found
      }
    }
    throw .refused(refusal)
  }

  /// The folders around it, each with its path from there; that of a proof, which is a bundle by itself, comes after the
  /// export, which has the copies.
  private var places: [(folder: String, file: String)] {
    guard let resolved = realpath(path, nil) else { return [] }
    defer { free(resolved) }
    let parts = String(cString: resolved).split(separator: "/")
    var places: [(folder: String, file: String)] = []
    for count in (1..<parts.count).reversed().prefix(SingleFile.mostLevels) {
      let folder = "/" + parts[..<count].joined(separator: "/")
      let place = (folder: folder, file: parts[count...].joined(separator: "/"))
      let isInProof = places.last.map { $0.folder.lowercased().hasSuffix("/proof") } ?? false
      places.insert(place, at: isInProof ? places.count - 1 : places.count)
    }
    return places
  }

  /// What to name instead: the folder of the export around it, where there is one.
  var refusal: Phrase {
    folder.map {
      Phrase(
        "verify.file-of-export",
        """
        \(path.printable) is one file of an export, which proves it as a whole: name its folder, \
        \($0.printable).
        """)
    }
      ?? Phrase(
        "verify.lone-file",
        """
        \(path.printable) is one file, and no export is around it. A file alone proves nothing: name the \
        folder of the export.
        """)
  }

  private var folder: String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    var folder = String(cString: resolved)[...]
    for _ in 0..<SingleFile.mostLevels {
      guard let slash = folder.lastIndex(of: "/"), slash != folder.startIndex else { return nil }
      folder = folder[..<slash]
      if access("\(folder)/proof/records.jsonl", F_OK) == 0 { return String(folder) }
    }
    return nil
  }
}
