import CSQLite
import Core
import Evidence
import Glibc
import System
import Testing
import VirtualDevices

@testable import Simulator

@Suite final class ForgetfulMediumTests {
  private let medium: ForgetfulMedium

  init() throws {
    var template = Array("\(Scratch.folder)/exhibit-medium-XXXXXX".utf8CString)
    let folder = String(cString: try #require(mkdtemp(&template)))
    medium = ForgetfulMedium(folder, RandomGenerator(seed: 5))
  }

  deinit { Folder.erase(medium.root) }

  private func write(_ text: String, to path: String) throws(SystemError) {
    let file = try medium.open(path, O_WRONLY | O_CREAT, mode: 0o600)
    var text = text
    _ = try text.withUTF8 { bytes in
      Result { () throws(SystemError) in
        try medium.write(UnsafeRawBufferPointer(bytes), to: file)
      }
    }.get()
  }

  private func text(of path: String) -> String? {
    (try? File.bytes(at: path, limit: 1000)).flatMap { $0 }.map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  @Test func aFileThatWasNotFlushedMayBeGone() throws {
    var left: Set<String?> = []
    for turn in 0..<40 {
      let path = "\(medium.root)/\(turn)"
      try write("here", to: path)
      medium.turnOff()
      medium.turnOn()
      left.insert(text(of: path))
    }
    #expect(left == [nil, "", "here"])
  }

  @Test func aFileThatWasFlushedWithItsNameStays() throws {
    let path = "\(medium.root)/file"
    try write("here", to: path)
    try medium.flush(try FileDescriptor(opening: path, O_RDONLY))
    try medium.flush(try FileDescriptor(opening: medium.root, O_RDONLY | O_DIRECTORY))
    #expect(medium.isDurable(path))
    medium.turnOff()
    medium.turnOn()
    #expect(text(of: path) == "here")
  }

  @Test func nothingIsDoneWithoutPower() throws {
    medium.turnOff()
    #expect(throws: SystemError.self) { try write("here", to: "\(medium.root)/file") }
    #expect(access("\(medium.root)/file", F_OK) != 0)
  }

  @Test(
    arguments: [
      (MediumFault.full, ENOSPC), (.broken, EIO), (.readOnly, EROFS), (.short, nil),
    ] as [(MediumFault, Int32?)])
  func aCallFailsAsItIsTold(fault: MediumFault, code: Int32?) throws {
    try write("", to: "\(medium.root)/file")
    medium.faults.add(fault, after: 1)
    var failure: SystemError?
    do throws(SystemError) { try write("here", to: "\(medium.root)/file") } catch {
      failure = error
    }
    #expect(failure?.code == code)
    #expect(text(of: "\(medium.root)/file") == (fault == .short ? "he" : ""))
  }

  @Test func aShortWriteAndTheRestForWhichThereIsNoRoomAreOneFault() throws {
    medium.faults.add(.short, after: 1)
    try write("here", to: "\(medium.root)/file")
    #expect(throws: SystemError.self) { try write("here", to: "\(medium.root)/file") }
    #expect(medium.happened.words == "1 short writes")
    try write("there", to: "\(medium.root)/file")
  }

  @Test func aFolderThatCannotBeListedIsCounted() throws {
    medium.faults.add(.unlisted, after: 0)
    #expect(throws: SystemError.self) { _ = try medium.names(in: medium.root) }
    #expect(medium.unlistedCount == 1)
    #expect(try medium.names(in: medium.root) == [])
    #expect(medium.unlistedCount == 1)
  }

  @Test(arguments: [true, false])
  func aFileThatWasToBeDurableIsNotedWhenItsNameGoes(isFlushed: Bool) throws {
    let path = "\(medium.root)/file"
    try write("here", to: path)
    if !isFlushed { medium.faults.add(.lost, after: 0) }
    do throws(SystemError) {
      try medium.flush(try FileDescriptor(opening: path, O_RDONLY))
      #expect(isFlushed)
    } catch { #expect(!isFlushed) }
    #expect(medium.deleted == [])
    try medium.unlink(path)
    #expect(medium.deleted == [path])
  }

  @Test func aFileThatWasToBeDurableIsNotedWhenAnotherGetsItsName() throws {
    let (path, other) = ("\(medium.root)/file", "\(medium.root)/other")
    for file in [path, other] { try write("here", to: file) }
    try medium.flush(try FileDescriptor(opening: path, O_RDONLY))
    try medium.rename(other, to: path)
    #expect(medium.deleted == [path])
  }

  @Test func aFileThatNobodyFlushedIsNobodysLoss() throws {
    let path = "\(medium.root)/file"
    try write("here", to: path)
    try medium.unlink(path)
    #expect(medium.deleted == [])
  }

  @Test func itIsLikeAnyOtherUntilItsFirstFault() throws {
    var same = medium.random
    var others = RandomGenerator(seed: 6)
    medium.vary(by: others)
    try write("here", to: "\(medium.root)/file")
    #expect(medium.random.below(1 << 30) == same.below(1 << 30))
    medium.faults.add(.broken, after: 0)
    #expect(throws: SystemError.self) { try write("here", to: "\(medium.root)/file") }
    #expect(medium.random.below(1 << 30) == others.below(1 << 30))
  }

  @Test func whatHasNoRoomIsNotWritten() throws {
    medium.card.space = Space(free: 3, total: 100)
    #expect(throws: SystemError.self) { try write("here", to: "\(medium.root)/file") }
    try write("her", to: "\(medium.root)/file")
    #expect(medium.card.space?.free == 0)
  }

  @Test func aDatabaseOnItKeepsWhatWasCommittedAndNothingElse() throws {
    let path = "\(medium.root)/test.sqlite"
    for turn in 1...10 {
      try execute(
        """
        PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
        CREATE TABLE IF NOT EXISTS t (n); INSERT INTO t VALUES (\(turn));
        """, path)
      try medium.flush(try FileDescriptor(opening: medium.root, O_RDONLY | O_DIRECTORY))
      medium.turnOff()
      medium.turnOn()
      #expect(try count(path) == turn)
    }
  }

  @Test func aDatabaseThatIsNotFlushedLosesCommits() throws {
    let path = "\(medium.root)/test.sqlite"
    try execute("PRAGMA journal_mode = WAL; CREATE TABLE t (n);", path)
    try medium.flush(try FileDescriptor(opening: medium.root, O_RDONLY | O_DIRECTORY))
    var isLost = false
    for _ in 0..<40 where !isLost {
      let before = try count(path)
      try execute("PRAGMA synchronous = OFF; INSERT INTO t VALUES (1);", path)
      medium.turnOff()
      medium.turnOn()
      isLost = try count(path) == before
    }
    #expect(isLost)
  }

  private func open(_ path: String) throws -> OpaquePointer {
    var handle: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    let code = sqlite3_open_v2(path, &handle, flags, medium.databaseVFS)
    try #require(code == SQLITE_OK)
    return try #require(handle)
  }

  private func execute(_ sql: String, _ path: String) throws {
    let handle = try open(path)
    defer { sqlite3_close_v2(handle) }
    try #require(sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK)
  }

  private func count(_ path: String) throws -> Int {
    let handle = try open(path)
    defer { sqlite3_close_v2(handle) }
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    sqlite3_prepare_v2(handle, "SELECT count(*) FROM t", -1, &statement, nil)
    try #require(sqlite3_step(statement) == SQLITE_ROW)
    return Int(sqlite3_column_int(statement, 0))
  }
}
