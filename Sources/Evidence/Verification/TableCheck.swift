import Core

/// The comparison of a table with what the records come to, which a replay has in front of it under the same name.
struct TableCheck {
  private let table: String
  /// The columns of its primary key.
  private let key: [String]
  /// The others.
  private let columns: [String]

  /// That of `table`, in the database that has both.
  private init(of table: String, in database: borrowing Database) throws(DatabaseError) {
    var (key, columns) = ([String](), [String]())
    try database.prepare("SELECT name, pk FROM pragma_table_info(?1, 'temp') ORDER BY pk, cid")
      .run(.text(table)) { row in
        if row.integer(1) == 0 {
          columns.append(row.text(0) ?? "")
        } else {
          key.append(row.text(0) ?? "")
        }
      }
    self.table = table
    self.key = key
    self.columns = columns
  }

  /// All that `database` has otherwise than its records tell, in the order of its tables.
  static func flaws(in database: borrowing Database) throws(DatabaseError) -> Flaws {
    var flaws = Flaws()
    for name in try SchemaCheck.differences(in: database) {
      flaws.add(Flaw(kind: .schemaOther, words: name))
    }
    for table in Schema.sums where table.kind == .table {
      let check = try TableCheck(of: table.name, in: database)
      try check.addRows(.rowMissing, of: "temp", lackingIn: "main", to: &flaws, database)
      try check.addRows(.rowExtra, of: "main", lackingIn: "temp", to: &flaws, database)
      try check.addCells(to: &flaws, database)
    }
    return flaws
  }

  private func addRows(
    _ kind: Flaw.Kind, of one: String, lackingIn other: String, to flaws: inout Flaws,
    _ database: borrowing Database
  ) throws(DatabaseError) {
    let sql = """
      SELECT \(keyTexts("one")) FROM \(one).\(table) AS one
      WHERE NOT EXISTS (SELECT 1 FROM \(other).\(table) AS other WHERE \(areSame("one", "other")))
      """
    try database.prepare(sql).run { row in
      flaws.add(Flaw(kind: kind, in: Flaw.Cell(table: table, key: keyValues(row))))
    }
  }

  /// Each column takes three of the result: whether both differ, and both as text.
  private func addCells(
    to flaws: inout Flaws, _ database: borrowing Database
  ) throws(DatabaseError) {
    let differences = columns.map { "told.\($0) IS NOT here.\($0)" }
    let values = columns.map { "CAST(here.\($0) AS TEXT), CAST(told.\($0) AS TEXT)" }
    let sql = """
      SELECT \((differences + values + [keyTexts("told")]).joined(separator: ", "))
      FROM temp.\(table) AS told CROSS JOIN main.\(table) AS here ON \(areSame("told", "here"))
      WHERE \(differences.joined(separator: " OR "))
      """
    let count = Int32(columns.count)
    try database.prepare(sql).run { row in
      for (index, column) in zip(Int32(0)..., columns) where row.integer(index) == 1 {
        let cell = Flaw.Cell(
          table: table, key: keyValues(row, from: 3 * count), column: column,
          here: row.text(count + 2 * index), told: row.text(count + 2 * index + 1))
        flaws.add(Flaw(kind: .rowOther, in: cell))
      }
    }
  }

  private func keyTexts(_ name: String) -> String {
    key.map { "CAST(\(name).\($0) AS TEXT)" }.joined(separator: ", ")
  }

  private func keyValues(_ row: borrowing Row, from first: Int32 = 0) -> [String] {
    var values: [String] = []
    for index in key.indices { values.append(row.text(first + Int32(index)) ?? "") }
    return values
  }

  private func areSame(_ one: String, _ other: String) -> String {
    key.map { "\(other).\($0) = \(one).\($0)" }.joined(separator: " AND ")
  }
}

extension TableCheck {
  /// The statement that says what `cell` is by the records so far, as one text; `?1` and so on are its key.
  static func value(
    of cell: Flaw.Cell, in database: borrowing Database
  ) throws(DatabaseError) -> Statement {
    let check = try TableCheck(of: cell.table, in: database)
    let conditions = zip(1..., check.key).map { "\($1) = ?\($0)" }.joined(separator: " AND ")
    let value = cell.column.map { "CAST(\($0) AS TEXT)" } ?? "1"
    return try database.prepare(
      "SELECT quote(\(value)) FROM temp.\(cell.table) WHERE \(conditions)")
  }
}

extension Flaw {
  /// Cell of a table, or a whole row.
  struct Cell: Hashable {
    let table: String
    /// The values of its primary key.
    let key: [String]
    /// The column; nil for the whole row.
    var column: String?
    /// What is in the table, and what the records come to, as text; nil for nothing.
    var here: String?
    var told: String?

    /// What programs call the row.
    var row: String { key.joined(separator: " ") }
  }

  /// That what is in `cell` is not what the records come to.
  fileprivate init(kind: Kind, in cell: Cell) {
    self.init(kind: kind, number: cell.table == "evidence" ? Int(cell.row) : nil)
    self.cell = cell
  }
}
