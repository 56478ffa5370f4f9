import Core
import Glibc
import System

/// The GPIO chips of the board, found by name or label.
struct GPIOChipList {
  /// One chip of the list.
  struct Entry: Hashable {
    /// The character device.
    let path: String
    /// The kernel's name.
    let name: String
    /// The driver's name; nil when the device may not be opened.
    let label: String?

    /// Name for people.
    var title: String {
      guard let label else { return name }
      return "\(name) (\(label))"
    }
  }

  /// The chips, in the order of their paths, each once.
  let entries: [Entry]

  /// The chips that the kernel has now.
  ///
  /// Boards keep old names alive as links to a chip; a link counts as the chip it leads to.
  static func present() -> GPIOChipList {
    var entries: [Entry] = []
    for path in DevicePaths.matching("/dev/gpiochip*") {
      let entry = describe(path)
      if !entries.contains(where: { $0.name == entry.name }) { entries.append(entry) }
    }
    return GPIOChipList(entries: entries)
  }

  private static func describe(_ path: String) -> Entry {
    do {
      let chip = try GPIOChip(opening: path)
      return Entry(path: path, name: chip.name, label: chip.label)
    } catch {
      return Entry(path: path, name: DevicePaths.name(of: path), label: nil)
    }
  }

  /// The device of the one chip that has `text` as its name, else as its label.
  func path(of text: String, for role: Role) throws(Failure) -> String {
    if let named = entries.first(where: { $0.name == text }) { return named.path }
    let labelled = entries.filter { $0.label == text }
    guard labelled.count <= 1 else {
      let names = labelled.map(\.name).joined(separator: ", ")
      throw Failure(role, .gpioChipAmbiguous(text, names))
    }
    guard let chip = labelled.first else { throw missing(text, for: role) }
    return chip.path
  }

  /// Failure for when the device at `path` could not be opened as a chip.
  func failure(_ error: SystemError, opening path: String, for role: Role) -> Failure {
    switch error.code {
    case EACCES, EPERM: Failure(role, .gpioForbidden(path), cause: error)
    case EMFILE, ENFILE, ENOMEM:
      Failure(
        role,
        Phrase(
          "gpio.chip.failed",
          """
          GPIO chip \(path) cannot be opened: \(error.reason); end programs that are not needed and start again.
          """), cause: error)
    default: missing(path, for: role, cause: error)
    }
  }

  private func missing(_ text: String, for role: Role, cause: SystemError? = nil) -> Failure {
    if entries.isEmpty {
      return Failure(role, .gpioChipsAbsent(text), cause: cause)
    }
    if cause == nil, let closed = entries.first(where: { $0.label == nil }) {
      return Failure(role, .gpioForbidden(closed.path))
    }
    return Failure(
      role,
      Phrase(
        "gpio.chip.missing",
        "There is no GPIO chip '\(text)'; name one of these in /etc/exhibit/exhibit.toml: \(names)."
      ), cause: cause)
  }

  private var names: String { entries.map(\.title).joined(separator: ", ") }
}

extension Phrase {
  static func gpioChipsAbsent(_ name: String) -> Phrase {
    Phrase(
      "gpio.chips.absent",
      """
      There is no GPIO chip '\(name)', nor any other; load the driver of the board's GPIO chip, or leave this \
      device out of /etc/exhibit/exhibit.toml.
      """)
  }

  static func gpioChipAmbiguous(_ label: String, _ chips: String) -> Phrase {
    Phrase(
      "gpio.chip.ambiguous",
      """
      The label '\(label)' belongs to several GPIO chips; name one of them in /etc/exhibit/exhibit.toml: \
      \(chips).
      """)
  }

  static func gpioForbidden(_ path: String) -> Phrase {
    Phrase(
      "gpio.forbidden",
      "No permission to use \(path); add the user that runs exhibit to the group gpio.")
  }
}
