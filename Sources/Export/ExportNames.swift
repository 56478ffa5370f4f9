import Core
import Evidence

/// The names of copies, which people read and every file system takes: `3 Omega watch`,
/// `17 photo 2026-03-27 15.44.28.jpg`.
///
/// FAT and Windows are the strictest: no name ends in a point or a space there, and letters of both cases are one.
struct ExportNames {
  /// No name is longer, in UTF-8.
  static let mostBytes = 100

  private var folders: [Int: String] = [:]
  /// Names of an earlier export in a folder of this one; none where there was no such folder.
  private let earlier: (String) -> [String]
  /// Whether a folder may be that of the thing with a number, by a title that it had.
  private let wasTitled: (String, Int) throws(Failure) -> Bool
  /// Names in each folder that was asked for, by the number that they begin with.
  private var earlierCopies: [String: [Substring: [String]]] = [:]

  /// - Parameters:
  ///   - earlier: what an earlier export left in a folder, relative to the export; it keeps the folders of its things.
  ///   - wasTitled: whether a folder may be that of the thing with a number, by a title that it had.
  init(
    earlier: @escaping (String) -> [String] = { _ in [] },
    wasTitled: @escaping (String, Int) throws(Failure) -> Bool = { _, _ in false }
  ) {
    (self.earlier, self.wasTitled) = (earlier, wasTitled)
  }

  /// The folder of a thing with this `number` and `title`.
  static func folder(_ number: Int, _ title: String) -> String { fitted("\(number) \(title)") }

  /// The same, as long as it has one by an earlier title.
  mutating func folder(_ number: Int, _ title: String) throws(Failure) -> String {
    if let folder = folders[number] { return folder }
    let wanted = ExportNames.folder(number, title)
    var folder = wanted
    let there = earlierFolders(of: number)
    for name in there where folder == wanted && !there.contains(wanted) {
      if try wasTitled(name, number) { folder = name }
    }
    folders[number] = folder
    return folder
  }

  /// The name of the copy of `item`, relative to the export, and of the one that an earlier export has made of it, where
  /// that is there instead: less was known of its time then, or its thing had a title that nobody is to know any more.
  mutating func copy(_ item: Inventory.Item) throws(Failure) -> (name: String, earlier: String?) {
    let folder = try folder(item.thing, item.piece.thing)
    let wanted = ExportNames.copy(item.piece)
    if earlierNames(in: folder, of: item.piece.number).contains(wanted) {
      return ("\(folder)/\(wanted)", nil)
    }
    for other in [folder] + earlierFolders(of: item.thing) {
      let there = earlierNames(in: other, of: item.piece.number)
      let isCopy = { $0 == wanted || ExportNames.isEarlierCopy($0, of: item.piece) }
      if let name = there.first(where: isCopy) {
        return ("\(folder)/\(wanted)", "\(other)/\(name)")
      }
    }
    return ("\(folder)/\(wanted)", nil)
  }

  /// The name of the copy of `piece` in the folder of its thing.
  static func copy(_ piece: Piece) -> String {
    let (source, ending) = parts(of: piece)
    let date = piece.localTime.map { " " + ExportNames.date($0) } ?? ""
    let stem = fitted(
      plain(piece) + date + (source.map { " \($0)" } ?? ""), mostBytes - ending.utf8.count)
    return stem + ending
  }

  /// Number and kind, with which the name of each copy of `piece` begins.
  private static func plain(_ piece: Piece) -> String { fitted("\(piece.number) \(piece.kind)") }

  /// What the file of `piece` was called where it came from, and how the name of its copy ends: by what it is, or as it
  /// did there where nobody knows what it is.
  private static func parts(of piece: Piece) -> (source: String?, ending: String) {
    let ending = ending(of: piece.file)
    guard piece.kind == "imported", let source = piece.source else { return (nil, ending) }
    let own = self.ending(of: source)
    guard own.count > 1, own.utf8.count <= longestEnding, !own.contains(" ") else {
      return (source, ending)
    }
    let stem = String(source.dropLast(own.count))
    return (stem.isEmpty ? nil : stem, ending == ".bin" ? own : ending)
  }

