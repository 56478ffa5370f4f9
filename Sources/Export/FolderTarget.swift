import Core
import Evidence
import Glibc
import System

/// An export into a folder, that of an earlier export or an empty one.
///
/// What has a file's name is a whole file, whenever the power fails or the medium is pulled: see `UnfinishedFiles`.
final class FolderTarget: ExportTarget {
  /// So many files are on their way from the medium while one is compared.
  private static let filesAhead = 8

  let isFolder = true
  let keeping: ExportKeeping
  private let path: String
  private let medium: any Medium
  private let isNew: Bool
  private let turn: FolderTurn?
  let earlierTable: ExportedTable?
  private let files: UnfinishedFiles
  private let reader = ContentReader()
  private let digest = FileDigest()
  /// Folders whose names are not durable yet.
  private var touched: Set<String> = []
  private var folders: Set<String> = []
  /// What was added since the last `settle`, and whether it was there before.
  private var added: [(entry: ExportEntry, wasThere: Bool)] = []

  /// Takes the folder `path` for an export of the store in `store`.
  ///
  /// - Parameters:
  ///   - isNew: whether it was made for that; then it goes again where nothing comes into it.
  ///   - turn: what keeps others from it meanwhile.
  ///   - isEarlier: whether the manifest that begins with these bytes is that of an export of this store.
  init(
    _ path: String, isNew: Bool, turn: FolderTurn? = nil, besideStore store: String,
    on medium: any Medium, isEarlier: ([UInt8]) throws(Failure) -> Bool
  ) throws(Failure) {
    (self.path, self.isNew, self.turn, self.medium) = (path, isNew, turn, medium)
    files = UnfinishedFiles(in: path, on: medium)
    earlierTable =
      isNew ? nil : try FolderTarget.checkEarlier(path, isEarlier).flatMap(ExportManifest.table)
    keeping = ExportKeeping(of: path, beside: store)
    touched = ["", ".."]
    files.discard()
  }

  /// Makes the folder `path` where it is missing; says whether it was.
  static func make(_ path: String, on medium: any Medium) throws(Failure) -> Bool {
    do throws(SystemError) {
      try medium.makeFolder(path)
      open(path)
      return true
    } catch {
      guard error.code == EEXIST else { throw Failure(exporting: error, to: path) }
      return false
    }
  }

  /// A folder is only written to if it is empty, or an export of the same store.
  ///
  /// - Returns: what its manifest begins with.
  private static func checkEarlier(
    _ path: String, _ isEarlier: ([UInt8]) throws(Failure) -> Bool
  ) throws(Failure) -> [UInt8]? {
    let beginning: [UInt8]?
    do throws(SystemError) {
      let names = try Folder.names(in: path).filter { !$0.hasPrefix(UnfinishedFiles.prefix) }
      guard !names.isEmpty else { return nil }
      beginning = names.contains(ExportManifest.file) ? try manifest(in: path) : nil
    } catch {
      throw Failure(exporting: error, to: path)
    }
    guard let beginning else {
      throw Failure(
        .store,
        Phrase(
          "export.not-empty",
          """
          \(path) has other files in it, and is no export; nothing was written. Name an empty folder, or one that \
          is not there yet.
          """))
    }
    guard try isEarlier(beginning) else {
      throw Failure(
        .store,
        Phrase(
          "export.of-another",
          "\(path) is the export of another store; nothing was written. Name another folder."))
    }
    return beginning
  }

