import Core
import Evidence

/// Pieces that are to be in an export, before anything of it is written.
struct ExportPlan {
  /// Numbers of its pieces.
  private(set) var pieces: Set<Int> = []
  /// Numbers of the things that they are of.
  private(set) var things: Set<Int> = []
  /// Room that is needed for what is not there yet.
  private(set) var byteCount: Int

  /// The pieces of `choice`, and those that are there already: an export grows, and stays one.
  ///
  /// What the store has removed since stays in it too: its lists are then the only ones in which that is.
  ///
  /// - Parameter leavingOut: hears of each piece that is not to be in it, in their order.
  init(
    _ choice: ExportChoice, of inventory: Inventory, beside target: any ExportTarget,
    leavingOut: (ListLine) throws(Failure) -> Void
  ) throws(Failure) {
    byteCount = Exporter.pageByteCount + inventory.head.sequence * Exporter.recordByteCount
    var plan = self
    try inventory.eachItem { item throws(Failure) in
      let there = target.earlierByteCount(of: "\(PieceSource.proof)/\(item.piece.file)")
      guard ExportPlan.has(item, choice, isThere: there != nil) else {
        return try leavingOut(item.absence ?? .piece(item.piece.number, .otherThing))
      }
      plan.add(item, isThere: there == item.piece.byteCount)
    }
    self = plan
  }

  private static func has(
    _ item: Inventory.Item, _ choice: ExportChoice, isThere: Bool
  ) -> Bool {
    guard item.absence == nil else { return item.isPurgedForRoom && isThere }
    return switch choice {
    case .all: true
    case .thing(let number): item.thing == number || isThere
    case .request(_, let numbers), .new(let numbers):
      numbers.contains(item.piece.number) || isThere
    }
  }

  private mutating func add(_ item: Inventory.Item, isThere: Bool) {
    pieces.insert(item.piece.number)
    things.insert(item.thing)
    if isThere { return }
    let both = 2 * min(item.piece.exportByteCount, .max / 4) + Exporter.fileByteCount
    let (more, isTooMuch) = byteCount.addingReportingOverflow(both)
    byteCount = isTooMuch ? .max : more
  }
}
