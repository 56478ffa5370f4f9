import Core
import Glibc
import Testing

@testable import Drivers

@Suite struct SerialPortTests {
  private func failure(at path: String) -> Failure? {
    do {
      _ = try SerialPort(at: path, SerialSpeed(baud: 9600))
      return nil
    } catch {
      return error
    }
  }

  @Test func anUnknownSpeedIsRefusedWithThoseThereAre() throws {
    #expect(throws: Failure.self) { try SerialSpeed(baud: 9601) }
    let sentence = Phrase.consoleBaudUnknown(9601, "9600, 19200").english
    #expect(
      sentence
        == "9601 baud is not a speed of a terminal. Set [console] baud to one of 9600, 19200.")
  }

  @Test func everySpeedHasItsOwnCode() {
    #expect(Set(SerialSpeed.all.map(\.code)).count == SerialSpeed.all.count)
    #expect(SerialSpeed.all.map(\.baud) == SerialSpeed.all.map(\.baud).sorted())
  }

  @Test func whatIsNotThereIsNamed() {
    let failure = failure(at: "/dev/ttyNothing")
    #expect(failure?.phrase == Phrase.consoleTTYMissing("/dev/ttyNothing"))
    #expect(failure?.cause == SystemError(call: "open", code: ENOENT))
  }

  @Test func whatIsNoTerminalIsNamed() {
    #expect(failure(at: "/dev/null")?.phrase == Phrase.consoleNotATTY("/dev/null"))
  }

  @Test func theLineIsRawAtItsSpeed() throws {
    let terminal = try PseudoTerminal()
    let port = try SerialPort(at: terminal.path, SerialSpeed(baud: 57_600))
    var settings = try terminal.settings()
    #expect(settings.c_lflag & tcflag_t(ICANON | ECHO | ISIG) == 0)
    #expect(settings.c_oflag & tcflag_t(OPOST) == 0)
    #expect(settings.c_iflag & tcflag_t(IXON | ICRNL) == 0)
    #expect(settings.c_cflag & tcflag_t(CSIZE) == tcflag_t(CS8))
    #expect(cfgetospeed(&settings) == speed_t(B57600))
    _ = port.descriptor
  }

  @Test func theLineIsAsBeforeAtTheEnd() throws {
    let terminal = try PseudoTerminal()
    // Somebody else holds the line open: the last to close would reset it anyway.
    let other = open(terminal.path, O_RDWR | O_NOCTTY)
    defer { close(other) }
    let before = try terminal.settings()
    let port = try SerialPort(at: terminal.path, SerialSpeed(baud: 57_600))
    #expect(try terminal.settings().c_lflag != before.c_lflag)
    _ = consume port
    #expect(try terminal.settings().c_lflag == before.c_lflag)
    #expect(try terminal.settings().c_cflag == before.c_cflag)
  }
}
