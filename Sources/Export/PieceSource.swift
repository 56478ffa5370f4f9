import Core
import Evidence
import Glibc
import Imaging
import System

/// A piece as its file is in the store now, looked through to its last byte before anything of it is written.
struct PieceSource {
  let item: Inventory.Item
  /// The file as it is.
  let original: ExportEntry
  /// What people look at: the same picture, with Exif.
  let copy: ExportEntry
  /// The same of what it has beside its own file.
  var companions: [Companion: CompanionSource] = [:]
  /// Why something of that can't be read: the piece leaves without it.
  var problems: [Phrase] = []

  /// Whether the file is what its record says, and those beside it.
  var isUnchanged: Bool { ExportedPiece(self).isUnchanged }

  /// All files of it in an export.
  var entries: [ExportEntry] {
    [original, copy] + companions.inOrder.flatMap { [$0.source.original, $0.source.copy] }
  }

  /// Where originals are in an export.
  static let proof = "proof"
}

/// What a piece has beside its own file, as that is in the store now.
struct CompanionSource {
  let original, copy: ExportEntry
}

extension CompanionSource {
  /// A picture in which faces are blank, as the record of it has it in `file`; the copy has Exif too.
  fileprivate init(
    _ bytes: [UInt8], _ file: String, of item: Inventory.Item, copiedAs name: String
  ) {
    let segment = PieceSource.placement(
      of: item.piece, in: Array(bytes.prefix(ExifPlacement.headByteCount)))
    let changed = segment.map { $0.beginning + bytes[$0.resumeOffset...] } ?? bytes
    var (original, copy) = (
      ExportEntry("\(PieceSource.proof)/\(file)", bytes), ExportEntry(name, changed)
    )
    (original.time, copy.time) = (item.piece.captured, item.piece.captured)
    self.init(original: original, copy: copy)
  }
}

extension [Companion: CompanionSource] {
  /// They, in the order of what they are.
  var inOrder: [(companion: Companion, source: CompanionSource)] {
    Companion.allCases.compactMap { companion in self[companion].map { (companion, $0) } }
  }
}

extension PieceSource {
  /// Reads pieces of the store in one directory, and of an earlier export what is no longer in that.
  final class Examiner {
    private let directory: String
    private let target: (any ExportTarget)?
    private let reader = ContentReader()
    private let original = StreamDigest()
    private let changed = StreamDigest()

    init(_ directory: String, beside target: (any ExportTarget)? = nil) {
      self.directory = directory
      self.target = target
    }

    /// `item`, whose copy is to be called `name`; blocks until all of its file is read.
    ///
    /// Where the store's file is gone or not what was stored, and that of an earlier export is, that one counts.
    func source(of item: Inventory.Item, copiedAs name: String) throws(Failure) -> PieceSource {
      guard !item.piece.isPurged else {
        return try source(of: item, copiedAs: name, isEarlier: true)
      }
      if let blank = item.blank { return try redacted(item, blank, copiedAs: name) }
      do throws(Failure) {
        let own = try source(of: item, copiedAs: name, isEarlier: false)
        return own.isUnchanged ? own : better(item, copiedAs: name) ?? own
      } catch {
        guard let earlier = better(item, copiedAs: name) else { throw error }
        return earlier
      }
    }

    /// The copy of `item` that `blank` describes, which has to be the one that is recorded.
    private func redacted(
      _ item: Inventory.Item, _ blank: BlankFaces, copiedAs name: String
    ) throws(Failure) -> PieceSource {
      let files = try CopyMaker(store: directory).files(of: item.piece.number, blank)
      let own = CompanionSource(files.picture, item.piece.file, of: item, copiedAs: name)
      var source = PieceSource(item: item, original: own.original, copy: own.copy)
      if let crop = files.crop, let file = item.piece.crop?.file {
        source.companions[.crop] = CompanionSource(
          crop, file, of: item, copiedAs: ExportNames.companion(.crop, ofCopy: name))
      }
      guard source.isUnchanged else {
        throw Failure(
          .store,
          Phrase(
            "copy.other",
            "Piece \(item.piece.number) stays: the copy without faces is not the one that is recorded. Export again."
          ))
      }
      return source
    }

