import Core
import Evidence
import Export
import System

/// Of a piece with a face that is not to be seen, and of one in which nobody has looked, no original is in an export that
/// was made with that wish.
enum LeavingRule {
  /// Checks the export that `report` tells of, after which nothing was done to the store in the folder `store`.
  static func check(_ report: ExportReport, of store: String) throws(Violation) {
    var shown: [String] = []
    do throws(Failure) {
      let inventory = try Inventory(ofStoreIn: store)
      try inventory.eachItem { item throws(Failure) in
        let departure = try inventory.departure(of: item, under: .hide)
        if item.absence != nil || departure == .asItIs { return }
        let path = "\(report.place)/proof/\(item.piece.file)"
        if (try? File.bytes(at: path, limit: 1 << 26)) ?? nil != nil { shown.append(path) }
      }
    } catch {
      throw Violation(Self.self, "the store can't be read: \(error.phrase.english)")
    }
    if !shown.isEmpty { throw Violation(Self.self, "a face shows, or may, in \(shown)") }
  }
}
