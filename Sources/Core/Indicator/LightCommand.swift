/// Asking what light and buzzer say, or to be shown what they can say.
public enum LightCommand: Hashable, Sendable {
  case ask
  case show(Pattern)

  static let entries = [
    CommandEntry(
      name: "light", usage: "light [PATTERN]", help: Phrase(.helpLight), access: .full,
      parse: light)
  ]

  @Sendable private static func light(_ words: inout Words) throws(Misunderstanding) -> Command {
    guard let written = words.remainder()?.lowercased() else { return .light(.ask) }
    let name = String(written.map { $0 == "-" || $0 == "_" ? " " : $0 })
    if let pattern = Pattern(rawValue: name) { return .light(.show(pattern)) }
    throw unknown(written, name)
  }

  private static func unknown(_ written: String, _ name: String) -> Misunderstanding {
    let all = Pattern.allCases.map(\.rawValue)
    let list = all.joined(separator: ", ")
    guard let nearest = Spelling.nearest(to: name, among: all) else {
      return Misunderstanding(Phrase(.lightUnknown, written, list))
    }
    return Misunderstanding(Phrase(.lightUnknownNearest, written, nearest, list))
  }
}

extension Machine {
  mutating func obey(_ command: LightCommand, from session: SessionID) throws(Misunderstanding) {
    switch command {
    case .ask: steps.say(Phrase(.lightIs, situation.name), to: session)
    case .show(let pattern):
      guard situation.yieldsToSigns(at: now), !activity.isCapturing else {
        throw Misunderstanding(Phrase(.lightBusy, situation.name))
      }
      steps.show(.pattern(pattern))
      steps.say(Phrase(.lightShows, pattern.rawValue), to: session)
    }
  }
}
