import Core
import Glibc
import System

@testable import Evidence

/// The pages of a database on which its records are, so that a test can damage one of them.
struct RecordPages {
  static let byteCount = 4096

  /// A page of records: its number, and that of the last record on it.
  struct Leaf {
    let page: Int
    let last: Int
  }

  private let path: String
  /// In the order of their records; the last has all behind the one before.
  let leaves: [Leaf]

  /// Those of the store in `directory`, which nobody has open; all of it lies in the one file afterwards.
  init(ofStoreIn directory: String) throws(Failure) {
    path = "\(directory)/exhibit.sqlite"
    let path = path
    let root = try Failure.inDatabase { () throws(DatabaseError) in
      let database = try Database(opening: path, Database.forWriting)
      try database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
      return try database.integer("SELECT rootpage FROM sqlite_schema WHERE name = 'records'")
    }
    for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
    leaves = RecordPages.leaves(of: RecordPages.bytes(of: root, in: path))
  }

  /// The leaves that a page of pages names (<https://sqlite.org/fileformat2.html#b_tree_pages>).
  private static func leaves(of page: [UInt8]) -> [Leaf] {
    guard page.first == 5 else { return [] }
    func number(_ place: Int, _ count: Int) -> Int {
      page[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
    }
    let cells = (0..<number(3, 2)).map { number(12 + 2 * $0, 2) }
    let leaves = cells.map { Leaf(page: number($0, 4), last: key(in: page, at: $0 + 4)) }
    return leaves + [Leaf(page: number(8, 4), last: .max)]
  }

  private static func key(in page: [UInt8], at place: Int) -> Int {
    var (key, place) = (0, place)
    while page[place] & 0x80 != 0 {
      key = key << 7 | Int(page[place] & 0x7F)
      place += 1
    }
    return key << 7 | Int(page[place])
  }

  private static func bytes(of page: Int, in path: String) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: byteCount)
    guard let file = try? FileDescriptor(opening: path, O_RDONLY) else { return [] }
    pread(file.number, &bytes, byteCount, off_t((page - 1) * byteCount))
    return bytes
  }

  /// The numbers of the records on the leaf that has record `sequence`; nil of the last, which may have any.
  func numbers(with sequence: Int) -> ClosedRange<Int>? {
    let index = leaves.firstIndex { sequence <= $0.last } ?? 0
    guard leaves[index].last < .max else { return nil }
    return (index == 0 ? 1 : leaves[index - 1].last + 1)...leaves[index].last
  }

  /// Zeroes the leaf that has record `sequence`; says which those on it were.
  @discardableResult
  func zero(with sequence: Int) -> ClosedRange<Int>? {
    let index = leaves.firstIndex { sequence <= $0.last } ?? 0
    zero(page: leaves[index].page)
    return numbers(with: sequence)
  }

  /// Zeroes a page.
  func zero(page: Int) {
    let zeros = [UInt8](repeating: 0, count: RecordPages.byteCount)
    guard let file = try? FileDescriptor(opening: path, O_WRONLY) else { return }
    pwrite(file.number, zeros, zeros.count, off_t((page - 1) * zeros.count))
  }
}
