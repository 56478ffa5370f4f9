import Core
import Evidence
import Glibc
import System

/// Whose an earlier export is: one of an older state of this store, or of another that began as its copy, may have what
/// nobody else has.
extension Exporter {
  /// So many folders are looked at beside the one that was named.
  private static let mostFolders = 1000

  /// Where to export instead of `place`, which has an export of another history of the store, and why; otherwise
  /// `place` itself.
  func suitable(
    for place: ExportPlace
  ) throws(Failure) -> (place: ExportPlace, notes: [Phrase]) {
    guard case .folder(let path) = place, try hasOtherHistory(path) else { return (place, []) }
    let base = Exporter.base(besides: path)
    let folders = (2...Exporter.mostFolders).lazy.map { "\(base)-\($0)" }
    // Where there is none the folder that was named is refused.
    for free in folders {
      let isThere = access(free, F_OK) == 0
      if isThere, try !isOwn(free) { continue }
      return (
        .folder(free),
        [
          Phrase(
            "export.other-history",
            """
            \(path) has an export of this store with records that it has no more, as when an older copy of a store \
            was put back: that stays as it is, and this export is in \(free).
            """)
        ]
      )
    }
    return (place, [])
  }

  /// Whether the folder `path` has an export of this store that does not lead to the present one.
  private func hasOtherHistory(_ path: String) throws(Failure) -> Bool {
    guard let manifest = manifest(in: path), isOfStore(manifest) else { return false }
    return try !isOfChain(manifest)
  }

  /// Whether the folder `path` has an export of this store and its history.
  func isOwn(_ path: String) throws(Failure) -> Bool {
    guard let manifest = manifest(in: path), isOfStore(manifest) else { return false }
    return try isOfChain(manifest)
  }

  /// Whether the manifest with this `beginning` is that of an export of a store with this one's id.
  func isOfStore(_ beginning: [UInt8]) -> Bool {
    beginning.starts(with: ExportManifest.beginning(of: inventory.store).utf8)
  }

  /// Whether the head that it names is one of the records.
  func isOfChain(_ beginning: [UInt8]) throws(Failure) -> Bool {
    guard let head = ExportManifest.head(in: beginning) else { return false }
    return try inventory.has(head)
  }

  private func manifest(in path: String) -> [UInt8]? {
    // What has none that can be read is looked at where it is written to.
    try? FolderTarget.manifest(in: path)
  }

  /// What the names of folders beside `path` begin with, on the same file system: a link may lead to another.
  private static func base(besides path: String) -> String {
    guard let name = realpath(path, nil) else { return path }
    defer { free(name) }
    let real = String(cString: name)
    var (own, above) = (stat(), stat())
    let isInside = stat(real, &own) == 0 && stat("\(real)/..", &above) == 0
    return isInside && own.st_dev == above.st_dev ? real : "\(real)/export"
  }
}
