import CSQLite
import Core
import Glibc
import System

/// The database that ships with the program: a store's tables without a record, and the texts of every language.
///
/// A store is reset to it, and takes its texts from it.
package struct DefaultDatabase {
  /// No default is larger.
  private static let mostBytes = 64 << 20

  /// A text in one language.
  struct Translation: Hashable {
    let language: String
    let key: String
    let value: String
    /// What translators were told of it.
    let context: String?
  }

  private let path: String

  /// The one in the file `path`, which nothing is known of yet.
  init(_ path: String) {
    self.path = path
  }

  /// All its texts; blocks on the disk.
  ///
  /// A default that is missing or broken is refused in a sentence that names the file.
  func translations() throws(Failure) -> [Translation] {
    try checked { database throws(DatabaseError) in
      var found: [Translation] = []
      let sql = "SELECT lang, key, value, context FROM translations ORDER BY lang, key"
      try database.prepare(sql).run { row in
        found.append(
          Translation(
            language: row.text(0) ?? "", key: row.text(1) ?? "", value: row.text(2) ?? "",
            context: row.text(3)))
      }
      return found
    }
  }

  /// The texts in `language` of the default `path`, by their keys; in English where that has none.
  ///
  /// A language in which it has no text is refused.
  package static func texts(
    in language: String, of path: String
  ) throws(Failure) -> [String: String] {
    var texts: [String: String] = [:]
    let translations = try DefaultDatabase(path).translations()
    let languages = Set(translations.map(\.language))
    guard languages.contains(language) else {
      throw .refused(.defaultLacks(language, languages.sorted().joined(separator: ", "), path))
    }
    for own in [false, true] {
      for translation in translations where translation.language == (own ? language : "en") {
        texts[translation.key] = translation.value
      }
    }
    return texts
  }

  /// Its bytes; the default is checked before.
  func bytes() throws(Failure) -> [UInt8] {
    try checked { _ in }
    do throws(SystemError) {
      if let bytes = try File.bytes(at: path, limit: DefaultDatabase.mostBytes) { return bytes }
    } catch {
      throw .refused(.defaultUnreadable(path, error.reason))
    }
    throw .refused(.defaultBroken(path, "\(DefaultDatabase.mostBytes)"))
  }

  private func checked<Answer>(
    _ read: (borrowing Database) throws(DatabaseError) -> Answer
  ) throws(Failure) -> Answer {
    guard access(path, F_OK) == 0 || errno != ENOENT else {
      throw .refused(
        Phrase(
          "db.default-missing",
          """
          The default database \(path) is missing; nothing was changed. Install the package exhibit again, or \
          make one with 'make default'.
          """))
    }
    guard access(path, R_OK) == 0 else {
      throw .refused(.defaultUnreadable(path, SystemError(errnoOf: "access").reason))
    }
    do throws(DatabaseError) {
      let name = "file:\(Archive.escaped(path))?mode=ro&immutable=1"
      let database = try Database(opening: path, as: name, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI)
      try check(database)
      return try read(database)
    } catch {
      throw .refused(.defaultBroken(path, error.message))
    }
  }

  private func check(_ database: borrowing Database) throws(DatabaseError) {
    let version = try database.integer("PRAGMA user_version")
    let isOurs = try database.integer("PRAGMA application_id") == Schema.applicationID
    let verdict = try database.prepare("PRAGMA integrity_check").first { $0.text(0) ?? "" }
    let isSound = verdict == "ok" && isOurs && 1...Schema.version ~= version
    let isWhole = version == Schema.version ? try hasAllTables(database) : true
    guard isSound, isWhole, try database.integer("SELECT count(*) FROM records") == 0 else {
      throw DatabaseError(
        path: path, code: SQLITE_NOTADB, systemCode: 0,
        message: "integrity \(verdict ?? ""), version \(version)")
    }
  }
}

extension DefaultDatabase {
  /// Whether `database`, which is of the present version, has what a new one has: a reset would take over any lack.
  private func hasAllTables(_ database: borrowing Database) throws(DatabaseError) -> Bool {
    let new = try Database(opening: ":memory:", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
    try Schema.migrate(new)
    return try DefaultDatabase.tables(of: new) == DefaultDatabase.tables(of: database)
  }

  private static func tables(of database: borrowing Database) throws(DatabaseError) -> [String] {
    var names: [String] = []
    let sql = "SELECT name FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY name"
    try database.prepare(sql).run { names.append($0.text(0) ?? "") }
    return names
  }
}

/// The making of a default.
extension DefaultDatabase {
  /// Makes the default `path` with these texts, by language and key.
  ///
  /// Their context is what they are in English. One that is there is replaced when the new one is complete.
  package static func make(
    _ path: String, with texts: [String: [String: String]]
  ) throws(Failure) {
    // Two programs may make it at a time.
    let new = "\(path).\(getpid()).new"
    unlink(new)
    try Failure.inDatabase { () throws(DatabaseError) in
      let database = try Database(opening: new, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
      try Schema.migrate(database)
      try database.transaction { () throws(DatabaseError) in
        for translation in translations(of: texts) { try database.insert(translation) }
      }
    }
    guard Glibc.rename(new, path) == 0 else {
      throw Failure(SystemError(errnoOf: "rename"), at: path)
    }
  }

  private static func translations(of texts: [String: [String: String]]) -> [Translation] {
    let all = texts.flatMap { language, sentences in
      sentences.map { key, value in
        Translation(
          language: language, key: key, value: value,
          context: language == "en" ? nil : texts["en"]?[key])
      }
    }
    return all.sorted { ($0.language, $0.key) < ($1.language, $1.key) }
  }
}

extension Database {
  /// Adds `translation`, which must not be there.
  func insert(_ translation: DefaultDatabase.Translation) throws(DatabaseError) {
    try prepare("INSERT INTO translations (lang, key, value, context) VALUES (?1, ?2, ?3, ?4)")
      .run(
        .text(translation.language), .text(translation.key), .text(translation.value),
        .text(orNull: translation.context))
  }
}

extension Phrase {
  fileprivate static func defaultLacks(
    _ language: String, _ known: String, _ path: String
  ) -> Phrase {
    Phrase(
      "db.default-lacks",
      "The default database \(path) has no texts in '\(language)', only in: \(known).")
  }

  static func defaultUnreadable(_ path: String, _ reason: String) -> Phrase {
    Phrase(
      "db.default-unreadable",
      "The default database \(path) can't be read: \(reason); nothing was changed. Check its permissions."
    )
  }

  static func defaultBroken(_ path: String, _ reason: String) -> Phrase {
    Phrase(
      "db.default-broken",
      """
      The default database \(path) can't be used (\(reason)); nothing was changed. Install the package exhibit \
      again, or make one with 'make default'.
      """)
  }
}
