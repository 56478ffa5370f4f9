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

  /// What to name instead: the folder of the export around it, where there is one.
  var refusal: Phrase {
    folder.map { .verifyFileOfExport(path.printable, $0.printable) }
      ?? .verifyLoneFile(path.printable)
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

extension Phrase {
  fileprivate static func verifyFileOfExport(_ file: String, _ folder: String) -> Phrase {
    Phrase(
      "verify.file-of-export",
      "{1} is one file of an export, which proves it as a whole: name its folder, {2}.", file,
      folder)
  }

  fileprivate static func verifyLoneFile(_ file: String) -> Phrase {
    Phrase(
      "verify.lone-file",
      """
      {1} is one file, and no export is around it. A file alone proves nothing: name the folder of the export.
      """, file)
  }
}
