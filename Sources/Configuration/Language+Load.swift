import Core

extension Language {
  /// Where tables lie when they don't lie beside the configuration.
  package static let systemFolder = "/usr/share/exhibit/languages"
  /// What needs no table: the sentences as they are in the program.
  private static let ownName = "en"

  /// The table `NAME.toml` in the first of `folders` that has one; nil where none has.
  ///
  /// Each key is a sentence's, with the sentence as its value; other values, and keys that no sentence
  /// has, count for nothing. Blocks as long as the file system does.
  static func load(
    _ name: String, from folders: [String]
  ) throws(ConfigurationErrors) -> Language? {
    if name == ownName { return .english }
    for file in folders.map({ "\($0)/\(name).toml" }) {
      guard let bytes = try Configuration.readIfPresent(file) else { continue }
      return Language(try Document(bytes, file: file))
    }
    return nil
  }

  private init(_ table: Document) {
    let sentences = table.entries.compactMap { entry in
      entry.value.asText.map {
        (entry.table.isEmpty ? entry.key : "\(entry.table).\(entry.key)", $0)
      }
    }
    self.init(templates: Dictionary(sentences) { first, _ in first })
  }
}

extension Phrase {
  static func configurationNoLanguage(_ name: String, _ folders: String) -> Phrase {
    Phrase("configuration.no-language", "no table '{1}.toml' in {2}", name, folders)
  }
}
