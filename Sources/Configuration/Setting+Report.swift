import Core

extension [Setting] {
  /// The settings' lines in the order of the keys, whichever file has them where.
  package var canonicalText: String {
    let lines = sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map(\.wholeLine)
    return lines.reduce(into: "") { text, line in text += line + "\n" }
  }

  /// A sentence for each that a file gave and that this version does nothing with: better said than silently accepted.
  package var unusedPhrases: [Phrase] {
    filter { !$0.isUsed }.compactMap { setting in
      setting.place.map { .settingUnused($0, setting.line) }
    }
  }
}

extension Phrase {
  fileprivate static func settingUnused(_ place: String, _ line: String) -> Phrase {
    Phrase("configuration.unused", "\(place): this version does nothing with '\(line)' yet.")
  }
}
