/// What is known of a photo besides its bytes when it is handed to the store.
package struct PhotoFacts: Hashable, Sendable {
  /// Who asked for it, when it was planned, and with which camera it was taken.
  package let shot: Shot
  /// When the kernel says that its frame was taken.
  package let taken: Moment
  /// Pixels a row.
  package let width: Int
  /// Rows.
  package let height: Int
  /// The camera's pixel format as a four-character code, such as `MJPG` or `YUYV`.
  package let format: String
  /// Whether the camera left out the Huffman tables, so that the stored bytes differ from its own by them.
  package var hasInsertedTables = false
  /// Whether the board's supply was too low, where it can say so.
  package var isUnderVoltage: Bool?

  /// The facts of `shot` that every photo has; the others are set afterwards.
  package init(of shot: Shot, taken: Moment, width: Int, height: Int, format: String) {
    self.shot = shot
    self.taken = taken
    self.width = width
    self.height = height
    self.format = format
  }
}

/// A piece of evidence that will be there after a power cut.
package struct StoredPiece: Hashable, Sendable {
  /// Unique everywhere; sorts by age among the pieces of one store.
  package let id: String
  /// Number of the piece, which people use: photo 17.
  package let number: Int
  /// Its file, relative to the store.
  package let file: String
  /// The SHA-256 of its bytes in lower-case hexadecimal.
  package let sha256: String
  /// The size of its file in bytes.
  package let byteCount: Int

  /// A piece as the store wrote it.
  package init(id: String, number: Int, file: String, sha256: String, byteCount: Int) {
    self.id = id
    self.number = number
    self.file = file
    self.sha256 = sha256
    self.byteCount = byteCount
  }
}
