import Core
import Evidence
import Glibc
import System

/// Files of an earlier export of the store into a folder, as far as a record proves the list of them.
///
/// A piece of which nothing has changed since need not be read again: neither in the store, nor there.
final class EarlierExport {
  private let folder, store: String
  /// Its manifest, which the list proves, up to the piece `next`: pieces are in the order of their numbers.
  private let manifest: JSONStream
  private var next: (number: Int, piece: JSON)?
  /// When the list was written, and all that it lists before it.
  private let time: FileTime

  /// The export in `folder` of the store in `store`; nil where no record of `inventory` tells of the list there, or manifest and
  /// list are not of one export.
  init?(in folder: String, of inventory: Inventory, in store: String) throws(Failure) {
    let list = "\(folder)/\(FileList.file)"
    guard let sha256 = EarlierExport.digest(of: list), let time = EarlierExport.time(of: list),
      try inventory.hasExport(listedBy: sha256),
      try EarlierExport.isManifestListed(in: folder),
      let manifest = try JSONStream(at: "\(folder)/\(ExportManifest.file)")
    else { return nil }
    (self.folder, self.store, self.time, self.manifest) = (folder, store, time, manifest)
    guard try manifest.seek(toElementsOf: "pieces") else { return nil }
    next = try read()
  }

  /// The next piece of the manifest; nil after the last.
  private func read() throws(Failure) -> (Int, JSON)? {
    guard let text = try manifest.nextElement(), let piece = JSONParser.value(of: text),
      let number = piece.integer("number")
    else { return nil }
    return (number, piece)
  }

  /// The piece with this `number` as the manifest has it, which comes behind all that were asked for; nil where it has none.
  private func listed(_ number: Int) throws(Failure) -> JSON? {
    while let next, next.number < number { self.next = try read() }
    return next?.number == number ? next?.piece : nil
  }

  /// Whether the manifest in `folder` is the one of the list there.
  private static func isManifestListed(in folder: String) throws(Failure) -> Bool {
    let reader = try FileListReader(at: "\(folder)/\(FileList.file)")
    while let line = try reader?.next() {
      guard case .file(ExportManifest.file, _, let sha256)? = line else { continue }
      return sha256 == digest(of: "\(folder)/\(ExportManifest.file)")
    }
    return false
  }

  /// `item`, whose copy is to be called `name`, as it is there; nil where anything that makes up its files has changed, or
  /// anybody has written to one of them since.
  ///
  /// Items are asked for in the order of their numbers.
  func piece(_ item: Inventory.Item, copiedAs name: String) throws(Failure) -> ExportedPiece? {
    guard let earlier = try listed(item.piece.number),
      let own = file(of: earlier, "", item.piece.byteCount),
      EarlierExport.isSame(earlier, .object(ExportManifest.told(item))),
      own.original.path == "\(PieceSource.proof)/\(item.piece.file)", own.copy.path == name
    else { return nil }
    var companions: [Companion: ExportedFile] = [:]
    for (companion, stored) in item.piece.companions {
      guard let file = file(of: earlier, "\(companion.name)_", stored.byteCount),
        file.original.path == "\(PieceSource.proof)/\(stored.file)",
        file.copy.path == ExportNames.companion(companion, ofCopy: name)
      else { return nil }
      companions[companion] = file
    }
    let piece = ExportedPiece(item: item, own: own, companions: companions)
    let isThere = piece.files.allSatisfy { isAsItWas($0.byteCount, at: "\(folder)/\($0.path)") }
    return piece.isUnchanged && isThere && isInStore(item) ? piece : nil
  }

  /// Members by which the files of a piece are what they are.
  private static let members = [
    "id", "kind", "file", "sha256", "bytes", "captured_at", "utc_offset", "orientation", "crop",
    "glyphs",
  ]

  private static func isSame(_ earlier: JSON, _ now: JSON) -> Bool {
    members.allSatisfy { name in
      let (one, other) = (earlier.member(name), now.member(name))
      guard let one, let other else { return one == nil && other == nil }
      return one.isSame(as: other)
    }
  }

  /// The file of the members whose names begin with `prefix`, whose original has so many bytes.
  private func file(of piece: JSON, _ prefix: String, _ byteCount: Int) -> ExportedFile? {
    func part(_ name: String, _ byteCount: Int?) -> ExportedFile.Part? {
      guard let byteCount, let path = piece.text(prefix + name),
        let sha256 = piece.text("\(prefix)\(name)_sha256")
      else { return nil }
      return ExportedFile.Part(path: path, byteCount: byteCount, sha256: sha256)
    }
    guard let original = part("original", byteCount),
      let copy = part("copy", piece.integer("\(prefix)copy_bytes"))
    else { return nil }
    return ExportedFile(original: original, copy: copy)
  }

  /// Whether the store has the files of `piece` as it had them, unless it has removed them itself.
  private func isInStore(_ item: Inventory.Item) -> Bool {
    item.piece.isPurged
      || item.storedFiles.allSatisfy { isAsItWas($0.byteCount, at: "\(store)/\($0.file)") }
  }

  /// Whether a file of so many bytes is at `path`, and nobody has written to it since the list was.
  private func isAsItWas(_ byteCount: Int, at path: String) -> Bool {
    var facts = stat()
    guard lstat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG,
      Int(facts.st_size) == byteCount
    else { return false }
    return FileTime(facts) <= time
  }

  private static func time(of path: String) -> FileTime? {
    var facts = stat()
    return lstat(path, &facts) == 0 ? FileTime(facts) : nil
  }

  private static func digest(of path: String) -> String? {
    do throws(SystemError) {
      let file = try FileDescriptor(opening: path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
      return try FileDigest().sha256(of: file)
    } catch {
      // What can't be read is no earlier export to go on from.
      return nil
    }
  }
}

/// When a file was changed last.
private struct FileTime: Comparable {
  let seconds, nanoseconds: Int

  /// The later of both times that `facts` tells.
  init(_ facts: stat) {
    let times = [facts.st_mtim, facts.st_ctim].map { ($0.tv_sec, $0.tv_nsec) }
    (seconds, nanoseconds) = times[0] < times[1] ? times[1] : times[0]
  }

  static func < (one: FileTime, other: FileTime) -> Bool {
    (one.seconds, one.nanoseconds) < (other.seconds, other.nanoseconds)
  }
}
