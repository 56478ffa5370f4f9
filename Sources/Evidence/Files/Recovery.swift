import Core
import Glibc
import System

/// What becomes of a finding of the survey: records, a move, a sentence. Nothing is ever deleted.
extension Store {
  /// Records one finding more, which may block in a flush and in the check of one picture.
  ///
  /// - Returns: what people should hear of it.
  package mutating func settle(at now: Moment) throws(Failure) -> [Phrase] {
    guard let finding = survey.findings.first else { return [] }
    let phrases = try settle(finding, at: now)
    // A clip's file is looked through a slice at a time.
    if examination != nil { return [] }
    pointLatest()
    survey.removeFirst()
    if case .orphan(let number) = finding { doubts.numbers.remove(number) }
    endAftermath()
    return phrases
  }

  mutating func settle(
    _ finding: Survey.Finding, at now: Moment
  ) throws(Failure) -> [Phrase] {
    switch finding {
    case .orphan(let number): return try settle(orphan: number, at: now)
    case .stranger(let file, let reason):
      let number = EvidenceFolder.reserved(by: file)
      return try reject(RejectedFile(file: file, reason: reason, number: number), at: now)
    case .changed(let number, let file, let byteCount):
      try append([.fileAltered(number, file, byteCount: byteCount)], at: now)
      return [.fileAltered(number, file, byteCount)]
    case .missing(let number, let file):
      try append([.fileMissing(number, file)], at: now)
      return [.fileMissing(number, file)]
    case .found(let number, let file):
      try append([.fileFound(number, file)], at: now)
      return [.fileFound(number, file)]
    case .leftOver(let number):
      // It may have come back since it was found.
      if try archive.piece(number)?.isPurged ?? false { erase(number) }
      return []
    }
  }

  private mutating func settle(orphan number: Int, at now: Moment) throws(Failure) -> [Phrase] {
    let wasFailed = doubts.numbers.contains(number)
    // A folder that could not be listed told nothing of it when the store was opened, and its file may go.
    nextNumber = max(nextNumber, number + 1)
    if let piece = try archive.piece(number) {
      guard wasFailed else { return [] }
      return [
        piece.kind == "clip"
          ? Phrase(
            "store.clip-after-all", "Clip \(number), which seemed to have failed, is stored.")
          : Phrase(
            "store.stored-after-all", "Photo \(number), which seemed to have failed, is stored.")
      ]
    }
    if let clip = try unfinishedClip(number) { return try settle(clip, wasFailed, at: now) }
    let file = folder.file(of: number)
    guard folder.holds(number) else {
      try append([.numberSpent(number, "lost")], at: now)
      return [.numberSpent(number)]
    }
    let phrases = try settle(file, ofOrphan: number, wasFailed, at: now)
    // Once it can be read it may be the piece that these belong to.
    if unread.contains(file) { return phrases }
    return try phrases + settle(companionsOfOrphan: number, at: now)
  }

  /// A crop without a document is no piece, whatever became of the photo, and neither are glyphs.
  private mutating func settle(
    companionsOfOrphan number: Int, at now: Moment
  ) throws(Failure) -> [Phrase] {
    let told = try archive.piece(number)?.companions ?? [:]
    var phrases: [Phrase] = []
    for companion in Companion.allCases where told[companion] == nil {
      let file = EvidenceFolder.file(number, companion)
      guard folder.holds(file) else { continue }
      let reason: RejectedFile.Reason = folder.isPlainFile(file) ? .incomplete : .stranger
      let rejected = RejectedFile(
        file: file, reason: reason, number: number, byteCount: folder.byteCount(of: file))
      phrases += try reject(rejected, at: now)
    }
    return phrases
  }

  private mutating func settle(
    _ file: String, ofOrphan number: Int, _ wasFailed: Bool, at now: Moment
  ) throws(Failure) -> [Phrase] {
    guard folder.holdsFile(of: number) else { return [] }
    if folder.isPlainFile(file), let returning = try returningImport(file, of: number) {
      let thing = aftermath?.told?.imports[number]?.text("thing")
      try append([returning.record] + marks(of: returning.piece, ofThing: thing), at: now)
      adopted.append(number)
      return [.pieceAdopted(number, .recordLost, isPhoto: false)]
    }
    // What is no photo's name is an import whose record is missing; it is whole, and the file that it came from is elsewhere.
    guard folder.isPlainFile(file), file == EvidenceFolder.file(number) else {
      return try reject(RejectedFile(file: file, reason: .stranger, number: number), at: now)
    }
    switch FileExamination(of: "\(folder.root)/\(file)", on: folder.medium, check: check) {
    case .whole(let size, let sha256, let byteCount, let facts):
      let picture = FoundPicture(
        number: number, size: size, sha256: sha256, byteCount: byteCount, facts: facts)
      return try adopt(picture, wasFailed ? .rowFailed : reason(for: number), at: now)
    case .incomplete(let byteCount):
      return try reject(
        RejectedFile(file: file, reason: .incomplete, number: number, byteCount: byteCount), at: now
      )
    case .oversized(let byteCount):
      return try reject(
        RejectedFile(file: file, reason: .stranger, number: number, byteCount: byteCount), at: now)
    case .unreadable:
      return try reject(RejectedFile(file: file, reason: .unreadable, number: number), at: now)
    }
  }

