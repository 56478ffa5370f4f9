import Core
import Glibc
import System

/// The copies of an export against its list, and against the originals beside them.
///
/// Nobody has signed the list. So a copy has to be what it says there, and apart from its Exif what the original is; where
/// that is not there, what its record says.
struct CopyCheck {
  private(set) var flaws = Flaws()
  /// How many copies were compared with an original or its record.
  private(set) var count = 0
  /// How many pieces are copies in which faces are blank, as a record has them.
  private(set) var redactedCount = 0
  /// What the manifest says of the export; nil where there is none.
  private(set) var isComplete: Bool?
  /// The originals and copies of which the manifest tells.
  let seen: SortedLines
  /// Copies of texts that other systems have re-written, and that say what they said.
  private(set) var rewritten: [String] = []
  /// Copies whose Exif is not what records make it, unless more is wrong with them.
  private let untrue: Set<String>

  /// Looks at the copies of the export that `bundle` is in, if it is in one; blocks on the disk.
  ///
  /// - Parameters:
  ///   - told: what the records say.
  ///   - spoilt: the originals that are gone, or are not what was recorded.
  ///   - untrue: copies whose Exif is not what records make it.
  ///   - only: the only original whose copy is looked at; nil for all.
  init(
    of bundle: Bundle, beside told: ToldPieces, spoilt: Set<String>,
    untrue: Set<String> = [], only: StoredFile? = nil
  ) throws(Failure) {
    (self.untrue, seen) = (untrue, try SortedLines())
    guard bundle.export != nil else { return }
    var manifest: ExportList?
    let place = bundle.files.place(of: ExportList.file)
    let unread = try bundle.flaw(ofReading: ExportList.file, isOfBundle: false) {
      () throws(Failure) in
      manifest = try ExportList(at: place)
    }
    if let unread {
      // Whoever goes through the list says it of all that is there.
      if !bundle.holds(FileListReader.file) { flaws.add(unread) }
      return
    }
    guard let manifest else {
      flaws.add(Flaw(kind: .manifestMissing, file: ExportList.file))
      return
    }
    isComplete = manifest.isComplete
    let reader = CopyReader()
    var listed: Set<Int> = []
    let areRight = try manifest.eachEntry { entry throws(Failure) in
      listed.insert(entry.number)
      for file in entry.files { try seen.insert(file) }
      let stored = try Failure.inDatabase { () throws(DatabaseError) in
        try told.piece(entry.number)
      }
      let redacted = try stored.flatMap { piece throws(Failure) in
        entry.isRedacted ? try told.redacted(piece, entry.originalSHA256) : nil
      }
      redactedCount += redacted == nil ? 0 : 1
      let piece = redacted ?? stored
      for pair in ListedCopy.pairs(of: entry, piece, spoilt) where only == nil || pair.told == only
      {
        check(pair, piece, spoilt, bundle.files, reader)
      }
    }
    if !areRight { flaws.add(Flaw(kind: .manifestMalformed, file: ExportList.file)) }
    guard manifest.isComplete, only == nil else { return }
    try Failure.inDatabase { () throws(DatabaseError) in
      try told.each { piece in
        guard !listed.contains(piece.number), !bundle.leftOut.has(piece.number), !piece.isPurged,
          !told.isLater(piece),
          !piece.files.contains(where: { spoilt.contains($0.file) })
        else { return }
        flaws.add(Flaw(kind: .manifestLacking, record: piece.record, number: piece.number))
      }
    }
  }

