/// How a clip of a study is taken.
package enum Technique: String, CaseIterable, Hashable, Sendable {
  /// Where the thing usually lives, among other things.
  case test
  /// On a clear surface, with nothing else in view.
  case train
}

/// A place for one clip of a thing.
package struct Slot: Hashable, Sendable {
  /// The shortest clip that fills one.
  package static let shortest = Duration.seconds(1)

  /// How its clip is taken.
  package let technique: Technique
  /// Its place among those of its technique, counted from 1.
  package let number: Int

  /// The slot `number` of `technique`.
  package init(_ technique: Technique, _ number: Int) {
    self.technique = technique
    self.number = number
  }
}

/// Which clips a study wants of each thing.
package struct StudyPlan: Hashable, Sendable {
  /// How many clips of one technique a study may want.
  package static let counts = 0...20
  /// How long they may be wanted.
  package static let lengths: ClosedRange<Double> = 2...600
  /// A clip that nobody stops ends so long after its desired length.
  package static let overtime = Duration.seconds(5)

  /// Whether there is a study, so that new things are collected for it.
  package var isConfigured = false
  /// How many clips of each technique a thing has.
  package var testCount = 2, trainCount = 5
  /// How long a clip of each technique should be.
  package var testLength = Duration.seconds(15), trainLength = Duration.seconds(25)

  /// Two test clips, then five train clips.
  package init() {}

  /// All slots of a thing, in the order in which they are filled.
  package var slots: [Slot] {
    Technique.allCases.flatMap { technique in
      (0..<count(of: technique)).map { Slot(technique, $0 + 1) }
    }
  }

  /// How many clips of `technique` a thing has.
  package func count(of technique: Technique) -> Int {
    switch technique {
    case .test: testCount
    case .train: trainCount
    }
  }

  /// How long a clip of `technique` should be.
  package func length(of technique: Technique) -> Duration {
    switch technique {
    case .test: testLength
    case .train: trainLength
    }
  }
}

/// The slots of a thing that is collected for a study, as its pieces fill them.
package struct SlotFills: Hashable, Sendable {
  /// The thing's number.
  package let thing: Int
  /// The thing's label.
  package let label: String
  /// The piece that fills each slot that is not empty; the newest where there are several.
  package var pieces: [Slot: Int]
  /// Length of each of them, by its number.
  package private(set) var lengths: [Int: Duration] = [:]

  /// The slots of the thing `number` that these `pieces` fill.
  package init(thing number: Int, label: String, pieces: [Slot: Int]) {
    thing = number
    self.label = label
    self.pieces = pieces
  }

  /// The piece `number`, which is so long, fills `slot`.
  package mutating func fill(_ slot: Slot, by number: Int, _ length: Duration) {
    pieces[slot] = number
    lengths[number] = length
  }
}

extension Technique {
  /// The word for it in sentences.
  package var word: Phrase {
    switch self {
    case .test: Phrase("technique.test", "test")
    case .train: Phrase("technique.train", "train")
    }
  }
}
