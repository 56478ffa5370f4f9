import Core
import Glibc
import System

/// What becomes of a clip that was begun and not finished: a piece up to its last whole frame, as the file is.
///
/// Nothing is cut off that file: players stop where the last whole frame ends, and nobody has to be believed that what
/// was behind it was nothing.
extension Store {
  /// What is known of the clip `number` that nobody finished, by its record or by what travelled with its file; nil
  /// where nothing is: then its file is none of this program's work.
  func unfinishedClip(_ number: Int) throws(Failure) -> BegunClip? {
    if let begun = try archive.begunClip(number) { return begun }
    let file = EvidenceFolder.file(number, BegunClip.ending)
    guard folder.isClip(number), folder.isPlainFile(file), let facts = facts(of: file),
      facts.areBelieved(by: key.publicKey, in: try archive.ownStores())
    else { return nil }
    let begun = try archive.begunClip(number, in: facts.facts)
    guard let store = facts.store, store != storeID else { return begun }
    return begun?.begun(in: store)
  }

  private func facts(of file: String) -> FileFacts? {
    do throws(SystemError) {
      return FileFacts(
        of: try FileDescriptor(
          opening: "\(folder.root)/\(file)", O_RDONLY | O_NOFOLLOW | O_NONBLOCK))
    } catch { return nil }  // It is looked at as any other file.
  }

  /// Looks through the file of `clip`, a slice more, and records what it is once all of it was seen.
  mutating func settle(
    _ clip: BegunClip, _ wasFailed: Bool, at now: Moment
  ) throws(Failure) -> [Phrase] {
    guard folder.holds(clip.file) else {
      examination = nil
      try append([.numberSpent(clip.number, "lost")], at: now)
      return [
        Phrase("store.clip-lost", "There is no clip \(clip.number) any more: its file is gone.")
      ]
    }
    guard folder.isPlainFile(clip.file), !isOversized(clip) else {
      let stranger = RejectedFile(file: clip.file, reason: .stranger, number: clip.number)
      return try reject(stranger, at: now)
    }
    guard try advance(clip, at: now), let examination else { return try unreadable(clip, at: now) }
    guard examination.isComplete else { return [] }
    let phrases =
      if let recovered = examination.recovered {
        try adopt(recovered, wasFailed ? .rowFailed : ending(of: clip), at: now)
      } else {
        try reject(clip, examination.byteCount, at: now)
      }
    // Only now: what could not be recorded need not be looked through again.
    self.examination = nil
    return phrases
  }

  /// No camera fills a file as large while a clip lasts, which would take hours to look through.
  private static let largestClip = 1 << 36

  private func isOversized(_ clip: BegunClip) -> Bool {
    folder.byteCount(of: clip.file).map { $0 > Store.largestClip } ?? false
  }

  /// Looks through a slice more of the file of `clip`.
  ///
  /// - Returns: whether it could be read.
  private mutating func advance(_ clip: BegunClip, at now: Moment) throws(Failure) -> Bool {
    do throws(SystemError) {
      if examination?.number != clip.number {
        examination = try ClipExamination.begin(
          at: "\(folder.root)/\(clip.file)", on: folder.medium, clip,
          ClipSeal(store: clip.store ?? storeID, piece: clip.id), key.publicKey)
      }
      try examination?.advance()
      return true
    } catch {
      examination = nil
      return false
    }
  }

  /// The file stays, and its clip waits for its end: the next start looks again.
  private mutating func unreadable(_ clip: BegunClip, at now: Moment) throws(Failure) -> [Phrase] {
    try reject(
      RejectedFile(file: clip.file, reason: .unreadable, number: clip.number), at: now)
  }

  private mutating func reject(
    _ clip: BegunClip, _ byteCount: Int, at now: Moment
  ) throws(Failure) -> [Phrase] {
    try reject(
      RejectedFile(
        file: clip.file, reason: .incomplete, number: clip.number, byteCount: byteCount), at: now)
  }

  /// The start that finds a clip may be a later one than that which came after it was cut off.
  private func ending(of clip: BegunClip) throws(Failure) -> Adoption {
    try archive.ending(ofClip: clip.number) ?? ending
  }

  private mutating func adopt(
    _ clip: RecoveredClip, _ reason: Adoption, at now: Moment
  ) throws(Failure) -> [Phrase] {
    var clip = clip
    let own = clip.begun.thing
    if try archive.thing(own) == nil { clip.begun.thing = thing.id }
    try folder.secure(clip.begun.number)
    try append([.clipRecovered(clip, for: reason)] + marks(of: clip.piece, ofThing: own), at: now)
    adopted.append(clip.begun.number)
    let broken = clip.found.brokenByteCount
    return [.clipRecovered(clip, reason.clipWords)]
      + (broken > 0
        ? [
          Phrase(
            "store.clip-broken",
            """
            Between the whole frames of clip \(clip.begun.number) \(broken) bytes are damaged: frames are missing \
            there. They stay in the file as they are.
            """)
        ] : [])
  }
}

extension Adoption {
  /// Why a clip was cut off, in words that follow that.
  fileprivate var clipWords: Phrase {
    switch self {
    case .powerCut: Phrase("cut.power", "the power went off")
    case .crash: Phrase("cut.crash", "the program broke off")
    case .cleanStop, .numberGap: Phrase("cut.stop", "the program ended")
    case .rowFailed: Phrase("cut.failed", "it could not be written to its end")
    case .recordLost: Phrase("cut.lost", "its record was lost with an earlier database")
    }
  }
}

extension Phrase {
  fileprivate static func clipRecovered(_ clip: RecoveredClip, _ reason: Phrase) -> Phrase {
    let (number, count) = (clip.begun.number, clip.found.frameCount)
    let length = Figures.decimal(Int(clip.length.nanoseconds / 100_000_000), digits: 1)
    return clip.kind == "clip"
      ? Phrase(
        "store.clip-cut-off",
        "Clip \(number) was cut off: \(reason). It is stored up to its last whole frame: \(count) \(count, one: "frame", many: "frames"), \(length) s."
      )
      : Phrase(
        "store.import-cut-off",
        """
        Clip \(number) was cut off: \(reason). It is listed up to its last whole frame, \(count) \(count, one: "frame", many: "frames"), \(length) \
        s; but nothing proves that this camera took them.
        """)
  }

}
