/// Asking for the mask, or for another.
extension Command {
  static let mask = [
    Command(
      name: "mask", usage: "mask [id|passport|qr|free [LEFT TOP WIDTH HEIGHT]|off] [--json]",
      help: Phrase(
        "help.mask",
        "says or sets which part of each photo is stored a second time, cropped, as a document."),
      access: .full,
      words: [
        Phrase("help.mask.id", "\"id\" is for identity cards."),
        Phrase("help.mask.passport", "\"passport\" is for passport pages."),
        Phrase("help.mask.qr", "\"qr\" is for QR codes."),
        Phrase(
          "help.mask.free",
          "\"free\" and four numbers take a part in per cent: from left, from top, width, height."),
        Phrase("help.mask.off", "\"off\" has photos stored whole only."),
      ],
      example: "mask passport", read: readMask)
  ]

  private static func readMask(_ words: inout CommandWords) throws(CommandError) -> Demand {
    let json = words.areOfProgram
    guard let name = words.next() else { return .tells { $0.framing.reply(asJSON: json) } }
    let mask = try words.mask(called: name)
    return .changes(.atOnce) { machine, session throws(CommandError) in
      try machine.use(mask, for: session)
    }
  }
}

extension CommandWords {
  private static let masks = ["id", "passport", "qr", "free", "off"].map { "mask \($0)" }

  /// Takes what follows the mask's `name`; nil: photos are stored whole only.
  fileprivate mutating func mask(called name: String) throws(CommandError) -> Mask? {
    switch name {
    case "id": .id
    case "passport": .passport
    case "qr": .qr
    case "free": .free(try freePart())
    case "off": nil
    default: throw Command.unknown("mask \(name)", among: CommandWords.masks)
    }
  }

  /// Takes four whole numbers, or nothing.
  private mutating func freePart() throws(CommandError) -> FreePart {
    var numbers: [Int?] = []
    while let word = next() { numbers.append(Int(word)) }
    if numbers.isEmpty { return .standard }
    let known = numbers.compactMap { $0 }
    guard numbers.count == 4, known.count == 4,
      let part = FreePart(left: known[0], top: known[1], width: known[2], height: known[3])
    else { throw CommandError(.maskFreeWhat) }
    return part
  }
}

extension Framing {
  fileprivate func reply(asJSON isJSON: Bool) -> Reply {
    isJSON ? Reply(.object([("mask", json)])) : Reply(sentence)
  }
}

extension Machine {
  fileprivate mutating func use(
    _ mask: Mask?, for session: SessionID
  ) throws(CommandError) {
    if let busy = published.activity.forbidsSetting(at: now) { throw CommandError(busy) }
    if framing.use(mask) {
      let change = SettingChange("mask", mask?.text ?? "off", by: .console(session))
      steps.note(.settingChanged(change))
    }
    steps.log(.info, "Framing", framing.sentence)
    steps.say(framing.sentence, to: session)
  }
}

extension Phrase {
  static let maskFreeWhat = Phrase(
    "mask.free.what",
    """
    "mask free" takes nothing or four whole numbers, in per cent of the upright picture: from the left, from \
    the top, width and height; all of it has to be inside.
    """)
}
