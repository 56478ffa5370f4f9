import Core

/// Whether a database has this program's tables, and nothing that only looks like one: a view can have rows without end.
struct SchemaCheck {
  /// Reason, in words, why the tables `there` of `database`, which are of `version`, can't be read; nil where they can.
  ///
  /// Of an older version only what lasts is read. Texts may differ: whether they do is for whoever verifies.
  static func stranger(
    among there: [SchemaObject], _ database: borrowing Database, _ version: Int
  ) throws(DatabaseError) -> String? {
    let read = version == Schema.version ? Schema.objects : Schema.lasting
    for table in read where table.kind == .table && !there.contains(table) {
      guard let found = there.first(where: { $0.name == table.name }) else {
        if version < Schema.version, table.name != "records" { continue }
        return "it has no table '\(table.name)'"
      }
      if found.kind != .table { return "'\(table.name)' is a \(found.kind.rawValue)" }
      guard try hasColumns(of: table, database) else {
        return "'\(table.name)' is not this program's table"
      }
    }
    return nil
  }

  /// Whether `database` has in the place of `table` one with just its columns, none of which is computed.
  private static func hasColumns(
    of table: SchemaObject, _ database: borrowing Database
  ) throws(DatabaseError) -> Bool {
    let own = try Database(opening: ":memory:", Database.forWriting)
    try own.execute(table.creation())
    let isVirtual = try database.integer(
      "SELECT count(*) FROM pragma_table_list('\(table.name)') WHERE schema = 'main' AND type <> 'table'"
    )
    let (expected, found) = (try columns(of: table, own), try columns(of: table, database))
    return isVirtual == 0 && found == expected
  }

  private static func columns(
    of table: SchemaObject, _ database: borrowing Database
  ) throws(DatabaseError) -> [String] {
    var names: [String] = []
    let sql =
      "SELECT name || ' ' || hidden FROM pragma_table_xinfo('\(table.name)', 'main') ORDER BY name"
    try database.prepare(sql).run { names.append($0.text(0) ?? "") }
    return names
  }

  /// A trigger among `there` on one of this program's tables that is not its own; nil where there is none.
  ///
  /// It would change what is written.
  static func strangeTrigger(among there: [SchemaObject]) -> String? {
    let own = Schema.objects
    return there.first { object in
      object.kind == .trigger && !own.contains(object) && own.contains { $0.name == object.table }
    }?.name
  }

  /// What `database` has otherwise than this program makes it, more, or less: names of tables, indexes, triggers, views.
  ///
  /// SQLite's own tables, such as those in which ANALYZE counts, are none of it.
  static func differences(in database: borrowing Database) throws(DatabaseError) -> [String] {
    let (own, there) = (Set(Schema.objects), Set(try SchemaObject.all(in: database)))
    return Set(own.symmetricDifference(there).map(\.name)).sorted()
  }
}
