import Core
import Evidence

/// `inventory.csv`: a row for each thing, for spreadsheets (RFC 4180).
///
/// It begins with the byte order mark by which they know UTF-8. A cell that they would take for a formula begins with
/// an apostrophe, which they show as text.
enum InventoryTable {
  static let file = "inventory.csv"
  /// The names that it can have: others where somebody has filled in one.
  static let files = [file] + (2...999).map { "inventory-\($0).csv" }

  /// The table of `contents`, as the file `name`.
  static func entry(of contents: ExportContents, as name: String) throws(Failure) -> ExportEntry {
    let text = try ScratchFile()
    text.append(heading)
    try contents.eachRow { span, cells in text.append(line(row(of: cells, span))) }
    return try text.entry(name)
  }

  /// The byte order mark, and the first line.
  static var heading: String { "\u{FEFF}" + line(titles) }

  /// The names of its columns.
  static let titles =
    ["number", "title", "category", "pieces", "first", "last"] + fields.map(\.rawValue)

  /// Cells of a thing besides those of its pieces.
  static func cells(of entry: Inventory.Entry) -> [String] {
    [String(entry.thing.number), entry.thing.label, entry.thing.category]
      + fields.map { entry.fields[$0] ?? "" }
  }

  /// A row of such `cells`, with pieces of `span`.
  static func row(of cells: [String], _ span: ExportedSpan) -> [String] {
    let times = [String(span.count), span.first?.iso8601 ?? "", span.last?.iso8601 ?? ""]
    return Array(cells[..<3]) + times + Array(cells[3...])
  }

  /// What people say of things, as columns behind those that each thing has.
  static let fields = ThingField.allCases.filter { $0 != .title && $0 != .category }

  /// `cells` as a line.
  static func line(_ cells: [String]) -> String {
    cells.map(cell).joined(separator: ",") + "\r\n"
  }

  private static func cell(_ text: String) -> String {
    let safe = (isFormula(text) ? "'" : "") + text
    let isPlain = safe.unicodeScalars.allSatisfy { $0 != "," && $0 != "\"" && $0.value >= 0x20 }
    guard !isPlain else { return safe }
    return "\"" + safe.map { $0 == "\"" ? "\"\"" : String($0) }.joined() + "\""
  }

  private static func isFormula(_ text: String) -> Bool {
    text.unicodeScalars.first.map { "=+-@\t\r\n".unicodeScalars.contains($0) } ?? false
  }

  /// The text of `cell` without what keeps it from being a formula, and with line ends as they are here.
  static func text(ofCell cell: String) -> String {
    let isSafe = cell.hasPrefix("'") && isFormula(String(cell.dropFirst()))
    return String((isSafe ? cell.dropFirst() : cell[...]).map { $0 == "\r\n" ? "\n" : $0 })
  }
}
