/// A table, index, trigger or view: its name, and the statement that makes it, as SQLite keeps it in `sqlite_schema`.
struct SchemaObject: Hashable {
  /// What it is, in SQLite's words.
  enum Kind: String {
    case table, index, trigger, view
  }

  let kind: Kind
  let name: String
  /// The table that it belongs to, or is.
  let table: String
  /// The statement behind its name.
  let rest: String

  init(table name: String, _ rest: String) {
    self.init(kind: .table, name: name, table: name, rest: rest)
  }

  init(index name: String, of table: String, _ rest: String) {
    self.init(kind: .index, name: name, table: table, rest: " ON \(table)\(rest)")
  }

  init(trigger name: String, of table: String, _ rest: String) {
    self.init(kind: .trigger, name: name, table: table, rest: rest)
  }

  private init(kind: Kind, name: String, table: String, rest: String) {
    self.kind = kind
    self.name = name
    self.table = table
    self.rest = rest
  }

  /// The statement that makes it in the database with this name: `main`, or `temp`.
  func creation(in schema: String = "main") -> String {
    "CREATE \(kind.rawValue.uppercased()) \(schema).\(name)\(rest)"
  }

  /// The statement as SQLite keeps it, which leaves out where it is.
  var sql: String { "CREATE \(kind.rawValue.uppercased()) \(name)\(rest)" }
}

extension SchemaObject {
  /// All that `database` has, but for what SQLite makes by itself.
  static func all(in database: borrowing Database) throws(DatabaseError) -> [SchemaObject] {
    var objects: [SchemaObject] = []
    let sql =
      "SELECT type, name, tbl_name, sql FROM main.sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
    try database.prepare(sql).run { row in
      guard let kind = row.text(0).flatMap(Kind.init), let name = row.text(1) else { return }
      let (statement, beginning) = (
        row.text(3) ?? "", "CREATE \(kind.rawValue.uppercased()) \(name)"
      )
      // What begins otherwise is none of ours, and is compared as a whole.
      let isLong = statement.utf8.starts(with: beginning.utf8)
      let rest = isLong ? String(statement.utf8.dropFirst(beginning.utf8.count)) : statement
      objects.append(
        SchemaObject(kind: kind, name: name, table: row.text(2) ?? "", rest: rest ?? statement))
    }
    return objects
  }
}
