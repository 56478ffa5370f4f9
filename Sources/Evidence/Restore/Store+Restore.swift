import Core

/// What is to become of something that is to come back.
package enum RestoreAnswer {
  /// Its file has to come too.
  case wantsFile
  /// It can be recorded as it is.
  case isComplete
  /// It is there already, as the piece of this number where it is one.
  case isThere(Int?)
}

/// What comes back from bundles: never by the way of what a camera took.
extension Store {
  /// What is to become of `item`; a refusal where it is something else than what is there under its id.
  package func answer(to item: Restorable) throws(Failure) -> RestoreAnswer {
    switch item.kind {
    case .records:
      let isThere = try archive.keeps(item.origin) && folder.holds(item.origin?.file ?? "")
      return isThere ? .isThere(nil) : .wantsFile
    case .thing:
      guard let thing = try archive.thing(item.id) else { return try complete(item) }
      if try archive.isDeleted(thing) { throw .refused(.restoreThingDeleted(thing.label)) }
      return .isThere(nil)
    case .request: return try answer(toRequest: item)
    case .piece: return try answer(toPiece: item)
    }
  }

  /// All but records name some that are kept.
  private func complete(_ item: Restorable) throws(Failure) -> RestoreAnswer {
    guard try archive.keeps(item.origin) else { throw .refused(.restoreMalformed) }
    return .isComplete
  }

  private func answer(toRequest item: Restorable) throws(Failure) -> RestoreAnswer {
    if try archive.request(id: item.id) != nil { return .isThere(nil) }
    if let twin = try archive.request(from: item.json.text("url") ?? "") {
      throw .refused(.requestThere(twin.number, twin.status.word))
    }
    return try complete(item)
  }

  private func answer(toPiece item: Restorable) throws(Failure) -> RestoreAnswer {
    _ = try complete(item)
    guard let piece = try archive.piece(id: item.id) else {
      guard let thing = try archive.thing(item.json.text("thing") ?? "") else {
        throw .refused(.restoreMalformed)
      }
      if try archive.isDeleted(thing) { throw .refused(.restoreThingDeleted(thing.label)) }
      return .wantsFile
    }
    // What is here may be more than a copy of it.
    if item.isRedacted, !isSame(piece, item) { return .isThere(piece.number) }
    guard isSame(piece, item) else { throw .refused(.restoreOther(piece.number)) }
    if piece.isPurged {
      guard try archive.isPurgedForRoom(piece.number) else {
        throw .refused(
          Phrase(
            "restore.purged",
            "The file of piece \(piece.number) was removed on purpose and stays away; the bundle has it still."
          ))
      }
      guard item.mayReturn else {
        throw .refused(
          Phrase(
            "restore.spared",
            """
            The file of piece \(piece.number) was removed for its room and stays away; 'exhibit import --purged' \
            brings it back.
            """))
      }
      return .wantsFile
    }
    if piece.isDeleted {
      throw .refused(
        Phrase(
          "restore.deleted",
          "Piece \(piece.number) is there and deleted, and stays so; \"undelete \(piece.number)\" brings it back."
        ))
    }
    return lacksFile(piece) ? .wantsFile : .isThere(piece.number)
  }

  /// Whether all files of `piece` are what `item` says.
  private func isSame(_ piece: Piece, _ item: Restorable) -> Bool {
    piece.sha256 == item.sha256
      && piece.companions.mapValues(\.sha256) == item.companions.mapValues(\.sha256)
  }

  /// Whether a file of `piece` is gone.
  private func lacksFile(_ piece: Piece) -> Bool {
    !folder.holds(piece.file) || piece.companions.values.contains { !folder.holds($0.file) }
  }

  /// Records `item`, which has no file, at the moment `now`; blocks in a flush.
  package mutating func restore(_ item: Restorable, at now: Moment) throws(Failure) {
    var records: [Record] = []
    var (thing, request): (String?, String?) = (nil, nil)
    if item.kind == .request {
      let number = try archive.number(for: item, in: .requests)
      records.append(.requestRestored(item, as: number, try status(of: item)))
      request = item.id
    } else {
      records.append(.thingRestored(item, as: try archive.number(for: item, in: .things)))
      thing = item.id
    }
    for number in item.skipped.prefix(Checklist.mostItems) {
      records.append(
        .checklistChanged(.skip, item: number, thing: thing, request: request, by: .bundle))
    }
    try append(records, at: now)
  }

  /// At most one is active, which is for who is here to say; in a store without pieces of its own nobody is.
  private func status(of item: Restorable) throws(Failure) -> Request.Status {
    let told = item.json.text("status").flatMap(Request.Status.init) ?? .pending
    guard told == .active else { return told }
    guard try archive.continues(item, in: .evidence) else { return .pending }
    return try archive.activeRequest() == nil ? .active : .pending
  }

