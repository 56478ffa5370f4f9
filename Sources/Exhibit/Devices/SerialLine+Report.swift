import Core
import Drivers

extension SerialLine {
  /// A fact each.
  func phrases(roles: [Role]) -> [Phrase] {
    var phrases = [Phrase.devicesSerial(path)]
    phrases += links.map { Phrase.devicesAlsoCalled($0) }
    phrases += roles.phrases
    phrases += holder?.phrases ?? []
    if isKernelConsole { phrases.append(Phrase.devicesKernelConsole) }
    if let refusal { phrases.append(refusal) }
    return phrases
  }

  /// The line for programs.
  func json(roles: [Role]) -> JSON {
    .object([
      ("path", .string(path)), ("links", .array(links.map { .string($0) })),
      ("kernel_console", .bool(isKernelConsole)), ("holder", .optional(holder?.json)),
      ("roles", roles.json), ("problem", .optional(refusal?.english)),
    ])
  }
}

extension Phrase {
  static func devicesSerial(_ path: String) -> Phrase {
    Phrase("devices.serial.line", "Serial line {1}.", path)
  }

  static let devicesKernelConsole = Phrase(
    "devices.serial.kernel",
    """
    The kernel prints its messages there; for a console of exhibit's, take the line out of \
    console= on the kernel's command line.
    """)
}
