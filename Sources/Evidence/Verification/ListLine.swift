import Core

/// A line of `list.jsonl`, which has all files of an export, and what it lacks on purpose.
package enum ListLine: Hashable, Sendable {
  /// Why something is not in an export.
  package enum Reason: String, Sendable {
    case deleted, purged
    /// A text was taken out for good; of a piece only a copy leaves, in which faces are blank.
    case redacted
    /// A piece stays, because of faces that are in it or may be.
    case held
    /// It is of another thing than those that were asked for.
    case otherThing = "other-thing"
  }

  /// The file `path` of the export.
  case file(path: String, byteCount: Int, sha256: String)
  /// The files of the piece with this number are not there, by the record `by` where one says so.
  case piece(Int, Reason, by: Int? = nil)
  /// The text of a record's member is not told.
  case text(record: Int, member: String, Reason, by: Int? = nil)
}

extension ListLine {
  /// The line, without its end.
  package var line: String { CanonicalJSON(.object(members)).text }

  private var members: [(String, JSON)] {
    switch self {
    case .file(let path, let byteCount, let sha256):
      [("bytes", .integer(byteCount)), ("path", .string(path)), ("sha256", .string(sha256))]
    case .piece(let number, let reason, let by):
      ListLine.by(by) + [("piece", .integer(number)), ("why", .string(reason.rawValue))]
    case .text(let record, let member, let reason, let by):
      ListLine.by(by) + [
        ("member", .string(member)), ("record", .integer(record)),
        ("why", .string(reason.rawValue)),
      ]
    }
  }

  private static func by(_ record: Int?) -> [(String, JSON)] {
    record.map { [("by", .integer($0))] } ?? []
  }

  /// The line that `text` says; nil where it has not just the members of one, each of its type.
  package init?(_ text: String) {
    guard let line = CanonicalScanner.object(text), case .object(var members) = line else {
      return nil
    }
    var by: Int?
    if members.first?.0 == "by" {
      guard let record = members.removeFirst().1.asInteger else { return nil }
      by = record
    }
    let why = line.text("why").flatMap { Reason(rawValue: $0) }
    switch (members.map(\.0), why) {
    case (["bytes", "path", "sha256"], nil) where by == nil:
      guard let byteCount = line.integer("bytes"), let path = line.text("path"),
        let sha256 = line.text("sha256"), byteCount >= 0, path.isInside, sha256.isDigits(64)
      else { return nil }
      self = .file(path: path, byteCount: byteCount, sha256: sha256)
    case (["piece", "why"], let why?):
      guard let number = line.integer("piece") else { return nil }
      self = .piece(number, why, by: by)
    case (["member", "record", "why"], let why?):
      guard let record = line.integer("record"), let member = line.text("member") else {
        return nil
      }
      self = .text(record: record, member: member, why, by: by)
    default: return nil
    }
  }
}
