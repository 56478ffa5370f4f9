import CSQLite
import Core

@testable import Evidence

/// The rows of a store's database, verified and listed.
enum RecordTarget {
  private final class Bench {
    let archive: Archive

    init() throws(DatabaseError) {
      let database = try Database(
        opening: Archive.database(in: Scratch.path), Database.forWriting)
      try database.execute("PRAGMA synchronous = OFF")
      try HostileRows.prepare(database)
      archive = Archive(reading: database)
    }
  }

  nonisolated(unsafe) private static let bench: Bench = {
    do throws(DatabaseError) { return try Bench() } catch { fatalError("no database: \(error)") }
  }()

  @Sendable static func run(_ input: UnsafeRawBufferPointer) {
    var reader = InputReader(input)
    let text = reader.text()
    do throws(DatabaseError) {
      for table in ["records", "settings", "evidence", "things"] {
        try bench.archive.database.execute("DELETE FROM \(table)")
      }
      try bench.archive.database.execute("BEGIN")
      try HostileRows(text).write(to: bench.archive.database)
      try bench.archive.database.execute("COMMIT")
    } catch {
      fatalError("the rows could not be written: \(error.message)")
    }
    verify(trusting: text)
    ask()
  }

  private static func verify(trusting text: String) {
    var trust = Trust()
    trust.head = Head(text.split(separator: "\t").last.map(String.init) ?? "")
    trust.ownKey = HostileRows.key.publicKey
    do throws(Failure) {
      let verification = try Verification(ofStoreIn: Scratch.path, trust)
      for sentence in verification.sentences { _ = sentence.english }
      _ = verification.json.text
    } catch {
      _ = error.phrase.english
    }
  }

  /// As the commands ask that list a store; each may refuse, and none may end the program.
  private static func ask() {
    attempt { archive throws(Failure) in
      for piece in try archive.pieces() {
        _ = try archive.report(on: piece.number)?.reply(asJSON: true).json
      }
    }
    attempt { archive throws(Failure) in _ = try archive.latestList(50) }
    attempt { archive throws(Failure) in _ = try archive.totals() }
    attempt { archive throws(Failure) in _ = try archive.unusual() }
    attempt { archive throws(Failure) in _ = try archive.currentThing() }
    attempt { archive throws(Failure) in _ = try archive.lastNumber() }
    attempt { archive throws(Failure) in _ = try archive.rejectedFiles() }
    attempt { archive throws(Failure) in
      try archive.recordLines { line in claim(!line.contains("\n"), "a record of two lines") }
    }
  }

  private static func attempt(_ body: (borrowing Archive) throws(Failure) -> Void) {
    do throws(Failure) { try body(bench.archive) } catch { _ = error.phrase.english }
  }
}