    /// `item` as an earlier export has it, where that is what was stored.
    private func better(_ item: Inventory.Item, copiedAs name: String) -> PieceSource? {
      guard let place = target?.path(of: "\(PieceSource.proof)/\(item.piece.file)"),
        var source = try? source(of: item, copiedAs: name, isEarlier: true), source.isUnchanged
      else { return nil }
      source.problems.append(
        Phrase(
          "export.kept-better",
          """
          The file of piece \(item.piece.number) is gone from the store, or is not what was stored; \(place) is \
          what was, and stays.
          """))
      return source
    }

    private func source(
      of item: Inventory.Item, copiedAs name: String, isEarlier: Bool
    ) throws(Failure) -> PieceSource {
      let folder = isEarlier ? target?.path(of: PieceSource.proof) ?? directory : directory
      let own = try entries(of: item.piece.file, item, in: folder, copiedAs: name)
      var source = PieceSource(item: item, original: own.original, copy: own.copy)
      for (companion, stored) in item.piece.companions {
        do throws(Failure) {
          source.companions[companion] = try entries(
            of: stored.file, item, in: folder,
            copiedAs: ExportNames.companion(companion, ofCopy: name))
        } catch {
          source.problems.append(error.phrase)
        }
      }
      // The store can't mend it, and doesn't know another.
      guard !item.piece.isPurged || source.isUnchanged else {
        throw Failure(
          .store, .exportKeptAltered(item.piece.number, "\(folder)/\(item.piece.file)"))
      }
      return source
    }

    /// Original and copy of one file of `item`, which is in `folder`.
    private func entries(
      of pieceFile: String, _ item: Inventory.Item, in folder: String, copiedAs name: String
    ) throws(Failure) -> CompanionSource {
      guard pieceFile.isOfStore || item.blank != nil && pieceFile.isBelow(RedactedCopy.folder)
      else {
        throw Failure(
          .store,
          Phrase(
            "export.strange",
            """
            The table of pieces says that piece \(item.piece.number) is in \(pieceFile), which is no file of the \
            store.
            """))
      }
      let path = "\(folder)/\(pieceFile)"
      let file = try ContentReader.opened(path)
      let head = try head(of: file, path)
      let segment = PieceSource.placement(of: item.piece, in: head)
      let (beginning, offset) = (segment?.beginning ?? head, segment?.resumeOffset ?? head.count)
      begin(head, beginning + head[offset...])
      var (count, keys) = (head.count, PrivateKeySearch())
      var hasKey = head.withUnsafeBytes { keys.finds(in: $0) }
      try reader.read(file, at: path) { (bytes) throws(Failure) in
        hasKey = keys.finds(in: bytes) || hasKey
        original.update(bytes)
        changed.update(bytes)
        count += bytes.count
      }
      // Earlier versions took in whatever they were given.
      guard !hasKey else {
        throw Failure(
          .store,
          Phrase(
            "export.private-key",
            """
            Piece \(item.piece.number) has a private key in it, and is left out. 'delete \(item.piece.number) \
            --now' removes it.
            """))
      }
      let whole = ExportContent.file(path: path, beginning: [], resumeOffset: 0)
      let copy = ExportContent.file(path: path, beginning: beginning, resumeOffset: offset)
      var stored = entry("\(PieceSource.proof)/\(pieceFile)", whole, count, original, item)
      stored.isOriginal = item.blank == nil
      return CompanionSource(
        original: stored,
        copy: entry(name, copy, count - offset + beginning.count, changed, item))
    }

