import Core

/// What is said of one key to whoever writes a configuration.
struct KeyReference {
  let name: String
  /// What the key is for, in sentences.
  let about: String
  /// Type, unit and range.
  let words: Phrase
  /// What counts where no file has the key; nil where that is nothing.
  let standard: TOMLValue?
  /// What a file might say, for a key without a default.
  let example: TOMLValue?
}

/// What is said of one section, and of its keys.
struct SectionReference {
  /// Empty for the keys above all sections.
  let name: String
  let about: String
  var keys: [KeyReference] = []
}
