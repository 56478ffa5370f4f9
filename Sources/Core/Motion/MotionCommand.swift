/// Asking where movement is looked for, or having it looked for elsewhere.
public enum MotionCommand: Hashable, Sendable {
  case ask
  case use(MotionSource)

  static let entries = [
    CommandEntry(
      name: "motion", usage: "motion [accelerometer|picture|both|off]", help: Phrase(.helpMotion),
      access: .full, parse: motion)
  ]

  @Sendable private static func motion(_ words: inout Words) throws(Misunderstanding) -> Command {
    guard let word = words.next() else { return .motion(.ask) }
    if let source = MotionSource(rawValue: word) { return .motion(.use(source)) }
    let all = MotionSource.allCases.map(\.rawValue).joined(separator: ", ")
    throw Misunderstanding(Phrase(.motionUnknown, word, all))
  }
}

extension Machine {
  mutating func obey(_ command: MotionCommand, from session: SessionID) {
    if case .use(let source) = command { movement.choose(source) }
    steps.say(Phrase(.motionIs, motionSource.rawValue), to: session)
  }
}
