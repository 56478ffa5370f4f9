import Core
import Glibc
import System

extension Configuration {
  /// Where the configuration is unless told otherwise.
  package static let usualPath = "/etc/exhibit/exhibit.toml"

  /// Where boards lie when they don't lie beside the configuration.
  package static let systemBoards = SharedFiles.installed.boards

  /// Reads the file at `path`, and behind it the `board.toml` of the board that it names.
  ///
  /// Blocks as long as the file system does.
  ///
  /// - Parameter boards: folders with a folder for each board, searched in this order; nil means
  ///   `boards` beside the file, then `systemBoards`.
  package static func load(
    path: String, boards: [String]? = nil
  ) throws(ConfigurationErrors) -> Configuration {
    let own = try Document(try read(path), file: path)
    let folders = boards ?? ["\(folder(of: path))boards", systemBoards]
    var errors: [ConfigurationError] = []
    let board = noting(&errors) { () throws(ConfigurationErrors) in
      try loadBoard(own, from: folders)
    }
    // What is missing may stand in the board's file that could not be read.
    return try Configuration(
      [own, board ?? nil].compactMap { $0 }, for: board == nil ? .review : .use, known: errors)
  }

  /// The configuration that `text` is, without a board's file behind it.
  ///
  /// - Parameter file: what errors call it.
  package init(text: String, file: String = "configuration") throws(ConfigurationErrors) {
    try self.init([Document(Array(text.utf8), file: file)])
  }

  /// What `read` gives; nil where that fails, which is noted.
  private static func noting<Value>(
    _ errors: inout [ConfigurationError], _ read: () throws(ConfigurationErrors) -> Value
  ) -> Value? {
    do {
      return try read()
    } catch {
      errors += error.errors
      return nil
    }
  }

  /// The file of the board that `own` names; nil where it names none.
  private static func loadBoard(
    _ own: Document, from folders: [String]
  ) throws(ConfigurationErrors) -> Document? {
    guard let entry = own["board"], let board = Kind.name.read(entry.value) else { return nil }
    for file in folders.map({ "\($0)/\(board)/board.toml" }) {
      if let bytes = try readIfPresent(file) { return try Document(bytes, file: file) }
    }
    let phrase = noBoard(board, among: boards(in: folders), folders.joined(separator: ", "))
    throw ConfigurationErrors(file: own.file, line: entry.line, phrase)
  }

  private static func noBoard(_ board: String, among names: [String], _ folders: String) -> Phrase {
    if names.isEmpty {
      return Phrase("configuration.no-boards", "no board '\(board)', nor any other, in \(folders)")
    }
    let list = names.joined(separator: ", ")
    guard let nearest = Spelling.nearest(to: board, among: names) else {
      return Phrase("configuration.no-board", "no board '\(board)'; there are \(list)")
    }
    return Phrase(
      "configuration.misspelt-board",
      "no board '\(board)'; did you mean '\(nearest)'? There are \(list)")
  }

  /// The names of the boards in `folders`; a folder that can't be read has none.
  private static func boards(in folders: [String]) -> [String] {
    let names = folders.flatMap { folder in
      ((try? Folder.names(in: folder)) ?? [])
        .filter { access("\(folder)/\($0)/board.toml", F_OK) == 0 }
    }
    return Set(names).sorted()
  }
}

/// Files.
extension Configuration {
  private static func folder(of path: String) -> Substring {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[...$0] } ?? ""
  }

  private static func readIfPresent(_ path: String) throws(ConfigurationErrors) -> [UInt8]? {
    guard access(path, F_OK) == 0 || errno != ENOENT else { return nil }
    return try read(path)
  }

  static func read(
    _ path: String, limit: Int = Document.byteLimit
  ) throws(ConfigurationErrors) -> [UInt8] {
    let bytes: [UInt8]?
    do {
      bytes = try File.bytes(at: path, limit: limit)
    } catch {
      throw ConfigurationErrors(
        file: path, line: nil,
        Phrase(
          "configuration.unreadable",
          "cannot be read: \(error.reason); check the path and its permissions"))
    }
    guard let bytes else {
      throw ConfigurationErrors(file: path, line: nil, .configurationTooLarge(limit))
    }
    return bytes
  }
}

extension Language {
  /// The table of sentences in the file `path`; blocks on the disk.
  package init(table path: String) throws(ConfigurationErrors) {
    let limit = Document.tableByteLimit
    let bytes = try Configuration.read(path, limit: limit)
    self.init(try Document(bytes, file: path, limit: limit))
  }

  fileprivate init(_ table: Document) {
    let sentences = table.entries.compactMap { entry in
      entry.value.asText.map {
        (entry.table.isEmpty ? entry.key : "\(entry.table).\(entry.key)", $0)
      }
    }
    self.init(templates: Dictionary(sentences) { first, _ in first })
  }
}
