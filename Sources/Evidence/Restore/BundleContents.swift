import Core

/// All that can come back from a bundle, by its records: what people did last counts, and what they deleted stays away.
///
/// The records are verified as a whole. Each file is proved when its turn has come: one that is not what was recorded costs
/// its piece and no other.
package struct BundleContents {
  /// One of them.
  package struct Item: Sendable {
    /// What is handed over of it.
    package let item: Restorable
    /// Path of its file; nil where it has none.
    package let file: String?
    /// What people call it: a number in the store that it comes from, or a file.
    package let name: String
    /// Whether a copy of the export stands in for a file of it that is not what was recorded.
    package var isByCopy = false
  }

  /// One of them, or why it can't come back.
  package enum Found {
    case item(Item)
    case flawed(name: String, Phrase)
  }

  /// What the records come to, and what is wrong with them.
  package let verification: Verification
  private let tables: BundleTables
  /// Records, things and requests.
  private let others: [Item]
  private let pieces: BundlePieces
  /// Which piece ticks which item of its checklist.
  private let ticks: [Int: Int]

  /// How many there are.
  package var count: Int { others.count + pieces.numbers.count }
  /// How many pieces have no file in the bundle, because they were left out on purpose, or removed.
  package var absentCount: Int { pieces.leftOutCount + pieces.removedCount }
  /// How many pieces it has that went from their store for their room, and stay away while nobody says otherwise.
  package var spareCount: Int { pieces.spareCount }

  /// Verifies the records of `bundle`; a refusal where anything in them is wrong.
  ///
  /// Blocks on the disk.
  ///
  /// - Parameters:
  ///   - name: what people call it.
  ///   - isReturning: whether pieces may come back that went for their room.
  ///   - tell: hears what is wrong.
  package init(
    of bundle: Bundle, called name: String, returning isReturning: Bool = false,
    tell: (Phrase) -> Void = { _ in }
  ) throws(Failure) {
    let (verifier, verification) = try Verifier.verifyRecords(of: bundle)
    guard verification.isRestorable else {
      verification.faults.forEach(tell)
      throw .refused(
        Phrase(
          "restore.flawed",
          """
          Nothing was restored, because something in the records in \(name.printable) is wrong: see above. Take \
          another copy of them.
          """))
    }
    self.verification = verification
    pieces = try BundlePieces(of: verifier.told, in: bundle, returning: isReturning)
    tables = try BundleTables(of: verifier.told.replay, in: bundle, returning: isReturning)
    let isWhole = pieces.leftOutCount == 0
    let things = try tables.things(of: pieces.numbers, isWhole: isWhole)
    let requests = try tables.requests(of: pieces.numbers, isWhole: isWhole)
    var others = try tables.keptRecords()
    others.append(try tables.ownRecords())
    self.others = others + things.items + requests.items
    ticks = things.ticks.merging(requests.ticks) { thing, _ in thing }
  }

  /// Lends each of them to `body`, in an order in which each finds what it names; a piece is read when its turn has come.
  package func each(_ body: (Found) throws(Failure) -> Void) throws(Failure) {
    for item in others { try body(.item(item)) }
    for number in pieces.numbers { try body(try found(Int(number))) }
  }

  private func found(_ number: Int) throws(Failure) -> Found {
    do throws(Failure) {
      return .item(try tables.item(ofPiece: number, ticking: ticks[number]))
    } catch {
      guard error.kind == .refused else { throw error }
      return .flawed(name: "\(number)", error.phrase)
    }
  }
}
