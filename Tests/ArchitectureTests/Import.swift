/// Import declarations, read line by line.
enum Import {
  private static let access: Set = ["public", "package", "internal", "fileprivate", "private"]
  private static let kinds: Set = [
    "struct", "class", "enum", "protocol", "typealias", "func", "let", "var",
  ]

  /// The modules that `source` imports, in order, without their submodules.
  static func modules(in source: String) -> [String] {
    source.split(whereSeparator: { $0.isNewline || $0 == ";" }).compactMap(module(in:))
  }

  private static func module(in statement: Substring) -> String? {
    var words = statement.split(whereSeparator: \.isWhitespace)[...]
    words = words.drop { $0.hasPrefix("@") || access.contains(String($0)) }
    guard words.popFirst() == "import" else { return nil }
    words = words.drop { kinds.contains(String($0)) }
    return words.first?.split(separator: ".").first.map(String.init)
  }
}
