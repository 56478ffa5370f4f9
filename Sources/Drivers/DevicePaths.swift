import Glibc

/// The paths under which the kernel lists devices of one sort.
package enum DevicePaths {
  /// Paths that match a pattern of glob(7), such as `/dev/gpiochip*`, sorted; nothing when there is nothing.
  package static func matching(_ pattern: String) -> [String] {
    var list = glob_t()
    defer { globfree(&list) }
    guard glob(pattern, 0, nil, &list) == 0 else { return [] }
    return (0..<Int(list.gl_pathc)).compactMap { index in
      list.gl_pathv[index].map { String(cString: $0) }
    }
  }

  /// The path behind all links; `path` itself where nothing is there.
  package static func canonical(_ path: String) -> String {
    guard let end = realpath(path, nil) else { return path }
    defer { free(end) }
    return String(cString: end)
  }

  /// The paths in `folder` that lead to the device `path`, which has no links itself, sorted.
  package static func links(in folder: String, to path: String) -> [String] {
    matching(folder + "/*").filter { canonical($0) == path }
  }

  /// `paths` so that `video10` comes after `video9`.
  package static func numbered(_ paths: [String]) -> [String] {
    paths.sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
  }

  /// The last part of a path.
  package static func name(of path: String) -> String {
    String(path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...])
  }
}

/// The characters of a C array, up to its first zero.
func text<CharacterArray>(of array: CharacterArray) -> String {
  withUnsafeBytes(of: array) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
}
