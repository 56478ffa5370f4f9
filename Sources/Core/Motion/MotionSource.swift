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
extension Command {
  static let motion = [
    Command(
      name: "motion", usage: "motion [accelerometer|picture|both|off] [--json]",
      help: Phrase("help.motion", "says or sets where movement is looked for."), access: .full,
      words: [
        Phrase(
          "help.motion.source",
          """
          "accelerometer", "picture", "both" or "off" say where movement is looked for from now on.
          """)
      ], example: "motion picture",
      read: readMotion)
  ]

  private static func readMotion(_ words: inout CommandWords) throws(CommandError) -> Demand {
    let json = words.areOfProgram
    guard let word = words.next() else { return .tells { $0.motionSource.reply(asJSON: json) } }
    guard let source = MotionSource(rawValue: word) else {
      let all = MotionSource.allCases.map(\.rawValue).joined(separator: ", ")
      throw CommandError(
        Phrase(
          "motion.unknown",
          "There is no '\(word)' to look for movement; say one of these: \(all)."))
    }
    return .changes(.atOnce) { $0.use(source, for: $1) }
  }
}

extension MotionSource {
  fileprivate func reply(asJSON isJSON: Bool) -> Reply {
    isJSON ? Reply(.object([("source", .string(rawValue))])) : Reply(Phrase.motionIs(word))
  }
}

extension Machine {
  fileprivate mutating func use(_ source: MotionSource, for session: SessionID) {
    if movement.choose(source) {
      let change = SettingChange("motion", source.rawValue, by: .console(session))
      steps.note(.settingChanged(change))
    }
    steps.say(motionSource.reply(asJSON: false), to: session)
  }
}

extension Phrase {
  static let pictureWord = Phrase("motion.picture", "picture")

  static func motionIs(_ source: Phrase) -> Phrase {
    Phrase("motion.is", "Movement is looked for by: \(source).")
  }

}
