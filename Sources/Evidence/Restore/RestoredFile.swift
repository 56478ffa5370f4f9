import Core
import System

/// A file of a bundle that is durable here and has no record yet.
package struct RestoredFile {
  /// What was described of it.
  package let item: Restorable
  /// The piece that it is; nil for records.
  package let piece: StoredPiece?
  let batch: String
  /// Whether that piece was there, and had lost it.
  let isReturned: Bool
}

/// What a piece that comes back has beside its own file.
extension Restorable {
  /// Those files as its store told of them, which has other names for them.
  var companions: [Companion: StoredFile] { Companion.files(crop, glyphs) }

  /// Its crop; nil where it is no document.
  private var crop: StoredCrop? {
    let told = json.member("data")?.member("crop")
    guard json.text("kind") == "document", let told, let file = StoredFile(told) else { return nil }
    let area = PixelArea(
      x: told.integer("x") ?? 0, y: told.integer("y") ?? 0, width: told.integer("width") ?? 0,
      height: told.integer("height") ?? 0)
    return StoredCrop(
      file: file.file, sha256: file.sha256, byteCount: file.byteCount, area: area)
  }

  var glyphs: StoredGlyphs? { json.member("data")?.member("glyphs").flatMap { StoredGlyphs($0) } }

  /// The bytes of each, as far as there are so many.
  var companionBytes: [Companion: [UInt8]] {
    var (files, rest) = ([Companion: [UInt8]](), beside[...])
    for companion in Companion.allCases {
      guard let told = companions[companion] else { continue }
      files[companion] = Array(rest.prefix(max(0, told.byteCount)))
      rest = rest.dropFirst(max(0, told.byteCount))
    }
    return files
  }

  /// Whether each is what its store told of it, and there are no bytes besides.
  var areCompanionsRight: Bool {
    let bytes = companionBytes
    return bytes.values.reduce(0) { $0 + $1.count } == beside.count
      && companions.allSatisfy { companion, told in
        bytes[companion].map { Digest.of($0) } == told.sha256
          && bytes[companion]?.count == told.byteCount
      }
  }

  /// `piece` with them, as the store has written them beside it.
  func withCompanions(_ piece: StoredPiece) -> StoredPiece {
    func here(_ told: StoredFile, _ companion: Companion) -> StoredFile {
      StoredFile(
        file: EvidenceFolder.file(piece.number, companion), sha256: told.sha256,
        byteCount: told.byteCount)
    }
    var piece = piece
    piece.crop = crop.map { crop in
      let file = here(crop.stored, .crop)
      return StoredCrop(
        file: file.file, sha256: file.sha256, byteCount: file.byteCount, area: crop.area)
    }
    piece.glyphs = glyphs.map { glyphs in
      StoredGlyphs(
        text: here(glyphs.text, .text), ansi: here(glyphs.ansi, .ansi), columns: glyphs.columns,
        rows: glyphs.rows, style: glyphs.style)
    }
    return piece
  }
}

extension Archive {
  /// Whether the records of `origin` are kept here.
  func keeps(_ origin: Origin?) throws(Failure) -> Bool {
    guard let origin else { return false }
    return try Failure.inDatabase { () throws(DatabaseError) in
      let sql = "SELECT 1 FROM origins WHERE store = ?1 AND head = ?2 AND file = ?3"
      return try database.prepare(sql)
        .first(.text(origin.store), .text(origin.head.text), .text(origin.file)) { _ in true }
        ?? false
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
    try Failure.inDatabase { () throws(DatabaseError) in
      let sql = "SELECT deleted IS NOT NULL FROM things WHERE number = ?1"
      return try database.prepare(sql).first(.integer(thing.number)) { $0.integer(0) == 1 } ?? true
    }
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
      "The thing \(label) is there and deleted, so its pieces stay away; bring it back by \"undo\"."
    )
  }

  static func restoreOther(_ number: Int) -> Phrase {
    Phrase(
      "restore.other",
      "Piece \(number) has the same id and other bytes than the bundle says; it stays as it is.")
  }

}
