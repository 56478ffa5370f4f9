/// Asking how pictures are drawn on consoles, or having them drawn in another way; it is kept.
extension Command {
  static let style = [
    Command(
      name: "effect", usage: "effect [EFFECT] [--json]",
      help: Phrase("help.effect", "says or sets what pictures are drawn with on consoles."),
      access: .full,
      words: [
        Phrase(
          "help.effect.name",
          "EFFECT is ascii, shapes, circles, squares, triangles or diamonds; it brings its parameters."
        )
      ], example: "effect circles", read: readEffect),
    Command(
      name: "palette", usage: "palette [symbols|background] [COLOUR] [--json]",
      help: Phrase("help.palette", "says or sets the colours of pictures on consoles."),
      access: .full,
      words: [
        Phrase(
          "help.palette.part",
          "\"symbols\" and \"background\" say whose colour it is; alone, which is chosen from now on."
        ),
        Phrase(
          "help.palette.colour",
          "COLOUR is black, white, cyan, magenta, yellow, orange, pink, teal or six digits after a number sign."
        ),
      ],
      example: "palette background teal", read: readPalette),
    Command(
      name: "gradient",
      usage: "gradient [on|off|add AT COLOUR|set N AT COLOUR|remove N] [--json]",
      help: Phrase(
        "help.gradient",
        "says or sets the colours of glyphs from the top line to the bottom one."), access: .full,
      words: [
        Phrase(
          "help.gradient.on",
          "\"on\" and \"off\" have it seen or not; off, its first colour stays."),
        Phrase(
          "help.gradient.add",
          "\"add\" and a place from 0 (top) to 1 and a colour add a stop."),
        Phrase(
          "help.gradient.set",
          "\"set\" with a stop's number, a place and a colour changes it."),
        Phrase("help.gradient.remove", "\"remove\" with a stop's number takes it out."),
      ],
      example: "gradient add 0.5 orange", read: readGradient),
  ]

  private static func readEffect(_ words: inout CommandWords) throws(CommandError) -> Demand {
    let json = words.areOfProgram
    guard let word = words.next()?.lowercased() else {
      return .tells { json ? Reply($0.own.style.effectJSON) : Reply($0.own.style.effectSentence) }
    }
    guard let effect = GlyphEffect(rawValue: word) else {
      let names = GlyphEffect.allCases.map(\.rawValue)
      throw CommandError(.effectUnknown(word, names.joined(separator: ", ")))
    }
    return .restyles(saying: { $0.effectSentence }, by: { $0.choose(effect) })
  }

  private static func readPalette(_ words: inout CommandWords) throws(CommandError) -> Demand {
    let json = words.areOfProgram
    guard let word = words.peek() else {
      return .tells { json ? Reply($0.own.style.paletteJSON) : Reply($0.own.style.paletteSentence) }
    }
    let part = GlyphPalette.Part(rawValue: word.lowercased())
    if part != nil { _ = words.next() }
    let colour = part != nil && words.isEmpty ? nil : try words.colour()
    return .restyles(saying: { $0.paletteSentence }) { style in
      // Colours that are named without a part are this one's from now on.
      if let part { style.target = part }
      if let colour { style.choose(colour, for: part ?? style.target) }
    }
  }

  private static func readGradient(_ words: inout CommandWords) throws(CommandError) -> Demand {
    let json = words.areOfProgram
    switch words.next()?.lowercased() {
    case nil:
      return .tells {
        let text = GradientText(of: $0.own.style)
        return json ? Reply(text.json) : Reply(text.sentence)
      }
    case "on": return turnsGradient(on: true)
    case "off": return turnsGradient(on: false)
    case "add":
      let stop = try words.stop()
      return changesGradient { gradient throws(GlyphGradient.Refusal) in try gradient.add(stop) }
    case "set":
      let number = try words.stopNumber(for: "gradient set")
      let stop = try words.stop()
      return changesGradient { gradient throws(GlyphGradient.Refusal) in
        try gradient.set(number, to: stop)
      }
    case "remove":
      let number = try words.stopNumber(for: "gradient remove")
      return changesGradient { gradient throws(GlyphGradient.Refusal) in
        try gradient.remove(number)
      }
    case let word?:
      let names = ["on", "off", "add", "set", "remove"].map { "gradient \($0)" }
      throw unknown("gradient \(word)", among: names)
    }
  }

  private static func turnsGradient(on isOn: Bool) -> Demand {
    .restyles(saying: { GradientText(of: $0).sentence }) { style in
      // What has the glyphs is to be seen.
      if isOn { style.target = .symbols }
      style.turnGradient(on: isOn)
    }
  }

  private static func changesGradient(
    by change: @escaping @Sendable (inout GlyphGradient) throws(GlyphGradient.Refusal) -> Void
  ) -> Demand {
    .restyles(saying: { GradientText(of: $0).sentence }) { style throws(CommandError) in
      do throws(GlyphGradient.Refusal) {
        try change(&style.gradient)
      } catch {
        throw CommandError(error.phrase)
      }
    }
  }
}

extension Demand {
  /// Changes how pictures are drawn, and says `news` of how they are then.
  fileprivate static func restyles(
    saying news: @escaping @Sendable (GlyphStyle) -> Phrase,
    by change: @escaping @Sendable (inout GlyphStyle) throws(CommandError) -> Void
  ) -> Demand {
    .changes { machine, session throws(CommandError) in
      let coming = machine.coming
      var style = coming.style
      try change(&style)
      try machine.keep(coming.changes(to: style), saying: news(style), for: session)
    }
  }
}

extension CommandWords {
  fileprivate mutating func stopNumber(for command: String) throws(CommandError) -> Int {
    try number(of: command, in: 1...GlyphGradient.counts.upperBound)
  }

  /// Takes a place and a colour.
  fileprivate mutating func stop() throws(CommandError) -> GlyphGradient.Stop {
    guard let place = next().flatMap({ GradientText.place($0) }) else {
      throw CommandError(
        Phrase(
          "gradient.place",
          "The place of a stop is a number from 0, the top line, to 1, such as 0.5."))
    }
    guard !isEmpty else {
      throw CommandError(
        Phrase(
          "colour.missing",
          "A colour is missing: \(GlyphPreset.words), or six hexadecimal digits after a number sign."
        ))
    }
    return GlyphGradient.Stop(perMille: place, try colour())
  }

  fileprivate mutating func colour() throws(CommandError) -> GlyphColour {
    let word = next() ?? ""
    guard let colour = GlyphColour(word) else {
      throw CommandError(
        Phrase(
          "colour.unknown",
          """
          There is no colour "\(word)"; there are: \(GlyphPreset.words), and six hexadecimal digits after a \
          number sign.
          """))
    }
    return colour
  }
}
