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
  private var taken: Set<String> = []
  /// Names of an earlier export in a folder of this one; none where there was no such folder.
  private let earlier: (String) -> [String]
  /// The same for each folder that was asked for, by the number that they begin with.
  private var earlierCopies: [String: [Substring: [String]]] = [:]

  /// - Parameter earlier: what an earlier export left in a folder, relative to the export; it keeps its names.
  init(earlier: @escaping (String) -> [String] = { _ in [] }) {
    self.earlier = earlier
  }

  /// The folder of the thing with this `number` and `title`.
  mutating func folder(_ number: Int, _ title: String) -> String {
    if let folder = folders[number] { return folder }
    let wanted = ExportNames.fitted("\(number) \(title)")
    let there = earlier("").filter { $0 == "\(number)" || $0.hasPrefix("\(number) ") }
    let name = there.contains(wanted) ? wanted : there.first ?? wanted
    folders[number] = unused(name, ending: "")
    return folders[number] ?? name
  }

  /// The name of the copy of `piece` in the folder of its thing, and how that ends, which follows it.
  static func copy(_ piece: Piece) -> (stem: String, ending: String) {
    let (source, ending) = parts(of: piece)
    let date = piece.localTime.map { " " + ExportNames.date($0) } ?? ""
    let stem = fitted(
      fitted("\(piece.number) \(piece.kind)") + date + (source.map { " \($0)" } ?? ""),
      mostBytes - ending.utf8.count)
    return (stem, ending)
  }

  /// The name of the copy of `item`, in the folder of its thing; relative to the export.
  mutating func copy(_ item: Inventory.Item) -> String {
    let folder = folder(item.thing, item.piece.thing)
    let (wanted, ending) = ExportNames.copy(item.piece)
    let there = earlierNames(in: folder, of: item.piece.number).first { name in
      ExportNames.isCopy(name, of: item.piece)
    }
    let name = there ?? wanted + ending
    let end = ExportNames.ending(of: name)
    return unused("\(folder)/\(name.dropLast(end.count))", ending: end)
  }

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

  /// Names of an earlier export that begin with `number`; the folder is listed once, before anything is written there.
  private mutating func earlierNames(in folder: String, of number: Int) -> [String] {
    let names =
      earlierCopies[folder]
      ?? Dictionary(grouping: earlier(folder)) { name in name.prefix { $0 != " " } }
    earlierCopies[folder] = names
    return names["\(number)"] ?? []
  }

  /// Whether a copy of `piece` is called `name`, or was by an export before more was known of its time.
  static func isCopy(_ name: String, of piece: Piece) -> Bool {
    let (stem, ending) = copy(piece)
    let plain = fitted("\(piece.number) \(piece.kind)")
    // One that is called after its file in the store is an earlier version's.
    return name == stem + ending
      || [ending, self.ending(of: piece.file)].contains { isCopy(name, plain, $0) }
  }

  /// Whether `name` is what a copy of the piece is called, with a date or without.
  private static func isCopy(_ name: String, _ plain: String, _ ending: String) -> Bool {
    guard name.hasPrefix(plain), name.hasSuffix(ending) else { return false }
    let date = name.dropFirst(plain.count).dropLast(ending.count)
    return date.isEmpty
      || date.count == " 2026-03-27 15.44.28".count && date.first == " "
        && date.allSatisfy { $0.isNumber || " -.".contains($0) }
  }

  /// `text` with nothing but letters, digits, spaces and `-_.`, not longer than a name may be.
  static func fitted(_ text: String, _ mostBytes: Int = mostBytes) -> String {
    var name = ""
    for scalar in text.unicodeScalars {
      let next = scalar.isKeptInNames ? Character(scalar) : "_"
      guard name.utf8.count + next.utf8.count <= mostBytes else { break }
      name.unicodeScalars.append(contentsOf: next.unicodeScalars)
    }
    while let last = name.unicodeScalars.last, last == " " || last == "." {
      name.unicodeScalars.removeLast()
    }
    return name
  }

  /// `name` with a number behind it where another name is the same to some file system.
  private mutating func unused(_ name: String, ending: String) -> String {
    var candidate = name + ending
    var copy = 2
    while !taken.insert(candidate.lowercased()).inserted {
      candidate = "\(name)-\(copy)\(ending)"
      copy += 1
    }
    return candidate
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

extension Unicode.Scalar {
  /// Letters with their marks, digits, the space and `-_.`.
  fileprivate var isKeptInNames: Bool {
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .decimalNumber:
      true
    default: self == " " || self == "-" || self == "_" || self == "."
    }
  }
}
