import Glibc

/// The files that come with the program and lie where the package puts them, or in the repository in which it was
/// built.
package struct SharedFiles: Hashable, Sendable {
  /// Where the package puts them.
  package static let installed = SharedFiles(package: "/usr/share/exhibit")

  /// Folders above that of the program that may be the repository.
  private static let mostLevels = 4

  /// The folder with the texts of the guide.
  package let guide: String
  /// The folder with the tables of sentences in other languages.
  package let languages: String
  /// The folder with a folder for each board.
  package let boards: String
  /// `verify.py`, the other verifier; `verify.html`, that for browsers, lies beside it.
  package let verifier: String
  /// The default database.
  package let defaults: String
  /// The table of the program's own sentences; nil where the default database is there already.
  package let sentences: String?

  private init(package folder: String) {
    guide = "\(folder)/guide"
    languages = "\(folder)/languages"
    boards = "\(folder)/board"
    verifier = "\(folder)/verify.py"
    defaults = "\(folder)/default-exhibit.sqlite"
    sentences = nil
  }

  private init(repository: String, build: String) {
    guide = "\(repository)/deploy/guide"
    languages = "\(repository)/deploy/languages"
    boards = "\(repository)/board"
    verifier = "\(repository)/docs/verify.py"
    defaults = "\(build)/default-exhibit.sqlite"
    sentences = "\(repository)/docs/sentences.toml"
  }

  /// Those of the program whose file is `program`: the package's, and where that is not installed the repository's.
  package static func of(program: String) -> SharedFiles {
    if access(installed.guide, R_OK) == 0 { return installed }
    let build = parent(of: program) ?? "."
    var folder = program
    for _ in 0..<mostLevels {
      guard let above = parent(of: folder) else { break }
      folder = above
      let files = SharedFiles(repository: folder, build: build)
      if access(files.guide, R_OK) == 0 { return files }
    }
    return installed
  }

  private static func parent(of path: String) -> String? {
    path.lastIndex(of: "/").map { String(path[..<$0]) }
  }
}
