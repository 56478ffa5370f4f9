/// A copy of a piece in which faces are blank, before it leaves: by what it can be proved, for the record of it.
package struct RedactedCopy: Hashable, Sendable {
  /// A file of it.
  package struct File: Hashable, Sendable {
    /// The SHA-256 of its bytes in lower-case hexadecimal, without what an export puts in.
    package let sha256: String
    package let byteCount: Int

    package init(sha256: String, byteCount: Int) {
      (self.sha256, self.byteCount) = (sha256, byteCount)
    }
  }

  /// Number of the piece.
  package let number: Int
  /// The SHA-256 of the stored file that it was made of.
  package let original: String
  /// The record of the faces that are hidden in it.
  package let faces: Int
  package let picture: File
  /// The same of a document's crop.
  package let crop: File?

  /// A copy of piece `number`.
  package init(
    of number: Int, _ original: String, faces: Int, picture: File, crop: File? = nil
  ) {
    (self.number, self.original, self.faces) = (number, original, faces)
    (self.picture, self.crop) = (picture, crop)
  }
}

extension RedactedCopy {
  /// The folder of such copies beside the evidence that leaves.
  package static let folder = "redacted"

  /// Where that of piece `number` is in an export's proof, or that of what it has beside its own file.
  package static func file(of number: Int, _ companion: Companion? = nil) -> String {
    "\(folder)/\(String(number).padded(to: 6))\(companion?.rawValue ?? ".jpg")"
  }
}

extension RedactedCopy {
  /// The line that tells a console of it.
  package var line: String {
    let line = """
      exported --redacted \(number) --original \(original) --faces \(faces) --copy \(picture.sha256) \
      --bytes \(picture.byteCount)
      """
    return line + (crop.map { " --crop \($0.sha256) --crop-bytes \($0.byteCount)" } ?? "")
  }

  /// Reads what follows the name of the command in such a line; `number` was taken from it before.
  init?(_ words: inout CommandWords, of number: String) {
    guard let number = Int(number), number > 0,
      let original = words.value(of: "--original"), CommandWords.isDigest(original),
      let faces = words.value(of: "--faces").flatMap({ Int($0) }), faces > 0,
      let picture = File(&words, "--copy", "--bytes")
    else { return nil }
    self.init(
      of: number, original, faces: faces, picture: picture,
      crop: File(&words, "--crop", "--crop-bytes"))
  }
}

extension RedactedCopy.File {
  fileprivate init?(_ words: inout CommandWords, _ digest: String, _ size: String) {
    guard let sha256 = words.value(of: digest), CommandWords.isDigest(sha256),
      let byteCount = words.value(of: size).flatMap({ Int($0) }), byteCount > 0
    else { return nil }
    self.init(sha256: sha256, byteCount: byteCount)
  }
}
