import Core

/// The texts of the store: what is said in place of the program's own.
extension Store {
  /// Makes its texts equal to those of `defaults`, in one transaction; blocks in a flush.
  ///
  /// No record tells of it: a text proves nothing, and nothing that is signed has one.
  ///
  /// - Returns: what people should hear of it.
  package mutating func updateTexts(from defaults: String) throws(Failure) -> Phrase {
    let translations = try DefaultDatabase(defaults).translations()
    do throws(DatabaseError) {
      try archive.database.transaction { () throws(DatabaseError) in
        try archive.database.execute("DELETE FROM translations")
        for translation in translations { try archive.database.insert(translation) }
      }
    } catch {
      throw Failure(error)
    }
    countTransaction()
    return .databaseUpdated(translations.count, Set(translations.map(\.language)).count)
  }
}

extension Store {
  /// Takes the texts in `language` of `defaults`, where the store has none in it and they have; blocks in a flush.
  package mutating func takeTexts(in language: String, from defaults: String) throws(Failure) {
    guard try !archive.languages().contains(language),
      let translations = try? DefaultDatabase(defaults).translations()
    else { return }
    let own = translations.filter { $0.language == language }
    if own.isEmpty { return }
    try Failure.inDatabase { () throws(DatabaseError) in
      try archive.database.transaction { () throws(DatabaseError) in
        for translation in own { try archive.database.insert(translation) }
      }
    }
    countTransaction()
  }
}

extension Archive {
  /// The store's own sentences in `language`, by their keys; in English where that has none.
  package func texts(in language: String) throws(Failure) -> [String: String] {
    try Failure.inDatabase { () throws(DatabaseError) in
      var texts: [String: String] = [:]
      let sql = """
        SELECT key, value FROM translations WHERE lang IN ('en', ?1) ORDER BY lang = ?1
        """
      try database.prepare(sql).run(.text(language)) { row in
        texts[row.text(0) ?? ""] = row.text(1)
      }
      return texts
    }
  }
}

extension Phrase {
  static func databaseUpdated(_ count: Int, _ languages: Int) -> Phrase {
    Phrase(
      "db.updated",
      "The texts are those of the default now: \(count), in \(languages) languages.")
  }
}
