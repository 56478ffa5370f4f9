import CGPIO

/// One line of a GPIO chip, as the kernel's table has it.
package struct GPIOLineInfo: Hashable, Sendable {
  /// The chip's own number for it, from 0.
  package let offset: UInt32
  /// The board's name for it, such as `GPIO17`; nil where it has none.
  package let name: String?
  /// Whether it drives a level; every other line is an input.
  package let isOutput: Bool
  /// Who holds it, `kernel` where that has no name; nil when nobody does.
  package let holder: String?

  /// A line with what is known of it.
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