  private mutating func check(
    _ entry: ListedCopy, _ piece: ToldPiece?, _ spoilt: Set<String>, _ files: TravelledFolder,
    _ reader: CopyReader
  ) {
    var flaw = Flaw(kind: .manifestOther, record: piece?.record, number: entry.number)
    let isOther = entry.told.map { entry.original != "proof/\($0.file)" } ?? true
    let isWhole = entry.told.map { !spoilt.contains($0.file) } ?? false
    // What was altered is exported as it is, and is told of already.
    let isUntold = isOther || isWhole && entry.originalSHA256 != entry.told?.sha256
    if isUntold { flaws.add(flaw) }
    let isMadeSo = !entry.isRedacted || isOther || isMade(entry, flaw, files, reader)
    guard let copied = entry.copy else { return }
    flaw.file = copied
    do throws(SystemError) {
      guard let copy = try reader.digests(of: files.place(of: copied)) else {
        return flaws.add(flaw.as(.copyAltered))
      }
      if try entry.isRewritten(copy, in: files) {
        (count, rewritten) = (count + 1, rewritten + [copied])
        return
      }
      var isSame = true
      if isWhole, !isOther {
        isSame =
          entry.isRedacted
          ? copy.bare == entry.told?.sha256
          : try reader.digests(of: files.place(of: entry.original))?.bare == copy.bare
        count += 1
      } else if let told = entry.told, !isOther {
        let isRecorded = [copy.whole, copy.bare].contains(told.sha256)
        count += isRecorded ? 1 : 0
        if !isRecorded, copy.whole == entry.copySHA256, !files.holds(entry.original) {
          flaws.add(flaw.as(.copyUnproved))
        }
      }
      if !isSame || copy.whole != entry.copySHA256 {
        flaws.add(flaw.as(.copyAltered))
      } else if isWhole, !isUntold, isMadeSo, untrue.contains(copied) {
        flaws.add(flaw.as(.exifUntrue))
      }
    } catch {
      flaws.add(flaw.as(error))
    }
  }

  /// Whether a copy in which faces are blank is, before it got Exif, what its record says.
  private mutating func isMade(
    _ entry: ListedCopy, _ flaw: Flaw, _ files: TravelledFolder, _ reader: CopyReader
  ) -> Bool {
    var flaw = flaw
    flaw.file = entry.original
    do throws(SystemError) {
      let made = try reader.digests(of: files.place(of: entry.original))
      if made?.whole == entry.told?.sha256 { return true }
      flaws.add(flaw.as(.copyAltered))
    } catch {
      flaws.add(flaw.as(error))
    }
    return false
  }
}

extension Flaw {
  /// It, of a copy that can't be read.
  fileprivate func `as`(_ error: SystemError) -> Flaw {
    switch error.code {
    case ENOENT, ENOTDIR: self.as(.copyMissing)
    case ELOOP, ENXIO: self.as(.copyAltered)
    default: self.as(.copyUnreadable, error.reason)
    }
  }
}

/// A file of a piece as the list has it, beside what the records tell of it.
private struct ListedCopy {
  let number: Int
  let original: String
  /// Nil where the list lacks the file.
  let copy: String?
  let originalSHA256, copySHA256: String
  let told: StoredFile?

  /// Whether it is one in which faces are blank.
  var isRedacted: Bool { ExportList.Entry.isRedacted(original) }

  /// The files of `entry`: its own, and each beside it that the list has, or lacks though it is whole.
  static func pairs(
    of entry: ExportList.Entry, _ piece: ToldPiece?, _ spoilt: Set<String>
  ) -> [ListedCopy] {
    let own = ListedCopy(
      number: entry.number, original: entry.original, copy: entry.copy,
      originalSHA256: entry.originalSHA256, copySHA256: entry.copySHA256, told: piece?.files.first)
    return [own]
      + Companion.allCases.compactMap { companion in
        let (listed, told) = (entry.companions[companion], piece?.companions[companion])
        let isWhole = told.map { !spoilt.contains($0.file) } ?? false
        guard listed != nil || isWhole else { return nil }
        return ListedCopy(
          number: entry.number, original: listed?.original ?? "", copy: listed?.copy,
          originalSHA256: listed?.originalSHA256 ?? "", copySHA256: listed?.copySHA256 ?? "",
          told: told)
      }
  }

