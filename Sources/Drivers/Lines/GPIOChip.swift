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

  /// What the driver calls the chip, such as `pinctrl-bcm2711`.
  var label: String { String(cString: gpio_chip_label(handle)) }

  /// How many lines it has, numbered from 0.
  var lineCount: UInt32 { gpio_chip_line_count(handle) }

  /// The offset of a line that the configuration names or numbers.
  func offset(of line: LineSettings.Line, for role: Role) throws(Failure) -> UInt32 {
    switch line {
    case .offset(let offset):
      guard offset < lineCount else {
        throw Failure(role, .gpioLineBeyond(Int(offset), name, Int(lineCount)))
      }
      return offset
    case .name(let text):
      let offset = gpio_chip_find_line(handle, text)
      guard offset >= 0 else {
        throw Failure(
          role, .gpioLineMissing(text, name, label),
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

  /// Who holds the line at `offset`, as the kernel's table says; nil when nobody does.
  func holder(of offset: UInt32) -> String? {
    do {
      return try describe(offset).holder
    } catch {
      return nil  // For the sentence of a failure, which is told without a name as well.
    }
  }
}

extension Phrase {
  static func gpioLineMissing(_ line: String, _ chip: String, _ label: String) -> Phrase {
    Phrase(
      "gpio.line.missing",
      """
      {2} ({3}) has no GPIO line named '{1}'; choose a name or number that gpioinfo lists in \
      /etc/exhibit/exhibit.toml.
      """, line, chip, label)
  }

  static func gpioLineBeyond(_ offset: Int, _ chip: String, _ lineCount: Int) -> Phrase {
    Phrase(
      "gpio.line.beyond",
      """
      {2} has no GPIO line {1}: it has {3} lines, counted from 0; correct the number in \
      /etc/exhibit/exhibit.toml.
      """, offset, chip, lineCount)
  }
}
