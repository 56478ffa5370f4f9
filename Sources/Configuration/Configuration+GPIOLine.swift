import Core

extension Configuration {
  /// One line of a GPIO chip.
  package struct GPIOLine: Hashable, Sendable {
    /// The chip's path, name or label.
    package let chip: String
    /// The line on it.
    package let line: Position

    /// Where on its chip a line is.
    package enum Position: Hashable, Sendable {
      /// Counted from 0.
      case offset(Int)
      case name(String)
    }

    /// The line that `section` names with `chip` and `line`; nil where either is missing.
    init?(_ reader: inout Reader, in section: String) {
      let chip = reader.value("\(section).chip", .text())
      let line = reader.value("\(section).line", .position)
      guard let chip, let line else { return nil }
      (self.chip, self.line) = (chip, line)
    }
  }
}

extension Kind<Configuration.GPIOLine.Position> {
  /// A line's offset or its name.
  static var position: Kind {
    Kind(
      read: { value in
        if case .whole(let whole) = value {
          return (0...65_535) ~= whole ? .offset(Int(whole)) : nil
        }
        return Kind<String>.text().read(value).map { .name($0) }
      },
      write: { position in
        switch position {
        case .offset(let offset): .whole(Int64(offset))
        case .name(let name): .text(name)
        }
      },
      refuse: { path, found in Phrase.configurationNotLine(path, found) })
  }
}

extension Phrase {
  static func configurationNotLine(_ path: String, _ value: String) -> Phrase {
    Phrase(
      "configuration.not-line", "'{1}' must be a line's name or its offset, not {2}", path, value)
  }
}
