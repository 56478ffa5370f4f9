import CTOML
import Core

/// One key of a file with its value and where it stands.
struct Entry {
  /// The path of the section that it stands in, empty at the top.
  let table: String
  /// Its own name, as it is.
  let key: String
  /// Both, dotted, unusual names in quotes.
  let path: String
  /// Counted from 1.
  let line: Int
  let value: TOMLValue

  /// Whether it is one of the tables of an array.
  var isElement: Bool { value == .table && key.hasSuffix("]") && path.hasSuffix("]") }

  /// `path` for people: one line of it, fit for a terminal.
  var shownPath: String { TOMLValue.printable(path) }
}

/// A TOML file, read.
struct Document {
  /// The largest configuration that is read.
  static let byteLimit = 64 * 1024
  /// The largest table of sentences that is read: all of them in one language take about 80 kB.
  static let tableByteLimit = 256 * 1024
  /// The longest line: the parser recurses once per name in a dotted key.
  static let lineByteLimit = 1000

  /// What its errors call it.
  let file: String
  /// Every key down to three levels, by line.
  private(set) var entries: [Entry]

  /// Reads `bytes`, which came from `file`; of more than `limit` it says so.
  init(
    _ bytes: [UInt8], file: String, limit: Int = byteLimit
  ) throws(ConfigurationErrors) {
    self.file = file
    try Document.checkSize(of: bytes, file: file, limit)
    var parse = Parse()
    bytes.withUnsafeBytes { parse.run($0) }
    if let error = parse.error {
      let phrase = SyntaxError.phrase(for: error.sentence)
      throw ConfigurationErrors(file: file, line: error.line, phrase)
    }
    entries = parse.entries.sorted { ($0.line, $0.path) < ($1.line, $1.path) }
  }

  /// The entry at `path`.
  subscript(path: String) -> Entry? {
    entries.first { $0.path == path }
  }

  /// The entries of the section at `path`.
  func entries(in path: String) -> [Entry] {
    entries.filter { $0.table == path }
  }

  /// The first of `paths` that stands in this file.
  func first(of paths: [String]) -> Entry? {
    entries.first { paths.contains($0.path) }
  }

  /// Forgets the entries at `paths`.
  mutating func drop(_ paths: [String]) {
    entries.removeAll { paths.contains($0.path) }
  }

  private static func checkSize(
    of bytes: [UInt8], file: String, _ limit: Int
  ) throws(ConfigurationErrors) {
    guard bytes.count <= limit else {
      throw ConfigurationErrors(file: file, line: nil, Phrase.configurationTooLarge(limit))
    }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard let long = lines.firstIndex(where: { $0.count > lineByteLimit }) else { return }
    throw ConfigurationErrors(
      file: file, line: long + 1,
      Phrase("configuration.long-line", "this line is longer than \(lineByteLimit) bytes"))
  }
}

/// Files of which the first is the strongest: a key that stands there hides the same key behind it.
struct Layers {
  private var files: [Document]

  init(_ files: [Document]) {
    self.files = files
  }

  /// What errors call the files, the strongest first.
  var names: [String] { files.map(\.file) }

  /// Every entry with its file.
  var entries: [(file: String, entry: Entry)] {
    files.flatMap { file in file.entries.map { (file.file, $0) } }
  }

  /// The entries at `path`, the strongest first.
  func entries(at path: String) -> [(file: String, entry: Entry)] {
    files.compactMap { file in file[path].map { (file.file, $0) } }
  }

  /// The keys of the section at `path` with their own paths, in the order of those.
  func names(in path: String) -> [(name: String, path: String)] {
    let entries = files.flatMap { $0.entries(in: path) }
    let names = Dictionary(entries.map { ($0.path, $0.key) }) { first, _ in first }
    return names.sorted { $0.key < $1.key }.map { ($0.value, $0.key) }
  }

  /// How many tables the array at `path` has in the strongest file that has it, whose alone count.
  ///
  /// - Returns: their paths.
  mutating func chooseTables(of path: String) -> [String] {
    guard let index = files.firstIndex(where: { $0[path]?.value == .array }) else { return [] }
    let isOfArray = { (name: String) in name == path || name.hasPrefix("\(path)[") }
    for weaker in files.indices where weaker > index {
      files[weaker].drop(files[weaker].entries.map(\.path).filter(isOfArray))
    }
    let own = files[index].entries.filter { $0.value == .table && $0.path.hasPrefix("\(path)[") }
    return own.filter { $0.table.isEmpty }.map(\.path)
  }

  /// Lets one of two ways to say the same thing count: that of the strongest file with either.
  ///
  /// - Returns: an entry of each, by line, where that file has both.
  mutating func choose(
    between one: [String], and other: [String]
  ) -> (file: String, earlier: Entry, later: Entry)? {
    guard let index = files.firstIndex(where: { $0.first(of: one + other) != nil }) else {
      return nil
    }
    let file = files[index]
    switch (file.first(of: one), file.first(of: other)) {
    case (let first?, let second?):
      return first.line <= second.line ? (file.file, first, second) : (file.file, second, first)
    case (_?, nil): drop(other, behind: index)
    case (nil, _): drop(one, behind: index)
    }
    return nil
  }

  private mutating func drop(_ paths: [String], behind index: Int) {
    for weaker in files.indices where weaker > index { files[weaker].drop(paths) }
  }
}

/// What the parser has reported so far.
private struct Parse {
  var entries: [Entry] = []
  var error: (line: Int?, sentence: String)?

  mutating func run(_ text: UnsafeRawBufferPointer) {
    let bytes = text.bindMemory(to: CChar.self)
    withUnsafeMutablePointer(to: &self) { parse in
      toml_visit(
        bytes.baseAddress, bytes.count, parse,
        { context, item in
          guard let item = item?.pointee else { return }
          context?.assumingMemoryBound(to: Parse.self).pointee.entries.append(Entry(item))
        },
        { context, line, sentence in
          let error = (line: line == 0 ? nil : Int(line), sentence: String(sentence))
          context?.assumingMemoryBound(to: Parse.self).pointee.error = error
        })
    }
  }
}

extension Entry {
  fileprivate init(_ item: toml_item) {
    table = String(item.table)
    key = String(item.key)
    path = String(item.path)
    line = Int(item.line)
    value = TOMLValue(item)
  }
}

extension TOMLValue {
  fileprivate init(_ item: toml_item) {
    switch item.kind {
    case TOML_ARRAY: self = .array
    case TOML_STRINGS:
      self = .texts(
        String(item.string).split(separator: "\0", omittingEmptySubsequences: false).dropLast().map(
          String.init))
    case TOML_STRING: self = .text(String(item.string))
    case TOML_INTEGER: self = .whole(item.integer)
    case TOML_FLOAT: self = .number(item.number)
    case TOML_BOOLEAN: self = .truth(item.boolean)
    case TOML_DATE: self = .date(String(item.string))
    default: self = .table
    }
  }
}

extension String {
  fileprivate init(_ text: toml_text) {
    let bytes = UnsafeRawBufferPointer(start: text.bytes, count: text.count)
    self.init(decoding: bytes, as: UTF8.self)
  }
}

extension Phrase {
  static func configurationTooLarge(_ byteLimit: Int) -> Phrase {
    Phrase(
      "configuration.too-large",
      "is larger than \(byteLimit) bytes, too large for a configuration")
  }

}