  /// Whether the copy in `files`, which has these digests, is one of a text that was recorded and has been re-written since.
  func isRewritten(
    _ digests: CopyDigests, in files: TravelledFolder
  ) throws(SystemError) -> Bool {
    guard let copy, let told, digests.whole != copySHA256, told.sha256 == copySHA256,
      original == "proof/\(told.file)", WrittenForm.forms(of: copy) == [.lines]
    else { return false }
    return try WrittenForm.lines.sha256(of: files.place(of: copy)) == told.sha256
  }
}

/// What is in the file of a copy.
private struct CopyDigests {
  /// SHA-256 of all of it.
  let whole: String
  /// SHA-256 of all but its Exif.
  let bare: String
}

/// Reads pictures for what is in them, with and without their Exif.
private final class CopyReader {
  private static let blockByteCount = 1 << 20
  /// No picture has as many segments before its tables.
  private static let mostSegments = 10_000

  private let buffer = UnsafeMutableRawBufferPointer.allocate(
    byteCount: blockByteCount, alignment: 4096)
  private let whole = StreamDigest()
  private let bare = StreamDigest()

  deinit { buffer.deallocate() }

  /// Digests of the file at `path`; nil where it is no file.
  func digests(of path: String) throws(SystemError) -> CopyDigests? {
    let file = try PieceFile(path)
    guard file.kind == S_IFREG else { return nil }
    return try digests(of: file.descriptor, file.byteCount)
  }

  private func digests(
    of file: borrowing FileDescriptor, _ byteCount: Int
  ) throws(SystemError) -> CopyDigests {
    try digests(of: file.number, leavingOut: exif(in: file.number, byteCount))
  }

  /// `ranges` are in the order in which they lie in the file.
  private func digests(
    of file: Int32, leavingOut ranges: [Range<Int>]
  ) throws(SystemError) -> CopyDigests {
    var left = ranges[...]
    var offset = 0
    whole.begin()
    bare.begin()
    while true {
      let next = left.first
      let isLeftOut = next?.contains(offset) ?? false
      let end = isLeftOut ? next?.upperBound : next?.lowerBound
      let count = try read(file, at: offset, atMost: end.map { $0 - offset })
      if count == 0 { return CopyDigests(whole: whole.finish(), bare: bare.finish()) }
      let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
      whole.update(bytes)
      if !isLeftOut { bare.update(bytes) }
      offset += count
      if next?.upperBound == offset { left.removeFirst() }
    }
  }

  /// Where the segments of Exif are before the tables of the JPEG picture with this descriptor; none in another file.
  private func exif(in file: Int32, _ byteCount: Int) -> [Range<Int>] {
    guard head(file, at: 0, 2) == [0xFF, 0xD8] else { return [] }
    var (ranges, offset) = ([Range<Int>](), 2)
    for _ in 0..<CopyReader.mostSegments {
      let head = head(file, at: offset, 10)
      guard head.count >= 4, head[0] == 0xFF, (0xE0...0xEF).contains(head[1]) || head[1] == 0xFE
      else { break }
      let length = Int(head[2]) << 8 | Int(head[3])
      let end = offset + 2 + length
      guard length >= 2, end <= byteCount else { break }
      if head[1] == 0xE1, length >= 8, head[4...].elementsEqual("Exif\0\0".utf8) {
        ranges.append(offset..<end)
      }
      offset = end
    }
    return ranges
  }

  /// At most `count` bytes at `offset`; none where they can't be read, which reading all of them tells.
  private func head(_ file: Int32, at offset: Int, _ count: Int) -> [UInt8] {
    let read = (try? read(file, at: offset, atMost: count)) ?? 0
    return Array(buffer[..<read])
  }

  private func read(
    _ file: Int32, at offset: Int, atMost limit: Int?
  ) throws(SystemError) -> Int {
    let count = min(buffer.count, limit ?? buffer.count)
    return try SystemError.check("pread") {
      pread(file, buffer.baseAddress, count, off_t(offset))
    }
  }
}
