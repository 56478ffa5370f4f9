import Core
import Glibc
import System

/// An LED of the kernel's LED class, looked at without being taken.
package struct KernelLEDDescription: Hashable, Sendable {
  /// The list of triggers may fill a page.
  static let triggerByteLimit = 4096

  /// Its name under `/sys/class/leds`.
  package let name: String
  /// The number for full brightness; nil where the kernel does not say.
  package let fullBrightness: Int?
  /// What makes it blink, such as `mmc0`; nil where it has no trigger.
  package let trigger: String?
  /// Why this user cannot light it, with the fix; nil if this user can.
  package let refusal: Phrase?

  /// An LED with what is known of it.
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
