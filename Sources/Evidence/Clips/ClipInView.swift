import Core
import System

/// A clip that somebody looks through, still by still.
package struct ClipInView {
  /// So many damaged pictures are passed over in search of a whole one.
  private static let mostDamaged = 8

  /// The clip.
  package let piece: Piece
  private let reader: ClipReader

  /// Opens the file of the clip `piece` of the store in `directory`.
  package init(_ piece: Piece, in directory: String) throws(Failure) {
    self.piece = piece
    reader = try ClipInView.readable(piece) { () throws(SystemError) in
      try ClipReader.open("\(directory)/\(piece.file)")
    }
  }

  /// Whether all of its file was looked through.
  package var isComplete: Bool { reader.isComplete }

  /// How many pictures were found so far.
  package var count: Int { reader.count }

  /// From its first picture to the last that was found so far.
  package var length: Duration { reader.length }

  /// Looks at `count` more elements of its file, which is about as many pictures; blocks on the disk, for a page of it
  /// each.
  package func advance(elements count: Int) throws(Failure) {
    try read { reader throws(SystemError) in try reader.advance(elements: count) }
  }

  /// The number of the still at `time`, or the nearest one before it; nil where nothing was found so far.
  package func number(at time: Duration) throws(Failure) -> Int? {
    try read { reader throws(SystemError) in try reader.number(at: time) }
  }

  /// What `body` makes of the still `number`, a JPEG picture that is lent; nil where it is not whole.
  ///
  /// Reads all of the picture.
  package func withPicture<Answer>(
    _ number: Int, _ body: (UnsafeRawBufferPointer) -> Answer
  ) throws(Failure) -> Answer? {
    try read { reader throws(SystemError) in try reader.withPicture(number, body) }
  }

  /// Which still `number` is, and when it was taken, within a line.
  package func place(of number: Int) throws(Failure) -> Phrase {
    let time = try read { reader throws(SystemError) in try reader.time(of: number) }
    let (count, length) = (piece.clip?.frameCount ?? count, piece.clip?.length ?? length)
    return .stillPlace(
      number, count, piece.number, (time?.sinceFirst ?? .zero).inHundredths, length.asLength)
  }

  /// What is to be said of the still at `place`, once all of the file was looked through; the failure says why there is
  /// none.
  package func still(_ place: StillWish.Place) throws(Failure) -> Still {
    guard count > 0 else { throw .refused(.stillNone(piece.number)) }
    switch place {
    case .number(let number):
      if let still = try still(number) { return still }
      throw .refused(number < 1 ? .stillFirst(piece.number) : .stillLast(piece.number, count))
    case .at(let time):
      if let still = try still(at: time) { return still }
      throw .refused(.stillNone(piece.number))
    }
  }

  private func still(at time: Duration) throws(Failure) -> Still? {
    guard let number = try number(at: time) else { return nil }
    for before in 0..<min(number, ClipInView.mostDamaged) {
      if let still = try still(number - before), still.isWhole { return still }
    }
    return try still(number)
  }

  private func still(_ number: Int) throws(Failure) -> Still? {
    try read { reader throws(SystemError) in
      guard let time = try reader.time(of: number) else { return nil }
      var still = Still(
        clip: piece.number, number: number, count: reader.count, time: time.sinceFirst,
        length: reader.length)
      let captured = piece.captured?.later(by: time.sinceBeginning)
      (still.capturedAt, still.isTold) = (captured?.text, captured?.clock == .told)
      still.isWhole = try reader.isWhole(number)
      return still
    }
  }

  private func read<Answer>(
    _ work: (ClipReader) throws(SystemError) -> Answer
  ) throws(Failure) -> Answer {
    try ClipInView.readable(piece) { () throws(SystemError) in try work(reader) }
  }

  private static func readable<Answer>(
    _ piece: Piece, _ work: () throws(SystemError) -> Answer
  ) throws(Failure) -> Answer {
    do throws(SystemError) {
      return try work()
    } catch {
      throw .refused(
        Phrase(
          "still.unreadable", "The file of clip \(piece.number) can't be read: \(error.reason)."))
    }
  }
}

extension KnownTime {
  /// The time so much later.
  func later(by duration: Duration) -> KnownTime {
    KnownTime(microseconds: microseconds &+ Int(duration.nanoseconds / 1000), clock: clock)
  }
}

extension Archive {
  /// The clip `number`, which nobody deleted; nil: the newest.
  package func clip(_ number: Int?) throws(Failure) -> Piece {
    guard let number else {
      guard let newest = try newestClip() else {
        throw .refused(
          Phrase("still.no-clips", "There is no clip yet; \"clip start\" records one."))
      }
      return newest
    }
    let piece = try reviewable(number)
    guard piece.clip != nil else {
      throw .refused(
        Phrase(
          "still.no-clip",
          "Number \(number) is no clip but this: \(piece.kindWord); \"list --kind clip\" tells the clips."
        ))
    }
    return piece
  }

  /// The same, open for its stills.
  package func clipInView(_ number: Int?) throws(Failure) -> ClipInView {
    try ClipInView(try clip(number), in: Archive.directory(of: database.path))
  }

  private func newestClip() throws(Failure) -> Piece? {
    let clauses = "WHERE evidence.number < ?1 AND kind = 'clip' AND \(Archive.areThere)"
    return try pieces("\(clauses) ORDER BY evidence.number DESC LIMIT 1", .max).first
  }
}
