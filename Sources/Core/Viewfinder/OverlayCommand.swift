/// Asking what lies over the live picture, or choosing that.
enum OverlayCommand: Hashable, Sendable {
  case ask(json: Bool)
  /// The title picture of the thing, and the live one in a window of it.
  case compare
  case off

  static let entries = [
    CommandEntry(
      name: "overlay", usage: "overlay [compare|off] [--json]", help: .helpOverlay, access: .full,
      parse: parse, words: [.helpOverlayCompare, .helpOverlayOff], example: "overlay compare")
  ]

  /// Whether it only asks.
  var isQuestion: Bool { if case .ask = self { true } else { false } }

  @Sendable private static func parse(_ words: inout CommandWords) throws(CommandError) -> Command {
    switch words.next() {
    case nil: return .overlay(.ask(json: words.areOfProgram))
    case "compare": return .overlay(.compare)
    case "off": return .overlay(.off)
    case let word?:
      throw Command.unknown("overlay \(word)", among: ["overlay compare", "overlay off"])
    }
  }
}

extension Machine {
  mutating func obey(_ command: OverlayCommand, from session: SessionID) {
    switch command {
    case .ask(json: true): return steps.say(Reply(overlayJSON), to: session)
    case .ask: break
    case .compare: viewfinder.compare(true)
    case .off: viewfinder.compare(false)
    }
    steps.say(overlaySentence, to: session)
  }

  /// What the live picture is compared with; nil where it stands alone.
  var comparison: ViewfinderScene.Comparison? {
    guard viewfinder.compares else { return nil }
    return (mirror.thing?.titlePicture).map { .photo($0) } ?? .nothing
  }

  private var overlaySentence: Phrase {
    switch comparison {
    case nil: .overlayOff
    case .photo(let number): .overlayCompare(number)
    case .nothing: .followed(.overlayOn, .overlayNothing)
    }
  }

  private var overlayJSON: JSON {
    .object([
      ("overlay", .string(viewfinder.compares ? "compare" : "off")),
      ("photo", .optional(viewfinder.compares ? mirror.thing?.titlePicture : nil)),
    ])
  }
}

extension Phrase {
  static let helpOverlay = Phrase(
    "help.overlay", "says or sets what the camera's picture is seen with on consoles.")
  static let helpOverlayCompare = Phrase(
    "help.overlay.compare",
    "\"compare\" draws the first photo of the thing, and the camera's picture in a window of it.")
  static let helpOverlayOff = Phrase(
    "help.overlay.off", "\"off\" draws the camera's picture alone.")

  static let overlayOff = Phrase("overlay.off", "Overlay: off.")
  static let overlayOn = Phrase("overlay.on", "Overlay: compare.")

  static func overlayCompare(_ number: Int) -> Phrase {
    Phrase(
      "overlay.compare", "Overlay: compare; photo {1}, with the camera's picture in a window.",
      number)
  }

  package static let overlayNothing = Phrase(
    "overlay.nothing", "Nothing to compare with: this thing has no photo yet.")
}