    private func entry(
      _ name: String, _ content: ExportContent, _ count: Int, _ digest: StreamDigest,
      _ item: Inventory.Item
    ) -> ExportEntry {
      var entry = ExportEntry(name, content, byteCount: count, sha256: digest.finish())
      entry.time = item.piece.captured
      return entry
    }

    private func begin(_ head: [UInt8], _ changedHead: [UInt8]) {
      original.begin()
      changed.begin()
      head.withUnsafeBytes { original.update($0) }
      changedHead.withUnsafeBytes { changed.update($0) }
    }

    /// The first bytes of the file, in which its header is.
    private func head(
      of file: borrowing FileDescriptor, _ path: String
    ) throws(Failure) -> [UInt8] {
      do throws(SystemError) {
        return try file.bytes(atMost: ExifPlacement.headByteCount)
      } catch {
        throw Failure(.store, .exportUnreadable(path, error.reason), cause: error)
      }
    }
  }
}

extension PieceSource {
  /// Where Exif goes in a copy of `piece`, whose original begins with `head`; nil for what has none of ours.
  ///
  /// A piece that this camera did not take is somebody's own, with whatever another wrote into it.
  fileprivate static func placement(of piece: Piece, in head: [UInt8]) -> ExifPlacement? {
    guard ["photo", "document"].contains(piece.kind) else { return nil }
    return ExifPlacement(of: ExifSegment(of: piece), in: head)
  }

  /// Whether the file at `path` has its size and the beginning, up to the picture itself, of a copy of `piece`, whose original
  /// is at `original`; what can't be read is not.
  static func isBegun(_ path: String, asCopyOf original: String, _ piece: Piece) -> Bool {
    do throws(SystemError) {
      let file = try FileDescriptor(opening: original, O_RDONLY | O_NONBLOCK)
      let head = try file.bytes(atMost: ExifPlacement.headByteCount)
      let segment = placement(of: piece, in: head)
      let beginning = segment?.beginning ?? head
      let copy = try FileDescriptor(opening: path, O_RDONLY | O_NONBLOCK)
      let more = beginning.count - (segment?.resumeOffset ?? head.count)
      let (count, whole) = (try copy.byteCount(), try file.byteCount())
      let begun = try copy.bytes(atMost: beginning.count)
      return count == whole + more && begun == beginning
    } catch {
      return false
    }
  }
}

extension FileDescriptor {
  /// The first bytes of a file of which none was read yet.
  fileprivate func bytes(atMost count: Int) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let more = try someBytes(atMost: count - bytes.count)
      if more.isEmpty { break }
      bytes += more
    }
    return bytes
  }

  fileprivate func byteCount() throws(SystemError) -> Int {
    var facts = stat()
    try SystemError.check("fstat") { fstat(number, &facts) }
    return Int(facts.st_size)
  }
}

extension String {
  /// Whether this file is below `evidence`, whatever somebody wrote into the table.
  fileprivate var isOfStore: Bool { isBelow("evidence") }

  fileprivate func isBelow(_ folder: String) -> Bool {
    let parts = split(separator: "/", omittingEmptySubsequences: false)
    return parts.first.map { $0 == folder } ?? false && parts.count > 1
      && !parts.contains { $0.isEmpty || $0 == "." || $0 == ".." }
  }
}

extension ExifSegment {
  /// What Exif says of `piece`: of the time only what somebody vouches for.
  init(of piece: Piece) {
    self.init(id: piece.id)
    orientation = piece.orientation
    time = piece.localTime.map { time in
      Time("\(String(time.day.map { $0 == "-" ? ":" : $0 })) \(time.clock)", offset: time.offset)
    }
  }
}

extension Phrase {
  static func exportKeptAltered(_ number: Int, _ path: String) -> Phrase {
    Phrase(
      "export.kept-altered",
      """
      The store has removed the file of piece \(number), and \(path) is not what was stored: it stays there, and \
      the lists leave it out. Look for another copy.
      """)
  }

}
