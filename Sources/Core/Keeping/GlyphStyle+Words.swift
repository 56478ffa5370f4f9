/// Words for the way in which pictures are drawn on consoles.
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
    let colours = Phrase(
      "palette.is",
      "Glyphs are \(palette.symbols.text) on \(palette.background.text); a colour alone is for \(target.word)."
    )
    guard isGradientOn else { return colours }
    return .followed(
      colours,
      isGradientSeen
        ? Phrase("palette.gradient", "The gradient has the glyphs.")
        : Phrase("palette.suspends", "The gradient is not seen before \"palette symbols\"."))
  }

  var paletteJSON: JSON {
    .object([
      ("symbols", .string(palette.symbols.text)), ("background", .string(palette.background.text)),
      ("target", .string(target.rawValue)), ("gradient", .bool(isGradientSeen)),
    ])
  }
}

extension GradientText {
  var sentence: Phrase {
    isOn
      ? Phrase("gradient.on", "The gradient is on. Stops: \(stopWords).")
      : Phrase("gradient.off", "The gradient is off. Stops: \(stopWords).")
  }

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
    case .full:
      Phrase(
        "gradient.full",
        "It has \(counts.upperBound) stops, and can have no more; \"gradient remove\" takes one out."
      )
    case .fewest:
      Phrase("gradient.fewest", "It has \(counts.lowerBound) stops, and can have no fewer.")
    case .noSuchStop:
      Phrase("gradient.no-stop", "It has no stop of that number; \"gradient\" tells them.")
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
  static func effectIs(_ effect: String, _ parameters: String) -> Phrase {
    Phrase("effect.is", "Effect: \(effect); \(parameters).")
  }

  static func effectUnknown(_ word: String, _ names: String) -> Phrase {
    Phrase("effect.unknown", "There is no effect \"\(word)\"; there are: \(names).")
  }

}
