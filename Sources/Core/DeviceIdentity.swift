/// By what this device is told from others: its owner's name for it, and the id that its key gives it.
struct DeviceIdentity: Sendable {
  /// Its owner's name for it; nil where it has none.
  let name: String?
  /// The first 16 hexadecimal digits of its public key's SHA-256; nil while they are not known.
  let id: String?

  /// What status says of it.
  var status: StatusEntry {
    StatusEntry(
      "device", [words.map(Phrase.statusDevice)].compactMap { $0 },
      json: .object([("id", .optional(id)), ("name", .optional(name))]))
  }

  /// What whoever comes to the serial line is told first.
  var greeting: Phrase { words.map(Phrase.consoleGreeting) ?? Phrase.consoleGreeting }

  private var words: (any PhraseValue)? {
    switch (name, id) {
    case (let name?, let id?): Phrase("device.name-and-id", "\(name) (id \(id))")
    case (let name?, nil): name
    case (nil, let id?): Phrase.deviceID(id)
    case (nil, nil): nil
    }
  }
}

extension Phrase {
  static func statusDevice(_ device: any PhraseValue) -> Phrase {
    Phrase("status.device", "Device: \(device).")
  }

  package static let consoleGreeting = Phrase(
    "console.greeting", "Exhibit listens. Type help for what it understands.")

  static func consoleGreeting(_ device: any PhraseValue) -> Phrase {
    Phrase(
      "console.greeting.device", "Exhibit \(device) listens. Type help for what it understands.")
  }

  static func deviceID(_ id: String) -> Phrase {
    Phrase("device.unnamed", "without a name (id \(id))")
  }
}
