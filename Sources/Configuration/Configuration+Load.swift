import Core
import Glibc
import System

extension Configuration {
  /// Where boards lie when they don't lie beside the configuration.
  package static let systemBoards = "/usr/share/exhibit/board"

  /// Reads the file at `path`, behind it the `board.toml` of the board that it names, and the table of the
  /// language that it names, in `languages` beside the file or in `Language.systemFolder`.
  ///
  /// Blocks as long as the file system does.
  ///
  /// - Parameter boards: folders with a folder for each board, searched in this order; nil means
  ///   `boards` beside the file, then `systemBoards`.
  package static func load(
    path: String, boards: [String]? = nil
  ) throws(ConfigurationErrors) -> Configuration {
    let own = try Document(try read(path), file: path)
    let folders = boards ?? [folder(of: path) + "boards", systemBoards]
    let board = try own["board"].flatMap { entry throws(ConfigurationErrors) in
      try loadBoard(entry, of: path, from: folders)
    }
    var configuration = try Configuration([own, board].compactMap { $0 })
    try configuration.loadLanguage(own["language"], besides: path)
    return configuration
  }

  /// The file of the board that `entry` names; nil where that is no name.
  private static func loadBoard(
    _ entry: Entry, of path: String, from folders: [String]
  ) throws(ConfigurationErrors) -> Document? {
    guard let board = Kind.name.read(entry.value) else { return nil }
    for file in folders.map({ "\($0)/\(board)/board.toml" }) {
      if let bytes = try readIfPresent(file) { return try Document(bytes, file: file) }
    }
    let phrase = Phrase.configurationNoBoard(board, folders.joined(separator: ", "))
    throw ConfigurationErrors(file: path, line: entry.line, phrase)
  }

  private mutating func loadLanguage(
    _ entry: Entry?, besides path: String
  ) throws(ConfigurationErrors) {
    let folders = [Configuration.folder(of: path) + "languages", Language.systemFolder]
    guard let sentences = try Language.load(language, from: folders) else {
      let phrase = Phrase.configurationNoLanguage(language, folders.joined(separator: ", "))
      throw ConfigurationErrors(file: path, line: entry?.line, phrase)
    }
    self.sentences = sentences
  }

  /// The configuration that `text` is, without a board's file behind it.
  ///
  /// - Parameter file: what errors call it.
  package init(text: String, file: String = "configuration") throws(ConfigurationErrors) {
    try self.init([Document(Array(text.utf8), file: file)])
  }

  private static func folder(of path: String) -> Substring {
    path.lastIndex(of: "/").map { path[...$0] } ?? ""
  }

  static func readIfPresent(_ path: String) throws(ConfigurationErrors) -> [UInt8]? {
    guard access(path, F_OK) == 0 || errno != ENOENT else { return nil }
    return try read(path)
  }

  private static func read(_ path: String) throws(ConfigurationErrors) -> [UInt8] {
    do {
      return try bytes(of: path)
    } catch {
      throw ConfigurationErrors(
        file: path, line: nil, Phrase.configurationUnreadable(error.reason))
    }
  }

  /// All of the file, or one byte more than a configuration may have.
  static func bytes(of path: String) throws(SystemError) -> [UInt8] {
    let file = try FileDescriptor(opening: path, O_RDONLY | O_NONBLOCK)
    let buffer = UnsafeMutableRawBufferPointer.allocate(
      byteCount: Document.byteLimit + 1, alignment: 1)
    defer { buffer.deallocate() }
    var rest = buffer
    while case let count = try file.read(into: rest), count > 0 {
      rest = UnsafeMutableRawBufferPointer(rebasing: rest[count...])
    }
    return Array(buffer.dropLast(rest.count))
  }
}

extension Phrase {
  static func configurationUnreadable(_ reason: String) -> Phrase {
    Phrase(
      "configuration.unreadable", "cannot be read: {1}; check the path and its permissions", reason)
  }

  static func configurationNoBoard(_ board: String, _ boards: String) -> Phrase {
    Phrase("configuration.no-board", "no board '{1}' in {2}", board, boards)
  }
}
