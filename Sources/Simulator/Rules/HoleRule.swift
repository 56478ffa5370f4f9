import Core
import Evidence
import Glibc
import System

/// A hole in the records costs no more than itself: a record names just those that are lost, and all that is told behind
/// them comes back, after which nothing is left to do.
struct HoleRule {
  private let medium: ForgetfulMedium
  /// Of which no record tells yet.
  private var untold: Hole?

  /// A rule for the store on `medium`.
  init(_ medium: ForgetfulMedium) {
    self.medium = medium
  }

  /// Whether something may still have to come back: a file in the store's folder says so.
  var isOpen: Bool { untold != nil || access("\(medium.store)/rebuilt", F_OK) == 0 }

  /// The database was made anew after `hole` came into it.
  mutating func note(_ hole: Hole) { untold = hole }

  mutating func check(_ step: Step, _ evidence: EvidenceRule) throws(Violation) {
    guard let hole = untold, case .device(.opened(.store)) = step.event else { return }
    untold = nil
    let told = try evidence.records().last { $0.kind == "store.rebuilt" }
    let (last, lost) = (hole.records[hole.records.count - 1], told?.lost ?? [])
    // A store that was set back before the damage lacks what its device knows, too.
    guard let told, lost.first == hole.numbers,
      lost.dropFirst().allSatisfy({ $0.lowerBound == last.sequence + 1 })
    else { throw Violation(Self.self, "records \(hole.numbers) are lost, and it says: \(lost)") }
    let head = "\(last.sequence):\(last.hash)"
    guard lost.count > 1 || told.text("head") == head else {
      throw Violation(Self.self, "the head was \(head), and is called \(told.text("head") ?? "-")")
    }
  }

  /// All has come back when nothing is left to do.
  func checkEnd() throws(Violation) {
    if isOpen { throw Violation(Self.self, "what is behind a hole has not come back in the end") }
  }
}

extension RecordLine {
  /// The numbers of the records that it says are lost; of those without an end the first.
  fileprivate var lost: [ClosedRange<Int>] {
    guard case .array(let ranges)? = payload.member("lost") else { return [] }
    return ranges.compactMap { range in
      guard case .integer(let first)? = range.member("first") else { return nil }
      guard case .integer(let last)? = range.member("last") else { return first...first }
      return first...last
    }
  }
}
