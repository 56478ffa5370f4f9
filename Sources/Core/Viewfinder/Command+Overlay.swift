/// Asking what lies over the live picture, or choosing that: the title picture of the thing, and the live one in a
/// window of it.
extension Command {
  static let overlay = [
    Command(
      name: "overlay", usage: "overlay [compare|off] [--json]",
      help: Phrase(
        "help.overlay",
        "says or sets what the camera's picture is seen with on consoles."), access: .full,
      words: [
        Phrase(
          "help.overlay.compare",
          "\"compare\" draws the first photo of the thing, and the camera's picture in a window of it."
        ), Phrase("help.overlay.off", "\"off\" draws the camera's picture alone."),
      ], example: "overlay compare",
      read: readOverlay)
  ]

  private static func readOverlay(_ words: inout CommandWords) throws(CommandError) -> Demand {
    let json = words.areOfProgram
    switch words.next() {
    case nil: return .tells { json ? Reply($0.overlayJSON) : Reply($0.overlaySentence) }
    case "compare": return .changes(.atOnce) { $0.compare(true, for: $1) }
    case "off": return .changes(.atOnce) { $0.compare(false, for: $1) }
    case let word?:
      throw unknown("overlay \(word)", among: ["overlay compare", "overlay off"])
    }
  }
}

extension Machine {
  fileprivate mutating func compare(_ isWanted: Bool, for session: SessionID) {
    viewfinder.compare(isWanted)
    steps.say(overlaySentence, to: session)
  }

  /// Picture that the live one is compared with; nil where it stands alone.
  var comparison: ViewfinderScene.Comparison? {
    guard viewfinder.compares else { return nil }
    return (mirror.thing?.titlePicture).map { .photo($0) } ?? .nothing
  }

  fileprivate var overlaySentence: Phrase {
    switch comparison {
    case nil: Phrase("overlay.off", "Overlay: off.")
    case .photo(let number):
      Phrase(
        "overlay.compare",
        "Overlay: compare; photo \(number), with the camera's picture in a window.")
    case .nothing: .followed(Phrase("overlay.on", "Overlay: compare."), .overlayNothing)
    }
  }

  fileprivate var overlayJSON: JSON {
    .object([
      ("overlay", .string(viewfinder.compares ? "compare" : "off")),
      ("photo", .optional(viewfinder.compares ? mirror.thing?.titlePicture : nil)),
    ])
  }
}

extension Phrase {
  package static let overlayNothing = Phrase(
    "overlay.nothing", "Nothing to compare with: this thing has no photo yet.")
}
