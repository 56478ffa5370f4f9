import Core
import Evidence
import Glibc
import System

/// Whose an earlier export is: one of an older state of this store, or of another that began as its copy, may have what
/// nobody else has.
extension Exporter {
  /// So many folders are looked at beside the one that was named.
  private static let mostFolders = 1000

  /// Where to export instead of `place`, which has an export that is not to be gone on with, and why; otherwise `place` itself.
  func suitable(
    for place: ExportPlace
  ) throws(Failure) -> (place: ExportPlace, notes: [Phrase]) {
    guard case .folder(let path) = place else { return (place, []) }
    let isOfOthers = try hasOtherHistory(path)
    let shows = isOfOthers ? false : try hasWhatStays(path)
    guard isOfOthers || shows, let free = try folder(besides: path) else { return (place, []) }
    return (.folder(free), [isOfOthers ? .exportOfOthers(path, free) : .exportShows(path, free)])
  }

  /// The first folder beside `path` that is free, or may be gone on with; nil where there is none: the one that was named
  /// is refused then.
  private func folder(besides path: String) throws(Failure) -> String? {
    let base = Exporter.base(besides: path)
    for number in 2...Exporter.mostFolders {
      let folder = "\(base)-\(number)"
      guard access(folder, F_OK) == 0 else { return folder }
      if try isOwn(folder), try !hasWhatStays(folder) { return folder }
    }
    return nil
  }

  /// Whether the folder `path` has an original of a piece that leaves as a copy now, or not at all.
  ///
  /// It may be all that somebody has of it, and the store may count on that.
  private func hasWhatStays(_ path: String) throws(Failure) -> Bool {
    guard leaving.treatment == .hide, access("\(path)/\(PieceSource.proof)", F_OK) == 0 else {
      return false
    }
    var isThere = false
    try inventory.eachItem { item throws(Failure) in
      if isThere || access("\(path)/\(item.original)", F_OK) != 0 { return }
      if case .leaves(let leaving) = try leaving.form(of: item), leaving.blank == nil { return }
      isThere = true
    }
    return isThere
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

extension Phrase {
  fileprivate static func exportOfOthers(_ path: String, _ free: String) -> Phrase {
    Phrase(
      "export.other-history",
      """
      \(path) has an export of this store with records that it has no more, as when an older copy of a store \
      was put back: that stays as it is, and this export is in \(free).
      """)
  }

  fileprivate static func exportShows(_ path: String, _ free: String) -> Phrase {
    Phrase(
      "export.shows-faces",
      """
      \(path) has originals that may not leave any more, because of faces: it stays as it is, and this export is in \
      \(free).
      """)
  }
}
