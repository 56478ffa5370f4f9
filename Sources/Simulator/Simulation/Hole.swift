import CSQLite
import Core
import Evidence
import Glibc
import System
import VirtualDevices

/// A page of records that damage takes from the database while nobody has it open.
struct Hole {
  /// The records as they were before, from the first that is gone on.
  let records: [RecordLine]
  /// The numbers of those that are gone; others follow.
  let numbers: ClosedRange<Int>
  /// The record before them, as a head is written.
  let headBefore: String

  /// Kinds of which nothing else tells the same: that files are gone on purpose, and whose key is whose.
  private static let onlyWords: Set<String> = ["store.created", "piece.purged", "text.redacted"]
  /// Another key's word for the next can't be given anew, so a hole before it costs that.
  private static let keyChange = "device.changed"
  private static let pageSize = 4096

  /// A page of a table and how many rows it has.
  private typealias Leaf = (page: Int, count: Int)

  /// Makes one in the store on `medium`, of which `records` are all; nil where there is no page that could be gone.
  ///
  /// All of the store is durable afterwards.
  init?(
    in records: [RecordLine], on medium: ForgetfulMedium, _ random: inout RandomGenerator
  ) {
    let path = "\(medium.store)/exhibit.sqlite"
    let candidates = Hole.candidates(in: records, Hole.leaves(of: path))
    guard !candidates.isEmpty else { return nil }
    let (page, numbers) = random.choice(of: candidates)
    self.numbers = numbers
    self.records = Array(records[(numbers.lowerBound - 1)...])
    let before = records[numbers.lowerBound - 2]
    headBefore = "\(before.sequence):\(before.hash)"
    // Only now: where there is no hole nobody has written to the files.
    Hole.execute("PRAGMA wal_checkpoint(TRUNCATE)", on: path)
    Hole.zero(page: page, of: path)
    medium.replaceStore(by: medium.copyOfStore())
  }

  private static func zero(page: Int, of path: String) {
    let zeros = [UInt8](repeating: 0, count: pageSize)
    guard let file = try? FileDescriptor(opening: path, O_WRONLY),
      pwrite(file.number, zeros, zeros.count, off_t((page - 1) * zeros.count)) == zeros.count
    else { preconditionFailure("\(path) can't be written") }
  }

  /// What can be gone: neither the first page, nor the last, of whose records the device alone knows.
  private static func candidates(
    in records: [RecordLine], _ leaves: [Leaf]
  ) -> [(page: Int, numbers: ClosedRange<Int>)] {
    let limit = records.last { $0.kind == keyChange }?.sequence ?? 0
    var (candidates, last) = ([(page: Int, numbers: ClosedRange<Int>)](), 0)
    for leaf in leaves.dropLast() where leaf.count > 0 {
      let numbers = last + 1...last + leaf.count
      last = numbers.upperBound
      let lost = records[(numbers.lowerBound - 1)..<numbers.upperBound]
      let isTold = !lost.contains { onlyWords.contains($0.kind) }
      if isTold, numbers.lowerBound > max(1, limit) { candidates.append((leaf.page, numbers)) }
    }
    return candidates
  }

  /// The pages of records in the database at `path`, in their order.
  private static func leaves(of path: String) -> [Leaf] {
    var handle: OpaquePointer?
    defer { sqlite3_close_v2(handle) }
    guard sqlite3_open_v2(path, &handle, SQLITE_OPEN_READONLY, nil) == SQLITE_OK else { return [] }
    let sql = """
      SELECT pageno, ncell FROM dbstat WHERE name = 'records' AND pagetype = 'leaf' ORDER BY path
      """
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    sqlite3_prepare_v2(handle, sql, -1, &statement, nil)
    var leaves: [Leaf] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      leaves.append(
        (Int(sqlite3_column_int64(statement, 0)), Int(sqlite3_column_int64(statement, 1))))
    }
    return leaves
  }

  private static func execute(_ sql: String, on path: String) {
    var handle: OpaquePointer?
    defer { sqlite3_close_v2(handle) }
    guard sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK else { return }
    sqlite3_exec(handle, sql, nil, nil, nil)
  }
}
