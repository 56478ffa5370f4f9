import Configuration
import Core
import Evidence
import Glibc
import System

extension SharedFiles {
  /// The default database; in a repository it is made of the tables there first, where it is missing or older.
  ///
  /// One that can't be made is missed by whoever opens it.
  static func readyDefaults() -> String {
    let files = present
    guard let sources = files.tables else { return files.defaults }
    let names = ((try? Folder.names(in: sources.others)) ?? []).filter { $0.hasSuffix(".toml") }
    var tables = ["en": sources.english]
    for name in names { tables[String(name.dropLast(5))] = "\(sources.others)/\(name)" }
    let made = changed(files.defaults) ?? .min
    if tables.values.contains(where: { changed($0) ?? .max >= made }) {
      try? DefaultDatabase.make(files.defaults, ofTables: tables)
    }
    return files.defaults
  }

  /// When the file was changed last, in seconds; nil where there is none.
  private static func changed(_ path: String) -> Int? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mtim.tv_sec : nil
  }
}

extension DefaultDatabase {
  /// Makes the default `path` of tables of sentences, by language.
  static func make(_ path: String, ofTables tables: [String: String]) throws {
    var texts: [String: [String: String]] = [:]
    for (language, table) in tables { texts[language] = try Language(table: table).templates }
    try make(path, with: texts)
  }
}
