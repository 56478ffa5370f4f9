import Core
import Glibc
import System
import Testing
import VirtualDevices

@testable import Evidence
@testable import Simulator

/// The making anew of a database with a hole on a medium that forgets, whatever call it loses its power in.
@Suite struct RebuildMediumTests {
  private static let page = 4096

  /// A store with photos of two things, of which a page of records is gone; all of that is durable.
  private func fill(_ trial: MediumTrial) throws {
    let (medium, now) = (trial.medium, MediumTrial.moment("first"))
    do {
      var store = try Store(trial.setup, at: now)
      for number in 1...16 {
        if number == 12 {
          _ = try store.make(.addThing(label: "Watch", .watches), for: .button, at: now)
        }
        try insert("photo \(number)", into: &store)
      }
      _ = try store.make(.titlePiece(13, "Back"), for: .button, at: now)
      _ = try store.make(.lockPieces([3], isLocked: true), for: .button, at: now)
      try store.note([.programStopped(isShutdown: false)], at: now)
      try store.checkpoint()
    }
    try damage("\(medium.store)/exhibit.sqlite")
    medium.replaceStore(by: medium.copyOfStore())
  }

  private func insert(_ text: String, into store: inout Store) throws {
    let taken = MediumTrial.moment("first")
    let series = Series(origin: taken.instant, countdown: .zero, interval: .zero, count: 1)
    let frame = Frame(sequence: 1, byteCount: 4, stamped: taken.instant)
    let shot = Shot(id: 1, series: series, index: 0, frame: frame)
    let facts = PhotoFacts(of: shot, taken: taken, width: 8, height: 8, format: "MJPG")
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: text.utf8.count, alignment: 1)
    defer { bytes.deallocate() }
    bytes.copyBytes(from: text.utf8)
    let photo = try store.write(jpeg: UnsafeRawBufferPointer(bytes), of: facts, at: taken)
    _ = try store.insert(photo, at: taken)
  }

  /// Zeroes the page with the record of photo 6; the log goes, which has it too.
  private func damage(_ path: String) throws {
    var bytes = try #require(try File.bytes(at: path, limit: 1 << 24))
    let pages = stride(from: 0, to: bytes.count, by: Self.page).filter { start in
      let rows = Self.rows(of: Array(bytes[start..<start + Self.page]))
      return rows.contains { $0.contains("photo.stored") && $0.contains("000006.jpg") }
    }
    let start = try #require(pages.first)
    bytes.replaceSubrange(start..<start + Self.page, with: repeatElement(0, count: Self.page))
    let file = try FileDescriptor(opening: path, O_WRONLY)
    try SystemMedium().writeAll(bytes, to: file)
    for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
  }

  /// The beginnings of the rows on a page of a table; what others have left on it is none.
  private static func rows(of page: [UInt8]) -> [String] {
    guard page.first == 13 else { return [] }
    func number(_ place: Int) -> Int { Int(page[place]) << 8 | Int(page[place + 1]) }
    return (0..<number(3)).map { index in
      let start = number(8 + 2 * index)
      return String(decoding: page[start..<min(start + 400, page.count)], as: UTF8.self)
    }
  }

  /// Rebuilds and starts with the power going off after so many calls, then again until all is done.
  ///
  /// - Returns: whether it went off.
  private func run(cutAfter calls: Int, seed: Int) throws -> Bool {
    let trial = try MediumTrial(seed: seed)
    let medium = trial.medium
    try fill(trial)
    medium.fail(.powerCut, after: calls)
    var boot = 2
    if (try? rebuildAndStart(trial, boot)) == nil {
      // A person who finds no database, or the old one, does it again; nothing is told of the medium itself.
      medium.mend()
      medium.turnOff()
      medium.turnOn()
      boot += 1
      let isRebuilt = try DatabaseState(of: medium.store) == .whole
      if !isRebuilt { _ = try Rebuild(medium.store, on: medium) }
      try start(trial, boot)
    }
    let wasCut = medium.happened.total > 0
    medium.mend()
    try check(medium, "\(calls) calls, \(seed)")
    return wasCut
  }

  private func rebuildAndStart(_ trial: MediumTrial, _ boot: Int) throws {
    _ = try Rebuild(trial.medium.store, on: trial.medium)
    try start(trial, boot)
  }

  private func start(_ trial: MediumTrial, _ boot: Int) throws {
    let now = MediumTrial.moment("\(boot)")
    var store = try Store(trial.setup, at: now)
    #expect(store.resumption == nil)
    _ = try store.recover(at: now)
    while store.isSurveyDue {
      try store.survey(entries: 3)
      if store.hasFindings { _ = try store.settle(at: now) }
    }
  }

  private func check(_ medium: ForgetfulMedium, _ words: String) throws {
    let archive = try Archive(directory: medium.store)
    let comment = Comment(rawValue: words)
    #expect(try archive.pieceCount() == 16, comment)
    #expect(try archive.things().map(\.label) == ["Unsorted", "Watch"], comment)
    #expect(try archive.piece(13)?.title == "Back", comment)
    #expect(try archive.piece(13)?.thing == "Watch", comment)
    #expect(try archive.piece(3)?.isLocked == true, comment)
    for kind in ["store.rebuilt", "records.kept", "thing.restored", "piece.titled"] {
      let count = try archive.database.integer(
        "SELECT count(*) FROM records WHERE kind = '\(kind)'")
      #expect(count == 1, "\(kind), \(words)")
    }
    let verification = try Verification(ofStoreIn: medium.store, Trust())
    #expect(verification.isGood && verification.resumptions.isEmpty, comment)
  }

  /// Has the medium fail once after so many calls of a rebuild; another finds all that there is.
  ///
  /// - Returns: whether it failed.
  private func fail(_ fault: MediumFault, after calls: Int) throws -> Bool {
    let trial = try MediumTrial(seed: calls)
    let medium = trial.medium
    try fill(trial)
    medium.fail(fault, after: calls)
    let isRebuilt = (try? Rebuild(medium.store, on: medium)) != nil
    let hasFailed = medium.happened.total > 0
    medium.mend()
    if !isRebuilt { _ = try Rebuild(medium.store, on: medium) }
    try start(trial, 2)
    try check(medium, "\(fault), \(calls) calls")
    return hasFailed
  }

  @Test(arguments: [MediumFault.broken, .lost, .unnamed])
  func whatFailsOnceTakesNothing(fault: MediumFault) throws {
    var calls = 0
    // In every fifth.
    while try fail(fault, after: calls) { calls += 5 }
    #expect(calls > 2)
  }

  @Test func thePowerMayGoOffInEachCall() throws {
    var calls = 0
    // In every fifth, of which there are a hundred.
    while try run(cutAfter: calls, seed: calls) { calls += 5 }
    #expect(calls > 300)
  }
}

/// What is to be done about a database.
private enum DatabaseState {
  case whole, damaged

  /// That of the one in `directory`, as a person would find out by a start and by `verify`.
  init(of directory: String) throws {
    do throws(Failure) {
      let archive = try Archive(directory: directory)
      let check = try Failure.inDatabase { () throws(DatabaseError) in
        try archive.database.prepare("PRAGMA quick_check").first { $0.text(0) ?? "" }
      }
      self = check == "ok" ? .whole : .damaged
    } catch {
      // A change that was cut off is taken back by a start.
      self = error.phrase.key == "store.cut-off" ? .whole : .damaged
    }
  }
}
