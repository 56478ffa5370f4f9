import Core

/// The list of an export, `manifest.json`, as far as it is needed to look at the copies: read piece by piece.
struct ExportList {
  /// A piece of the list.
  struct Entry {
    /// Number of the piece.
    let number: Int
    /// Where its original and its copy are in the export.
    let original, copy: String
    let originalSHA256, copySHA256: String
    /// The same of what it has beside its own file, as far as the list has that.
    var companions: [Companion: CompanionEntry] = [:]
  }

  /// What a piece has beside its own file, in the list.
  struct CompanionEntry {
    let original, copy: String
    let originalSHA256, copySHA256: String
  }

  static let file = "manifest.json"
  private static let pieces = "pieces"
  /// Arrays that may be too long to be told whole.
  private static let long: Set<String> = [pieces, "things"]

  private let path: String
  /// Whether it is no object with an array of pieces: nothing of it is believed then.
  private(set) var isMalformed = true
  /// Whether it says that all is there which should be.
  private(set) var isComplete = false
  /// The head that it names, whatever that is.
  private(set) var head: JSON?

  /// Looks through the file `path` once, and is nil where there is none; blocks on the disk.
  init?(at path: String) throws(Failure) {
    self.path = path
    guard let stream = try JSONStream(at: path) else { return nil }
    var (isRight, hasPieces, isComplete, head) = (true, false, false, nil as JSON?)
    let isObject = try stream.read(elementsOf: ExportList.long) { part throws(Failure) in
      switch part {
      case .beginning(let name): hasPieces = hasPieces || name == ExportList.pieces
      case .element(_, let text): isRight = isRight && ExportList.value(text) != nil
      case .member(let name, let text):
        let value = ExportList.value(text)
        isRight = isRight && value != nil
        if name == "complete" { isComplete = value?.isTrue ?? false }
        if name == "head" { head = value }
      }
    }
    guard isObject, isRight, hasPieces else { return }
    (isMalformed, self.isComplete, self.head) = (false, isComplete, head)
  }

  /// Lends each piece to `body`; whether all are written as they should be.
  func eachEntry(_ body: (Entry) throws(Failure) -> Void) throws(Failure) -> Bool {
    guard !isMalformed, let stream = try JSONStream(at: path) else { return false }
    var areRight = true
    _ = try stream.read(elementsOf: ExportList.long) { part throws(Failure) in
      guard case .element(ExportList.pieces, let text) = part else { return }
      guard let entry = ExportList.value(text).flatMap({ Entry($0) }) else {
        areRight = false
        return
      }
      try body(entry)
    }
    return areRight
  }

  /// The value that `text` says; nil where that is no JSON.
  private static func value(_ text: [UInt8]) -> JSON? { JSONParser.value(of: text) }
}

extension ExportList.Entry {
  /// The piece that an element of the list tells of; nil where it is not written as it should be.
  init?(_ json: JSON) {
    guard let number = json.integer("number"), (1...999_999_999).contains(number),
      let own = ExportList.CompanionEntry(json, "")
    else { return nil }
    (self.number, original, copy) = (number, own.original, own.copy)
    (originalSHA256, copySHA256) = (own.originalSHA256, own.copySHA256)
    for companion in Companion.allCases {
      let prefix = "\(companion.name)_"
      let names = ExportList.CompanionEntry.names.map { prefix + $0 }
      if names.allSatisfy({ json.isNull($0) }) { continue }
      guard let entry = ExportList.CompanionEntry(json, prefix) else { return nil }
      companions[companion] = entry
    }
    guard isInside else { return nil }
  }
}

extension ExportList.CompanionEntry {
  fileprivate static let names = ["original", "copy", "original_sha256", "copy_sha256"]

  /// The members whose names begin with `prefix`; nil where one of them is no text.
  fileprivate init?(_ json: JSON, _ prefix: String) {
    let texts = ExportList.CompanionEntry.names.compactMap { json.text(prefix + $0) }
    guard texts.count == 4 else { return nil }
    (original, copy, originalSHA256, copySHA256) = (texts[0], texts[1], texts[2], texts[3])
  }
}

extension ExportList.Entry {
  /// Whether it is a copy in which faces are blank.
  var isRedacted: Bool { Self.isRedacted(original) }

  /// Whether a file of the export is what such a copy was made as, before it got Exif.
  static func isRedacted(_ path: String) -> Bool {
    path.hasPrefix("\(Bundle.proof)\(RedactedCopy.folder)/")
  }

  /// Its originals and copies.
  var files: [String] {
    [original, copy] + companions.values.flatMap { [$0.original, $0.copy] }
  }

  /// Whether its copy is in the export, whatever somebody wrote into the list.
  fileprivate var isInside: Bool {
    copy.isInside && companions.values.allSatisfy { $0.copy.isInside }
  }
}

extension String {
  /// Whether it is a path into a folder, and not out of it.
  var isInside: Bool {
    split(separator: "/", omittingEmptySubsequences: false).allSatisfy { part in
      !["", ".", ".."].contains(part) && !part.utf8.contains(0)
    }
  }
}
