import Core

@testable import Evidence

/// Rows as somebody might write them into a store's database, one in each line of an input, its values between tabs;
/// `-` is NULL.
///
///     r sequence version kind payload boot monotonic wall clock hash signature
///     s name value                            of the table of settings
///     e number id file sha256 bytes state     of the table of pieces
///
/// A hash `=` is the right one, and a signature `=` is one by the device's key.
struct HostileRows {
  /// No input has more.
  private static let most = 200

  /// Key of the device that signs where a signature is `=`; known to everybody.
  static let key: DeviceKey = {
    let seed = PEM.text("PRIVATE KEY", PEM.privatePrefix + [UInt8](repeating: 1, count: 32))
    guard let key = DeviceKey(pem: seed) else { fatalError("no key") }
    return key
  }()

  private let lines: [[Substring]]

  init(_ text: String) {
    lines = text.split(separator: "\n").prefix(HostileRows.most).map {
      $0.split(separator: "\t", omittingEmptySubsequences: false)
    }
  }

  /// Names and contents of files, of lines that begin with an `f`; none leads out of its folder.
  var files: [(name: String, content: String)] {
    lines.filter { $0[0] == "f" && $0.count > 2 }.map { words in
      (String(words[1].filter { $0 != "/" && $0 != "\0" }.prefix(100)), String(words[2]))
    }
    .filter { !["", ".", ".."].contains($0.name) }
  }

  /// Has `database` make tables that take anything.
  static func prepare(_ database: borrowing Database) throws(DatabaseError) {
    try Schema.migrate(database)
    for trigger in ["records_have_no_gap", "records_do_not_change", "records_stay"] {
      try database.execute("DROP TRIGGER \(trigger)")
    }
  }

  /// Writes all rows that SQLite takes.
  func write(to database: borrowing Database) throws(DatabaseError) {
    let record = try database.prepare(Ledger.appendRecord)
    let setting = try database.prepare("INSERT OR REPLACE INTO settings VALUES (?1, ?2)")
    let piece = try database.prepare(
      """
      INSERT INTO evidence (number, id, thing, kind, local_file, sha256, byte_count, clock, state,
        record)
      VALUES (?1, ?2, 1, 'photo', ?3, ?4, ?5, 'unset', ?6, 1)
      """)
    var previous = Chain.beginning
    for words in lines {
      let value = { (index: Int) in HostileRows.value(index < words.count ? words[index] : "-") }
      do throws(DatabaseError) {
        switch words[0] {
        case "r": try write(words, by: record, &previous)
        case "s": try setting.run(value(1), value(2))
        case "e": try piece.run(value(1), value(2), value(3), value(4), value(5), value(6))
        default: break
        }
      } catch {
        // A constraint of the table that it doesn't keep.
      }
    }
  }

  private func write(
    _ words: [Substring], by statement: borrowing Statement, _ previous: inout String
  ) throws(DatabaseError) {
    let words = words.map(String.init) + [String](repeating: "-", count: 11)
    let written = WrittenRecord(
      sequence: Int(words[1]) ?? 0, version: Int(words[2]) ?? 1, kind: words[3],
      payload: CanonicalJSON(spelled: words[4]), bootID: words[5],
      monotonic: Int(words[6]) ?? 0, wallTime: Int(words[7]), clock: words[8])
    let hash = words[9] == "=" ? Chain.hash(of: written, after: previous) : words[9]
    let isSigned = words[10] == "="
    let signature = isSigned ? HostileRows.key.signature(of: Chain.message(of: hash)) : words[10]
    try statement.run(written, hash, signature == "-" ? nil : signature)
    previous = hash
  }

  private static func value(_ word: Substring) -> SQLValue {
    if word == "-" { return .null }
    return Int(word).map { .integer($0) } ?? .text(String(word))
  }
}
