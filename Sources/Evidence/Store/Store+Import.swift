import Core
import Glibc
import System

/// Files that people bring: they become pieces, and never by the way of what a camera took.
extension Store {
  /// Begins to copy `source`, called `name`, where there is room for so many bytes.
  ///
  /// What an earlier copy left is removed: it was never more than a copy under way.
  package func beginCopy(
    of source: consuming FileDescriptor, called name: String, room: Int,
    atMost limit: Int = IncomingCopy.largest
  ) throws(Failure) -> IncomingCopy {
    dropCopy()
    let copy = try IncomingCopy(
      of: source, called: name, to: incoming, on: folder.medium, atMost: limit)
    guard copy.wantedByteCount <= room else {
      dropCopy()
      throw Failure(.store, .importNoRoom, kind: .noRoom)
    }
    return copy
  }

  /// Copies one slice more of `copy`.
  ///
  /// - Returns: whether that was the last.
  package func advance(_ copy: inout IncomingCopy) throws(Failure) -> Bool {
    try copy.advance(on: folder.medium)
  }

  /// Removes what is left of a copy, if there is anything.
  package func dropCopy() {
    var facts = stat()
    // What can't be removed is in the way of the next, which says so.
    if lstat(incoming, &facts) == 0 { try? folder.medium.unlink(incoming) }
  }

  /// Makes `copy`, which is complete, the file of a piece of the current thing; `insert` makes it evidence.
  ///
  /// Blocks in two flushes of the disk. When it throws there is no such piece; if a flush failed nobody knows what the
  /// medium has, and the survey finds it out.
  package mutating func place(
    _ copy: borrowing IncomingCopy, of batch: String, at now: Moment
  ) throws(Failure) -> WrittenPhoto {
    try checkpointAtLatest()
    try passTakenNumbers(at: now)
    let kind = copy.kind
    let piece = StoredPiece(
      id: try identifiers.next(at: now.instant), number: nextNumber,
      file: EvidenceFolder.file(nextNumber, kind.ending), sha256: copy.sha256,
      byteCount: copy.byteCount)
    let size = kind == .jpeg ? copy.size(by: measure) : nil
    do throws(Failure) {
      try flush(copy)
      try folder.take(incoming, as: piece.file)
    } catch {
      if folder.holds(nextNumber) { doubt(nextNumber) }
      throw error
    }
    nextNumber += 1
    let source = ImportedSource(name: copy.name, kind: kind, batch: batch)
    return WrittenPhoto(
      piece: piece,
      record: .pieceImported(piece, from: source, size, thing: thing.id))
  }

  func flush(_ copy: borrowing IncomingCopy) throws(Failure) {
    do throws(SystemError) { try folder.medium.flush(copy.file) } catch {
      throw Failure(error, at: incoming)
    }
  }

  /// Where a copy is until it is a piece's file.
  var incoming: String { "\(folder.root)/incoming.part" }
}

/// Which files the store has already, by their digests; filled a little at a time.
package struct KnownDigests: Sendable {
  /// So many rows are read at once.
  static let step = 2000
  /// The highest number that was read.
  private(set) var newest = 0
  /// Number of the oldest piece by the first 16 digits; other files may have the same.
  private var numbers: [UInt64: Int32] = [:]
  /// The numbers of those that came later: what was deleted and brought again.
  private var others: [UInt64: [Int32]] = [:]

  /// None yet.
  package init() {}

  mutating func add(_ number: Int, _ sha256: String) {
    newest = max(newest, number)
    guard let key = UInt64(sha256.prefix(16), radix: 16) else { return }
    let number = Int32(clamping: number)
    if numbers[key] == nil {
      numbers[key] = number
    } else {
      others[key, default: []].append(number)
    }
  }

  func numbers(of sha256: String) -> [Int] {
    guard let key = UInt64(sha256.prefix(16), radix: 16), let first = numbers[key] else {
      return []
    }
    return ([first] + others[key, default: []]).map { Int($0) }
  }
}

extension Archive {
  /// Reads some more of the digests of pieces into `known`.
  ///
  /// - Returns: whether all of them are there.
  package func extend(_ known: inout KnownDigests) throws(Failure) -> Bool {
    try Failure.inDatabase { () throws(DatabaseError) in
      let sql = "SELECT number, sha256 FROM evidence WHERE number > ?1 ORDER BY number LIMIT ?2"
      var count = 0
      // In their place: a copy of all that are known would be made for each that is added.
      try database.prepare(sql).run(.integer(known.newest), .integer(KnownDigests.step)) { row in
        known.add(row.integer(0) ?? 0, row.text(1) ?? "")
        count += 1
      }
      return count < KnownDigests.step
    }
  }

  /// The piece that has these bytes already, and is not deleted.
  package func twin(of sha256: String, in known: KnownDigests) throws(Failure) -> Piece? {
    for number in known.numbers(of: sha256) {
      guard let piece = try piece(number), piece.sha256 == sha256 else { continue }
      if !piece.isDeleted, !piece.isPurged { return piece }
    }
    return nil
  }
}
