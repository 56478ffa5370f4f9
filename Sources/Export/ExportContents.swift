import Core
import Evidence

/// Contents of an export, as far as it has come: each piece is put into words when it is added, and waits for the lists in
/// temporary files.
final class ExportContents {
  /// Whose store it is of, and of when.
  let facts: ExportedStore
  /// Whether all that should be in it is.
  var isComplete = false
  /// The table of things that was written last, by which the next export tells whether somebody has filled it in.
  var table: ExportedTable?
  /// When its pieces were taken.
  private(set) var span = ExportedSpan()
  private var things: [Int: ExportedSpan] = [:]
  private let manifest, page, titles, cells: SortedLines

  /// Nothing yet.
  init(of facts: ExportedStore) throws(Failure) {
    self.facts = facts
    (manifest, page, titles, cells) = (
      try SortedLines(), try SortedLines(), try SortedLines(), try SortedLines()
    )
  }

  var pieceCount: Int { span.count }
  var thingCount: Int { things.count }

  /// Takes in `piece`, which is of the thing `entry`.
  func add(_ piece: ExportedPiece, of entry: Inventory.Entry) throws(Failure) {
    let number = entry.thing.number
    if things[number] == nil {
      try titles.put(ExportManifest.json(entry.thing).text, at: number)
      try page.put(ExportContents.line(ContactSheet.words(of: entry)), at: number)
      try cells.put(ExportContents.line(InventoryTable.cells(of: entry)), at: number)
    }
    things[number, default: ExportedSpan()].add(piece.item.piece)
    span.add(piece.item.piece)
    try manifest.put(ExportManifest.json(piece).text, at: piece.item.piece.number)
    let place = String(piece.item.piece.number).padded(to: 10)
    try page.put(ContactSheet.item(piece, of: entry.thing), at: number, place)
  }

  /// Leaves the piece with this `number`, of the thing `thing`, out of the manifest.
  func remove(_ number: Int, of thing: Int) throws(Failure) {
    try manifest.removeLine(at: number)
    things[thing]?.count -= 1
    if things[thing]?.count == 0 { things[thing] = nil }
  }

  /// Lends what the manifest has of each thing to `body`.
  func eachTitle(_ body: (String) -> Void) throws(Failure) {
    try titles.each { number, _, line throws(Failure) in if things[number] != nil { body(line) } }
  }

  /// Lends what the manifest has of each piece to `body`.
  func eachPiece(_ body: (String) -> Void) throws(Failure) {
    try manifest.each { _, _, line throws(Failure) in body(line) }
  }

  /// Lends what each thing is by its cells, and of when its pieces are, to `body`.
  func eachRow(_ body: (ExportedSpan, [String]) -> Void) throws(Failure) {
    try cells.each { number, _, line throws(Failure) in
      if let span = things[number] { body(span, ExportContents.texts(of: line)) }
    }
  }

  /// Lends the page's words of each thing to `body`, and after those each of its pieces as the page has it to `items`.
  func eachSection(
    _ body: (_ number: Int, _ span: ExportedSpan, _ words: [String]) -> Void,
    items: (String) -> Void
  ) throws(Failure) {
    try page.each { number, place, line throws(Failure) in
      guard place.isEmpty else { return items(line) }
      body(number, things[number] ?? ExportedSpan(), ExportContents.texts(of: line))
    }
  }

  private static func line(_ texts: [String]) -> String {
    JSON.array(texts.map { .string($0) }).text
  }

  private static func texts(of line: String) -> [String] {
    guard case .array(let texts)? = JSONParser.value(of: line.utf8) else { return [] }
    return texts.compactMap(\.asText)
  }
}

/// Whose store an export is of.
struct ExportedStore {
  /// The store's id.
  let store: String
  /// The key of its device, where that is known.
  let key: PublicKey?
  /// The head at which it was rendered.
  let head: Head
  /// Version of the program.
  let program: String
  /// Whether no record tells yet what its database has lost.
  var isLossUntold = false
}

/// Number of pieces, and when the first and the last of them were taken, as far as that is known.
struct ExportedSpan {
  var count = 0
  private(set) var first, last: LocalTime?
  private var begin = Int.max
  private var end = Int.min

  mutating func add(_ piece: Piece) {
    count += 1
    guard let time = piece.captured?.microseconds else { return }
    if time < begin { (begin, first) = (time, piece.localTime) }
    if time > end { (end, last) = (time, piece.localTime) }
  }
}

/// The table of an export, as it was written.
struct ExportedTable: Hashable {
  let file, sha256: String
}

/// A piece in an export.
struct ExportedPiece {
  let item: Inventory.Item
  /// Where it is, as it was stored, and what is made of that for people.
  let own: ExportedFile
  /// The same of what it has beside its own file.
  let companions: [Companion: ExportedFile]

  /// Whether the file is what its record says, and those beside it.
  var isUnchanged: Bool {
    own.original.sha256 == item.piece.sha256
      && companions.mapValues(\.original.sha256) == item.piece.companions.mapValues(\.sha256)
  }

  /// They, in the order of what they are.
  var companionsInOrder: [(companion: Companion, file: ExportedFile)] {
    Companion.allCases.compactMap { companion in companions[companion].map { (companion, $0) } }
  }
}

/// An original in an export, and its copy.
struct ExportedFile: Hashable {
  /// A file as it was written.
  struct Part: Hashable {
    /// Relative to the export.
    let path: String
    let byteCount: Int
    let sha256: String
  }

  let original, copy: Part
}

extension ExportedPiece {
  init(_ source: PieceSource) {
    item = source.item
    own = ExportedFile(original: source.original, copy: source.copy)
    companions = source.companions.mapValues {
      ExportedFile(original: $0.original, copy: $0.copy)
    }
  }

  /// All files of it.
  var files: [ExportedFile.Part] {
    ([own] + companionsInOrder.map(\.file)).flatMap { [$0.original, $0.copy] }
  }
}

extension ExportedFile {
  fileprivate init(original: ExportEntry, copy: ExportEntry) {
    self.init(original: Part(original), copy: Part(copy))
  }
}

extension ExportedFile.Part {
  fileprivate init(_ entry: ExportEntry) {
    self.init(path: entry.name, byteCount: entry.byteCount, sha256: entry.sha256)
  }
}
