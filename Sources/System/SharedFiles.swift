import Glibc

/// The files that come with the program and lie where the package puts them, or in the repository in which it was
/// built.
package struct SharedFiles: Hashable, Sendable {
  /// Where the package puts them.
  package static let installed = SharedFiles(package: "/usr/share/exhibit")

  /// Those of the program that runs.
  package static let present = SharedFiles.of(program: ownProgram)

  /// Path of the file that runs, by proc(5).
  package static var ownProgram: String {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &path, path.count)
    return String(decoding: path.prefix(max(0, count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Folders above that of the program that may be the repository.
  private static let mostLevels = 4

  /// The folder with the texts of the guide.
  package let guide: String
  /// The folder with a folder for each board.
  package let boards: String
  /// `verify.py`, the other verifier; `verify.html`, that for browsers, lies beside it.
  package let verifier: String
  /// The default database.
  package let defaults: String
  /// Where tables of sentences lie of which the default database is made; nil where it is there already.
  package let tables: Tables?

  /// The tables of sentences.
  package struct Tables: Hashable, Sendable {
    /// That of the program's own.
    package let english: String
    /// The folder with those in other languages.
    package let others: String
  }

  private init(package folder: String) {
    guide = "\(folder)/guide"
    boards = "\(folder)/board"
    verifier = "\(folder)/verify.py"
    defaults = "\(folder)/default-exhibit.sqlite"
    tables = nil
  }

  private init(repository: String, build: String) {
    guide = "\(repository)/deploy/guide"
    boards = "\(repository)/board"
    verifier = "\(repository)/docs/verify.py"
    defaults = "\(build)/default-exhibit.sqlite"
    tables = Tables(
      english: "\(repository)/docs/sentences.toml", others: "\(repository)/deploy/languages")
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
