import Core
import Evidence

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
