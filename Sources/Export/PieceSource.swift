import Core
import Evidence
import Imaging
import System

/// A piece as its file is in the store now, looked through to its last byte before anything of it is written.
struct PieceSource {
  let item: Inventory.Item
  /// The file as it is.
  let original: ExportEntry
  /// What people look at: the same picture, with Exif.
  let copy: ExportEntry

  /// Whether the file is what its record says.
  var isUnchanged: Bool { original.sha256 == item.piece.sha256 }

  /// Where originals are in an export.
  static let proof = "proof"
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
    func source(of item: Inventory.Item, copiedAs name: String) throws(Failure) -> PieceSource {
      guard item.piece.hasOwnFile else {
        throw Failure(.store, .exportStrange(item.piece.number, item.piece.file))
      }
      let earlier =
        item.piece.isPurged ? target?.path(of: "\(PieceSource.proof)/\(item.piece.file)") : nil
      let path = earlier ?? "\(directory)/\(item.piece.file)"
      let file = try ContentReader.opened(path)
      let head = try head(of: file, path)
      // What this camera did not take is somebody's own, with whatever another wrote into it.
      let segment =
        item.piece.kind == "photo"
        ? ExifPlacement(of: ExifSegment(of: item.piece), in: head) : nil
      let (beginning, offset) = (segment?.beginning ?? head, segment?.resumeOffset ?? head.count)
      begin(head, beginning + head[offset...])
      var count = head.count
      try reader.read(file, at: path) { (bytes) throws(Failure) in
        original.update(bytes)
        changed.update(bytes)
        count += bytes.count
      }
      let whole = ExportContent.file(path: path, beginning: [], resumeOffset: 0)
      let copy = ExportContent.file(path: path, beginning: beginning, resumeOffset: offset)
      let source = PieceSource(
        item: item,
        original: entry("\(PieceSource.proof)/\(item.piece.file)", whole, count, original, item),
        copy: entry(name, copy, count - offset + beginning.count, changed, item))
      // The store can't mend it, and doesn't know another.
      guard earlier == nil || source.isUnchanged else {
        throw Failure(.store, .exportKeptAltered(item.piece.number, path))
      }
      return source
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
      var head: [UInt8] = []
      do throws(SystemError) {
        while head.count < ExifPlacement.headByteCount {
          let more = try file.someBytes(atMost: ExifPlacement.headByteCount - head.count)
          if more.isEmpty { break }
          head += more
        }
      } catch {
        throw Failure(.store, .exportUnreadable(path, error.reason), cause: error)
      }
      return head
    }
  }
}

extension Piece {
  /// Whether its file is below `evidence`, whatever somebody wrote into the table.
  fileprivate var hasOwnFile: Bool {
    let parts = file.split(separator: "/", omittingEmptySubsequences: false)
    return parts.first == "evidence" && parts.count > 1
      && !parts.contains { $0.isEmpty || $0 == "." || $0 == ".." }
  }
}

extension ExifSegment {
  /// What Exif says of `piece`: of the time only what somebody vouches for.
  init(of piece: Piece) {
    self.init(id: piece.id)
    orientation = piece.orientation
    dateTime = piece.captured.map { time in
      let day = time.text.prefix(10).map { $0 == "-" ? ":" : $0 }
      return String(day) + " " + time.text.dropFirst(11).prefix(8)
    }
  }
}

extension Phrase {
  static func exportKeptAltered(_ number: Int, _ path: String) -> Phrase {
    Phrase(
      "export.kept-altered",
      """
      The store has removed the file of piece {1}, and {2} is not what was stored: it stays there, \
      and the lists leave it out. Look for another copy.
      """, number, path)
  }

  static func exportStrange(_ number: Int, _ file: String) -> Phrase {
    Phrase(
      "export.strange",
      "The table of pieces says that piece {1} is in {2}, which is no file of the store.", number,
      file)
  }
}
