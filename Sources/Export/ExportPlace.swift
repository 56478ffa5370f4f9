import Core
import Evidence
import Glibc

/// Where an export is written.
package enum ExportPlace: Hashable, Sendable {
  /// A folder, empty, not there yet, or that of an earlier export.
  case folder(String)
  /// An archive, which is not there yet.
  case zip(String)
  /// A tar archive into an open descriptor, which is somebody else's to close.
  case tar(Int32)
}

extension ExportPlace {
  /// By which command a tar archive on standard output becomes a file whose name ends so.
  private static let filters = [
    (".tar", ""), (".tar.gz", "| gzip "), (".tgz", "| gzip "), (".tar.xz", "| xz "),
    (".txz", "| xz "), (".tar.bz2", "| bzip2 "), (".tbz2", "| bzip2 "), (".tar.zst", "| zstd "),
  ]
  /// Archives of kinds that none is written of.
  private static let others = [".7z", ".rar", ".gz", ".xz", ".bz2", ".zst", ".iso"]

  /// The folder or archive that a person calls `name`; a failure where that is the name of an archive of another kind.
  package init(named name: String) throws(Failure) {
    let lower = name.lowercased()
    var facts = stat()
    // A folder may be called anything.
    let isThere = stat(name, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
    if lower.hasSuffix(".zip") {
      self = .zip(name)
    } else if !isThere, let filter = ExportPlace.filters.first(where: { lower.hasSuffix($0.0) }) {
      throw Failure(.store, .exportAsTar(name, "- \(filter.1)> \(name)"))
    } else if !isThere, ExportPlace.others.contains(where: lower.hasSuffix) {
      throw Failure(
        .store,
        Phrase(
          "export.as-zip",
          """
          \(name) would be a folder of that name; nothing was written. Archives are .zip or tar: name a file \
          that ends in .zip, or a folder.
          """))
    } else {
      self = .folder(name)
    }
  }

  /// As it was named.
  var name: String { path ?? "-" }

  /// Its path; nil where it has none.
  var path: String? {
    switch self {
    case .folder(let path), .zip(let path): path
    case .tar: nil
    }
  }
}

extension Phrase {
  static func exportAsTar(_ name: String, _ place: String) -> Phrase {
    Phrase(
      "export.as-tar",
      """
      \(name) would be a folder of that name; nothing was written. For an archive of that kind take '\(place)' \
      as the place, or a file that ends in .zip.
      """)
  }

}
