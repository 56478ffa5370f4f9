import Core
import Evidence

/// Pieces that are to be in an export, before anything of it is written.
struct ExportPlan {
  /// Numbers of its pieces.
  private(set) var pieces: Set<Int> = []
  /// Numbers of the things that they are of.
  private(set) var things: Set<Int> = []
  /// Numbers of those that are chosen and stay, by the reason.
  private(set) var held: [Departure.Reason: [Int]] = [:]
  /// Room that is needed for what is not there yet.
  private(set) var byteCount: Int

  /// The pieces of `choice`, and those that are there already: an export grows, and stays one.
  ///
  /// What the store has removed since stays in it too: its lists are then the only ones in which that is.
  ///
  /// - Parameter leavingOut: hears of each piece that is not to be in it as it was stored, in their order.
  init(
    _ choice: ExportChoice, of inventory: Inventory, by leaving: Leaving,
    beside target: any ExportTarget, leavingOut: (ListLine) throws(Failure) -> Void
  ) throws(Failure) {
    byteCount = Exporter.pageByteCount + inventory.head.sequence * Exporter.recordByteCount
    var plan = self
    try inventory.eachItem { item throws(Failure) in
      let number = item.piece.number
      guard ExportPlan.isMeant(item, choice, beside: target) else {
        return try leavingOut(item.absence ?? .piece(number, .otherThing))
      }
      switch try leaving.form(of: item) {
      case .leaves(let item):
        let there = target.earlierByteCount(of: item.original)
        if item.piece.isPurged, there == nil {
          return try leavingOut(item.absence ?? .piece(number, .held))
        }
        plan.add(item, isThere: there == item.piece.byteCount)
        if let copy = item.blank { try leavingOut(.piece(number, .redacted, by: copy.record)) }
      case .stays(let reason):
        plan.held[reason, default: []].append(number)
        try leavingOut(item.absence ?? .piece(number, .held))
      case .wantsRecord: try leavingOut(item.absence ?? .piece(number, .held))
      }
    }
    self = plan
  }

  /// Whether `item` is one of those that are chosen, or is there already.
  static func isMeant(
    _ item: Inventory.Item, _ choice: ExportChoice, beside target: any ExportTarget
  ) -> Bool {
    let files = [item.original, "\(PieceSource.proof)/\(RedactedCopy.file(of: item.piece.number))"]
    return has(item, choice, isThere: files.contains { target.earlierByteCount(of: $0) != nil })
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

extension Inventory.Item {
  /// Where an export has it as it was stored, or the copy in which faces are blank.
  var original: String { "\(PieceSource.proof)/\(piece.file)" }
}
