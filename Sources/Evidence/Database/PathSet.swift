import Core

/// Paths, in a temporary file: two are the same where their UTF-8 is.
final class PathSet {
  private let lines: SortedLines

  /// The paths in `paths`.
  init(_ paths: [String] = []) throws(Failure) {
    lines = try SortedLines()
    for path in paths { try insert(path) }
  }

  /// Takes in `path`.
  func insert(_ path: String) throws(Failure) { try lines.put("", at: 0, path) }

  /// Whether it has `path`.
  func contains(_ path: String) throws(Failure) -> Bool { try lines.line(at: 0, path) != nil }
}
