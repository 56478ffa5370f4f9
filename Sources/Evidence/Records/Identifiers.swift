import CLinux
import Core
import System

/// Makes identifiers that are unique everywhere and sort by age within the store, without a calendar.
///
/// 26 characters, each of five bits, so that comparing the text compares the parts:
///
///     00007 0001c4fq2k 9x2hm0e4twz
///     boot  µs in it   random
///
/// The boot is counted in the store (33 million of them), because a board without a clock can't tell
/// otherwise which of two boots was first; the microseconds since it began last for 35 years.
struct Identifiers {
  /// Which of the store's boots this is, counted from 1.
  let boot: Int
  /// The microseconds in the newest identifier: the next has more.
  private var newest: UInt64 = 0

  /// A source for the boot with the given ordinal number.
  init(boot: Int) {
    self.boot = boot
  }

  /// An identifier for what happened at `instant`, greater than every one before.
  ///
  /// Blocks only until the kernel has gathered its first entropy, early in a boot (getrandom(2)).
  mutating func next(at instant: Instant) throws(Failure) -> String {
    newest = max(newest + 1, UInt64(max(0, instant.nanoseconds / 1000)))
    return Identifiers.characters(5, UInt64(boot)) + Identifiers.characters(10, newest)
      + Identifiers.characters(11, try Identifiers.random())
  }

  /// The name of the series of photos that was asked for at `instant` in this boot; the same each time.
  func series(from instant: Instant) -> String {
    let microseconds = UInt64(max(0, instant.nanoseconds / 1000))
    return Identifiers.characters(5, UInt64(boot)) + Identifiers.characters(10, microseconds)
  }

  /// A new store's name: 32 random hexadecimal digits.
  static func store() throws(Failure) -> String {
    let halves = [try random(), try random()]
    return halves.map { String($0, radix: 16).padded(to: 16) }.joined()
  }

  private static func random() throws(Failure) -> UInt64 {
    try Failure.at("getrandom") { () throws(SystemError) in
      var bits: UInt64 = 0
      try SystemError.check("getrandom") { getrandom(&bits, MemoryLayout.size(ofValue: bits), 0) }
      return bits
    }
  }

  /// The lowest `count` times five bits, in Crockford's alphabet: no i, l, o or u to misread.
  private static func characters(_ count: Int, _ bits: UInt64) -> String {
    let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz")
    let places = stride(from: (count - 1) * 5, through: 0, by: -5)
    return String(places.map { alphabet[Int(bits >> UInt64($0) & 31)] })
  }
}
