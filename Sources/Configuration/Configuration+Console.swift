import Core

extension Configuration {
  /// The ways to talk to the program; the socket is always there.
  package struct Console: Hashable, Sendable {
    /// A serial line's path; nil where there is none.
    package var tty: String?
    /// Bits per second on it.
    package var baud: Int
    /// The path of the Unix socket.
    package var socket: String
    /// What somebody at the serial line may do.
    package var access: Access

    /// The longest path that fits into a socket's address, in bytes: unix(7).
    static let socketPathLimit = 107
    static let bauds = [
      1200, 2400, 4800, 9600, 19_200, 38_400, 57_600, 115_200, 230_400, 460_800, 921_600, 1_000_000,
      1_500_000, 2_000_000, 3_000_000, 4_000_000,
    ]

    init(_ reader: inout Reader) {
      reader.section("console")
      tty = reader.value("console.tty", .text())
      baud = reader.value("console.baud", .oneOf(Console.bauds), default: 115_200)
      socket = reader.value(
        "console.socket", .text(1...Console.socketPathLimit), default: "/run/exhibit/console.sock")
      access = reader.value("console.access", .choice, default: .full)
    }
  }
}
