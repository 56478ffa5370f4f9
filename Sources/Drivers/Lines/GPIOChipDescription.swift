import CGPIO
import Core
import Glibc
import System

/// A GPIO chip and its lines, looked at without taking any of them.
package struct GPIOChipDescription: Hashable, Sendable {
  /// More lines of one chip than this are not looked at: the largest controllers have a few hundred.
  static let lineLimit: UInt32 = 1024

  /// The character device.
  package let path: String
  /// The kernel's name, such as `gpiochip0`.
  package let name: String
  /// What the driver calls it, such as `pinctrl-bcm2711`; nil when the device may not be opened.
  package let label: String?
  /// How many lines it has.
  package let lineCount: Int
  /// Its lines in their order.
  package let lines: [GPIOLineInfo]
  /// Why there is no more to say of it, with the fix; nil when it could be looked at.
  package let refusal: Phrase?

  /// A chip with what is known of it.
  package init(
    path: String, name: String, label: String?, lineCount: Int, lines: [GPIOLineInfo],
    refusal: Phrase? = nil
  ) {
    self.path = path
    self.name = name
    self.label = label
    self.lineCount = lineCount
    self.lines = lines
    self.refusal = refusal
  }

  /// The chips that the kernel has now, in the order of their numbers, a chip with several names once.
  package static func all() -> [GPIOChipDescription] {
    let list = GPIOChipList.present()
    return list.entries.map { describe($0, in: list) }
      .sorted { ($0.path.utf8.count, $0.path) < ($1.path.utf8.count, $1.path) }
  }

  private static func describe(
    _ entry: GPIOChipList.Entry, in list: GPIOChipList
  ) -> GPIOChipDescription {
    do throws(SystemError) {
      let chip = try GPIOChip(opening: entry.path)
      return GPIOChipDescription(
        path: entry.path, name: chip.name, label: chip.label, lineCount: Int(chip.lineCount),
        lines: try lines(of: chip))
    } catch {
      return GPIOChipDescription(
        path: entry.path, name: entry.name, label: entry.label, lineCount: 0, lines: [],
        refusal: list.failure(error, opening: entry.path, for: .button).phrase)
    }
  }

  private static func lines(
    of chip: borrowing GPIOChip
  ) throws(SystemError) -> [GPIOLineInfo] {
    var lines: [GPIOLineInfo] = []
    for offset in 0..<min(chip.lineCount, lineLimit) { lines.append(try chip.describe(offset)) }
    return lines
  }
}
