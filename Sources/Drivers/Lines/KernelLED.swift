import Core
import Glibc
import System

/// An LED of the kernel's LED class, such as the one that a board has on it.
///
/// Its trigger is switched to `none` and stays so: a board LED that afterwards went back to blinking
/// with the disk would look as if the program still ran. Sources: the kernel's `sysfs-class-led`.
struct KernelLED: ~Copyable {
  private let role: Role
  private let path: String
  private let brightness: SysfsAttribute
  /// The number for full brightness, 1 or 255 on most boards.
  private let full: String

  /// Takes the LED `name` under `root` and makes it dark.
  init(named name: String, under root: String, for role: Role) throws(Failure) {
    let path = try Self.path(of: name, under: root, for: role)
    let full = try Self.fullBrightness(of: path, for: role)
    brightness = try Self.takeOver(path, for: role)
    self.full = full
    self.role = role
    self.path = path
  }

  deinit {
    // Nobody is left to be told of an error.
    do { try brightness.write("0\n") } catch {}
  }

  /// The directory of the LED `name` under `root`.
  static func path(
    of name: String, under root: String, for role: Role
  ) throws(Failure) -> String {
    let paths = DevicePaths.matching(root + "/*")
    if let path = paths.first(where: { DevicePaths.name(of: $0) == name }) { return path }
    if paths.isEmpty { throw Failure(role, .ledsAbsent(name)) }
    let names = paths.map(DevicePaths.name).joined(separator: ", ")
    throw Failure(role, .ledMissing(name, names))
  }

  private static func fullBrightness(of path: String, for role: Role) throws(Failure) -> String {
    do {
      return try SysfsAttribute.text(at: path + "/max_brightness")
    } catch {
      throw failure(error, at: path, for: role)
    }
  }

  private static func takeOver(_ path: String, for role: Role) throws(Failure) -> SysfsAttribute {
    do {
      try releaseFromTrigger(path)
      let brightness = try SysfsAttribute(opening: path + "/brightness", O_WRONLY)
      try brightness.write("0\n")
      return brightness
    } catch {
      throw failure(error, at: path, for: role)
    }
  }

  private static func releaseFromTrigger(_ path: String) throws(SystemError) {
    do {
      try SysfsAttribute.write("none\n", at: path + "/trigger")
    } catch {
      // A kernel without LED triggers has nothing that could interfere.
      guard error.code == ENOENT else { throw error }
    }
  }

  /// Failure for when the kernel refused to read or write an attribute of the LED.
  static func failure(_ error: SystemError, at path: String, for role: Role) -> Failure {
    switch error.code {
    case EACCES, EPERM, EROFS: Failure(role, .ledForbidden(path), cause: error)
    default: Failure(role, .ledFailed(path, error.reason), cause: error)
    }
  }

  /// Lights the LED fully, or makes it dark.
  func set(_ isOn: Bool) throws(Failure) {
    do {
      try brightness.write(isOn ? full + "\n" : "0\n")
    } catch {
      throw Self.failure(error, at: path, for: role)
    }
  }
}

/// An LED of the kernel's LED class, looked at without being taken.
package struct KernelLEDDescription: Hashable, Sendable {
  /// The list of triggers may fill a page.
  private static let triggerByteLimit = 4096

  /// Its name under `/sys/class/leds`.
  package let name: String
  /// The number for full brightness; nil where the kernel does not say.
  package let fullBrightness: Int?
  /// Trigger that makes it blink, such as `mmc0`; nil where it has no trigger.
  package let trigger: String?
  /// Why this user cannot light it, with the fix; nil if this user can.
  package let refusal: Phrase?

  /// An LED with these facts.
  package init(name: String, fullBrightness: Int?, trigger: String?, refusal: Phrase? = nil) {
    self.name = name
    self.fullBrightness = fullBrightness
    self.trigger = trigger
    self.refusal = refusal
  }

  /// The LEDs under `root`, in the order of their names.
  package static func all(under root: String = Light.ledRoot) -> [KernelLEDDescription] {
    DevicePaths.matching(root + "/*").map(describe)
  }

  /// The LED that the configuration calls `name`; the failure is the one that taking it would end in.
  package static func find(
    _ name: String, for role: Role, under root: String = Light.ledRoot
  ) throws(Failure) -> KernelLEDDescription {
    describe(try KernelLED.path(of: name, under: root, for: role))
  }

  private static func describe(_ path: String) -> KernelLEDDescription {
    KernelLEDDescription(
      name: DevicePaths.name(of: path),
      fullBrightness: SysfsAttribute.textIfReadable(at: path + "/max_brightness").flatMap {
        Int($0)
      },
      trigger: SysfsAttribute.textIfReadable(at: path + "/trigger", limit: triggerByteLimit)
        .flatMap(chosen),
      refusal: refusal(of: path))
  }

  /// The one in brackets: `none [mmc0] timer`; nil for `none`.
  private static func chosen(among triggers: String) -> String? {
    let words = triggers.split(separator: " ")
    guard let word = words.first(where: { $0.hasPrefix("[") && $0.hasSuffix("]") }) else {
      return nil
    }
    let trigger = String(word.dropFirst().dropLast())
    return trigger == "none" ? nil : trigger
  }

  private static func refusal(of path: String) -> Phrase? {
    for attribute in ["brightness", "trigger"] where access("\(path)/\(attribute)", W_OK) != 0 {
      let error = SystemError(errnoOf: "access")
      // A kernel without LED triggers has nothing that could interfere.
      if error.code == ENOENT && attribute == "trigger" { continue }
      return KernelLED.failure(error, at: path, for: .light).phrase
    }
    return nil
  }
}

extension Phrase {
  static func ledMissing(_ name: String, _ others: String) -> Phrase {
    Phrase(
      "led.missing",
      "There is no LED '\(name)'; name one of these in /etc/exhibit/exhibit.toml: \(others).")
  }

  static func ledsAbsent(_ name: String) -> Phrase {
    Phrase(
      "leds.absent",
      "There is no LED '\(name)': the kernel has none; set a GPIO line in /etc/exhibit/exhibit.toml instead."
    )
  }

  static func ledForbidden(_ path: String) -> Phrase {
    Phrase(
      "led.forbidden",
      """
      No permission to write to \(path); let a udev rule give its trigger and brightness to the user that runs \
      exhibit, or set a GPIO line in /etc/exhibit/exhibit.toml.
      """)
  }

  static func ledFailed(_ path: String, _ reason: String) -> Phrase {
    Phrase(
      "led.failed",
      "The LED \(path) does not work: \(reason); check the board, or set another in /etc/exhibit/exhibit.toml."
    )
  }
}
