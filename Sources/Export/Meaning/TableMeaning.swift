import Core
import Evidence

/// The table of an export, against the one that its records make of its pieces.
struct TableMeaning {
  private let things: [Int: ExportedSpan]
  private let inventory: Inventory

  /// - Parameter things: what each thing of the export has of its pieces.
  init(of things: [Int: ExportedSpan], _ inventory: Inventory) {
    (self.things, self.inventory) = (things, inventory)
  }

  /// Notes what is untrue: that a table with this digest was written, and what the one in `file` says now.
  func compare(
    _ file: String?, _ sha256: String?, of export: RenderedExport, in found: inout ExportMeaning
  ) throws(Failure) {
    let digest = StreamDigest()
    digest.begin()
    digest.update(InventoryTable.heading)
    try eachRow { _, cells in digest.update(InventoryTable.line(cells)) }
    guard digest.finish() == sha256 else { return found.noteTable(file) }
    guard let file, let table = CSVReader(at: export.place(of: file)) else { return }
    var rows = ChangedRows(of: file)
    if try compare(table, &rows) { found.rows = rows }
  }

  /// Lends the cells of each thing to `body`, in the order of their numbers.
  private func eachRow(_ body: (Int, [String]) throws(Failure) -> Void) throws(Failure) {
    for (number, span) in things.sorted(by: { $0.key < $1.key }) {
      guard let entry = try inventory.entry(number) else { continue }
      try body(number, InventoryTable.row(of: InventoryTable.cells(of: entry), span))
    }
  }

  /// Notes in `rows` what `table` says otherwise; whether it can be read as this table.
  private func compare(_ table: CSVReader, _ rows: inout ChangedRows) throws(Failure) -> Bool {
    guard let names = table.nextRow(), let place = names.firstIndex(of: "number") else {
      return false
    }
    let titles = InventoryTable.titles
    for (index, name) in names.enumerated()
    where !titles.contains(name) || names.firstIndex(of: name) != index {
      rows.add(column: name)
    }
    let columns = titles.map { title in names.firstIndex(of: title) }
    let told = try SortedLines()
    try eachRow { number, cells throws(Failure) in
      try told.put(JSON.array(cells.map { .string($0) }).text, at: number)
    }
    while let row = table.nextRow() {
      if row.allSatisfy(\.isEmpty) { continue }
      let cell = row.indices.contains(place) ? row[place] : ""
      guard let number = Int(cell), String(number) == cell, let line = try told.line(at: number),
        case .array(let cells)? = JSONParser.value(of: line.utf8)
      else {
        rows.add(row: cell, here: row.first)
        continue
      }
      try told.removeLine(at: number)
      for (index, told) in cells.enumerated() {
        let here = columns[index].flatMap { row.indices.contains($0) ? row[$0] : nil }
        compare(here, told.asText ?? "", at: (cell, titles[index]), in: &rows)
      }
    }
    try told.each { number, _, _ throws(Failure) in
      rows.add(row: String(number), told: String(number))
    }
    return !table.isBroken
  }

  private func compare(
    _ here: String?, _ told: String, at place: (row: String, column: String),
    in rows: inout ChangedRows
  ) {
    let (here, told) = (here.map(InventoryTable.text), InventoryTable.text(ofCell: told))
    guard here ?? "" != told else { return }
    rows.add(row: place.row, column: place.column, here: here, told: told)
  }
}

extension StreamDigest {
  /// Takes in the UTF-8 of `text`.
  fileprivate func update(_ text: String) { Array(text.utf8).withUnsafeBytes { update($0) } }
}
