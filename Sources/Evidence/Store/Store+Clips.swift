import Core

/// Clips, written while they are taken: the file grows by a frame at a time, and becomes a piece in the end.
extension Store {
  /// The clip that is being written, if one is.
  package var clip: ClipInProgress? { clipFile?.progress }

  /// Makes the file of a clip, durable under its final name and with its header, and records that it was begun.
  ///
  /// Blocks in three flushes of the disk, and in one more where its camera is another than before. When it throws there
  /// is no such clip; after a failure of the kind `storeLocked` the same clip can be tried again, for one flush. What
  /// was being written is given up.
  package mutating func beginClip(_ facts: ClipFacts, at now: Moment) throws(Failure) {
    if !(waitingClip?.isClip(of: facts) ?? false) { giveUpClip() }
    let file = if let waitingClip { waitingClip.file } else { try makeFile(for: facts, at: now) }
    waitingClip = nil
    do throws(Failure) {
      try append([.pieceBegun(file.begun)], at: now)
    } catch {
      if error.kind == .storeLocked {
        waitingClip = WaitingClip(facts: facts, file: file)
      } else {
        doubt(file.begun.number)
      }
      throw error
    }
    clipFile = file
  }

  /// Appends the frame `jpeg`, taken at `stamped`, which is not before the one before; nothing is flushed.
  ///
  /// A failure of the kind `refused` leaves the clip as it is. After any other the clip is given up.
  package mutating func appendFrame(
    _ jpeg: UnsafeRawBufferPointer, stamped: Instant
  ) throws(Failure) {
    guard let clipFile else { throw .refused(.noClip) }
    if let refusal = clipFile.refusal(of: jpeg, stamped: stamped) { throw .refused(refusal) }
    do throws(Failure) {
      try clipFile.append(jpeg, stamped: stamped, on: folder.medium)
    } catch {
      giveUpClip()
      throw error
    }
  }

  /// Signs what was appended, and makes it durable; blocks in a flush of the disk.
  ///
  /// When it throws the clip is given up: nobody knows what the medium has of it.
  package mutating func flushClip() throws(Failure) {
    guard let clipFile else { throw .refused(.noClip) }
    do throws(Failure) {
      try clipFile.flush(by: key, on: folder.medium)
    } catch {
      giveUpClip()
      throw error
    }
  }

  /// Makes the clip, of which `dropped` frames are missing, a piece: when this returns it survives a power cut.
  ///
  /// Blocks in two flushes of the disk. A failure of the kind `storeLocked` can be tried again; after any other the clip
  /// is given up. One without a frame is given up too.
  package mutating func finishClip(
    dropped: Int, at now: Moment
  ) throws(Failure) -> StoredClip {
    guard let clipFile else { throw .refused(.noClip) }
    let progress = clipFile.progress
    guard progress.frameCount > 0 else {
      giveUpClip()
      throw .refused(
        Phrase("clip.empty", "Clip \(progress.number) has no frame, and is not stored."))
    }
    try flushClip()
    let stored = StoredClip(
      piece: clipFile.piece,
      content: ClipContent(
        frameCount: progress.frameCount, length: progress.length, droppedCount: dropped))
    do throws(Failure) {
      try append([.clipStored(stored, clipFile.begun, last: clipFile.last)], at: now)
    } catch {
      if error.kind != .storeLocked { giveUpClip() }
      throw error
    }
    self.clipFile = nil
    return stored
  }

  /// Nobody will append to the clip or finish it: the survey finds out what becomes of it.
  package mutating func giveUpClip() {
    let given = [waitingClip?.file, clipFile].compactMap { $0?.begun.number }
    (waitingClip, clipFile) = (nil, nil)
    for number in given { doubt(number) }
  }

  /// A file for the clip of `facts`, durable with its header and with what is known of it.
  private mutating func makeFile(
    for facts: ClipFacts, at now: Moment
  ) throws(Failure) -> ClipFile {
    try checkpointAtLatest()
    try passTakenNumbers(at: now)
    let camera = try record(of: facts.request.camera, at: now)
    let begun = BegunClip(
      number: nextNumber, id: try identifiers.next(at: facts.first.instant),
      file: EvidenceFolder.file(nextNumber, BegunClip.ending), first: facts.first.instant,
      thing: try thing(of: facts.request.thing).id,
      facts: Record.facts(of: facts, camera: camera))
    let header = ClipHeader.bytes(width: facts.width, height: facts.height)
    let file = try makeFile(of: begun, header)
    nextNumber += 1
    return file
  }

  private mutating func makeFile(
    of begun: BegunClip, _ header: [UInt8]
  ) throws(Failure) -> ClipFile {
    let facts = CanonicalJSON(.object(begun.members + [("store", .string(storeID))]))
    do throws(Failure) {
      let descriptor = try folder.make(begun.file, header, with: FileFacts(facts, signedBy: key))
      return ClipFile(
        begun, descriptor, at: "\(folder.root)/\(begun.file)", header,
        ClipSeal(store: storeID, piece: begun.id))
    } catch {
      if folder.holds(begun.number) { doubt(begun.number) }
      throw error
    }
  }
}

/// A clip whose file is durable, and whose record is to be tried again.
struct WaitingClip {
  let facts: ClipFacts
  let file: ClipFile

  /// Whether it is that of `facts`, whatever the calendar is said to be by now.
  func isClip(of facts: ClipFacts) -> Bool {
    self.facts.request == facts.request && self.facts.first.instant == facts.first.instant
  }
}

/// A clip that is being written.
package struct ClipInProgress: Hashable, Sendable {
  /// The number that its piece is to have.
  package let number: Int
  /// Frames that were appended.
  package let frameCount: Int
  /// From the stamp of its first frame to that of its last.
  package let length: Duration
  /// The bytes of its file.
  package let byteCount: Int
}

/// A clip that will be there after a power cut.
package struct StoredClip: Hashable, Sendable {
  /// Its piece.
  package let piece: StoredPiece
  /// What is in it.
  package let content: ClipContent

  /// A clip as the store wrote it.
  package init(piece: StoredPiece, content: ClipContent) {
    self.piece = piece
    self.content = content
  }
}

extension Phrase {
  static let noClip = Phrase("clip.none", "No clip is being written.")

}
