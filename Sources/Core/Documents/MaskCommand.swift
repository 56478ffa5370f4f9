/// Asking for the mask, or for another.
enum MaskCommand: Hashable, Sendable {
  /// Which one it is.
  case ask(json: Bool)
  /// Frame photos by this one from now on; nil: by none.
  case use(Mask?)

  static let entries = [
    CommandEntry(
      name: "mask", usage: "mask [id|passport|qr|free [LEFT TOP WIDTH HEIGHT]|off] [--json]",
      help: Phrase.helpMask, access: .full, parse: mask,
      words: [.helpMaskID, .helpMaskPassport, .helpMaskQR, .helpMaskFree, .helpMaskOff],
      example: "mask passport")
  ]

  private static let names = ["id", "passport", "qr", "free", "off"].map { "mask \($0)" }

  /// Whether it only reads.
  var isQuestion: Bool { if case .ask = self { true } else { false } }

  @Sendable private static func mask(_ words: inout CommandWords) throws(CommandError) -> Command {
    switch words.next() {
    case nil: .mask(.ask(json: words.areOfProgram))
    case "id": .mask(.use(.id))
    case "passport": .mask(.use(.passport))
    case "qr": .mask(.use(.qr))
    case "free": .mask(.use(.free(try freePart(&words))))
    case "off": .mask(.use(nil))
    case let name?: throw Command.unknown("mask \(name)", among: names)
    }
  }

  /// Four whole numbers, or nothing.
  private static func freePart(
    _ words: inout CommandWords
  ) throws(CommandError) -> FreePart {
    var numbers: [Int?] = []
    while let word = words.next() { numbers.append(Int(word)) }
    if numbers.isEmpty { return .standard }
    let known = numbers.compactMap { $0 }
    guard numbers.count == 4, known.count == 4,
      let part = FreePart(left: known[0], top: known[1], width: known[2], height: known[3])
    else { throw CommandError(.maskFreeWhat) }
    return part
  }
}

extension Machine {
  mutating func obey(_ command: MaskCommand, from session: SessionID) throws(CommandError) {
    switch command {
    case .ask(json: true): steps.say(Reply(.object([("mask", framing.json)])), to: session)
    case .ask: steps.say(framing.sentence, to: session)
    case .use(let mask):
      if let busy = published.activity.forbidsSetting(at: now) { throw CommandError(busy) }
      use(mask, for: session)
    }
  }

  private mutating func use(_ mask: Mask?, for session: SessionID) {
    if framing.use(mask) {
      let change = SettingChange("mask", mask?.text ?? "off", by: .console(session))
      steps.note(.settingChanged(change))
    }
    steps.log(.info, "Framing", framing.sentence)
    steps.say(framing.sentence, to: session)
  }
}

extension Phrase {
  static let helpMask = Phrase(
    "help.mask",
    "says or sets which part of each photo is stored a second time, cropped, as a document.")
  static let helpMaskID = Phrase("help.mask.id", "\"id\" is for identity cards.")
  static let helpMaskPassport = Phrase("help.mask.passport", "\"passport\" is for passport pages.")
  static let helpMaskQR = Phrase("help.mask.qr", "\"qr\" is for QR codes.")
  static let helpMaskFree = Phrase(
    "help.mask.free",
    "\"free\" and four numbers take a part in per cent: from left, from top, width, height.")
  static let helpMaskOff = Phrase("help.mask.off", "\"off\" has photos stored whole only.")

  static let maskFreeWhat = Phrase(
    "mask.free.what",
    """
    "mask free" takes nothing or four whole numbers, in per cent of the upright picture: from \
    the left, from the top, width and height; all of it has to be inside.
    """)
}
