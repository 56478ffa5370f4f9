import Core

/// All that can come back from a bundle, by its records: what people did last counts, and what they deleted stays away.
package struct BundleContents {
  /// One of them, and its file, relative to the bundle.
  package struct Item: Sendable {
    /// What is handed over of it.
    package let item: Restorable
    /// Nil where it has none.
    package let file: String?
    /// What people call it: a number in the store that it comes from, or a file.
    package let name: String
  }

  /// How many pieces of the bundle have no file in it: they were left out on purpose, or removed.
  package let absentCount: Int
  /// The folder in which the files are.
  package let folder: String
  private let tables: BundleTables
  /// Records, things and requests.
  private let others: [Item]
  /// Numbers of the pieces.
  private let pieces: [Int32]
  /// Which piece ticks which item of its checklist.
  private let ticks: [Int: Int]

  /// Reads the records of `bundle`, which was verified; blocks on the disk.
  package init(of bundle: Bundle) throws(Failure) {
    tables = try BundleTables(of: bundle)
    folder = bundle.folder
    (pieces, absentCount) = try tables.pieces()
    let things = try tables.things(of: pieces, isWhole: absentCount == 0)
    let requests = try tables.requests(of: pieces, isWhole: absentCount == 0)
    var others = try tables.keptRecords()
    others.append(try tables.ownRecords())
    self.others = others + things.items + requests.items
    ticks = things.ticks.merging(requests.ticks) { thing, _ in thing }
  }

  /// Lends each of them to `body`, in an order in which each finds what it names; a piece is read when its turn has come.
  package func each(_ body: (Item) throws(Failure) -> Void) throws(Failure) {
    for item in others { try body(item) }
    for number in pieces {
      let number = Int(number)
      try body(try tables.item(ofPiece: number, ticking: ticks[number]))
    }
  }
}
