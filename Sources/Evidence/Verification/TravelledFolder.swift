import Core
import Glibc
import System

/// A folder that may have been on other systems, and where its files are by now: some decompose letters, some change
/// their case.
///
/// A file that isn't there by its own name is the one whose path reads the same on all of them, where just one does.
final class TravelledFolder {
  /// Number of listings that are kept, of which the largest has the copies of one thing.
  private static let mostListings = 8

  let root: String
  /// The paths of files that have other names than those by which they were looked for.
  private(set) var renamed: Set<String> = []
  /// Names in each folder, by how they read on every system.
  private var listings: [String: [String: [String]]] = [:]

  /// Whether the file system, such as FAT, finds files by what only reads like their names.
  private lazy var isLax = isLax(about: "proof") || isLax(about: "records.jsonl")

  init(_ root: String) {
    self.root = root
  }

  /// The path of `file` as it is here, from the folder; its own where it isn't.
  func path(of file: String) -> String {
    if kind(of: file) != nil, !isLax || places(of: file).contains(where: { $0.isJust(file) }) {
      return file
    }
    let found = places(of: file).filter { kind(of: $0) != S_IFDIR }
    guard found.count == 1 else { return file }
    renamed.insert(found[0])
    return found[0]
  }

  /// Whether there is such a file, or anything else by its name.
  func holds(_ file: String) -> Bool { kind(of: path(of: file)) != nil }

  /// Where `file` is, or would be.
  func place(of file: String) -> String { "\(root)/\(path(of: file))" }

  /// Whether a file that was looked for has this `path`, though not this name.
  func isRenamed(_ path: String) -> Bool { renamed.hasJust(path) }

  /// The files and folders in `folder`, each by the name that reads the same on every system, where nothing has that itself;
  /// nil where there is no such folder.
  func entries(of folder: String) -> [String]? {
    let folders = places(of: folder).filter { kind(of: $0) == S_IFDIR }
    guard !folders.isEmpty else { return nil }
    let paths = folders.flatMap { here in
      listing(of: here).values.joined().map { "\(here)/\($0)" }
    }
    return paths.filter { !ForeignFile.isOfSystem($0.lastPart) }.map(told).sorted()
  }

  /// The name by which records tell of what has this `path`.
  func told(_ path: String) -> String {
    let name = TravelledFolder.folded(path)
    if name.isJust(path) { return path }
    return places(of: name).count == 1 ? name : path
  }

  /// All that have a path which reads like that of `file`.
  private func places(of file: String) -> [String] {
    guard !file.isEmpty else { return [""] }
    let name = file.lastPart
    let places = places(of: file.folderPart)
    return places.flatMap { here in
      let names = listing(of: here)[TravelledFolder.folded(name)] ?? []
      return names.map { here.isEmpty ? $0 : "\(here)/\($0)" }
    }
  }

  private func isLax(about file: String) -> Bool {
    guard let names = listing(of: "")[file], names.count == 1, let name = names.first else {
      return false
    }
    let other = name == file ? file.uppercased() : file
    return OwnPlace(path: "\(root)/\(name)").isSame(as: OwnPlace(path: "\(root)/\(other)"))
  }

  /// What can't be listed is looked for by its own name only.
  private func listing(of folder: String) -> [String: [String]] {
    if let known = listings[folder] { return known }
    let names = (try? Folder.names(in: "\(root)/\(folder)")) ?? []
    let listing = Dictionary(grouping: names, by: TravelledFolder.folded)
    if listings.count == TravelledFolder.mostListings { listings = [:] }
    listings[folder] = listing
    return listing
  }

  private func kind(of path: String) -> mode_t? { OwnPlace(path: "\(root)/\(path)").kind }

  /// `name` as it reads on every system; two are equal where they are canonically equivalent.
  ///
  /// A sigma at the end of a word is one in another place too.
  private static func folded(_ name: String) -> String {
    String(String.UnicodeScalarView(name.lowercased().unicodeScalars.map { $0 == "ς" ? "σ" : $0 }))
  }
}

extension String {
  /// Name behind the last slash.
  fileprivate var lastPart: String {
    utf8.lastIndex(of: UInt8(ascii: "/")).map { String(self[utf8.index(after: $0)...]) } ?? self
  }

  /// Whether it is `text`, and not only canonically equivalent to it.
  fileprivate func isJust(_ text: String) -> Bool { utf8.elementsEqual(text.utf8) }

  /// Path before it.
  fileprivate var folderPart: String {
    utf8.lastIndex(of: UInt8(ascii: "/")).map { String(self[..<$0]) } ?? ""
  }
}

extension Set<String> {
  /// Whether it has `text`, and not only one that is canonically equivalent.
  fileprivate func hasJust(_ text: String) -> Bool {
    firstIndex(of: text).map { self[$0].isJust(text) } ?? false
  }
}