  /// What the manifest in the folder `path` begins with.
  static func manifest(in path: String) throws(SystemError) -> [UInt8] {
    let file = try FileDescriptor(
      opening: "\(path)/\(ExportManifest.file)", O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    return try file.someBytes(atMost: ExportManifest.beginningByteCount)
  }

  func earlierNames(in folder: String) -> [String] {
    // What can't be listed has no names to keep.
    (try? Folder.names(in: folder.isEmpty ? path : "\(path)/\(folder)")) ?? []
  }

  func earlierByteCount(of name: String) -> Int? {
    var facts = stat()
    guard lstat("\(path)/\(name)", &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    return Int(facts.st_size)
  }

  func path(of name: String) -> String? { "\(path)/\(name)" }

  func earlierDigest(of name: String) -> String? {
    var facts = stat()
    guard lstat("\(path)/\(name)", &facts) == 0 else { return nil }
    // What can't be read is nobody's to write over either.
    return (try? digest.sha256(of: try open(name))) ?? ""
  }

  func rename(_ name: String, to other: String) throws(Failure) {
    guard earlierByteCount(of: name) != nil else { return }
    try makeFolders(of: other)
    do throws(SystemError) {
      try medium.rename("\(path)/\(name)", to: "\(path)/\(other)")
    } catch {
      throw Failure(exporting: error, to: "\(path)/\(other)")
    }
    touched.formUnion([name.folder, other.folder])
    if name.folder != other.folder { removeEmptyFolder(name.folder) }
  }

  func remove(_ name: String) throws(Failure) {
    guard earlierByteCount(of: name) != nil else { return }
    do throws(SystemError) { try medium.unlink("\(path)/\(name)") } catch {
      throw Failure(exporting: error, to: "\(path)/\(name)")
    }
    touched.insert(name.folder)
    removeEmptyFolder(name.folder)
  }

  /// Removes the folder `name` where nothing is in it any more.
  private func removeEmptyFolder(_ name: String) {
    do throws(SystemError) {
      try medium.removeFolder("\(path)/\(name)")
      touched.remove(name)
      touched.insert("")
    } catch {
      // There is more in it, be it somebody's: it stays.
    }
  }

  func add(_ entry: ExportEntry) throws(Failure) {
    var isThere = earlierByteCount(of: entry.name) == entry.byteCount
    if !isThere, entry.isOriginal { isThere = try holdsAnother(entry) }
    if !isThere { try write(entry) }
    added.append((entry, isThere))
  }

  /// Whether what is there is something else than the beginning of `entry`, which is left where one was cut short.
  private func holdsAnother(_ entry: ExportEntry) throws(Failure) -> Bool {
    guard let count = earlierByteCount(of: entry.name) else { return false }
    guard count < entry.byteCount else { return true }
    let beginning = StreamDigest()
    beginning.begin()
    var rest = count
    try reader.read(entry.content) { (bytes) throws(Failure) in
      beginning.update(UnsafeRawBufferPointer(rebasing: bytes.prefix(rest)))
      rest -= min(rest, bytes.count)
    }
    return beginning.finish() != earlierDigest(of: entry.name)
  }

  func replace(_ entry: ExportEntry) throws(Failure) {
    try write(entry)
    // What comes after it is only told apart from somebody's files by the manifest.
    try files.finish()
    added.append((entry, false))
  }

  func settle(_ progress: (Int) -> Void) throws(Failure) -> [String: Phrase] {
    try flush()
    var flaws: [String: Phrase] = [:]
    for (entry, _) in added.prefix(FolderTarget.filesAhead) { fetch(entry) }
    for (index, (entry, wasThere)) in added.enumerated() {
      let next = index + FolderTarget.filesAhead
      if next < added.count { fetch(added[next].entry) }
      if wasThere, !isWhole(entry) {
        guard !entry.isOriginal else {
          flaws[entry.name] = .exportKeepsAnother("\(path)/\(entry.name)")
          continue
        }
        try write(entry)
        try flush()
        fetch(entry)
      }
      if !isWhole(entry) { flaws[entry.name] = .exportDiffers("\(path)/\(entry.name)") }
      progress(index + 1)
    }
    added = []
    return flaws
  }

  func discard() {
    files.discard()
    // A folder that has anything in it stays.
    if isNew { try? medium.removeFolder(path) }
  }

  /// Has the kernel forget the bytes of `entry` that it still knows, and fetch them from the medium.
  private func fetch(_ entry: ExportEntry) {
    do throws(SystemError) {
      let file = try open(entry.name)
      medium.forget(file)
      medium.fetch(file)
    } catch {
      // What can't be opened is found out where it is compared.
    }
  }

  /// Whether `entry`, which was fetched before, is on the medium, byte for byte.
  private func isWhole(_ entry: ExportEntry) -> Bool {
    do throws(SystemError) {
      return try digest.sha256(of: try open(entry.name)) == entry.sha256
    } catch {
      return false
    }
  }

  private func open(_ name: String) throws(SystemError) -> FileDescriptor {
    try FileDescriptor(opening: "\(path)/\(name)", O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  }

  private func write(_ entry: ExportEntry) throws(Failure) {
    try makeFolders(of: entry.name)
    touched.insert(entry.name.folder)
    try files.write(entry)
  }

  private func flush() throws(Failure) {
    try files.finish()
    try flushFolders()
  }

  /// Makes the folders that `name` is in, where they are missing; a link in place of one is not followed.
  private func makeFolders(of name: String) throws(Failure) {
    let folder = name.folder
    guard !folder.isEmpty, !folders.contains(folder) else { return }
    try makeFolders(of: folder)
    do throws(SystemError) {
      try medium.makeFolder("\(path)/\(folder)")
      FolderTarget.open("\(path)/\(folder)")
      touched.insert(folder.folder)
    } catch {
      guard error.code == EEXIST else { throw Failure(exporting: error, to: "\(path)/\(folder)") }
      var facts = stat()
      guard lstat("\(path)/\(folder)", &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR else {
        throw Failure(.store, .exportNoFolder("\(path)/\(folder)"))
      }
    }
    folders.insert(folder)
  }

  /// Lets whom this user lets at new folders at the folder `path` too: a store's are for its group alone.
  ///
  /// FAT has no rights to change.
  private static func open(_ path: String) {
    let mask = umask(0)
    umask(mask)
    chmod(path, 0o777 & ~mask)
  }

  private func flushFolders() throws(Failure) {
    for folder in touched.sorted() {
      let place = "\(path)/\(folder)"
      do throws(SystemError) { try medium.flushFolder(place) } catch {
        // Above the export this user may have no say: that folder was durable before.
        if folder != ".." { throw Failure(exporting: error, to: place) }
      }
    }
    touched = []
  }
}

extension String {
  /// What comes before the last slash; nothing where there is none.
  fileprivate var folder: String {
    lastIndex(of: "/").map { String(self[..<$0]) } ?? ""
  }
}

extension Phrase {
  static func exportKeepsAnother(_ path: String) -> Phrase {
    Phrase(
      "export.keeps-another",
      """
      \(path) is another file than the store has; it stays as it is, and nothing was written over it. Export to \
      another folder to have both.
      """)
  }

  static func exportNoFolder(_ path: String) -> Phrase {
    Phrase("export.no-folder", "\(path) should be a folder of the export, and is something else.")
  }
}
