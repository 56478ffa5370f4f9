/// What is known of a photo besides its bytes when it is handed to the store.
public struct PhotoFacts: Hashable, Sendable {
  /// Pixels a row.
  public let width: Int
  /// Rows.
  public let height: Int
  /// The deadline that it was taken for.
  public let planned: Instant
  /// When the kernel says that its frame was taken.
  public let taken: Moment
  /// The camera's pixel format as a four-character code, such as `MJPG` or `YUYV`.
  public let format: String
  /// The driver's count of the frame.
  public let sequence: UInt32
  /// Whether the camera left out the Huffman tables, so that the stored bytes differ from its own by them.
  public var hasInsertedTables = false
  /// Why the frame is later than planned, in a word such as `starting`, where there was a cause.
  public var delayCause: String?
  /// Whether the board's supply was too low, where it can say so.
  public var isUnderVoltage: Bool?
  /// How the picture is seen upright, where that is known; its bytes are as the camera gave them.
  public var orientation: Orientation?

  /// The facts that every photo has; the others are set afterwards.
  public init(
    width: Int, height: Int, planned: Instant, taken: Moment, format: String, sequence: UInt32
  ) {
    self.width = width
    self.height = height
    self.planned = planned
    self.taken = taken
    self.format = format
    self.sequence = sequence
  }
}

/// A piece of evidence that will be there after a power cut.
public struct StoredPiece: Hashable, Sendable {
  /// Unique everywhere; sorts by age among the pieces of one store.
  public let id: String
  /// What people call it: "photo 17".
  public let number: Int
  /// Its file, relative to the store.
  public let file: String
  /// The SHA-256 of its bytes in lower-case hexadecimal.
  public let sha256: String
  /// The size of its file in bytes.
  public let byteCount: Int

  /// A piece as the store wrote it.
  public init(id: String, number: Int, file: String, sha256: String, byteCount: Int) {
    self.id = id
    self.number = number
    self.file = file
    self.sha256 = sha256
    self.byteCount = byteCount
  }
}
