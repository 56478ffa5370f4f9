import Core

/// Clips, written while they are taken: the file grows by a frame at a time, and becomes a piece in the end.
extension Store {
  /// The clip that is being written, if one is.
  package var clip: ClipInProgress? { nil }

  /// Makes the file of a clip, durable with its header, and records that it was begun.
  package mutating func beginClip(_ facts: ClipFacts, at now: Moment) throws(Failure) {
    fatalError("no clips yet")
  }

  /// Appends a frame, which was taken at `stamped`; nothing is flushed.
  package mutating func appendFrame(
    _ jpeg: UnsafeRawBufferPointer, stamped: Instant
  ) throws(Failure) {
    fatalError("no clips yet")
  }

  /// Makes what was appended durable.
  package mutating func flushClip() throws(Failure) { fatalError("no clips yet") }

  /// Makes the clip, of which `dropped` frames are missing, a piece.
  package mutating func finishClip(
    dropped: Int, at now: Moment
  ) throws(Failure) -> StoredClip {
    fatalError("no clips yet")
  }

  /// Nobody will append to the clip or finish it: the survey finds out what becomes of it.
  package mutating func giveUpClip() {}
}

/// A clip that is being written.
package struct ClipInProgress: Hashable, Sendable {
  /// The number that its piece is to have.
  package let number: Int
  /// Frames that were appended.
  package var frameCount: Int
  /// From the stamp of its first frame to that of its last.
  package var length: Duration
  /// The bytes of its file.
  package var byteCount: Int
}

/// A clip that will be there after a power cut.
package struct StoredClip: Hashable, Sendable {
  /// Its piece.
  package let piece: StoredPiece
  /// What is in it.
  package let content: ClipContent
}