  /// Makes `copy`, which is complete, the file of `item`; `record` makes it evidence.
  ///
  /// Blocks in two flushes of the disk, and one more for each file beside its own. No file of a piece is ever replaced.
  package mutating func place(
    _ copy: borrowing IncomingCopy, as item: Restorable, of batch: String, at now: Moment
  ) throws(Failure) -> RestoredFile {
    guard copy.sha256 == item.sha256, copy.byteCount == item.byteCount else {
      dropCopy()
      throw .refused(.importChanged(copy.name.printable))
    }
    try checkpointAtLatest()
    if item.kind == .records {
      try flush(copy)
      try folder.keep(incoming, as: item.origin?.file ?? "")
      return RestoredFile(item: item, piece: nil, batch: batch, isReturned: false)
    }
    if let piece = try archive.piece(id: item.id) { return try putBack(copy, item, piece, batch) }
    try keepNumber(of: item)
    try passTakenNumbers(at: now)
    let piece = item.withCompanions(
      StoredPiece(
        id: item.id, number: nextNumber, file: EvidenceFolder.file(nextNumber, item.ending),
        sha256: item.sha256, byteCount: item.byteCount))
    do throws(Failure) {
      try flush(copy)
      try folder.write(item.companionBytes, of: nextNumber)
      try folder.take(incoming, as: piece.file)
    } catch {
      if folder.holds(nextNumber) { doubt(nextNumber) }
      throw error
    }
    nextNumber += 1
    return RestoredFile(item: item, piece: piece, batch: batch, isReturned: false)
  }

  /// Gives a piece of this store its file back, which is gone; it keeps its number, and its record.
  private func putBack(
    _ copy: borrowing IncomingCopy, _ item: Restorable, _ piece: Piece, _ batch: String
  ) throws(Failure) -> RestoredFile {
    guard isSame(piece, item), !piece.isPurged || item.mayReturn else {
      throw .refused(.restoreOther(piece.number))
    }
    try flush(copy)
    let lacking = item.companionBytes.filter { companion, _ in
      !folder.holds(EvidenceFolder.file(piece.number, companion))
    }
    try folder.write(lacking, of: piece.number)
    // What is left of a purged one nobody has looked at.
    let isThere = folder.holds(piece.file) && !piece.isPurged
    if isThere { dropCopy() } else { try folder.take(incoming, as: piece.file) }
    try folder.secure(piece.number)
    let stored = StoredPiece(
      id: piece.id, number: piece.number, file: piece.file, sha256: piece.sha256,
      byteCount: piece.byteCount, crop: piece.crop, glyphs: piece.glyphs)
    return RestoredFile(item: item, piece: stored, batch: batch, isReturned: true)
  }

  /// Makes what is durable as `file` evidence, at the moment `now`; blocks in a flush.
  ///
  /// A failure of the kind `storeLocked` can be tried again.
  package mutating func record(_ file: RestoredFile, at now: Moment) throws(Failure) {
    let item = file.item
    do throws(Failure) {
      guard let piece = file.piece else {
        return try append([.recordsKept(item, in: item.origin?.file ?? "")], at: now)
      }
      if file.isReturned {
        try append([.fileFound(piece.number, piece.file)], at: now)
      } else {
        try record(piece, item, file.batch, at: now)
      }
      let kind = item.json.text("kind")
      // Nothing else becomes the newest photo.
      if file.isReturned || kind == "photo" || kind == "document" { pointLatest() }
    } catch {
      if error.kind != .storeLocked { giveUp(file) }
      throw error
    }
  }

  /// Nobody will try to record `file` again: the survey finds out what becomes of it.
  package mutating func giveUp(_ file: RestoredFile) {
    if let piece = file.piece, !file.isReturned { doubt(piece.number) }
  }

  /// Records `piece`, with what has it tick the item that it ticked, or none.
  private mutating func record(
    _ piece: StoredPiece, _ item: Restorable, _ batch: String, at now: Moment
  ) throws(Failure) {
    let request = try item.json.text("request").flatMap { id throws(Failure) in
      try archive.request(id: id)
    }
    let thing = try archive.thing(item.json.text("thing") ?? "")
    func wish(_ action: Checklist.Action, _ number: Int) -> Record {
      .checklistChanged(
        action, item: number, thing: request == nil ? thing?.id : nil, request: request?.id,
        by: .bundle)
    }
    var list = try list(of: request, thing)
    var records = [Record.pieceRestored(piece, item, request: request?.id, of: batch)]
    // A number of the list of a request that did not come along says nothing of the thing's.
    let isOfList = request != nil || item.json.isNull("request")
    let capture = Checklist.Capture(piece.number, item)
    if isOfList, let number = item.item {
      records.insert(wish(.aim, number), at: 0)
      list?.wished(.aim, item: number)
      list?.stored(capture)
    } else if let ticked = list?.stored(capture) {
      records.append(wish(.untick, ticked))
      list?.wished(.untick, item: ticked)
    }
    // Nobody knows what it is where the append fails.
    followed = nil
    try append(records, at: now)
    followed = list.map { FollowedList(list: $0, owner: request?.id ?? thing?.id, head: head) }
  }

  /// What is to be captured for `request`, or of `thing` where there is none.
  private func list(of request: Request?, _ thing: Thing?) throws(Failure) -> Checklist? {
    if let followed, followed.head == head, followed.owner == request?.id ?? thing?.id {
      return followed.list
    }
    if let request { return try archive.checklist(of: request) }
    return try thing.map { thing throws(Failure) in try archive.checklist(of: thing) }
  }
}

extension Checklist.Capture {
  /// The piece `number`, which came back as `item`.
  fileprivate init(_ number: Int, _ item: Restorable) {
    let kind = item.json.text("kind").flatMap { PieceFilter.Kind(rawValue: $0) } ?? .imported
    let name = item.json.text("title") ?? item.json.text("option")
    self.init(number, PieceFilter.Kind(seenIn: ".\(item.ending)", of: kind), called: name)
  }
}

/// The checklist of pieces that come back one after the other, kept so that it isn't made of all of them for each.
struct FollowedList {
  fileprivate let list: Checklist
  /// The id of its thing or request.
  fileprivate let owner: String?
  /// The latest record that it counts.
  fileprivate let head: Head
}
