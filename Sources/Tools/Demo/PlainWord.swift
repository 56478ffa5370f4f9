import Core
import VirtualDevices

/// What a line of the plain demo does to the board; every other line is for the console.
enum PlainWord: Hashable {
  case click, double, triple, long, hold, shake, quit
  case unplug(Role)
  case plug(Role)

  /// The word that `line` is; nil: it is none.
  init?(_ line: String) {
    let words = line.split(separator: " ").map { $0.lowercased() }
    let part = Role(rawValue: words.count == 2 ? words[1] : "camera")
    switch (words.first, words.count) {
    case ("click", 1): self = .click
    case ("double", 1): self = .double
    case ("triple", 1): self = .triple
    case ("long", 1): self = .long
    case ("hold", 1): self = .hold
    case ("shake", 1): self = .shake
    case ("quit", 1): self = .quit
    case ("unplug", ...2):
      guard let part, VirtualParts.pluggable.contains(part) else { return nil }
      self = .unplug(part)
    case ("plug", ...2):
      guard let part, VirtualParts.pluggable.contains(part) else { return nil }
      self = .plug(part)
    default: return nil
    }
  }

  /// What the words do, a sentence each.
  static let help: [Phrase] = [
    Phrase(
      "plain.click",
      "\"click\" clicks: the countdown, then a photo; during a countdown it cancels."),
    Phrase("plain.double", "\"double\" clicks twice."),
    Phrase("plain.triple", "\"triple\" clicks three times."),
    Phrase("plain.long", "\"long\" holds the button for more than 1.2 s."),
    Phrase("plain.hold", "\"hold\" holds the button for more than 6 s, which shuts down."),
    Phrase("plain.shake", "\"shake\" moves the board for a moment."),
    Phrase(
      "plain.unplug",
      "\"unplug camera\" pulls the camera out, and \"plug camera\" puts it in again."),
    Phrase("plain.quit", "\"quit\" ends the demo and names the folder with the pictures."),
  ]
}
