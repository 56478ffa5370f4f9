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
  /// In what the stored bytes differ from the camera's own.
  package var changes = PictureChanges()
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

/// What had to be changed of a camera's own JPEG for it to be a file that every decoder reads.
package struct PictureChanges: Hashable, Sendable {
  /// Whether the camera left out the Huffman tables, and the standard ones were put in.
  package var hasInsertedTables = false
  /// Whether the camera left out the end marker, and one was added.
  package var hasAddedEnd = false
  /// Bytes behind the picture that the camera sent and that are left out.
  package var cutByteCount = 0

  /// No change.
  package init() {}
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
  /// The part of a document that is kept too.
  package var crop: StoredCrop?
  /// The picture as glyphs, where somebody wanted that.
  package var glyphs: StoredGlyphs?

  /// A piece as the store wrote it.
  package init(
    id: String, number: Int, file: String, sha256: String, byteCount: Int, crop: StoredCrop? = nil,
    glyphs: StoredGlyphs? = nil
  ) {
    self.id = id
    self.number = number
    self.file = file
    self.sha256 = sha256
    self.byteCount = byteCount
    self.crop = crop
    self.glyphs = glyphs
  }
}

extension StoredPiece {
  /// The files that it has beside its own.
  package var companions: [Companion: StoredFile] { Companion.files(crop, glyphs) }
}

/// A part of a picture as a picture of its own, in memory.
package struct PictureCrop: Hashable, Sendable {
  /// A JPEG picture, of the same coefficients as the whole.
  package let jpeg: [UInt8]
  /// Which part of the picture it is, as the camera sent that.
  package let area: PixelArea

  /// `jpeg` is what is in `area`.
  package init(jpeg: [UInt8], area: PixelArea) {
    self.jpeg = jpeg
    self.area = area
  }
}

/// The part of a document's picture that will be there after a power cut, as a file of its own.
package struct StoredCrop: Hashable, Sendable {
  /// Its file, relative to the store.
  package let file: String
  /// The SHA-256 of its bytes in lower-case hexadecimal.
  package let sha256: String
  /// The size of its file in bytes.
  package let byteCount: Int
  /// Which part of the picture it is, as the camera sent that.
  package let area: PixelArea

  /// A crop as the store wrote it.
  package init(file: String, sha256: String, byteCount: Int, area: PixelArea) {
    self.file = file
    self.sha256 = sha256
    self.byteCount = byteCount
    self.area = area
  }

  /// Where it is, and what.
  package var stored: StoredFile { StoredFile(file: file, sha256: sha256, byteCount: byteCount) }

  /// It for programs, and in the record of its piece.
  package var json: JSON {
    .object(
      stored.members + [
        ("x", .integer(area.x)), ("y", .integer(area.y)), ("width", .integer(area.width)),
        ("height", .integer(area.height)),
      ])
  }
}
