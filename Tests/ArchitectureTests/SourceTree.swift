import Glibc

/// The package's sources as they lie on disk beside this file.
enum SourceTree {
  /// The package's folder: this file's path less three components.
  static let root = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    .dropLast(3).joined(separator: "/")

  /// Names of all that lies at the top, but for names that begin with a point.
  static var top: [String] {
    paths(matching: "*").map { String($0.split(separator: "/").last ?? "") }
  }

  /// The names of the folders in `Sources`.
  static var targets: [String] {
    paths(matching: "Sources/*/").map { path in
      String(path.dropLast().split(separator: "/").last ?? "")
    }
  }

  /// Those of them that are Swift.
  static var ownTargets: [String] { targets.filter { !isForeign($0) } }

  /// Every Swift file of `target`, at most three folders deep.
  static func swiftFiles(of target: String) -> [String] {
    ["*.swift", "*/*.swift", "*/*/*.swift", "*/*/*/*.swift"].flatMap { pattern in
      paths(matching: "Sources/\(target)/\(pattern)")
    }
  }

  /// Whether `target` is C or C++: a module map or public headers make it one.
  static func isForeign(_ target: String) -> Bool {
    let marks = ["module.modulemap", "include/*.h"].map { "Sources/\(target)/\($0)" }
    return marks.contains { !paths(matching: $0).isEmpty }
  }

  /// The modules that the files of `target` import.
  static func modules(importedBy target: String) -> Set<String> {
    Set(swiftFiles(of: target).flatMap { Import.modules(in: text(of: $0)) })
  }

  private static func paths(matching pattern: String) -> [String] {
    var found = glob_t()
    defer { globfree(&found) }
    guard glob("\(root)/\(pattern)", 0, nil, &found) == 0 else { return [] }
    return (0..<Int(found.gl_pathc)).compactMap { found.gl_pathv[$0].map { String(cString: $0) } }
  }

  /// What stands in the file at `path`.
  static func text(of path: String) -> String {
    guard let file = fopen(path, "r") else { return "" }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    while case let byte = getc(file), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
