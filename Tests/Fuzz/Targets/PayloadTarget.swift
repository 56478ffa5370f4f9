import CSQLite
import Core

@testable import Evidence

/// What one record says: a byte that chooses the kind, then the text.
enum PayloadTarget {
  /// Tables that nothing was told of before, and SQLite's own opinion.
  private final class Bench {
    let told: ToldPieces
    let isValid: Statement
    /// Each record has its own number.
    var sequence = 0

    init() throws(DatabaseError) {
      told = try ToldPieces(by: try Replay())
      isValid = try told.replay.archive.database.prepare(
        "SELECT json_valid(?1) AND json_type(?1) = 'object'")
    }
  }

  nonisolated(unsafe) private static let bench: Bench = {
    do throws(DatabaseError) { return try Bench() } catch { fatalError("no database: \(error)") }
  }()

  @Sendable static func run(_ input: UnsafeRawBufferPointer) {
    var reader = InputReader(input)
    let kind = Record.Kind.all[Int(reader.byte()) % Record.Kind.all.count]
    let text = reader.text()
    do throws(DatabaseError) {
      let isObject = CanonicalScanner.object(text) != nil
      let isValid = try bench.isValid.first(.text(text)) { $0.integer(0) } == 1
      claim(!isObject || isValid, "SQLite can't read what counts as canonical")
      for version in Record.versions { try take(kind, text, isObject, version) }
    } catch {
      // SQLite complains of what is no JSON, as it should; never of what is.
      claim(CanonicalScanner.object(text) == nil, "SQLite: \(error.message)")
    }
  }

  private static func take(
    _ kind: Record.Kind, _ text: String, _ isObject: Bool, _ version: Int
  ) throws(DatabaseError) {
    try bench.told.replay.clear()
    for _ in 1...2 {
      bench.sequence += 1
      let record = WrittenRecord(
        sequence: bench.sequence, version: version, kind: kind.name,
        payload: CanonicalJSON(spelled: text),
        bootID: text, monotonic: 0, wallTime: nil, clock: text)
      _ = Chain.hash(of: record, after: Chain.beginning)
      guard let said = record.said(as: kind, with: []) else { return }
      claim(isObject, "a payload that is no canonical object was read")
      let next = ChainedRecord(record: record, hash: "", signature: nil, isWhole: true)
      try bench.told.take(next, kind, said.payload)
    }
    var count = 0
    try bench.told.each { _ in count += 1 }
    claim(count <= 1, "one piece became two")
  }
}
