import Core
import Evidence

/// Comparison of an export with what it would say if it were rendered again as its records had it.
///
/// Of each piece no more is kept than its number.
package final class MeaningCheck {
  let export: RenderedExport
  let inventory: Inventory
  private let folders: ThingFolders
  var found = ExportMeaning()
  /// Members of the manifest, but for its long arrays.
  private var members: [(String, JSON)] = []
  /// Numbers of the pieces in it.
  private(set) var listed: Set<Int> = []
  /// The records of those that are copies in which faces are blank.
  private(set) var redacted: [Int: Int] = [:]
  /// Count and dates of the pieces of each of its things.
  private(set) var things: [Int: ExportedSpan] = [:]

  /// Begins before anything was looked at.
  package init(of export: RenderedExport) {
    (self.export, inventory) = (export, export.inventory)
    folders = ThingFolders(of: inventory)
  }

  /// Looks at all of it; blocks on the disk.
  package func look() throws(Failure) -> ExportMeaning {
    try readManifest { part throws(Failure) in
      switch part {
      case .member(let name, let text):
        members.append((name, JSONParser.value(of: text) ?? .null))
      case .element("pieces", let text):
        if let entry = JSONParser.value(of: text), export.isEntry(entry) { try take(entry) }
      case .element, .beginning: break
      }
    }
    compareMembers()
    try compareThings()
    let (file, sha256) = (value("table")?.asText, value("table_sha256")?.asText)
    if file != nil || sha256 != nil {
      try TableMeaning(of: things, inventory).compare(file, sha256, of: export, in: &found)
    }
    if value("complete")?.isTrue ?? false { try compareList() }
    return found
  }

  private func value(_ name: String) -> JSON? { members.first { $0.0 == name }?.1 }

  func readManifest(_ body: (JSONStream.Part) throws(Failure) -> Void) throws(Failure) {
    let stream = try JSONStream(at: export.place(of: ExportManifest.file))
    _ = try stream?.read(elementsOf: ["pieces", "things"], body)
  }

  /// Members of a manifest that are compared elsewhere.
  private static let others = ["complete", "table", "table_sha256", "things", "pieces"]

  private func compareMembers() {
    var told: [(String, JSON)] = [
      ("format", .string(ExportManifest.format)), ("store", .string(inventory.store)),
      ("head", .string(inventory.head.text)), ("proof", .string(PieceSource.proof)),
      ("device", ExportManifest.device(inventory.key)),
    ]
    var others = MeaningCheck.others
    if let program = export.program {
      told.append(("program", .string(program)))
    } else {
      others.append("program")
    }
    let here = members.filter { !others.contains($0.0) }
    compare(.object(here), .object(told), of: .manifest, nil)
  }

  /// Notes each member that is one thing in `here`, and another in `told`.
  func compare(_ here: JSON, _ told: JSON, of part: ExportMeaning.Part, _ row: String?) {
    let names = told.names + here.names.filter { told.member($0) == nil }
    for name in names {
      let (one, other) = (here.member(name), told.member(name))
      if let one, let other, one.isSame(as: other) { continue }
      found.noteMember(name, of: part, row, here: one?.spelling, told: other?.spelling)
    }
  }

  // MARK: Pieces

  private func take(_ entry: JSON) throws(Failure) {
    guard let number = entry.integer("number"), let copy = entry.text("copy"),
      let stored = try inventory.item(number), case .object(let members) = entry
    else { return }
    let item = try redacted(stored, entry) ?? stored
    if let copy = item.blank { redacted[number] = copy.record }
    if listed.insert(number).inserted {
      things[item.thing, default: ExportedSpan()].add(item.piece)
    }
    let ofFiles = ["original", "copy"] + Companion.allCases.map { "\($0.name)_" }
    let own = members.filter { name, _ in !ofFiles.contains { name.hasPrefix($0) } }
    compare(.object(own), .object(ExportManifest.told(item)), of: .pieces, String(number))
    if try !isName(copy, of: item) { found.noteName(copy, of: number) }
    checkExif(of: entry, "", item)
    for companion in Companion.allCases {
      guard let other = entry.text("\(companion.name)_copy") else { continue }
      if other != ExportNames.companion(companion, ofCopy: copy) {
        found.noteName(other, of: number)
      }
      checkExif(of: entry, "\(companion.name)_", item)
    }
  }

  /// The copy of `item` that `entry` of the manifest tells of, in which faces are blank; nil where no record tells of that.
  private func redacted(
    _ item: Inventory.Item, _ entry: JSON
  ) throws(Failure) -> Inventory.Item? {
    let number = item.piece.number
    guard entry.text("original") == "\(PieceSource.proof)/\(RedactedCopy.file(of: number))",
      let record = entry.integer("redacted"),
      let copy = try inventory.recordedCopy(of: number, in: record)
    else { return nil }
    return item.redacted([], as: copy)
  }

  /// Whether a copy of `item` may be at `path`.
  private func isName(_ path: String, of item: Inventory.Item) throws(Failure) -> Bool {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, parts[1] == ExportNames.copy(item.piece) else { return false }
    if parts[0] == ExportNames.folder(item.thing, item.piece.thing) { return true }
    return try folders.has(parts[0], of: item.thing)
  }

  /// Notes a copy of `item` that has not the Exif which records make.
  private func checkExif(of entry: JSON, _ prefix: String, _ item: Inventory.Item) {
    guard let original = entry.text("\(prefix)original"), let copy = entry.text("\(prefix)copy")
    else { return }
    let isRight = PieceSource.isBegun(
      export.place(of: copy), asCopyOf: export.place(of: original), item.piece)
    if !isRight { found.noteCopy(copy) }
  }
}
