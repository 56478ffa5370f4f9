/// Facts that are only looked up when somebody wants to know them.
package struct Measurements: Hashable, Sendable {
  /// Room on the store's file system; nil while it can't be told.
  package var space: Space?
  /// How many pieces the store has; nil while it is not open.
  package var pieceCount: Int?
  /// Pieces that are not plainly stored.
  package var unusualPieces: [UnusualPieces] = []
  /// The label of the current thing; nil while the store is not open.
  package var thing: String?
  /// The number of the current thing; nil while the store is not open.
  package var thingNumber: Int?
  /// How many pieces the current thing has; nil while the store is not open.
  package var thingPieceCount: Int?
  /// The number of the current thing's title picture; nil where it has none, and while the store is not open.
  package var titlePicture: Int?
  /// What is to be captured now; nil while the store is not open.
  package var checklist: Checklist?
  /// What fills the slots of the current thing; nil where it is collected for no study.
  package var slots: SlotFills?
  /// The device's id, the first 16 hexadecimal digits of the SHA-256 of its public key; nil while the store is not open.
  package var deviceID: String?
  /// The latest record's number and hash, as `N:HASH`; nil while the store is not open.
  package var head: String?
  /// What became of the camera's frames since it was opened; nil while it is closed.
  package var frames: FrameCounts?
  /// What takes its time at a camera; nil while nothing does.
  package var cameraDelay: CameraDelay?
  /// Whether the store's housekeeping is due.
  package var isTidyingDue = false
  /// How many bytes a purge for room could free, at least.
  package var purgeableByteCount = 0
  /// Whether the store's files are still to be compared with its database.
  package var isSurveyDue = false
  /// Bytes that consoles did not take and that were dropped.
  package var droppedByteCount = 0
  /// How warm the processor is; nil where the board can't tell.
  package var temperature: Temperature?
  /// Whether the board's supply is too low; nil where it can't tell.
  package var isUnderVoltage: Bool?
  /// What the calendar says, and on whose word.
  package var wall = WallTime.unset
  /// By how much that can be wrong; nil where nobody knows.
  package var wallError: Duration?

  /// Nothing known yet.
  package init() {}
}

/// Pieces of one state that is not plainly `stored`.
package struct UnusualPieces: Hashable, Sendable {
  /// The state, as programs read it: `adopted`, `missing` or `altered`.
  package let state: String
  /// Why, as programs read it; nil where the state says it all.
  package let reason: String?
  /// The same in a sentence.
  package let phrase: Phrase
  /// How many there are.
  package let count: Int

  /// So many pieces in this state, for this reason, which `phrase` says.
  package init(_ state: String, _ reason: String?, _ phrase: Phrase, _ count: Int) {
    self.state = state
    self.reason = reason
    self.phrase = phrase
    self.count = count
  }

  /// For programs.
  var json: JSON {
    .object([
      ("state", .string(state)), ("reason", .optional(reason)), ("pieces", .integer(count)),
    ])
  }
}

/// How much room a file system has.
package struct Space: Hashable, Sendable {
  /// Bytes that an ordinary user may still fill.
  package let free: Int
  /// Bytes altogether.
  package let total: Int

  /// The room of one file system.
  package init(free: Int, total: Int) {
    self.free = free
    self.total = total
  }
}

/// How warm a part of the board is.
package struct Temperature: Hashable, Sendable {
  /// Thousandths of a degree Celsius.
  package let milliCelsius: Int
  /// Name of the kernel's thermal zone, such as `cpu-thermal`.
  package let zone: String

  /// A temperature measured in `zone`.
  package init(milliCelsius: Int, zone: String) {
    self.milliCelsius = milliCelsius
    self.zone = zone
  }
}
