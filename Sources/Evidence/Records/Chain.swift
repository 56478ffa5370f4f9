import Core

/// How records hang together: the hash of each covers that of the one before it, and so all that came before.
///
/// The domain words keep what is signed for one purpose from being taken for another.
enum Chain {
  /// What stands for the hash before the first record.
  static let beginning = String(repeating: "0", count: 64)

  /// The SHA-256 of `record`, which follows the one with the hash `previous`; in hexadecimal.
  static func hash(of record: WrittenRecord, after previous: String) -> String {
    Digest.of("exhibit.record.\(record.version)\n\(previous)\n\(record.envelope.text)")
  }

  /// What a record has in place of a text.
  static func digest(of text: String, _ salt: String) -> String {
    Digest.of("exhibit.text.2\n\(salt)\n\(text)")
  }

  /// What a device signs to vouch for the record with this `hash`, and for all before it.
  static func message(of hash: String) -> String { "exhibit.head.1\n\(hash)" }

  /// What a device signs to vouch for the facts that travel with a file.
  static func message(of facts: CanonicalJSON) -> String { "exhibit.facts.1\n\(facts.text)" }

  /// What a key signs to vouch for `key`, which takes its place in the store `id` by the record after that with the hash
  /// `previous`.
  static func message(of key: PublicKey, in id: String, after previous: String) -> String {
    "exhibit.key.1\n\(id)\n\(previous)\n\(key.hexadecimal)"
  }
}

/// A record as it stands in the table, its hash and signature aside.
struct WrittenRecord {
  let sequence: Int
  let version: Int
  /// The name of a `Record.Kind`, or a word of a later program.
  let kind: String
  let payload: CanonicalJSON
  let bootID: String
  /// Nanoseconds on the clock of that boot, when it was appended.
  let monotonic: Int
  /// Microseconds since 1970 began, where the clock was known.
  let wallTime: Int?
  /// On whose word.
  let clock: String

  /// Whether this program knows what it says.
  var isKnown: Bool { Record.Kind.isName(kind) && Record.versions.contains(version) }

  /// All of it, as it is hashed.
  var envelope: CanonicalJSON { CanonicalJSON(.object(members)) }

  /// What stands in the envelope.
  var members: [(String, JSON)] {
    [
      ("boot_id", .string(bootID)), ("clock", .string(clock)), ("kind", .string(kind)),
      ("monotonic", .integer(monotonic)), ("payload", .spelled(payload)),
      ("sequence", .integer(sequence)), ("version", .integer(version)),
      ("wall_time", .optional(wallTime)),
    ]
  }
}

extension WrittenRecord {
  /// `record`, whose texts lie beside it, appended as number `sequence` at the moment `now`.
  init(_ record: Record, hiding texts: [ToldText], as sequence: Int, at now: Moment) {
    self.sequence = sequence
    version = Record.version
    kind = record.kind.name
    payload = record.payload(hiding: texts)
    bootID = now.bootID
    monotonic = Int(now.instant.nanoseconds)
    wallTime = now.wall.microseconds.map { Int($0) }
    clock = now.wall.source.rawValue
  }

  /// The columns that `init(_:)` reads, in their order.
  static let columns = "sequence, version, kind, payload, boot_id, monotonic, wall_time, clock"

  /// Reads the first columns of a row that begins with `columns`; all but one are NOT NULL there.
  init(_ row: borrowing Row) {
    sequence = row.integer(0) ?? 0
    version = row.integer(1) ?? 0
    kind = row.text(2) ?? ""
    payload = CanonicalJSON(spelled: row.text(3) ?? "")
    bootID = row.text(4) ?? ""
    monotonic = row.integer(5) ?? 0
    wallTime = row.integer(6)
    clock = row.text(7) ?? ""
  }
}

/// The latest record of a store: who knows it can tell later whether records after it, or it, are gone.
package struct Head: Hashable, Sendable {
  /// Its number; 0 before the first record.
  package let sequence: Int
  /// Its hash.
  package let hash: String

  /// The head of a store without records.
  static let none = Head(sequence: 0, hash: Chain.beginning)

  /// As people write it down: `17:9f86d08…`.
  package var text: String { "\(sequence):\(hash)" }
}

extension Head {
  /// The head that `text` says, as `text` writes it; nil where it says none.
  package init?(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1)
    guard parts.count == 2, let sequence = Int(parts[0]), sequence > 0,
      parts[1].utf8.count == 64, Hexadecimal.bytes(parts[1].lowercased()) != nil
    else { return nil }
    self.init(sequence: sequence, hash: parts[1].lowercased())
  }
}
