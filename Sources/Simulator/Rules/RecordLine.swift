import Core
import Evidence

/// A record as other programs read it: by its line, and with a reading of their own.
struct RecordLine {
  let sequence: Int
  let kind: String
  let hash: String
  let payload: JSON

  /// The record in `line`; nil where that is none.
  init?(_ line: String) {
    guard let record = JSONParser.value(of: line.utf8),
      case .integer(let sequence)? = record.member("sequence"),
      let kind = record.member("kind")?.words, let hash = record.member("hash")?.words,
      let payload = record.member("payload")
    else { return nil }
    (self.sequence, self.kind, self.hash, self.payload) = (sequence, kind, hash, payload)
  }

  /// The text of the payload's member `name`; nil where it has none.
  func text(_ name: String) -> String? { payload.member(name)?.words }

  /// The number of the payload's member `name`; nil where it has none.
  func number(_ name: String) -> Int? {
    if case .integer(let number)? = payload.member(name) { number } else { nil }
  }

  /// The pieces that it names, and the one that it makes.
  var pieces: [Int] {
    guard case .array(let numbers)? = payload.member("pieces") else {
      return number("number").map { [$0] } ?? []
    }
    return numbers.compactMap { if case .integer(let number) = $0 { number } else { nil } }
  }
}

extension EvidenceRule {
  /// All records of the store.
  func records() throws(Violation) -> [RecordLine] {
    try read { archive throws(Failure) in
      var records: [RecordLine] = []
      try archive.recordLines { line in
        if let record = RecordLine(line) { records.append(record) }
      }
      return records
    }
  }
}

extension JSON {
  /// The text that it is; nil where it is something else.
  var words: String? { if case .string(let text) = self { text } else { nil } }
}
