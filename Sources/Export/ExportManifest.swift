import Core
import Evidence

/// What an export holds, as far as it has come.
struct ExportContents {
  /// The store as it was when the export began.
  let inventory: Inventory
  /// Version of the program.
  let program: String
  /// The pieces that are in it, oldest first.
  var pieces: [ExportedPiece] = []
  /// Whether all that should be in it is.
  var isComplete = false
  /// The table of things that was written last, by which the next export tells whether somebody has filled it in.
  var table: ExportedTable?

  /// The things that these pieces document, with their pieces.
  var things: [(entry: Inventory.Entry, pieces: [ExportedPiece])] {
    let pieces = Dictionary(grouping: pieces, by: \.item.thing)
    return inventory.entries.compactMap { entry in
      pieces[entry.thing.number].map { (entry, $0) }
    }
  }
}

/// The table of an export, as it was written.
struct ExportedTable: Hashable {
  let file, sha256: String
}

/// A piece in an export.
struct ExportedPiece {
  let item: Inventory.Item
  /// Where its copy is, and its original; relative to the export.
  let copy, original: String
  /// The SHA-256 of the copy and of the original as they were written.
  let copySHA256, originalSHA256: String
  let copyByteCount: Int
  /// Copies and originals of what it has beside its own file.
  let companions: [Companion: CompanionSource]

  init(_ source: PieceSource) {
    item = source.item
    (copy, original) = (source.copy.name, source.original.name)
    (copySHA256, originalSHA256) = (source.copy.sha256, source.original.sha256)
    copyByteCount = source.copy.byteCount
    companions = source.companions
  }
}

/// `manifest.json`: an export for programs.
enum ExportManifest {
  static let file = "manifest.json"
  private static let format = "exhibit.export.1"

  /// What the manifest of each export of this store begins with, so that a later one knows it again.
  static func beginning(of store: String) -> String {
    "{\"format\":\(JSON.string(format).text),\"store\":\(JSON.string(store).text),"
  }

  /// A manifest is known by no more than this.
  static let beginningByteCount = 4096

  /// The head that a manifest with this `beginning` names; nil where that is none.
  static func head(in beginning: [UInt8]) -> Head? {
    value("head", in: beginning).flatMap { Head($0) }
  }

  /// The table that it names.
  static func table(in beginning: [UInt8]) -> ExportedTable? {
    guard let file = value("table", in: beginning),
      let sha256 = value("table_sha256", in: beginning)
    else { return nil }
    return ExportedTable(file: file, sha256: sha256)
  }

  /// The text of the member `name`, which has nothing in it that is spelled otherwise.
  private static func value(_ name: String, in beginning: [UInt8]) -> String? {
    let lines = String(decoding: beginning, as: UTF8.self).split(separator: "\n")
    let start = "\"\(name)\":\""
    return lines.first { $0.hasPrefix(start) }.map { line in
      String(line.dropFirst(start.count).prefix { $0 != "\"" })
    }
  }

  /// The manifest of `contents`: one object, a piece a line.
  static func text(of contents: ExportContents) -> String {
    let things = contents.things.map { json($0.entry) }
    let facts: [(String, JSON)] = [
      ("complete", .bool(contents.isComplete)), ("program", .string(contents.program)),
      ("device", device(contents.inventory.key)),
      ("head", .string(contents.inventory.head.text)),
      ("table", .optional(contents.table?.file)),
      ("table_sha256", .optional(contents.table?.sha256)),
      ("proof", .string(PieceSource.proof)),
      ("things", .array(things)),
    ]
    let members = facts.map { "\(JSON.string($0).text):\($1.text)" }.joined(separator: ",\n")
    let pieces = contents.pieces.map { json($0).text }.joined(separator: ",\n")
    let beginning = beginning(of: contents.inventory.store)
    return "\(beginning)\n\(members),\n\"pieces\":[\n\(pieces)\n]}\n"
  }

  private static func json(_ entry: Inventory.Entry) -> JSON {
    .object([
      ("number", .integer(entry.thing.number)), ("id", .string(entry.thing.id)),
      ("title", .string(entry.thing.label)), ("category", .string(entry.thing.category)),
    ])
  }

  private static func device(_ key: PublicKey?) -> JSON {
    guard let key else { return .null }
    return .object([
      ("id", .string(key.deviceID)), ("fingerprint", .string(key.fingerprint)),
      ("public_key", .string(key.hexadecimal)),
    ])
  }

  private static func json(_ name: String, _ source: CompanionSource) -> [(String, JSON)] {
    [
      ("\(name)_original", .string(source.original.name)),
      ("\(name)_original_sha256", .string(source.original.sha256)),
      ("\(name)_copy", .string(source.copy.name)),
      ("\(name)_copy_sha256", .string(source.copy.sha256)),
      ("\(name)_copy_bytes", .integer(source.copy.byteCount)),
    ]
  }

  /// What a list says of the piece, and where it is in the export.
  private static func json(_ piece: ExportedPiece) -> JSON {
    guard case .object(let members) = piece.item.piece.json else { return .null }
    return .object(
      members + [
        ("thing_number", .integer(piece.item.thing)), ("original", .string(piece.original)),
        ("original_sha256", .string(piece.originalSHA256)), ("copy", .string(piece.copy)),
        ("copy_sha256", .string(piece.copySHA256)), ("copy_bytes", .integer(piece.copyByteCount)),
      ] + piece.companions.inOrder.flatMap { json($0.companion.name, $0.source) })
  }
}
