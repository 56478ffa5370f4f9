import CSQLite
import Core

@testable import Evidence

/// What one record says: a byte that chooses the kind, then the text.
enum PayloadTarget {
  /// A database without tables, and its reader.
  private final class Bench {
    let database: Database
    let reader: PayloadReader
    let isValid: Statement

    init() throws(DatabaseError) {
      let database = try Database(
        opening: ":memory:", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
      reader = try PayloadReader(of: database)
      isValid = try database.prepare("SELECT json_valid(?1) AND json_type(?1) = 'object'")
      self.database = database
    }
  }

  nonisolated(unsafe) private static let bench: Bench = {
    do throws(DatabaseError) { return try Bench() } catch { fatalError("no database: \(error)") }
  }()

  @Sendable static func run(_ input: UnsafeRawBufferPointer) {
    var reader = InputReader(input)
    let kind = Record.Kind.allCases[Int(reader.byte()) % Record.Kind.allCases.count]
    let text = reader.text()
    do throws(DatabaseError) {
      let isObject = CanonicalScanner.isObject(text)
      let isValid = try bench.isValid.first(.text(text)) { $0.integer(0) } == 1
      claim(!isObject || isValid, "SQLite can't read what counts as canonical")
      try take(kind, text, isObject)
    } catch {
      // SQLite complains of what is no JSON, as it should; never of what is.
      claim(!CanonicalScanner.isObject(text), "SQLite: \(error.message)")
    }
  }

  private static func take(
    _ kind: Record.Kind, _ text: String, _ isObject: Bool
  ) throws(DatabaseError) {
    let record = WrittenRecord(
      sequence: 1, version: 1, kind: kind.rawValue, payload: CanonicalJSON(spelled: text),
      bootID: text, monotonic: 0, wallTime: nil, clock: text)
    _ = Chain.hash(of: record, after: Chain.beginning)
    guard let payload = try bench.reader.payload(of: record) else { return }
    claim(isObject, "a payload that is no canonical object was read")
    var told = ToldPieces()
    told.take(kind, payload, 1)
    told.take(kind, payload, 2)
    claim(told.pieces.count <= 1, "one piece became two")
  }
}
