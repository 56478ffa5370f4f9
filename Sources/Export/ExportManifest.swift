import Core
import Evidence

/// `manifest.json`: an export for programs.
enum ExportManifest {
  static let file = "manifest.json"
  static let format = "exhibit.export.1"

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
  static func entry(of contents: ExportContents) throws(Failure) -> ExportEntry {
    let facts: [(String, JSON)] = [
      ("complete", .bool(contents.isComplete)), ("program", .string(contents.facts.program)),
      ("device", device(contents.facts.key)), ("head", .string(contents.facts.head.text)),
      ("table", .optional(contents.table?.file)),
      ("table_sha256", .optional(contents.table?.sha256)),
      ("proof", .string(PieceSource.proof)),
    ]
    let members = facts.map { "\(JSON.string($0).text):\($1.text),\n" }.joined()
    let text = try ScratchFile()
    text.append("\(beginning(of: contents.facts.store))\n\(members)\"things\":[")
    var isFirst = true
    try contents.eachTitle { title in
      text.append(isFirst ? title : ",\(title)")
      isFirst = false
    }
    text.append("],\n\"pieces\":[\n")
    isFirst = true
    try contents.eachPiece { piece in
      text.append(isFirst ? piece : ",\n\(piece)")
      isFirst = false
    }
    text.append("\n]}\n")
    return try text.entry(file)
  }

  /// Its object of `thing`.
  static func json(_ thing: Thing) -> JSON {
    .object([
      ("number", .integer(thing.number)), ("id", .string(thing.id)),
      ("title", .string(thing.label)), ("category", .string(thing.category)),
    ])
  }

  /// Its object of the device with `key`.
  static func device(_ key: PublicKey?) -> JSON {
    guard let key else { return .null }
    return .object([
      ("id", .string(key.deviceID)), ("fingerprint", .string(key.fingerprint)),
      ("public_key", .string(key.hexadecimal)),
    ])
  }

  /// Its object of the piece: members of a list, and where it is in the export.
  static func json(_ piece: ExportedPiece) -> JSON {
    .object(
      told(piece.item) + members(of: piece.own)
        + piece.companionsInOrder.flatMap { companion, file in
          members(of: file).map { ("\(companion.name)_\($0)", $1) }
        })
  }

  /// Members of the piece, wherever it is in the export.
  static func told(_ item: Inventory.Item) -> [(String, JSON)] {
    guard case .object(let members) = item.piece.json else { return [] }
    let copy: [(String, JSON)] = item.blank.map { [("redacted", .integer($0.record))] } ?? []
    return members + [("thing_number", .integer(item.thing))] + copy
  }

  private static func members(of file: ExportedFile) -> [(String, JSON)] {
    [
      ("original", .string(file.original.path)),
      ("original_sha256", .string(file.original.sha256)), ("copy", .string(file.copy.path)),
      ("copy_sha256", .string(file.copy.sha256)), ("copy_bytes", .integer(file.copy.byteCount)),
    ]
  }
}

extension JSON {
  /// The names of the members of an object, each once.
  var names: [String] {
    guard case .object(let members) = self else { return [] }
    var seen: Set<String> = []
    return members.map(\.0).filter { seen.insert($0).inserted }
  }

  /// Whether both say the same: numbers by what they are, texts whatever they are composed of.
  func isSame(as other: JSON) -> Bool {
    switch (self, other) {
    case (.object, .object):
      names.count == other.names.count
        && names.allSatisfy { name in
          guard let one = member(name), let two = other.member(name) else { return false }
          return one.isSame(as: two)
        }
    case (.array(let some), .array(let others)):
      some.count == others.count && zip(some, others).allSatisfy { $0.isSame(as: $1) }
    case (.string(let one), .string(let two)): one == two
    case (.bool(let one), .bool(let two)): one == two
    case (.null, .null): true
    default: asNumber != nil && asNumber == other.asNumber
    }
  }
}
