/// A picture of a clip, by its place among them.
package struct Still: Hashable, Sendable {
  /// Number of the clip.
  package let clip: Int
  /// Which of its pictures it is, counted from 1.
  package let number: Int
  /// How many pictures the clip has.
  package let count: Int
  /// From the clip's first picture to this one.
  package let time: Duration
  /// From the clip's first picture to its last.
  package let length: Duration
  /// When it was taken, in UTC by ISO 8601; nil where nobody knows.
  package var capturedAt: String?
  /// Whether that is known by a clock that a person set.
  package var isTold = false
  /// Whether its picture is as it was written.
  package var isWhole = true

  /// The picture `number` of the clip `clip`.
  package init(clip: Int, number: Int, count: Int, time: Duration, length: Duration) {
    self.clip = clip
    self.number = number
    self.count = count
    self.time = time
    self.length = length
  }
}

/// Which still somebody wants to see.
package struct StillWish: Hashable, Sendable {
  /// Where in the clip.
  package enum Place: Hashable, Sendable {
    /// The nearest one at this time or before, from the clip's first picture.
    case at(Duration)
    /// The one with this number; 0 is before the first.
    case number(Int)
  }

  /// Number of the clip; nil: the newest.
  package let clip: Int?
  /// Where in it.
  package let place: Place

  /// The still at `place` of the clip `clip`.
  package init(clip: Int?, _ place: Place) {
    self.clip = clip
    self.place = place
  }
}

/// How far the store is with looking for a still.
package enum StillSearch: Hashable, Sendable {
  /// It has looked through a bit of the clip's file, and there is more.
  case goesOn
  case found(Still)
  /// There is no such still, for this reason.
  case failed(Phrase)
}

extension Still {
  /// Which it is and when it was taken, in a sentence.
  package var sentence: Phrase {
    guard isWhole else {
      return Phrase(
        "still.damaged",
        "Still \(number) of \(count) of clip \(clip) is damaged; \"clip next\" and \"clip back\" go on."
      )
    }
    let place = Phrase.stillPlace(number, count, clip, time.inHundredths, length.asLength)
    guard let capturedAt else { return Phrase("still.at", "\(place).") }
    return isTold
      ? Phrase("still.told", "\(place), taken \(capturedAt) by a clock that a person set.")
      : Phrase("still.taken", "\(place), taken \(capturedAt).")
  }

  /// It for programs, times in seconds.
  var json: JSON {
    .object([
      ("clip", .integer(clip)), ("still", .integer(number)), ("stills", .integer(count)),
      ("at_s", .number(time.inSeconds)), ("length_s", .number(length.inSeconds)),
      ("captured_at", .optional(capturedAt)), ("whole", .bool(isWhole)),
    ])
  }
}

extension Phrase {
  package static func stillPlace(
    _ number: Int, _ count: Int, _ clip: Int, _ time: Figure, _ length: Figure
  ) -> Phrase {
    Phrase(
      "still.place", "Still \(number) of \(count) of clip \(clip), at \(time) s of \(length) s")
  }

  package static func stillFirst(_ clip: Int) -> Phrase {
    Phrase("still.first", "That was the first still of clip \(clip); \"clip next\" goes on.")
  }

  package static func stillLast(_ clip: Int, _ count: Int) -> Phrase {
    Phrase(
      "still.last",
      "That was the last of \(count) stills of clip \(clip); \"clip back\" goes back.")
  }

  package static func stillNone(_ clip: Int) -> Phrase {
    Phrase("still.none", "There is no whole still in the file of clip \(clip).")
  }
}
