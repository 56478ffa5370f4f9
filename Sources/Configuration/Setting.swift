import Core

/// One key with the value that counts, and who gave it.
package struct Setting: Hashable, Sendable, CustomStringConvertible {
  /// Its path, such as `camera.quality`.
  package let key: String
  /// Its value as it is; what a file has in a way of its own is the same here.
  let content: TOMLValue
  /// `FILE:LINE`; nil for a default.
  package let place: String?
  /// Whether this version does anything with it.
  package internal(set) var isUsed = true

  /// Its value as a file would have it; a long text is cut.
  package var value: String { content.literal }

  /// It as a line of TOML: `key = value`, or a section's `[key]`.
  package var line: String {
    switch content {
    case .table: "[\(key)]"
    case .array: "[[\(key)]]"
    case .text, .texts, .whole, .number, .truth, .date: "\(key) = \(value)"
    }
  }

  /// `line` with all of its value, however long; no two values have the same.
  package var wholeLine: String {
    switch content {
    case .text(let text): return "\(key) = \(JSON.string(text).text)"
    case .texts(let texts): return "\(key) = \(JSON.array(texts.map { .string($0) }).text)"
    case .table, .array, .whole, .number, .truth, .date: return line
    }
  }

  /// `line`, and where it comes from.
  package var description: String { "\(line)  # \(place ?? "default")" }
}

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
