import Core
import Drivers

extension SerialLine {
  /// A fact each.
  func phrases(roles: [Role]) -> [Phrase] {
    [Phrase(.devicesSerial, path)] + links.map { Phrase(.devicesAlsoCalled, $0) } + roles.phrases
      + (holder?.phrases ?? []) + (isKernelConsole ? [Phrase(.devicesKernelConsole)] : [])
      + [refusal].compactMap { $0 }
  }

  /// The line for programs.
  func json(roles: [Role]) -> JSON {
    .object([
      ("path", .string(path)), ("links", .array(links.map { .string($0) })),
      ("kernel_console", .bool(isKernelConsole)), ("holder", holder?.json ?? .null),
      ("roles", roles.json), ("problem", .optional(refusal?.english)),
    ])
  }
}
