import Core
import System

/// A file of a bundle that is durable here and has no record yet.
package struct RestoredFile {
  let item: Restorable
  /// The piece that it is; nil for records.
  package let piece: StoredPiece?
  let batch: String
  /// Whether that piece was there, and had lost it.
  let isReturned: Bool
}

extension Restorable {
  var cropSHA256: String? {
    json.member("data")?.member("crop")?.text("sha256")
  }

  /// Its crop, as the store has written it for piece `number`.
  func storedCrop(of number: Int) -> StoredCrop {
    let told = json.member("data")?.member("crop")
    let area = PixelArea(
      x: told?.integer("x") ?? 0, y: told?.integer("y") ?? 0, width: told?.integer("width") ?? 0,
      height: told?.integer("height") ?? 0)
    return StoredCrop(
      file: EvidenceFolder.cropFile(number), sha256: Digest.of(crop), byteCount: crop.count,
      area: area)
  }
}

extension Archive {
  /// Whether the records of `origin` are kept here.
  func keeps(_ origin: Origin?) throws(Failure) -> Bool {
    guard let origin else { return false }
    return try Failure.inDatabase { () throws(DatabaseError) in
      let sql = "SELECT 1 FROM origins WHERE store = ?1 AND head = ?2"
      return try database.prepare(sql).first(.text(origin.store), .text(origin.head.text)) { _ in
        true
      } ?? false
    }
  }

  /// The piece with this `id`; nil if there is none.
  func piece(id: String) throws(Failure) -> Piece? {
    let number = try Failure.inDatabase { () throws(DatabaseError) in
      try database.prepare("SELECT number FROM evidence WHERE id = ?1").first(.text(id)) {
        $0.integer(0) ?? 0
      }
    }
    guard let number else { return nil }
    return try piece(number)
  }

  func isDeleted(_ thing: Thing) throws(Failure) -> Bool {
    try !things().contains { $0.number == thing.number }
  }
}

extension EvidenceFolder {
  /// Gives the file at `path`, which is durable, the name `file` beside the evidence; durable when this returns.
  func keep(_ path: String, as file: String) throws(Failure) {
    var folder = root
    for name in file.split(separator: "/").dropLast() {
      let inner = "\(folder)/\(name)"
      let isNew = try medium.makeDurableFolder(inner, in: folder)
      if !isNew { try OwnPlace(path: inner).requireFolder() }
      // One that a killed program has made may be in memory only.
      try Failure.at(folder) { () throws(SystemError) in try medium.flushFolder(folder) }
      folder = inner
    }
    try Failure.at("\(root)/\(file)") { () throws(SystemError) in
      try medium.rename(path, to: "\(root)/\(file)")
      try medium.flushFolder(folder)
    }
  }
}

extension Phrase {
  static func restoreThingDeleted(_ label: String) -> Phrase {
    Phrase(
      "restore.thing-deleted",
      "The thing {1} is there and deleted, so its pieces stay away; bring it back by \"undo\".",
      label)
  }

  static func restoreOther(_ number: Int) -> Phrase {
    Phrase(
      "restore.other",
      "Piece {1} has the same id and other bytes than the bundle says; it stays as it is.", number)
  }

  static func restorePurged(_ number: Int) -> Phrase {
    Phrase(
      "restore.purged",
      "The file of piece {1} was removed on purpose and stays away; the bundle has it still.",
      number)
  }
}
