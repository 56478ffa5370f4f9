/// A picture in measured words.
struct PictureDescription: Hashable, Sendable {
  /// What was measured of it.
  let facts: PictureFacts
  /// How the board is held; nil where nobody knows.
  let tilt: Tilt?
  /// How it is seen upright.
  let orientation: Orientation

  /// For people, a short sentence for each thing that was measured.
  var sentence: Phrase {
    let rest = [sharpness, tilt?.sentence, movement].compactMap { $0 }
    return rest.reduce(.describeLight(brightness, facts.mean), Phrase.followed)
  }

  /// What a person who watches has to hear of: small changes of light, of tilt and of sharpness are none.
  var gist: [Phrase] {
    [
      brightness, sharpness ?? .describeEven, roughTilt ?? .describeEven,
      movement ?? .describeStill,
    ]
  }

  private var roughTilt: Phrase? {
    guard case .leaning(let degrees)? = tilt else { return tilt?.sentence }
    return degrees.magnitude <= 2 ? .describeLevel : .describeLeft(degrees / 5 * 5)
  }

  /// For programs.
  var json: JSON {
    var members: [(String, JSON)] = [
      ("mean_luma", .integer(facts.mean)), ("brightness", .string(brightness.english)),
      ("sharpness_per_mille", .optional(facts.sharpness)),
      ("sharpness", .optional(sharpness?.english)),
    ]
    members += tilt?.members ?? [("tilt_left_degrees", .null), ("looks", .null)]
    members.append(("movement", .optional(movementName)))
    return .object(members)
  }

  private var brightness: Phrase {
    switch facts.mean {
    case ..<40: .describeDark
    case ..<80: .describeDim
    case ..<200: .describeMedium
    case ..<235: .describeBright
    default: .describeGlaring
    }
  }

  private var sharpness: Phrase? {
    facts.sharpness.map { sharpness in
      if sharpness >= PictureDescription.sharp { return .describeSharp }
      return sharpness >= PictureDescription.soft ? .describeSoft : .describeBlurred
    }
  }

  /// From so many thousandths on a picture is sharp, or only soft: measured of scenes that were blurred on purpose.
  static let sharp = 60, soft = 25

  private var movement: Phrase? {
    switch facts.movement?.seen(in: orientation) {
    case nil: nil
    case .nowhere?: .describeStill
    case .everywhere?: .describeEverywhere
    case .around(let part)?: .describeMovement(part.word)
    }
  }

  private var movementName: String? {
    switch facts.movement?.seen(in: orientation) {
    case nil: nil
    case .nowhere?: "none"
    case .everywhere?: "everywhere"
    case .around(let part)?: part.name
    }
  }
}

extension Phrase {
  static func describeLight(_ brightness: Phrase, _ mean: Int) -> Phrase {
    Phrase("describe.light", "{1}, mean {2} of 255.", brightness, mean)
  }

  static let describeDark = Phrase("describe.dark", "Dark")
  static let describeDim = Phrase("describe.dim", "Dim")
  static let describeMedium = Phrase("describe.medium", "Well lit")
  static let describeBright = Phrase("describe.bright", "Bright")
  static let describeGlaring = Phrase("describe.glaring", "Too bright")
  static let describeSharp = Phrase("describe.sharp", "Sharp.")
  static let describeSoft = Phrase("describe.soft", "A little blurred.")
  static let describeBlurred = Phrase("describe.blurred", "Blurred.")
  static let describeEven = Phrase("describe.even", "Nothing to see.")
  static let describeStill = Phrase("describe.still", "Nothing moves.")
  static let describeEverywhere = Phrase("describe.everywhere", "Movement: everywhere.")

  static func describeMovement(_ part: Phrase) -> Phrase {
    Phrase("describe.movement", "Movement: {1}.", part)
  }
}
