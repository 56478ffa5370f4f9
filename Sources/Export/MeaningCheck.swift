import Core
import Evidence

/// What an export says, against what it would say if it were rendered again as its records had it.
///
/// Of each piece no more is kept than its number.
package struct MeaningCheck {
  private let export: RenderedExport
  private let inventory: Inventory
  private let examiner = PieceSource.Examiner("")
  /// The folders that each thing may have been given.
  private let folders: SortedLines
  private var found = ExportMeaning()
  private var members: [(String, JSON)] = []
  private var listed: Set<Int> = []
  private var things: [Int: ExportedSpan] = [:]

  /// Nothing was looked at yet.
  package init(of export: RenderedExport) throws(Failure) {
    self.export = export
    (inventory, folders) = (export.inventory, try SortedLines())
    let folders = folders
    try inventory.eachTitle { number, title throws(Failure) in
      try folders.put("", at: number, ExportNames.fitted("\(number) \(title)"))
    }
  }

  /// Looks at all of it; blocks on the disk.
  package mutating func look() throws(Failure) -> ExportMeaning {
    try readManifest { part, check throws(Failure) in
      switch part {
      case .member(let name, let text):
        guard !check.members.contains(where: { $0.0 == name }) else { return }
        check.members.append((name, JSONParser.value(of: text) ?? .null))
      case .element("pieces", let text):
        if let entry = JSONParser.value(of: text) { try check.take(entry) }
      case .element: break
      }
    }
    compareMembers()
    try compareThings()
    try compareTable()
    if case .bool(true)? = value("complete") { try compareList() }
    return found
  }

  private func value(_ name: String) -> JSON? { members.first { $0.0 == name }?.1 }

  private mutating func readManifest(
    _ body: (JSONStream.Part, inout MeaningCheck) throws(Failure) -> Void
  ) throws(Failure) {
    let stream = try JSONStream(at: export.place(of: ExportManifest.file))
    var check = self
    _ = try stream?.read(elementsOf: ["pieces", "things"]) { part throws(Failure) in
      try body(part, &check)
    }
    self = check
  }

  private mutating func compareMembers() {
    var told: [(String, JSON)] = [
      ("format", .string(ExportManifest.format)), ("store", .string(inventory.store)),
      ("head", .string(inventory.head.text)), ("proof", .string(PieceSource.proof)),
      ("device", ExportManifest.device(inventory.key)),
    ]
    if let program = export.program { told.append(("program", .string(program))) }
    let known = ["complete", "program", "table", "table_sha256", "things", "pieces"]
    compare(
      .object(members.filter { !known.contains($0.0) || $0.0 == "program" && told.count > 5 }),
      .object(told), of: .manifest, nil)
  }

  /// Notes each member that is one thing in `here`, and another in `told`.
  private mutating func compare(
    _ here: JSON, _ told: JSON, of part: ExportMeaning.Part, _ row: String?
  ) {
    let names = told.names + here.names.filter { told.member($0) == nil }
    for name in names {
      let (one, other) = (here.member(name), told.member(name))
      if let one, let other, one.isSame(as: other) { continue }
      found.noteMember(name, of: part, row, here: one?.spelling, told: other?.spelling)
    }
  }

  // MARK: Pieces

  private mutating func take(_ entry: JSON) throws(Failure) {
    guard case .integer(let number)? = entry.member("number"), let copy = entry.text("copy"),
      entry.text("original") != nil, let item = try inventory.item(number)
    else { return }
    if listed.insert(number).inserted {
      things[item.thing, default: ExportedSpan()].add(item.piece)
    }
    let ofFiles = ["original", "copy"] + Companion.allCases.map { "\($0.name)_" }
    guard case .object(let all) = entry else { return }
    let own = all.filter { name, _ in !ofFiles.contains { name.hasPrefix($0) } }
    compare(.object(own), .object(ExportManifest.told(item)), of: .pieces, String(number))
    if try !isName(copy, of: item) { found.noteName(copy, of: number) }
    check(entry, "", item)
    for companion in Companion.allCases {
      guard let other = entry.text("\(companion.name)_copy") else { continue }
      if other != ExportNames.companion(companion, ofCopy: copy) {
        found.noteName(other, of: number)
      }
      check(entry, "\(companion.name)_", item)
    }
  }

  /// Whether the copy of `item` is what its original and the records make it.
  private mutating func check(_ entry: JSON, _ prefix: String, _ item: Inventory.Item) {
    guard let original = entry.text("\(prefix)original"), let copy = entry.text("\(prefix)copy"),
      let sha256 = entry.text("\(prefix)copy_sha256")
    else { return }
    let told = examiner.digest(at: export.place(of: original), asCopyOf: item.piece)
    if told != sha256 { found.noteCopy(copy, of: item.piece.number) }
  }

  /// Whether a copy of `item` may be at `path`.
  private func isName(_ path: String, of item: Inventory.Item) throws(Failure) -> Bool {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return false }
    let (folder, name) = (String(parts[0]), String(parts[1]))
    guard
      [name, MeaningCheck.withoutNumber(name)].contains(where: {
        ExportNames.isCopy($0, of: item.piece)
      })
    else { return false }
    if MeaningCheck.isNumbered(folder, ExportNames.fitted("\(item.thing) \(item.piece.thing)")) {
      return true
    }
    var isFound = false
    try folders.each(at: item.thing) { _, wanted, _ throws(Failure) in
      isFound = isFound || MeaningCheck.isNumbered(folder, wanted)
    }
    return isFound
  }

  /// The name of a copy without the number behind it, where it has one.
  private static func withoutNumber(_ name: String) -> String {
    guard let point = name.lastIndex(of: "."), let dash = name[..<point].lastIndex(of: "-"),
      isNumbered(String(name[..<point]), String(name[..<dash]))
    else { return name }
    return String(name[..<dash] + name[point...])
  }

  /// Whether it is `wanted`, or that and a number behind it, as of two with one name.
  private static func isNumbered(_ name: String, _ wanted: String) -> Bool {
    if name == wanted { return true }
    guard name.hasPrefix("\(wanted)-") else { return false }
    let number = name.dropFirst(wanted.count + 1)
    return number.utf8.first != UInt8(ascii: "0") && number != "1" && !number.isEmpty
      && number.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  // MARK: Things, table and list

  private mutating func compareThings() throws(Failure) {
    var seen: Set<Int> = []
    try readManifest { part, check throws(Failure) in
      guard case .element("things", let text) = part else { return }
      let thing = JSONParser.value(of: text) ?? .null
      let number = thing.member("number")
      guard case .integer(let known)? = number, check.things[known] != nil,
        seen.insert(known).inserted, let entry = try check.inventory.entry(known)
      else {
        let spelled = number.flatMap { $0.isSame(as: .null) ? nil : $0.spelling }
        check.found.noteMember(
          "number", of: .things, spelled, here: spelled ?? "null", told: nil)
        return
      }
      check.compare(thing, ExportManifest.json(entry.thing), of: .things, String(known))
    }
    for number in things.keys.sorted() where !seen.contains(number) {
      found.noteMember(
        "number", of: .things, String(number), here: nil, told: String(number))
    }
  }

  private mutating func compareTable() throws(Failure) {
    let (file, sha256) = (value("table")?.asText, value("table_sha256")?.asText)
    guard file != nil || sha256 != nil else { return }
    let digest = StreamDigest()
    digest.begin()
    MeaningCheck.add("\u{FEFF}" + InventoryTable.line(InventoryTable.titles), to: digest)
    for (number, span) in things.sorted(by: { $0.key < $1.key }) {
      guard let entry = try inventory.entry(number) else { continue }
      let row = InventoryTable.row(of: InventoryTable.cells(of: entry), span)
      MeaningCheck.add(InventoryTable.line(row), to: digest)
    }
    if digest.finish() != sha256 { found.noteTable(file) }
  }

  private static func add(_ text: String, to digest: StreamDigest) {
    Array(text.utf8).withUnsafeBytes { digest.update($0) }
  }

  private mutating func compareList() throws(Failure) {
    guard let list = try FileListReader(at: export.place(of: FileList.file)) else { return }
    let redacted = Set(try inventory.redactedTexts())
    let places = Set(redacted.compactMap(\.place))
    var left: Set<Int> = []
    while let line = try list.next() {
      switch line {
      case .piece(let number, _, _)?:
        left.insert(number)
        let item = try inventory.item(number)
        let told = item.map { $0.absence ?? .piece(number, .otherThing) }
        if told != line { found.notePiece(number) }
      case .text(let record, let member, let reason, let by)?:
        let isOther = reason == .otherThing && by == nil
        let isSo = line.map { redacted.contains($0) || isOther && !places.contains($0.place ?? "") }
        if isSo != true { found.noteText(member, of: record) }
      case .file?, nil: break
      }
    }
    var missing: [Int] = []
    let listed = listed
    try inventory.eachItem { item throws(Failure) in
      let number = item.piece.number
      if !listed.contains(number), !left.contains(number) { missing.append(number) }
    }
    for number in missing { found.notePiece(number) }
  }
}

extension ListLine {
  /// Record and member of a text.
  fileprivate var place: String? {
    if case .text(let record, let member, _, _) = self { "\(record) \(member)" } else { nil }
  }
}

extension JSON {
  /// The names of the members of an object, each once.
  fileprivate var names: [String] {
    guard case .object(let members) = self else { return [] }
    var seen: Set<String> = []
    return members.map(\.0).filter { seen.insert($0).inserted }
  }

  /// Whether both say the same: numbers by what they are, texts whatever they are composed of.
  fileprivate func isSame(as other: JSON) -> Bool {
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