  /// Why the file of `number` has no row, as far as the records tell.
  func reason(for number: Int) -> Adoption { number < newestAtStart ? .numberGap : ending }

  private mutating func adopt(
    _ picture: FoundPicture, _ reason: Adoption, at now: Moment
  ) throws(Failure) -> [Phrase] {
    let facts = try picture.believedFacts(
      by: key.publicKey, in: archive.ownStores(), archive.database)
    let id = facts == nil ? try identifiers.next(at: now.instant) : facts?.id ?? ""
    let thing = try archive.thing(facts?.thing ?? "")?.id
    try folder.secure(picture.number)
    var piece = picture.piece(id)
    if let crop = facts?.crop, isWhole(crop.stored) { piece.crop = crop }
    if let glyphs = facts?.glyphs, isWhole(glyphs.text), isWhole(glyphs.ansi) {
      piece.glyphs = glyphs
    }
    let adoption = Record.pieceAdopted(
      piece, facts?.text, picture.size, thing: thing ?? self.thing.id, for: reason)
    try append([adoption] + marks(of: piece, ofThing: facts?.thing), at: now)
    adopted.append(picture.number)
    return [Phrase.pieceAdopted(picture.number, reason, isPhoto: facts != nil)]
  }

  /// Records of all that people held of `piece`, of the thing with the identifier `thing`, before its own was lost, where
  /// that can be read.
  func marks(of piece: StoredPiece, ofThing thing: String?) throws(Failure) -> [Record] {
    guard let told = aftermath?.told else { return [] }
    let records = told.records(ofPiece: piece.number, sha256: piece.sha256)
    guard let thing, told.deletedThings[thing] != nil, try archive.thing(thing) == nil else {
      return records
    }
    // It went with a thing that is not there to go with any more.
    return records + [.piecesDeleted([piece.number], by: .start)]
  }

  /// Whether `told` is on the medium as the facts of its photo tell of it; then it is whole, whatever is in it.
  private func isWhole(_ told: StoredFile) -> Bool {
    guard folder.isPlainFile(told.file) else { return false }
    let path = "\(folder.root)/\(told.file)"
    let examination = FileExamination(of: path, on: folder.medium) { _ in
      PictureSize(width: 0, height: 0)
    }
    switch examination {
    case .whole(_, let sha256, let byteCount, _):
      return sha256 == told.sha256 && byteCount == told.byteCount
    case .incomplete, .oversized, .unreadable: return false
    }
  }

  /// Records `file` and moves what has a piece's name and is none out of the way; what was recorded already, and is
  /// still as long as it was, is left alone.
  mutating func reject(
    _ file: RejectedFile, at now: Moment
  ) throws(Failure) -> [Phrase] {
    if file.reason == .unreadable { unread.append(file.file) }
    guard file.reason == .incomplete else {
      if try archive.left(file.file)?.mayBe(file.file, in: folder) ?? false { return [] }
      try append([.fileRejected(folder.examined(file))], at: now)
      return [.fileLeft(file)]
    }
    // Recorded first: if a power cut comes between, the next start finds it in its old place again.
    var moved = folder.examined(file)
    moved.movedTo = folder.freePlace(for: file.file)
    try append([.fileRejected(moved)], at: now)
    do throws(Failure) { try folder.reject(file.file, to: moved.movedTo ?? "") } catch {
      return [error.phrase]
    }
    return [.fileMoved(file.file, moved.movedTo ?? "")]
  }
}

/// A whole picture that no row vouches for.
struct FoundPicture {
  let number: Int
  let size: PictureSize
  let sha256: String
  let byteCount: Int
  let facts: FileFacts?

  /// What travelled with the file and is believed.
  struct Facts {
    let text: CanonicalJSON
    /// Id of the piece.
    let id: String
    /// Id of its thing.
    let thing: String
    /// What was cropped of it, if it was a document.
    let crop: StoredCrop?
    /// Its glyphs, if somebody wanted them.
    let glyphs: StoredGlyphs?
  }

