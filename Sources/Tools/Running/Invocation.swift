import Core
import Glibc

/// Commands of this program for somebody to paste, with the configuration that was asked about.
struct Invocation: Hashable {
  /// Path of the configuration.
  let configuration: String

  /// The command for people, without what is as usual: `exhibit WORDS`.
  func callAsFunction(_ words: String) -> String {
    guard configuration != ConfigurationFile.usualPath else { return "exhibit \(words)" }
    return "exhibit \(words) --config \(configuration.quotedForShell)"
  }

  /// How to start this program again from any folder, by the word that it was started with.
  ///
  /// - Parameter folder: the folder from which it was started; nil where that is unknown.
  static func program(_ word: String, from folder: String?) -> String {
    // A name without a slash was found by PATH.
    guard word.contains("/"), !word.hasPrefix("/"), let folder else { return word.quotedForShell }
    let rest = word.hasPrefix("./") ? word.dropFirst(2) : word[...]
    return "\(folder)/\(rest)".quotedForShell
  }

  /// The folder that paths begin in which do not begin with a slash; nil where it is gone.
  static var presentFolder: String? {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    guard getcwd(&path, path.count) != nil else { return nil }
    return String(decoding: path.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}

extension String {
  /// The text as one word of a shell.
  var quotedForShell: String {
    let isPlain =
      !isEmpty
      && utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "/._-+,:@%=".utf8.contains(byte)
        }
      }
    if isPlain { return self }
    let quotes = split(separator: "'", omittingEmptySubsequences: false)
    return "'" + quotes.joined(separator: #"'\''"#) + "'"
  }
}
