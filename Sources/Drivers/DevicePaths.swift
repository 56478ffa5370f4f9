import Glibc

/// The paths under which the kernel lists devices of one sort.
enum DevicePaths {
  /// What there is under a pattern of glob(7), such as `/dev/gpiochip*`, sorted; nothing when there is nothing.
  static func matching(_ pattern: String) -> [String] {
    var list = glob_t()
    defer { globfree(&list) }
    guard glob(pattern, 0, nil, &list) == 0 else { return [] }
    return (0..<Int(list.gl_pathc)).compactMap { index in
      list.gl_pathv[index].map { String(cString: $0) }
    }
  }

  /// The last part of a path.
  static func name(of path: String) -> String {
    String(path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...])
  }
}