  /// Its facts, if the device with `key` signed them for these bytes under this number, in one of `stores`.
  ///
  /// `database` reads the JSON.
  func believedFacts(
    by key: PublicKey, in stores: [String], _ database: borrowing Database
  ) throws(Failure) -> Facts? {
    guard let facts, facts.areBelieved(by: key, in: stores) else { return nil }
    return try Failure.inDatabase { () throws(DatabaseError) in
      try database.prepare(
        """
        SELECT ?1 ->> 'id', ?1 ->> 'thing', \(StoredCrop.columns(of: "?1", at: "$.data.crop")),
          ?1 -> '$.data.glyphs'
        WHERE ?1 ->> 'number' = ?2 AND ?1 ->> 'sha256' = ?3
        """
      ).first(.text(facts.facts.text), .integer(number), .text(sha256)) { row in
        let (crop, glyphs) = (StoredCrop(row, from: 2), StoredGlyphs(recorded: row.text(9)))
        return Facts(
          text: facts.facts, id: row.text(0) ?? "", thing: row.text(1) ?? "",
          crop: crop?.file == EvidenceFolder.file(number, .crop) ? crop : nil,
          glyphs: glyphs?.isOf(number) ?? false ? glyphs : nil)
      }
    }
  }

  /// The piece that it becomes, with this `id`.
  func piece(_ id: String) -> StoredPiece {
    StoredPiece(
      id: id, number: number, file: EvidenceFolder.file(number), sha256: sha256,
      byteCount: byteCount)
  }
}

extension StoredGlyphs {
  /// What `text`, JSON of a record, says; nil where it says nothing of glyphs.
  init?(recorded text: String?) {
    guard let json = text.flatMap({ JSONParser.value(of: $0.utf8) }) else { return nil }
    self.init(json)
  }

  /// Whether both files are where those of piece `number` are.
  fileprivate func isOf(_ number: Int) -> Bool {
    text.file == EvidenceFolder.file(number, .text)
      && ansi.file == EvidenceFolder.file(number, .ansi)
  }
}

extension Adoption {
  /// Why, in words that follow "it has no row because".
  var words: Phrase {
    switch self {
    case .powerCut: Phrase("adoption.power-cut", "the power went off")
    case .crash: Phrase("adoption.crash", "the program broke off")
    case .cleanStop: Phrase("adoption.clean-stop", "it came after the program had ended")
    case .numberGap: Phrase("adoption.number-gap", "it lay among pieces that have one")
    case .rowFailed: Phrase("adoption.row-failed", "the row could not be written")
    case .recordLost: Phrase("adoption.record-lost", "it was lost with an earlier database")
    }
  }
}

extension Phrase {
  static func pieceAdopted(_ number: Int, _ reason: Adoption, isPhoto: Bool) -> Phrase {
    isPhoto
      ? Phrase(
        "store.photo-adopted",
        "Photo \(number) is whole and is stored now; it had no row: \(reason.words).")
      : Phrase(
        "store.import-adopted",
        """
        Picture \(number) is whole and is listed now, but nothing proves that this camera took it; it had no \
        row: \(reason.words).
        """)
  }

  static func numberSpent(_ number: Int) -> Phrase {
    Phrase("store.number-spent", "There is no photo \(number): nothing of it reached the disk.")
  }

  static func fileRejected(_ file: String, _ place: String) -> Phrase {
    Phrase("store.file-rejected", "\(file) is no whole picture; it is now \(place).")
  }

  static func fileMoved(_ file: String, _ place: String) -> Phrase {
    switch EvidenceFolder.companion(of: file)?.kind {
    case .text, .ansi:
      Phrase(
        "store.glyphs-rejected",
        "\(file) belongs to no photo that is stored; it is now \(place).")
    case .crop, nil: .fileRejected(file, place)
    }
  }

  static func fileLeft(_ file: RejectedFile) -> Phrase {
    file.reason == .unreadable
      ? .fileUnreadable(file.file)
      : Phrase(
        "store.file-strange",
        "\(file.file) is not one of this store's files; it was left as it is.")
  }

  static func fileUnreadable(_ file: String) -> Phrase {
    Phrase(
      "store.file-unreadable",
      "\(file) can't be read, and was passed over; look at its owner, and at 'dmesg'.")
  }

  static func fileMissing(_ number: Int, _ file: String) -> Phrase {
    Phrase(
      "store.file-missing",
      "The file of photo \(number) is gone: \(file). Put it back from a copy, if there is one.")
  }

  static func fileAltered(_ number: Int, _ file: String, _ byteCount: Int) -> Phrase {
    Phrase(
      "store.file-altered",
      """
      The file of photo \(number) was changed: \(file) has \(byteCount) bytes now. Put it back from a copy, if \
      there is one.
      """)
  }

  static func fileFound(_ number: Int, _ file: String) -> Phrase {
    Phrase("store.file-found", "The file of photo \(number) is there again: \(file).")
  }
}
