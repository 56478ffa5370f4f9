import Core

/// All that can come back from a bundle, by its records: what people did last counts, and what they deleted stays away.
package struct BundleContents: Sendable {
  /// One of them, and its file, relative to the bundle.
  package struct Item: Sendable {
    /// What is handed over of it.
    package let item: Restorable
    /// Nil where it has none.
    package let file: String?
    /// What people call it: a number in the store that it comes from, or a file.
    package let name: String
  }

  /// All of them, in an order in which each finds what it names.
  package let items: [Item]
  /// How many pieces of the bundle have no file in it: they were left out on purpose, or removed.
  package let absentCount: Int
  /// The folder in which the files are.
  package let folder: String

  /// Reads the records of `bundle`, which was verified; blocks on the disk.
  package init(of bundle: Bundle) throws(Failure) {
    let tables = try BundleTables(of: bundle)
    let pieces = try tables.pieces().filter { !$0.isDeleted }
    let folder = bundle.folder
    let there = pieces.filter { BundleTables.hasFiles($0, in: folder) }
    self.folder = folder
    absentCount = pieces.count - there.count
    let things = try tables.things(of: there, isWhole: absentCount == 0)
    let requests = try tables.requests(of: there, isWhole: absentCount == 0)
    var items = try tables.keptRecords()
    items.append(try tables.ownRecords())
    items += things.items
    items += requests.items
    for piece in there {
      let ticked = things.ticks[piece.number] ?? requests.ticks[piece.number]
      items.append(try tables.item(piece, ticking: ticked))
    }
    self.items = items
  }
}
