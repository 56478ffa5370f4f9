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
    let url = item.json.text("url") ?? ""
    let known = try archive.requests()
    if known.contains(where: { $0.id == item.id }) { return .isThere(nil) }
    if let twin = known.first(where: { Array($0.file.url.utf8) == Array(url.utf8) }) {
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
    guard isSame(piece, item) else { throw .refused(.restoreOther(piece.number)) }
    if piece.isPurged { throw .refused(.restorePurged(piece.number)) }
    if piece.isDeleted { throw .refused(.restoreDeleted(piece.number)) }
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
      let known = try archive.requests()
      let number = (known.last?.number ?? 0) + 1
      // At most one is active, and that is for who is here to say.
      let told = item.json.text("status").flatMap(Request.Status.init) ?? .pending
      records.append(.requestRestored(item, as: number, told == .active ? .pending : told))
      request = item.id
    } else {
      records.append(.thingRestored(item, as: try archive.newestThing() + 1))
      thing = item.id
    }
    for number in item.skipped.prefix(Checklist.mostItems) {
      records.append(
        .checklistChanged(.skip, item: number, thing: thing, request: request, by: .bundle))
    }
    try append(records, at: now)
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
    if item.kind == .records {
      try flush(copy)
      try folder.keep(incoming, as: item.origin?.file ?? "")
      return RestoredFile(item: item, piece: nil, batch: batch, isReturned: false)
    }
    if let piece = try archive.piece(id: item.id) { return try putBack(copy, item, piece, batch) }
    try passTakenNumbers()
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
    guard isSame(piece, item), !piece.isPurged else {
      throw .refused(.restoreOther(piece.number))
    }
    try flush(copy)
    let lacking = item.companionBytes.filter { companion, _ in
      !folder.holds(EvidenceFolder.file(piece.number, companion))
    }
    try folder.write(lacking, of: piece.number)
    if folder.holds(piece.file) { dropCopy() } else { try folder.take(incoming, as: piece.file) }
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
        try append(try records(of: piece, item, file.batch), at: now)
      }
      pointLatest()
    } catch {
      if error.kind != .storeLocked { giveUp(file) }
      throw error
    }
  }

  /// Nobody will try to record `file` again: the survey finds out what becomes of it.
  package mutating func giveUp(_ file: RestoredFile) {
    if let piece = file.piece, !file.isReturned { doubt(piece.number) }
  }

  /// The record of `piece`, with those that have it tick the item that it ticked, or none.
  private func records(
    of piece: StoredPiece, _ item: Restorable, _ batch: String
  ) throws(Failure) -> [Record] {
    let request = try archive.requests().first { $0.id == item.json.text("request") }
    let thing = try archive.thing(item.json.text("thing") ?? "")
    let record = Record.pieceRestored(piece, item, request: request?.id, of: batch)
    var list: Checklist?
    if let request {
      list = try archive.checklist(of: request)
    } else if let thing {
      list = try archive.checklist(of: thing)
    }
    func wish(_ action: Checklist.Action, _ number: Int) -> Record {
      .checklistChanged(
        action, item: number, thing: request == nil ? thing?.id : nil, request: request?.id,
        by: .bundle)
    }
    // A number of the list of a request that did not come along says nothing of the thing's.
    let isOfList = request != nil || item.json.isNull("request")
    if isOfList, let number = item.item { return [wish(.aim, number), record] }
    return [record] + (list?.next.map { [wish(.untick, $0)] } ?? [])
  }
}
