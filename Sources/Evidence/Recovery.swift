import Core
import Glibc
import System

/// What start-up found in the folders of evidence that the database knew nothing of.
package struct Recovery: Hashable, Sendable {
  /// Complete pictures, which are pieces now.
  package internal(set) var adopted: [StoredPiece] = []
  /// Files that were empty or cut off, relative to the store; they are gone.
  package internal(set) var removed: [String] = []
  /// Files that no store of ours wrote, relative to the store; they were left as they are.
  package internal(set) var unknown: [String] = []

  /// What people should hear of it.
  package var phrases: [Phrase] {
    adopted.map { Phrase.orphanAdopted($0.number) }
      + removed.map { Phrase.orphanRemoved($0) }
      + unknown.map { Phrase.orphanUnknown($0) }
  }

  /// Takes over or removes what a power cut left in `folder` without a row in `database`.
  ///
  /// A crash comes between the file and its row at most once a photo, so there are few of them.
  init(
    _ folder: EvidenceFolder, _ database: borrowing Database, _ ledger: borrowing Ledger,
    _ identifiers: inout Identifiers, _ thing: Int, at now: Moment
  ) throws(Failure) {
    for file in try Recovery.strangers(in: folder, database) {
      try sort(file, in: folder, &identifiers, at: now)
    }
    try adopt(into: thing, of: database, ledger, at: now)
  }

  /// The files that no row names.
  private static func strangers(
    in folder: EvidenceFolder, _ database: borrowing Database
  ) throws(Failure) -> [String] {
    let row = try Failure.inDatabase { () throws(DatabaseError) in
      try database.prepare("SELECT 1 FROM evidence WHERE number = ?1 AND local_file = ?2")
    }
    var strangers: [String] = []
    for subfolder in try folder.entries(of: "evidence") {
      for file in try folder.entries(of: subfolder) {
        let number = EvidenceFolder.number(of: file) ?? 0
        let isKnown = try Failure.inDatabase { () throws(DatabaseError) in
          try row.first(.integer(number), .text(file)) { _ in true } ?? false
        }
        if !isKnown { strangers.append(file) }
      }
    }
    return strangers
  }

  private mutating func sort(
    _ file: String, in folder: EvidenceFolder, _ identifiers: inout Identifiers, at now: Moment
  ) throws(Failure) {
    let path = "\(folder.root)/\(file)"
    guard let number = EvidenceFolder.number(of: file), folder.isPlainFile(file) else {
      unknown.append(file)
      return
    }
    let picture = try Failure.at(path) { () throws(SystemError) in try PictureScan.file(path) }
    guard let picture else {
      guard folder.remove(number) else { throw Failure(SystemError(errnoOf: "unlink"), at: path) }
      removed.append(file)
      return
    }
    try folder.secure(number)
    let id = try identifiers.next(at: now.instant)
    adopted.append(
      StoredPiece(
        id: id, number: number, file: file, sha256: picture.sha256, byteCount: picture.byteCount))
  }

  private func adopt(
    into thing: Int, of database: borrowing Database, _ ledger: borrowing Ledger, at now: Moment
  ) throws(Failure) {
    guard !adopted.isEmpty else { return }
    try Failure.inDatabase { () throws(DatabaseError) in
      try database.transaction { () throws(DatabaseError) in
        for piece in adopted {
          try ledger.append(.orphanAdopted(piece, thing: thing, at: now))
        }
      }
    }
  }
}

/// One look through the bytes of a file: whether it is a whole JPEG picture.
///
/// Whole means that it begins with the marker SOI and ends with EOI (ITU-T T.81, table B.1). Zeros
/// after EOI are allowed: cameras pad their frames with them.
struct PictureScan {
  /// How many bytes there were.
  private(set) var byteCount = 0
  private var beginning: [UInt8] = []
  /// The last two bytes, the zeros at the end left aside.
  private var ending: (UInt8, UInt8) = (0, 0)
  private var newest: UInt8 = 0

  /// Whether nothing of the picture is missing.
  var isWhole: Bool { beginning == [0xFF, 0xD8] && ending == (0xFF, 0xD9) }

  /// Takes in `bytes`, which follow those before.
  mutating func update(_ bytes: UnsafeRawBufferPointer) {
    beginning += bytes.prefix(2 - beginning.count)
    if let last = bytes.lastIndex(where: { $0 != 0 }) {
      ending = (last > 0 ? bytes[last - 1] : newest, bytes[last])
    }
    newest = bytes.last ?? newest
    byteCount += bytes.count
  }

  /// The size and digest of the file `path`, or nothing if it isn't a whole picture; blocks on the disk.
  static func file(_ path: String) throws(SystemError) -> (byteCount: Int, sha256: String)? {
    let descriptor = try FileDescriptor(opening: path, O_RDONLY | O_NOFOLLOW)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65536, alignment: 16)
    defer { buffer.deallocate() }
    var scan = PictureScan()
    var digest = Digest()
    while true {
      let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<(try descriptor.read(into: buffer))])
      if bytes.isEmpty { break }
      scan.update(bytes)
      digest.update(bytes)
    }
    return scan.isWhole ? (scan.byteCount, digest.finish()) : nil
  }
}

extension Phrase {
  static func orphanAdopted(_ number: Int) -> Phrase {
    Phrase(
      "store.orphanAdopted",
      """
      Photo {1} was complete, but a power cut came before its row: it is now in the database.
      """, number)
  }

  static func orphanRemoved(_ file: String) -> Phrase {
    Phrase("store.orphanRemoved", "Removed {1}: a power cut came before it was complete.", file)
  }

  static func orphanUnknown(_ file: String) -> Phrase {
    Phrase(
      "store.orphanUnknown", "{1} is not one of this store's files; it was left as it is.", file)
  }
}