  private static let longestEnding = 12

  /// The name of the copy of what a piece has beside its own file, beside that of the piece.
  static func companion(_ companion: Companion, ofCopy name: String) -> String {
    "\(name.dropLast(ending(of: name).count))\(companion.rawValue)"
  }

  /// Folders of an earlier export that begin with `number`.
  private mutating func earlierFolders(of number: Int) -> [String] {
    earlierNames(in: "", of: number)
  }

  /// Names of an earlier export that begin with `number`; the folder is listed once, before anything is written there.
  private mutating func earlierNames(in folder: String, of number: Int) -> [String] {
    let names =
      earlierCopies[folder]
      ?? Dictionary(grouping: earlier(folder)) { name in name.prefix { $0 != " " } }
    earlierCopies[folder] = names
    return names["\(number)"] ?? []
  }

  /// Whether a copy of `piece` may have been called `name`, with another date or without.
  private static func isEarlierCopy(_ name: String, of piece: Piece) -> Bool {
    // One that is called after its file in the store is an earlier version's.
    let endings = [parts(of: piece).ending, ending(of: piece.file)]
    let plain = plain(piece)
    return endings.contains { ending in
      guard name.hasPrefix(plain), name.hasSuffix(ending) else { return false }
      let date = name.dropFirst(plain.count).dropLast(ending.count)
      return date.isEmpty
        || date.count == " 2026-03-27 15.44.28".count && date.first == " "
          && date.allSatisfy { $0.isNumber || " -.".contains($0) }
    }
  }

  /// `text` with nothing but letters, digits, spaces and `-_.`, not longer than a name may be.
  static func fitted(_ text: String, _ mostBytes: Int = mostBytes) -> String {
    var name = String.UnicodeScalarView()
    var byteCount = 0
    for scalar in text.unicodeScalars {
      let next = scalar.isKeptInNames ? scalar : "_"
      byteCount += UTF8.width(next)
      guard byteCount <= mostBytes else { break }
      name.append(next)
    }
    while let last = name.last, last == " " || last == "." { name.removeLast() }
    return String(name)
  }

  /// `2026-03-27 15.44.28`.
  private static func date(_ time: LocalTime) -> String {
    "\(time.day) \(String(time.clock.map { $0 == ":" ? "." : $0 }))"
  }

  /// `.jpg`, from the last point of the file's own name on.
  private static func ending(of file: String) -> String {
    let name = file.split(separator: "/").last ?? ""
    return name.lastIndex(of: ".").map { fitted(String(name[$0...])) } ?? ""
  }
}

/// The folders that things of a store may have in its exports: each title that a thing had makes one.
final class ThingFolders {
  private let inventory: Inventory
  /// Read where somebody asks for them.
  private var names: SortedLines?

  /// Those of the things in `inventory`.
  init(of inventory: Inventory) { self.inventory = inventory }

  /// Whether `folder` may be that of the thing with this `number`.
  func has(_ folder: String, of number: Int) throws(Failure) -> Bool {
    let names = if let names { names } else { try read() }
    self.names = names
    var isFound = false
    // Names that have travelled are composed otherwise, and the same for all that.
    try names.each(at: number) { _, name, _ throws(Failure) in isFound = isFound || name == folder }
    return isFound
  }

  private func read() throws(Failure) -> SortedLines {
    let names = try SortedLines()
    try inventory.eachTitle { number, title throws(Failure) in
      try names.put("", at: number, ExportNames.folder(number, title))
    }
    return names
  }
}

extension Unicode.Scalar {
  /// Letters with their marks, digits, the space and `-_.`.
  fileprivate var isKeptInNames: Bool {
    switch self {
    case "a"..."z", "A"..."Z", "0"..."9", " ", "-", "_", ".": return true
    case _ where isASCII: return false
    default: break
    }
    return switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .decimalNumber:
      true
    default: false
    }
  }
}
