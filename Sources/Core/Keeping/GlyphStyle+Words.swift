/// What is said of how pictures are drawn on consoles.
extension GlyphStyle {
  /// The effect, and what its parameters are.
  var effectSentence: Phrase {
    let parameters = (effect.parameters + [.contrast]).map { "\($0.rawValue) \(value(of: $0))" }
    return .effectIs(effect.rawValue, parameters.joined(separator: ", "))
  }

  var effectJSON: JSON {
    var members: [(String, JSON)] = [("effect", .string(effect.rawValue))]
    for parameter in effect.parameters + [.contrast] {
      members.append((parameter.rawValue, .integer(value(of: parameter))))
    }
    return .object(members)
  }

  /// Both colours, and which of them is chosen by a colour alone.
  var paletteSentence: Phrase {
    let colours = Phrase.paletteIs(
      palette.symbols.text, palette.background.text, target.word)
    guard isGradientOn else { return colours }
    return .followed(colours, isGradientSeen ? .paletteGradient : .paletteSuspends)
  }

  var paletteJSON: JSON {
    .object([
      ("symbols", .string(palette.symbols.text)), ("background", .string(palette.background.text)),
      ("target", .string(target.rawValue)), ("gradient", .bool(isGradientSeen)),
    ])
  }
}

extension GradientText {
  var sentence: Phrase { isOn ? .gradientOn(stopWords) : .gradientOff(stopWords) }

  var json: JSON {
    let stops = gradient.stops.map { stop in
      JSON.object([
        ("at_per_mille", .integer(stop.perMille)), ("colour", .string(stop.colour.text)),
      ])
    }
    return .object([("gradient", .bool(isOn)), ("stops", .array(stops))])
  }
}

extension GlyphGradient.Refusal {
  /// Why, in a sentence.
  var phrase: Phrase {
    let counts = GlyphGradient.counts
    return switch self {
    case .full: .gradientFull(counts.upperBound)
    case .fewest: .gradientFewest(counts.lowerBound)
    case .noSuchStop: .gradientNoStop
    }
  }
}

extension GlyphPalette.Part {
  /// The words for it.
  fileprivate var word: Phrase {
    switch self {
    case .symbols: Phrase("palette.symbols", "the glyphs")
    case .background: Phrase("palette.background", "what is behind them")
    }
  }
}

extension Phrase {
  static let helpEffect = Phrase(
    "help.effect", "says or sets what pictures are drawn with on consoles.")
  static let helpEffectName = Phrase(
    "help.effect.name",
    "NAME is ascii, shapes, circles, squares, triangles or diamonds; it brings its parameters.")
  static let helpPalette = Phrase(
    "help.palette", "says or sets the colours of pictures on consoles.")
  static let helpPalettePart = Phrase(
    "help.palette.part",
    "\"symbols\" and \"background\" say whose colour it is; alone, which is chosen from now on.")
  static let helpPaletteColour = Phrase(
    "help.palette.colour",
    "COLOUR is black, white, cyan, magenta, yellow, orange, pink, teal or six digits after a number sign."
  )
  static let helpGradient = Phrase(
    "help.gradient", "says or sets the colours of glyphs from the top line to the bottom one.")
  static let helpGradientOn = Phrase(
    "help.gradient.on", "\"on\" and \"off\" have it seen or not; off, its first colour stays.")
  static let helpGradientAdd = Phrase(
    "help.gradient.add", "\"add\" and a place from 0 (top) to 1 and a colour add a stop.")
  static let helpGradientSet = Phrase(
    "help.gradient.set", "\"set\" with a stop's number, a place and a colour changes it.")
  static let helpGradientRemove = Phrase(
    "help.gradient.remove", "\"remove\" with a stop's number takes it out.")

  static func effectIs(_ effect: String, _ parameters: String) -> Phrase {
    Phrase("effect.is", "Effect: {1}; {2}.", effect, parameters)
  }

  static func effectUnknown(_ word: String, _ names: String) -> Phrase {
    Phrase("effect.unknown", "There is no effect \"{1}\"; there are: {2}.", word, names)
  }

  static func paletteIs(_ symbols: String, _ background: String, _ target: Phrase) -> Phrase {
    Phrase(
      "palette.is", "Glyphs are {1} on {2}; a colour alone is for {3}.", symbols, background, target
    )
  }

  static let paletteGradient = Phrase("palette.gradient", "The gradient has the glyphs.")
  static let paletteSuspends = Phrase(
    "palette.suspends", "The gradient is not seen before \"palette symbols\".")

  static func gradientOn(_ stops: String) -> Phrase {
    Phrase("gradient.on", "The gradient is on. Stops: {1}.", stops)
  }

  static func gradientOff(_ stops: String) -> Phrase {
    Phrase("gradient.off", "The gradient is off. Stops: {1}.", stops)
  }

  static let gradientPlace = Phrase(
    "gradient.place", "The place of a stop is a number from 0, the top line, to 1, such as 0.5.")

  static func gradientFull(_ count: Int) -> Phrase {
    Phrase(
      "gradient.full", "It has {1} stops, and can have no more; \"gradient remove\" takes one out.",
      count)
  }

  static func gradientFewest(_ count: Int) -> Phrase {
    Phrase("gradient.fewest", "It has {1} stops, and can have no fewer.", count)
  }

  static let gradientNoStop = Phrase(
    "gradient.no-stop", "It has no stop of that number; \"gradient\" tells them.")

  static func colourMissing(_ names: String) -> Phrase {
    Phrase(
      "colour.missing", "A colour is missing: {1}, or six hexadecimal digits after a number sign.",
      names)
  }

  static func colourUnknown(_ word: String, _ names: String) -> Phrase {
    Phrase(
      "colour.unknown",
      "There is no colour \"{1}\"; there are: {2}, and six hexadecimal digits after a number sign.",
      word, names)
  }
}
