import Core
import Evidence

/// The way of a picture from the bytes of a frame to a piece that is durable.
///
/// In front are the pictures in memory, and behind them the store, which can be closed. How many there can be at once
/// is the machine's business.
package struct PhotoPipeline: ~Copyable {
  /// A console is no place for long lists; `exhibit list` shows all.
  static let longestList = 50

  /// What a picture has become on its way.
  private enum Stage {
    case kept(Picture)
    /// Its bytes are durable, its record is not.
    case written(WrittenPhoto)
  }

  let setup: StoreSetup
  /// What waits for the store.
  private var stages: [Shot.ID: Stage] = [:]
  var store: Store?
  /// What the store didn't know of its photos when it was closed; nil before it was open.
  private var doubts: Doubts?

  /// What was found when the database was exchanged or read again, and nobody has heard of.
  var found: [Phrase] = []

  /// What is remembered of the camera's frames, and the clip under way; nil where neither is.
  var clip: ClipJob?
  /// What is taken in besides photos; nil while nothing is.
  var importing: ImportJob?
  /// What is to come back with the next file that is handed over, and the word of the command that says so.
  var described: (item: Restorable, batch: String)?
  /// The clip whose stills somebody looks at; nil while nobody does.
  var inView: ClipInView?
  /// Which files the store has already, as far as an import had to know.
  var known = KnownDigests()

  /// A pipeline whose store, that of `setup`, is closed.
  package init(store setup: StoreSetup) {
    self.setup = setup
  }

  /// Whether the store is open.
  package var isOpen: Bool { PhotoPipeline.isOpen(store) }

  /// How many pictures are in memory, or on the medium without a record.
  package var pictureCount: Int { stages.count }

  /// Opens the store, which proves that it can be written; blocks on the disk.
  ///
  /// - Returns: what people should hear of what was found.
  package mutating func open(at now: Moment) throws(Failure) -> [Phrase] {
    close()
    var opened = try Store(setup, at: now, reopenedWith: doubts)
    let found = try opened.recover(at: now)
    doubts = Doubts()
    store = consume opened
    return found
  }

  /// Closes the store; what waits for it waits for it to be opened again.
  package mutating func close() {
    endImport()
    // What waits for its file waits for the store to be opened again.
    if clip?.stage == .writing { giveUpClip() }
    known = KnownDigests()
    inView = nil
    if let unknown = store?.doubts { doubts = unknown }
    store = nil
  }

  /// Keeps the picture in `frame` for the shot `id`.
  ///
  /// Blocks for some milliseconds of computing. A frame that is no picture is refused.
  package mutating func keep(_ frame: borrowing LentFrame, for id: Shot.ID) throws(Failure) {
    stages[id] = .kept(try Picture(of: frame))
  }

  /// Forgets the picture of the shot `id`; bytes that are durable stay, and the survey finds them.
  package mutating func drop(_ id: Shot.ID) {
    if case .written(let photo) = stages.removeValue(forKey: id) { store?.giveUp(photo) }
  }

  /// Makes the picture of `shot`, taken at the moment `taken`, a piece of evidence at the moment `now`; blocks in
  /// the flushes.
  ///
  /// Whatever comes of it, the picture waits no longer, unless the failure is of the kind `storeLocked`: then
  /// this can be tried again.
  ///
  /// - Parameter isUnderVoltage: whether the board's supply is too low, where it can say so.
  package mutating func insert(
    _ shot: Shot, taken: Moment, isUnderVoltage: Bool? = nil, at now: Moment
  ) throws(Failure) -> StoredPiece {
    guard let stage = stages.removeValue(forKey: shot.id) else {
      throw Failure(.camera, .frameGone)
    }
    let photo: WrittenPhoto
    switch stage {
    case .kept(let picture):
      var facts = picture.facts(of: shot, taken: taken)
      facts.isUnderVoltage = isUnderVoltage
      photo = try write(picture, facts, of: shot.id, at: now)
    case .written(let written): photo = written
    }
    return try insert(photo, of: shot.id, at: now)
  }

  private mutating func write(
    _ picture: Picture, _ facts: PhotoFacts, of id: Shot.ID, at now: Moment
  ) throws(Failure) -> WrittenPhoto {
    do throws(Failure) {
      return try PhotoPipeline.write(picture, facts, to: &store, at: now)
    } catch {
      if error.kind == .storeLocked { stages[id] = .kept(picture) }
      throw error
    }
  }

  private mutating func insert(
    _ photo: WrittenPhoto, of id: Shot.ID, at now: Moment
  ) throws(Failure) -> StoredPiece {
    do throws(Failure) {
      guard let piece = try store?.insert(photo, at: now) else {
        throw Failure(.store, .storeNotOpen)
      }
      return piece
    } catch {
      if error.kind == .storeLocked { stages[id] = .written(photo) }
      throw error
    }
  }

  /// Makes `change` for `requester` at the moment `now`; blocks in a flush of the disk.
  ///
  /// - Returns: what people should hear of it.
  package mutating func make(
    _ change: StoreChange, for requester: Requester, at now: Moment
  ) throws(Failure) -> Phrase {
    if case .database(let task) = change { return try attend(to: task, at: now) }
    if case .importRequest(let path) = change {
      return try importRequest(at: path, for: requester, at: now)
    }
    if let language = change.language {
      try store?.takeTexts(in: language, from: setup.defaults)
    }
    guard let news = try store?.make(change, for: requester, at: now) else {
      throw Failure(.store, .storeNotOpen)
    }
    return news
  }

  /// What an undo would take back; nil where there is nothing.
  package mutating func undoStep() throws(Failure) -> UndoStep? {
    guard let step = try store?.archive.undoStep() else {
      if store == nil { throw Failure(.store, .storeNotOpen) }
      return nil
    }
    return step
  }

  /// Records `notes` at the moment `now`, all or nothing; blocks in a flush of the disk.
  package mutating func note(_ notes: [Note], at now: Moment) throws(Failure) {
    guard let () = try store?.note(notes, at: now) else {
      throw Failure(.store, .storeNotOpen)
    }
  }

  /// Compares `count` more of the store's files with its database, or the list of one more folder.
  package mutating func survey(entries count: Int) throws(Failure) -> Event.Survey {
    guard let () = try store?.survey(entries: count) else {
      throw Failure(.store, .storeNotOpen)
    }
    return progress
  }

  /// Records one finding of the survey at the moment `now`, which may block in a flush.
  ///
  /// - Returns: how far the survey is, and what people should hear of the finding.
  package mutating func settle(at now: Moment) throws(Failure) -> (Event.Survey, [Phrase]) {
    guard let phrases = try store?.settle(at: now) else { throw Failure(.store, .storeNotOpen) }
    return (progress, phrases)
  }

  private var progress: Event.Survey {
    mutating get {
      guard store?.hasFindings ?? false else {
        return store?.isSurveyDue ?? false ? .isUnderWay : .isComplete
      }
      return .hasFound
    }
  }

  /// Numbers of the files without a row that have become pieces since this was asked before.
  package mutating func takeAdopted() -> [Int] { store?.takeAdopted() ?? [] }

  /// The pieces that somebody wants removed, for a question.
  package mutating func removal(_ choice: Removal.Choice) throws(Failure) -> Removal {
    guard let removal = try store?.archive.removal(choice) else {
      throw Failure(.store, .storeNotOpen)
    }
    return removal
  }

  /// Does the store's housekeeping, if it is due; blocks on the disk.
  package mutating func tidy() throws(Failure) {
    if importing == nil { known = KnownDigests() }
    if store?.isCheckpointDue ?? false { try store?.checkpoint() }
  }

  /// Removes the files of what was deleted long enough ago at the moment `now`; blocks in a flush.
  package mutating func purgeOld(at now: Moment) throws(Failure) {
    _ = try store?.purgeOld(at: now)
  }

  /// Records which requests are expired at the moment `now`; blocks in a flush where any is.
  ///
  /// - Returns: what people should hear of it.
  package mutating func expireRequests(at now: Moment) throws(Failure) -> [Phrase] {
    try store?.expireRequests(at: now) ?? []
  }

  /// Removes the files of deleted and of exported pieces until `byteCount` bytes are free more; blocks in a flush.
  ///
  /// - Returns: what people should hear of it.
  package mutating func makeRoom(of byteCount: Int, at now: Moment) throws(Failure) -> [Phrase] {
    guard let made = try store?.makeRoom(of: byteCount, at: now) else { return [] }
    let deleted = made.deletedCount > 0 ? [Phrase.purgedForRoom(made.deletedCount)] : []
    return deleted + (made.exportedCount > 0 ? [.purgedElsewhere(made.exportedCount)] : [])
  }

  /// Adds what the store knows at the moment `now` to `measurements`; what can't be measured stays unknown.
  package mutating func measure(into measurements: inout Measurements, at now: Moment) {
    measurements.deviceID = store?.device.deviceID
    measurements.head = store?.head.text
    measurements.space = try? store?.space()
    let isPurgeDue = (try? store?.isPurgeDue(at: now)) ?? false
    let isExpiryDue = (try? store?.isExpiryDue(at: now)) ?? false
    measurements.isTidyingDue = isPurgeDue || isExpiryDue || store?.isCheckpointDue ?? false
    measurements.purgeableByteCount = (try? store?.purgeableByteCount(at: now)) ?? 0
    measurements.checklist = try? store?.archive.checklist()
    measurements.slots = (try? store?.archive.slots()) ?? nil
    measurements.isSurveyDue = store?.isSurveyDue ?? false
    measurements.pieceCount = try? store?.archive.pieceCount()
    measurements.unusualPieces = (try? store?.archive.unusual()) ?? []
    let thing = try? store?.archive.currentThing()
    (measurements.thing, measurements.thingNumber) = (thing?.label, thing?.number)
    measurements.titlePicture = thing.flatMap {
      (try? store?.archive.titlePicture(of: $0)) ?? nil
    }
    measurements.thingPieceCount = thing.flatMap { thing in
      (try? store?.archive.pieceCounts()).map { $0[thing.number] ?? 0 }
    }
  }

  /// The answer to `inquiry`; the failure says why there is none.
  package mutating func answer(
    _ inquiry: Effect.Inquiry, asJSON isJSON: Bool
  ) throws(Failure) -> Reply {
    let longest = PhotoPipeline.longestList
    let reply =
      switch inquiry {
      case .pieces(let filter):
        try store?.archive.list(filter, latest: longest).reply(asJSON: isJSON)
      case .piece(let number): try store?.archive.shown(number).reply(asJSON: isJSON)
      case .caption(let number): try store?.archive.caption(of: number).reply(asJSON: isJSON)
      case .options(let number): try store?.archive.options(of: number).reply(asJSON: isJSON)
      case .things: try store?.archive.thingList().reply(asJSON: isJSON)
      case .thing(let thing): try store?.archive.report(of: thing).reply(asJSON: isJSON)
      case .checklist: try store?.archive.checklist().reply(asJSON: isJSON)
      case .requests: try store?.archive.requests().reply(asJSON: isJSON)
      case .request(let number): try store?.archive.request(number).reply(asJSON: isJSON)
      }
    guard let reply else { throw Failure(.store, .storeNotOpen) }
    return reply
  }

  /// The piece to which `step` leads, and the answer for whoever takes it; why there is none, where that is so.
  package mutating func review(
    _ step: ReviewStep, asJSON isJSON: Bool
  ) -> (number: Int?, Reply) {
    do throws(Failure) {
      guard let found = try store?.archive.reviewed(step) else {
        return (nil, Reply(.storeNotOpen))
      }
      return (found.piece.number, found.reply(asJSON: isJSON))
    } catch {
      return (nil, Reply(error.phrase))
    }
  }

  /// At most `count` of the latest pieces, the newest first; none where they can't be read.
  package mutating func latest(_ count: Int) -> [Piece] {
    let pieces = try? store?.archive.latest(count)
    return (pieces ?? []).reversed()
  }

  private static func isOpen(_ store: borrowing Store?) -> Bool {
    switch store {
    case .some: true
    case .none: false
    }
  }

  private static func write(
    _ picture: Picture, _ facts: PhotoFacts, to store: inout Store?, at now: Moment
  ) throws(Failure) -> WrittenPhoto {
    let (crop, glyphs) = (picture.crop(for: facts.shot), picture.glyphs(for: facts.shot))
    let result = picture.jpeg.withUnsafeBytes { bytes in
      Result { () throws(Failure) in
        try store?.write(jpeg: bytes, with: crop, glyphs, of: facts, at: now)
      }
    }
    guard let photo = try result.get() else { throw Failure(.store, .storeNotOpen) }
    return photo
  }
}

extension Phrase {
  static func purgedForRoom(_ count: Int) -> Phrase {
    Phrase(
      "purge.for-room",
      "Room was needed: the files of deleted pieces were removed, {1} of them.", count)
  }

  static func purgedElsewhere(_ count: Int) -> Phrase {
    Phrase(
      "purge.exported",
      "Room was needed: the files of exported pieces were removed, the oldest first, {1} of them.",
      count)
  }

  static let frameGone = Phrase(
    "camera.frame-gone",
    "the frame was gone before it could be kept; the program was held up for too long.")
}
