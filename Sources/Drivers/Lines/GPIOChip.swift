import CGPIO
import Core
import Glibc
import System

/// An open GPIO chip.
struct GPIOChip: ~Copyable {
  /// libgpiod's chip, valid as long as this value lives.
  let handle: OpaquePointer

  /// Opens the character device at `path`; `ENOTTY` or `ENODEV` when it is something else.
  init(opening path: String) throws(SystemError) {
    guard let handle = gpio_chip_open(path) else { throw SystemError(errnoOf: "gpiod_chip_open") }
    self.handle = handle
  }

  deinit { gpio_chip_close(handle) }

  /// Opens the chip that the configuration means by `text`: a path, a name or a label.
  static func open(named text: String, for role: Role) throws(Failure) -> GPIOChip {
    let path = text.hasPrefix("/") ? text : try GPIOChipList.present().path(of: text, for: role)
    do {
      return try GPIOChip(opening: path)
    } catch {
      throw GPIOChipList.present().failure(error, opening: path, for: role)
    }
  }

  /// The kernel's name, such as `gpiochip0`: numbers change from boot to boot.
  var name: String { String(cString: gpio_chip_name(handle)) }

  /// Name of the chip by its driver, such as `pinctrl-bcm2711`.
  var label: String { String(cString: gpio_chip_label(handle)) }

  /// How many lines it has, numbered from 0.
  var lineCount: UInt32 { gpio_chip_line_count(handle) }

  /// The offset of a line that the configuration names or numbers.
  func offset(of line: LineSettings.Line, for role: Role) throws(Failure) -> UInt32 {
    switch line {
    case .offset(let offset):
      guard offset < lineCount else {
        throw Failure(
          role,
          Phrase(
            "gpio.line.beyond",
            """
            \(name) has no GPIO line \(Int(offset)): it has \(Int(lineCount)) lines, counted from 0; correct the \
            number in /etc/exhibit/exhibit.toml.
            """))
      }
      return offset
    case .name(let text):
      let offset = gpio_chip_find_line(handle, text)
      guard offset >= 0 else {
        throw Failure(
          role,
          Phrase(
            "gpio.line.missing",
            """
            \(name) (\(label)) has no GPIO line named '\(text)'; choose a name or number that gpioinfo lists \
            in /etc/exhibit/exhibit.toml.
            """),
          cause: SystemError(errnoOf: "gpiod_chip_find_line"))
      }
      return UInt32(offset)
    }
  }

  /// What the kernel's table says of the line at `offset`; nothing is requested.
  func describe(_ offset: UInt32) throws(SystemError) -> GPIOLineInfo {
    var info = gpio_line_info()
    try SystemError.check("GPIO_GET_LINEINFO") { gpio_chip_describe_line(handle, offset, &info) }
    return GPIOLineInfo(info, at: offset)
  }

  /// Program that holds the line at `offset`, by the kernel's table; nil when none does.
  func holder(of offset: UInt32) -> String? {
    do {
      return try describe(offset).holder
    } catch {
      return nil  // For the sentence of a failure, which is told without a name as well.
    }
  }
}

/// A GPIO chip and its lines, looked at without taking any of them.
package struct GPIOChipDescription: Hashable, Sendable {
  /// More lines of one chip than this are not looked at: the largest controllers have a few hundred.
  static let lineLimit: UInt32 = 1024

  /// The character device.
  package let path: String
  /// The kernel's name, such as `gpiochip0`.
  package let name: String
  /// Name by its driver, such as `pinctrl-bcm2711`; nil when the device may not be opened.
  package let label: String?
  /// How many lines it has.
  package let lineCount: Int
  /// Its lines in their order.
  package let lines: [GPIOLineInfo]
  /// Why there is no more to say of it, with the fix; nil when it could be looked at.
  package let refusal: Phrase?

  /// A chip with these facts.
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

/// One line of a GPIO chip, as the kernel's table has it.
package struct GPIOLineInfo: Hashable, Sendable {
  /// The chip's own number for it, from 0.
  package let offset: UInt32
  /// The board's name for it, such as `GPIO17`; nil where it has none.
  package let name: String?
  /// Whether it drives a level; every other line is an input.
  package let isOutput: Bool
  /// Program that holds the line, `kernel` where that has no name; nil when none does.
  package let holder: String?

  /// A line with these facts.
  package init(offset: UInt32, name: String?, isOutput: Bool, holder: String?) {
    self.offset = offset
    self.name = name
    self.isOutput = isOutput
    self.holder = holder
  }
}

extension GPIOLineInfo {
  /// libgpiod's answer.
  init(_ info: gpio_line_info, at offset: UInt32) {
    let (name, holder) = (text(of: info.name), text(of: info.holder))
    self.init(
      offset: offset, name: name.isEmpty ? nil : name, isOutput: info.is_output,
      holder: info.is_used ? (holder.isEmpty ? "kernel" : holder) : nil)
  }
}
