import CLinux
import CSQLite
import Core
import Glibc
import System

/// Free text of people or programs, as it lies beside the record that tells it by its digest: so it can stay behind, or
/// go for good, and the record is proved all the same.
struct ToldText: Hashable {
  /// The record's sequence.
  let record: Int
  /// Where it stands in the payload: its names, with a dot between.
  let member: String
  /// 16 random bytes in hexadecimal, of this text alone: else whoever guesses a text could tell that it was this one.
  let salt: String
  /// Canonical JSON.
  let text: String

  /// What the record has in its place.
  var digest: String { Chain.digest(of: text, salt) }

  /// What it says; nil where it is not spelled as it has to be.
  var value: JSON? { CanonicalScanner.value(text) }
}

extension ToldText {
  /// Adds a row of `texts`.
  static let append = "INSERT INTO texts (\(columns)) VALUES (?1, ?2, ?3, ?4)"

  /// Adds a row of `texts` in the database with this name, `main` or `temp`, where there is none of its place.
  static func offer(to schema: String) -> String {
    "INSERT OR IGNORE INTO \(schema).texts (\(columns)) VALUES (?1, ?2, ?3, ?4)"
  }

  /// The columns that `init(_:)` reads, in their order.
  static let columns = "record, member, salt, text"

  /// Reads the first columns of a row that begins with `columns`.
  init(_ row: borrowing Row) {
    record = row.integer(0) ?? 0
    member = row.text(1) ?? ""
    salt = row.text(2) ?? ""
    text = row.text(3) ?? ""
  }

  /// The salt of a new text.
  fileprivate static func salt() throws(DatabaseError) -> String {
    var bytes = [UInt8](repeating: 0, count: 16)
    do throws(SystemError) {
      try SystemError.check("getrandom") { getrandom(&bytes, bytes.count, 0) }
    } catch {
      throw DatabaseError(
        path: "getrandom", code: SQLITE_IOERR, systemCode: error.code, message: error.reason)
    }
    return Hexadecimal.text(bytes)
  }
}

extension Statement {
  /// Runs this one, which is `ToldText.append` or `offer(to:)`, for `text`.
  func run(_ text: ToldText) throws(DatabaseError) {
    try run(.integer(text.record), .text(text.member), .text(text.salt), .text(text.text))
  }
}

/// The texts that lie beside the records of a database.
struct ToldTexts: ~Copyable {
  /// Selects those of record `?1`.
  private static let selection = "SELECT \(ToldText.columns) FROM main.texts WHERE record = ?1"

  /// Nil where the database is of a version that had none.
  private let ofRecord: Statement?

  init(in database: borrowing Database) throws(DatabaseError) {
    let areThere = try ToldTexts.areThere(in: database)
    ofRecord = areThere ? try database.prepare(ToldTexts.selection) : nil
  }

  /// Whether `database` has a table of them.
  static func areThere(in database: borrowing Database) throws(DatabaseError) -> Bool {
    try database.integer("SELECT count(*) FROM main.sqlite_schema WHERE name = 'texts'") > 0
  }

  /// Those beside `record`.
  func texts(of record: WrittenRecord) throws(DatabaseError) -> [ToldText] {
    guard record.version > 1 else { return [] }
    var texts: [ToldText] = []
    try ofRecord?.run(.integer(record.sequence)) { texts.append(ToldText($0)) }
    return texts
  }
}

/// Texts that are about to be told.
extension Record {
  /// Its texts, as they are to lie beside it as number `sequence`, each with a salt of its own.
  func texts(as sequence: Int) throws(DatabaseError) -> [ToldText] {
    guard !kind.told.isEmpty, let said = CanonicalScanner.value(payload.text) else { return [] }
    var texts: [ToldText] = []
    for member in kind.told {
      guard let value = said.value(at: member.name[...]), !value.isNull else { continue }
      texts.append(
        ToldText(
          record: sequence, member: member.name, salt: try ToldText.salt(),
          text: CanonicalJSON(value).text))
    }
    return texts
  }

  /// Its payload with the digests of `texts` in their places.
  func payload(hiding texts: [ToldText]) -> CanonicalJSON {
    guard !texts.isEmpty, let said = CanonicalScanner.value(payload.text) else { return payload }
    return CanonicalJSON(
      texts.reduce(said) { said, text in
        said.replacing(text.member[...], with: text.hidden)
      })
  }
}

extension ToldText {
  /// The digest as a record has it.
  fileprivate var hidden: JSON { .object([("told", .string(digest))]) }
}

extension JSON {
  /// The digest of a text that stands here; nil where anything else does.
  var toldDigest: String? {
    guard case .object(let members) = self, members.count == 1, let digest = text("told"),
      digest.isDigits(64)
    else { return nil }
    return digest
  }
}

/// Texts that were told.
extension WrittenRecord {
  /// Whether it has the digest of `text` in its place.
  func tells(_ text: ToldText) -> Bool {
    let said = CanonicalScanner.object(payload.text)
    return text.record == sequence && said?.value(at: text.member[...])?.toldDigest == text.digest
  }

  /// What it says, as far as it is written as records of this `kind` are.
  ///
  /// - Parameter texts: those that lie beside it.
  /// - Returns: the payload, each text in its place and null for one that is `gone`; nil where it is written otherwise.
  func said(
    as kind: Record.Kind, with texts: [ToldText]
  ) -> (payload: JSON, gone: Set<String>)? {
    guard let written = CanonicalScanner.object(payload.text) else { return nil }
    guard version > 1 else { return version == 1 && kind.fits(written) ? (written, []) : nil }
    var (said, gone) = (written, Set<String>())
    for member in kind.told {
      guard let value = written.value(at: member.name[...]), !value.isNull else { continue }
      guard let digest = value.toldDigest else { return nil }
      let text = texts.first { $0.member == member.name && $0.digest == digest }?.value
      if text == nil { gone.insert(member.name) }
      said = said.replacing(member.name[...], with: text ?? .null)
    }
    return kind.fits(said, without: gone) && isKnown ? (said, gone) : nil
  }
}
