import Core
import Evidence
import System

/// A store that was set back is told by a record of its opening, and no other is: it lacks a record that the device's
/// folder names.
///
/// A program that ends in good order leaves its latest record there. The rule reads the file and the records by itself.
struct HistoryRule {
  private static let resumed = "history.resumed", stopped = "program.stopped"
  /// What an opening ends with.
  private static let openings: Set<String> = ["program.started", "store.reopened"]
  private static let longestFile = 4096

  /// A record, as far as it is needed here.
  private struct Line {
    let head: String
    let kind: String
  }

  private let medium: ForgetfulMedium

  /// A rule for the device and the store on `medium`.
  init(_ medium: ForgetfulMedium) {
    self.medium = medium
  }

  func check(_ step: Step, _ evidence: EvidenceRule) throws(Violation) {
    guard case .device(.opened(.store)) = step.event else { return }
    let lines = try lines(evidence)
    guard let end = lines.lastIndex(where: { HistoryRule.openings.contains($0.kind) }) else {
      throw Violation(Self.self, "no record tells of the opening")
    }
    let remembered = try remembered(evidence)
    let isSetBack = remembered.map { head in !lines.contains { $0.head == head } } ?? false
    let isTold = end > 0 && lines[end - 1].kind == HistoryRule.resumed
    guard isTold != isSetBack else { return }
    let words = isTold ? "is said to have been set back, and was not" : "was set back unsaid"
    throw Violation(Self.self, "the store \(words): the device knows \(remembered ?? "nothing")")
  }

  /// The program has ended in good order; before it was started `head` was the latest record, and the medium had failed
  /// so often.
  func checkEnd(_ evidence: EvidenceRule, since head: Head?, _ failures: Int) throws(Violation) {
    // One that never had the store records nothing.
    guard medium.happened.total == failures, evidence.head != head else { return }
    let lines = try lines(evidence)
    guard lines.last?.kind == HistoryRule.stopped else { return }
    let remembered = try remembered(evidence)
    guard let head = lines.last?.head, head != remembered else { return }
    throw Violation(
      Self.self, "the program ended with record \(head), and its device knows \(remembered ?? "-")")
  }

  /// The head in the device's file for the store; nil where there is none.
  private func remembered(_ evidence: EvidenceRule) throws(Violation) -> String? {
    let id = try evidence.read { archive throws(Failure) in try archive.storeID() }
    let path = "\(medium.device)/\(id).head"
    guard let bytes = (try? File.bytes(at: path, limit: HistoryRule.longestFile)) ?? nil else {
      return nil
    }
    return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }

  private func lines(_ evidence: EvidenceRule) throws(Violation) -> [Line] {
    var lines: [Line] = []
    try evidence.read { archive throws(Failure) in
      try archive.recordLines { line in
        let hash = HistoryRule.text(of: "hash", in: line)
        let kind = HistoryRule.text(of: "kind", in: line)
        lines.append(Line(head: "\(lines.count + 1):\(hash)", kind: kind))
      }
    }
    return lines
  }

  /// The text of the first member `name` of `line`: what comes before the payload has no other of that name.
  private static func text(of name: String, in line: String) -> String {
    guard let start = line.firstRange(of: "\"\(name)\":\"") else { return "" }
    return String(line[start.upperBound...].prefix { $0 != "\"" })
  }
}
