/// Where movement is looked for.
package enum MotionSource: String, CaseIterable, Hashable, Sendable {
  /// How the board is held.
  case accelerometer
  /// What the camera sees.
  case picture
  /// Either of them.
  case both
  /// Nowhere: capture never pauses for want of movement.
  case off

  /// Whether the accelerometer counts.
  var usesAccelerometer: Bool { self == .accelerometer || self == .both }
  /// Whether the picture counts.
  var usesPicture: Bool { self == .picture || self == .both }

  /// The word for it in sentences.
  var word: Phrase {
    switch self {
    case .accelerometer: Role.accelerometer.word
    case .picture: Phrase.pictureWord
    case .both: Phrase("motion.both", "accelerometer and picture")
    case .off: Phrase("motion.off", "nothing")
    }
  }
}

/// Whether the camera is opened for a frame now and then during a pause, to see movement.
package enum PictureWake: String, CaseIterable, Hashable, Sendable {
  /// Only where no accelerometer would see it.
  case auto
  /// With one too, as for a camera that is fixed in place.
  case always
  /// Never: the camera stays off.
  case never
}

/// Asking where movement is looked for, or having it looked for elsewhere.
enum MotionCommand: Hashable, Sendable {
  case ask(json: Bool)
  case use(MotionSource)

  static let entries = [
    CommandEntry(
      name: "motion", usage: "motion [accelerometer|picture|both|off] [--json]",
      help: Phrase.helpMotion,
      access: .full, parse: motion, words: [.helpMotionSource], example: "motion picture")
  ]

  /// Whether it only asks.
  var isQuestion: Bool { if case .ask = self { true } else { false } }

  @Sendable private static func motion(_ words: inout CommandWords) throws(CommandError) -> Command
  {
    guard let word = words.next() else { return .motion(.ask(json: words.areOfProgram)) }
    if let source = MotionSource(rawValue: word) { return .motion(.use(source)) }
    let all = MotionSource.allCases.map(\.rawValue).joined(separator: ", ")
    throw CommandError(.motionUnknown(word, all))
  }
}

extension Machine {
  mutating func obey(_ command: MotionCommand, from session: SessionID) {
    switch command {
    case .ask(json: true):
      let value = JSON.object([("source", .string(motionSource.rawValue))])
      return steps.say(Reply(value), to: session)
    case .use(let source) where movement.choose(source):
      let change = SettingChange("motion", source.rawValue, by: .console(session))
      steps.note(.settingChanged(change))
    case .ask, .use: break
    }
    steps.say(Phrase.motionIs(motionSource.word), to: session)
  }
}

extension Phrase {
  static let pictureWord = Phrase("motion.picture", "picture")

  static func motionIs(_ source: Phrase) -> Phrase {
    Phrase("motion.is", "Movement is looked for by: {1}.", source)
  }

  static func motionUnknown(_ word: String, _ sources: String) -> Phrase {
    Phrase(
      "motion.unknown",
      "There is no '{1}' to look for movement; say one of these: {2}.", word, sources)
  }

  static let helpMotionSource = Phrase(
    "help.motion.source",
    "\"accelerometer\", \"picture\", \"both\" or \"off\" say where movement is looked for from now on."
  )
  static let helpMotion = Phrase("help.motion", "says or sets where movement is looked for.")
}
