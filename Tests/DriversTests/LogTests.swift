import Core
import Glibc
import StandIns
import System
import Testing

@testable import Drivers

@Suite struct LogTests {
  private static let time = Clock.LocalTime(
    seconds: 1_774_640_668, microseconds: 775_369, offset: -14_400)

  private func line(
    _ level: LogLevel, _ text: String, as format: LogLine.Format = .standardError(process: 3963)
  ) -> String {
    let line = LogLine(level, "Shutter", text)
    return String(decoding: line.bytes(as: format, at: Self.time), as: UTF8.self)
  }

  @Test func aLineHasTimeProcessSpeakerAndLevel() {
    let beginning = "2026-03-27 15:44:28.775369-0400 exhibit[3963] [Shutter] info: "
    let text = "photo 17 stored in 41 ms"
    #expect(line(.info, text) == beginning + text + "\n")
  }

  @Test(arguments: [
    (LogLevel.error, "<3>[Shutter] error: x\n"), (.warning, "<4>[Shutter] warning: x\n"),
    (.info, "<6>[Shutter] info: x\n"), (.debug, "<7>[Shutter] debug: x\n"),
  ])
  func theJournalGetsThePriorityAndNoTime(level: LogLevel, text: String) {
    #expect(line(level, "x", as: .journal) == text)
  }

  @Test func whatAPersonNamedCannotForgeALine() {
    let forged = line(.info, "a\n<3>b\u{1b}[2Jc\r", as: .journal)
    #expect(forged == "<6>[Shutter] info: a <3>b?[2Jc \n")
  }

  @Test func aLongLineIsCutBetweenCharacters() {
    let bytes = LogLine(.info, "Shutter", String(repeating: "é", count: 4000))
      .bytes(as: .journal, at: Self.time)
    #expect((LogLine.byteLimit - 1...LogLine.byteLimit).contains(bytes.count))
    #expect(String(validating: bytes, as: UTF8.self)?.hasSuffix("é…\n") == true)
  }

  @Test func aReaderWithoutRoomCostsLinesAndNoTime() throws {
    let pair = try SocketPair()
    let log = Log(to: pair.ours.number, journal: nil)
    for _ in 0..<2000 { log.error("Test", String(repeating: "x", count: 1000)) }
    let text = pair.theirs.received()
    #expect(text.utf8.count < 2_000_000)
    #expect(text.hasSuffix("x\n"), "what was written was written whole")
  }

  @Test func aReaderThatIsGoneIsNoFailure() throws {
    var ends: [Int32] = [-1, -1]
    try SystemError.check("pipe") { pipe(&ends) }
    let writer = FileDescriptor(owning: ends[1])
    close(ends[0])
    Log(to: writer.number, journal: nil).error("Test", "nobody hears this")
  }

  @Test func theJournalIsKnownByItsDeviceAndInode() throws {
    let pair = try SocketPair()
    var status = stat()
    fstat(pair.ours.number, &status)
    let journal = Log(to: pair.ours.number, journal: "\(status.st_dev):\(status.st_ino)")
    journal.error("Test", "x")
    #expect(pair.theirs.received() == "<3>[Test] error: x\n")
    let other = Log(to: pair.ours.number, journal: "\(status.st_dev):\(status.st_ino + 1)")
    other.error("Test", "x")
    #expect(pair.theirs.received().hasSuffix(" exhibit[\(getpid())] [Test] error: x\n"))
  }
}
