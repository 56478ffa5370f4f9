import Core
import Evidence

/// The store while it is open, with what people have under way in it.
package final class OpenStore {
  let setup: StoreSetup
  var store: Store
  /// What is taken in besides photos; nil while nothing is.
  var importing: ImportJob?
  /// What is to come back with the next file that is handed over, and the word of the command that says so.
  var described: (item: Restorable, batch: String)?
  /// The clip whose stills somebody looks at; nil while nobody does.
  var inView: ClipInView?
  /// Which files the store has already, as far as an import had to know.
  var known = KnownDigests()

  /// Opens the store of `setup`, which proves that it can be written; blocks on the disk.
  ///
  /// - Parameter doubts: what this program did not know of the store when it closed it; nil where it had not.
  init(_ setup: StoreSetup, at now: Moment, reopenedWith doubts: Doubts?) throws(Failure) {
    self.setup = setup
    store = try Store(setup, at: now, reopenedWith: doubts)
  }

  /// Ends what is under way, before the store is closed.
  ///
  /// - Returns: what it does not know of its pieces.
  func end() -> Doubts {
    endImport()
    return store.doubts
  }

  /// Finds out what became of photos in doubt, as the store was just opened.
  ///
  /// - Returns: what people should hear of it.
  func recover(at now: Moment) throws(Failure) -> [Phrase] { try store.recover(at: now) }

  /// Makes the bytes of `picture`, of which `facts` are known, durable at the moment `now`; blocks in the flushes.
  func write(
    _ picture: Picture, _ facts: PhotoFacts, at now: Moment
  ) throws(Failure) -> WrittenPhoto {
    let (crop, glyphs) = (picture.crop(for: facts.shot), picture.glyphs(for: facts.shot))
    let result = picture.jpeg.withUnsafeBytes { bytes in
      Result { () throws(Failure) in
        try store.write(jpeg: bytes, with: crop, glyphs, of: facts, at: now)
      }
    }
    return try result.get()
  }

  /// Makes `photo` a piece of evidence at the moment `now`; blocks in a flush.
  func insert(_ photo: WrittenPhoto, at now: Moment) throws(Failure) -> StoredPiece {
    try store.insert(photo, at: now)
  }

  /// Nobody will try to insert `photo` again.
  func giveUp(_ photo: WrittenPhoto) { store.giveUp(photo) }

  /// Makes `change`, which is not of the database as a whole, for `requester` at the moment `now`; blocks in a flush of
  /// the disk.
  ///
  /// - Returns: what people should hear of it.
  package func make(
    _ change: StoreChange, for requester: Requester, at now: Moment
  ) throws(Failure) -> Phrase {
    if case .importRequest(let path) = change {
      return try importRequest(at: path, for: requester, at: now)
    }
    if case .saveFaces(let number) = change { return try saveFaces(of: number) }
    if let language = change.language {
      try store.takeTexts(in: language, from: setup.defaults)
    }
    return try store.make(change, for: requester, at: now)
  }

  /// Records `notes` at the moment `now`, all or nothing; blocks in a flush of the disk.
  package func note(_ notes: [Note], at now: Moment) throws(Failure) {
    try store.note(notes, at: now)
  }
}

/// What is done in a quiet moment.
extension OpenStore {
  /// Compares `count` more of the store's files with its database, or the list of one more folder.
  func survey(entries count: Int) throws(Failure) -> Event.Survey {
    try store.survey(entries: count)
    return progress
  }

  /// Records one finding of the survey at the moment `now`, which may block in a flush.
  ///
  /// - Returns: how far the survey is, and what people should hear of the finding.
  func settle(at now: Moment) throws(Failure) -> (Event.Survey, [Phrase]) {
    let phrases = try store.settle(at: now)
    return (progress, phrases)
  }

  private var progress: Event.Survey {
    if store.hasFindings { return .hasFound }
    return store.isSurveyDue ? .isUnderWay : .isComplete
  }

  /// Numbers of the files without a row that have become pieces since this was asked before.
  func takeAdopted() -> [Int] { store.takeAdopted() }

  /// Does the store's housekeeping at the moment `now`, as far as it is due; blocks on the disk.
  ///
  /// - Returns: what people should hear of it.
  package func tidy(at now: Moment) throws(Failure) -> [Phrase] {
    if importing == nil { known = KnownDigests() }
    if store.isCheckpointDue { try store.checkpoint() }
    _ = try store.purgeOld(at: now)
    return try store.takeProblems() + store.expireRequests(at: now)
  }

  /// Has the device remember the latest record at the moment `now`; blocks in two flushes.
  ///
  /// - Returns: what people should hear of it.
  func remember(at now: Moment) -> [Phrase] {
    store.rememberHead(at: now)
    return store.takeProblems()
  }

  /// Removes the files of deleted and of exported pieces until `byteCount` bytes are free more; blocks in a flush.
  ///
  /// - Returns: what people should hear of it.
  func makeRoom(of byteCount: Int, at now: Moment) throws(Failure) -> [Phrase] {
    let made = try store.makeRoom(of: byteCount, at: now)
    let deleted =
      made.deletedCount > 0
      ? [
        Phrase(
          "purge.for-room",
          "Room was needed: the files of deleted pieces were removed, \(made.deletedCount) of them."
        )
      ] : []
    return deleted
      + (made.exportedCount > 0
        ? [
          Phrase(
            "purge.exported",
            """
            Room was needed: the files of exported pieces were removed, the oldest first, \(made.exportedCount) of \
            them.
            """)
        ] : [])
  }

  /// What the store comes to at the moment `now`; nil where that can't be read.
  package func facts(at now: Moment) -> StoreFacts? { try? store.facts(at: now) }

  /// The room on the file system of the store; nil where that can't be told.
  var space: Space? { try? store.space() }
}
