/// Asking how pictures are drawn on consoles, or having them drawn in another way; it is kept.
enum StyleCommand: Hashable, Sendable {
  case askEffect(json: Bool)
  case effect(GlyphEffect)
  case askPalette(json: Bool)
  /// Colours that are named without a part are this one's from now on.
  case target(GlyphPalette.Part)
  /// A colour, for that part or else for the one that was chosen last.
  case colour(GlyphColour, GlyphPalette.Part?)
  case askGradient(json: Bool)
  case gradient(isOn: Bool)
  case addStop(GlyphGradient.Stop)
  case setStop(Int, GlyphGradient.Stop)
  case removeStop(Int)

  static let entries = [
    CommandEntry(
      name: "effect", usage: "effect [NAME] [--json]", help: .helpEffect, access: .full,
      parse: effect, words: [.helpEffectName], example: "effect circles"),
    CommandEntry(
      name: "palette", usage: "palette [symbols|background] [COLOUR] [--json]", help: .helpPalette,
      access: .full, parse: palette, words: [.helpPalettePart, .helpPaletteColour],
      example: "palette background teal"),
    CommandEntry(
      name: "gradient",
      usage: "gradient [on|off|add AT COLOUR|set N AT COLOUR|remove N] [--json]",
      help: .helpGradient, access: .full, parse: gradient,
      words: [.helpGradientOn, .helpGradientAdd, .helpGradientSet, .helpGradientRemove],
      example: "gradient add 0.5 orange"),
  ]

  /// Whether it only asks.
  var isQuestion: Bool {
    switch self {
    case .askEffect, .askPalette, .askGradient: true
    case .effect, .target, .colour, .gradient, .addStop, .setStop, .removeStop: false
    }
  }

  @Sendable private static func effect(_ words: inout CommandWords) throws(CommandError) -> Command
  {
    guard let word = words.next()?.lowercased() else {
      return .style(.askEffect(json: words.areOfProgram))
    }
    guard let effect = GlyphEffect(rawValue: word) else {
      let names = GlyphEffect.allCases.map(\.rawValue)
      throw CommandError(.effectUnknown(word, names.joined(separator: ", ")))
    }
    return .style(.effect(effect))
  }

  @Sendable private static func palette(_ words: inout CommandWords) throws(CommandError) -> Command
  {
    guard let word = words.next() else { return .style(.askPalette(json: words.areOfProgram)) }
    guard let part = GlyphPalette.Part(rawValue: word.lowercased()) else {
      return .style(.colour(try colour(word), nil))
    }
    guard let word = words.next() else { return .style(.target(part)) }
    return .style(.colour(try colour(word), part))
  }

  @Sendable private static func gradient(
    _ words: inout CommandWords
  ) throws(CommandError) -> Command {
    switch words.next()?.lowercased() {
    case nil: return .style(.askGradient(json: words.areOfProgram))
    case "on": return .style(.gradient(isOn: true))
    case "off": return .style(.gradient(isOn: false))
    case "add": return .style(.addStop(try stop(&words)))
    case "set":
      let number = try words.number(of: "gradient set", in: 1...GlyphGradient.counts.upperBound)
      return .style(.setStop(number, try stop(&words)))
    case "remove":
      return .style(
        .removeStop(
          try words.number(of: "gradient remove", in: 1...GlyphGradient.counts.upperBound)))
    case let word?:
      let names = ["on", "off", "add", "set", "remove"].map { "gradient \($0)" }
      throw Command.unknown("gradient \(word)", among: names)
    }
  }

  private static func stop(_ words: inout CommandWords) throws(CommandError) -> GlyphGradient.Stop {
    guard let place = words.next().flatMap({ GradientText.place($0) }) else {
      throw CommandError(.gradientPlace)
    }
    guard let word = words.next() else { throw CommandError(.colourMissing(GlyphPreset.words)) }
    return GlyphGradient.Stop(perMille: place, try colour(word))
  }

  private static func colour(_ word: String) throws(CommandError) -> GlyphColour {
    guard let colour = GlyphColour(word) else {
      throw CommandError(.colourUnknown(word, GlyphPreset.words))
    }
    return colour
  }
}

extension Machine {
  mutating func obey(_ command: StyleCommand, from session: SessionID) throws(CommandError) {
    switch command {
    case .askEffect(let json):
      steps.say(json ? Reply(own.style.effectJSON) : Reply(own.style.effectSentence), to: session)
    case .askPalette(let json):
      steps.say(json ? Reply(own.style.paletteJSON) : Reply(own.style.paletteSentence), to: session)
    case .askGradient(let json):
      let text = GradientText(of: own.style)
      steps.say(json ? Reply(text.json) : Reply(text.sentence), to: session)
    case .effect, .target, .colour, .gradient, .addStop, .setStop, .removeStop:
      let coming = coming
      let style = try coming.style.after(command)
      try keep(coming.changes(to: style), saying: style.news(of: command), for: session)
    }
  }
}

extension GlyphStyle {
  /// It as `command` wants it.
  fileprivate func after(_ command: StyleCommand) throws(CommandError) -> GlyphStyle {
    var style = self
    switch command {
    case .effect(let effect): style.choose(effect)
    case .target(let part): style.target = part
    case .colour(let colour, let part):
      if let part { style.target = part }
      style.choose(colour, for: part ?? style.target)
    case .gradient(let isOn):
      // What has the glyphs is to be seen.
      if isOn { style.target = .symbols }
      style.turnGradient(on: isOn)
    case .addStop, .setStop, .removeStop: try style.changeStops(by: command)
    case .askEffect, .askPalette, .askGradient: break
    }
    return style
  }

  private mutating func changeStops(by command: StyleCommand) throws(CommandError) {
    do throws(GlyphGradient.Refusal) {
      switch command {
      case .addStop(let stop): try gradient.add(stop)
      case .setStop(let number, let stop): try gradient.set(number, to: stop)
      case .removeStop(let number): try gradient.remove(number)
      case .effect, .target, .colour, .gradient, .askEffect, .askPalette, .askGradient: break
      }
    } catch {
      throw CommandError(error.phrase)
    }
  }
}
