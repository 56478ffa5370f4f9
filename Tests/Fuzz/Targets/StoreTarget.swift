import CSQLite
import Core
import Glibc
import System

@testable import Evidence

/// A store on the disk with any rows and any files, opened for writing; its first byte says what is done before.
enum StoreTarget {
  private static let mostTurns = 300
  private static let device: String = Scratch.path + "/device"
  private static let now = Moment(bootID: "b", instant: .zero + .seconds(10), wall: .unset)

  @Sendable static func run(_ input: UnsafeRawBufferPointer) {
    var reader = InputReader(input)
    let choice = reader.byte()
    let rows = HostileRows(reader.text())
    let directory = Scratch.path + "/store"
    defer { Folder.erase(directory) }
    make(directory, rows)
    let before = names(in: directory)
    do throws(Failure) {
      if choice & 1 == 1 { _ = try Rebuild(directory) }
      try use(directory)
    } catch {
      claim(!error.phrase.english.isEmpty, "a failure without words")
    }
    let after = names(in: directory)
    let rejected = names(in: directory, "evidence/rejected")
    for name in before {
      claim(after.contains(name) || rejected.contains(name), "\(name) is gone")
    }
  }

  private static func make(_ directory: String, _ rows: HostileRows) {
    for folder in ["", "/evidence", "/evidence/000"] { mkdir(directory + folder, 0o700) }
    do throws(DatabaseError) {
      let database = try Database(
        opening: "\(directory)/exhibit.sqlite", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
      try database.execute("PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY")
      try HostileRows.prepare(database)
      try rows.write(to: database)
    } catch {
      fatalError("the rows could not be written: \(error.message)")
    }
    for (name, content) in rows.files { write(content, to: "\(directory)/evidence/000/\(name)") }
  }

  private static func write(_ content: String, to path: String) {
    do throws(SystemError) {
      try FileDescriptor(opening: path, O_WRONLY | O_CREAT).write(content)
    } catch {
      // A name that the file system does not take.
    }
  }

  private static func use(_ directory: String) throws(Failure) {
    let setup = StoreSetup(
      directory: directory, device: device, program: ProgramFacts(version: "1"),
      check: { $0.count > 3 ? PictureSize(width: 1, height: 1) : nil })
    var store = try Store(setup, at: now)
    for phrase in try store.recover(at: now) { _ = phrase.english }
    // A high number makes a survey long, and nothing new in it.
    for _ in 0..<mostTurns where store.isSurveyDue {
      if !store.survey.isComplete { try store.survey(entries: 100) }
      while store.hasFindings { _ = try store.settle(at: now) }
    }
    claim(!store.isSurveyDue, "the survey never ends")
    try add(to: &store)
  }

  private static func add(to store: inout Store) throws(Failure) {
    let series = Series(origin: now.instant, countdown: .zero, interval: .zero, count: 1)
    let frame = Frame(sequence: 1, byteCount: 4, stamped: now.instant)
    let shot = Shot(id: 1, series: series, index: 0, frame: frame)
    let facts = PhotoFacts(of: shot, taken: now, width: 1, height: 1, format: "MJPG")
    let last = try store.archive.newestNumber()
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 4, alignment: 1)
    defer { bytes.deallocate() }
    bytes.copyBytes(from: [0xFF, 0xD8, 0xFF, 0xD9])
    let written = try store.write(jpeg: UnsafeRawBufferPointer(bytes), of: facts, at: now)
    let piece = try store.insert(written, at: now)
    claim(piece.number > last, "a photo got the number of another")
  }

  private static func names(
    in directory: String, _ folder: String = "evidence/000"
  ) -> Set<String> {
    do throws(SystemError) { return Set(try Folder.names(in: "\(directory)/\(folder)")) } catch {
      return []  // It is not there.
    }
  }
}
