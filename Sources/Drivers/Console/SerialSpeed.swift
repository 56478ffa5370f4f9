import Core
import Glibc

/// A speed that the kernel's terminals know (termios(3)), in bits a second.
struct SerialSpeed: Hashable {
  /// Bits a second.
  let baud: Int
  /// The kernel's name for it, `B115200` and so on.
  let code: speed_t

  /// The speeds that people use, from slow to fast.
  static let all = [
    (1200, B1200), (2400, B2400), (4800, B4800), (9600, B9600), (19_200, B19200),
    (38_400, B38400), (57_600, B57600), (115_200, B115200), (230_400, B230400),
    (460_800, B460800), (500_000, B500000), (921_600, B921600), (1_000_000, B1000000),
    (1_500_000, B1500000), (2_000_000, B2000000), (3_000_000, B3000000),
  ].map { SerialSpeed(baud: $0, code: speed_t($1)) }

  /// What fits on the line in a tenth of a second: ten bits a byte, with its start and stop bit.
  var bytesPerTenth: Int { baud / 100 }

  private init(baud: Int, code: speed_t) {
    self.baud = baud
    self.code = code
  }

  /// The speed of `baud` bits a second, or a failure that names those there are.
  init(baud: Int) throws(Failure) {
    guard let speed = SerialSpeed.all.first(where: { $0.baud == baud }) else {
      let list = SerialSpeed.all.map { String($0.baud) }.joined(separator: ", ")
      throw Failure(.console, Phrase(.consoleBaudUnknown, String(baud), list))
    }
    self = speed
  }
}
