import Core

/// What is in a clip, as its row tells it.
package struct ClipFigures: Hashable, Sendable {
  /// Whole frames.
  package let frameCount: Int
  /// From the first of them to the last.
  package let length: Duration
  /// Frames of that time that are missing; nil where the clip was cut off, and nobody counted them.
  package let droppedCount: Int?
  /// The slot of a study that it was recorded for; nil where it was for none.
  package let slot: Slot?
}

extension ClipFigures {
  /// Reads five columns of a row from `first` on: frames, nanoseconds, dropped frames, technique and slot; nil without
  /// the first two.
  init?(_ row: borrowing Row, from first: Int32) {
    guard let frameCount = row.integer(first), row.integer(first + 1) != nil else { return nil }
    self.frameCount = frameCount
    length = Duration(clip: row, at: first + 1)
    droppedCount = row.integer(first + 2)
    slot = Slot(row, from: first + 3)
  }

  /// As `list --json` prints it; the length in seconds.
  var members: [(String, JSON)] {
    [
      ("frames", .integer(frameCount)), ("length", .number(length.inSeconds)),
      ("dropped", .optional(droppedCount)), ("technique", .optional(slot?.technique.rawValue)),
      ("slot", .optional(slot?.number)),
    ]
  }

  /// For people, a fact a line.
  var sentences: [Phrase] {
    [
      Phrase("show.length", "Length: \(length.asLength) s."),
      Phrase("show.frames", "Frames: \(frameCount)."),
      droppedCount.map { Phrase("show.dropped", "Frames that are missing: \($0).") },
      slot.map { Phrase("show.slot", "Slot: \($0.technique.word) \($0.number).") },
    ].compactMap { $0 }
  }
}
