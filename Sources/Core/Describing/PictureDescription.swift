/// A picture in measured words.
struct PictureDescription: Hashable, Sendable {
  /// What was measured of it.
  let facts: PictureFacts
  /// How the board is held; nil where nobody knows.
  let tilt: Tilt?
  /// How it is seen upright.
  let orientation: Orientation

  /// The words and members that are told of it.
  struct Told {
    /// For people.
    let sentence: Phrase
    /// For programs.
    let json: JSON
    /// The news for a person who watches.
    let gist: [Phrase]
  }

  /// All that was measured.
  var told: Told { Told(sentence: sentence, json: .object(members), gist: gist) }

  /// The same with `faces`; nil: nobody knows them yet.
  func told(with faces: FaceSheet?) -> Told {
    let words = faces?.inView ?? Phrase("describe.no-faces-yet", "Faces are not known yet.")
    let objects = faces.map { JSON.array($0.inViewObjects) }
    return Told(
      sentence: .followed(sentence, words),
      json: .object(members + [("faces", .optional(objects))]),
      gist: gist + [faces?.inViewGist ?? words])
  }

  /// For people, a short sentence for each thing that was measured.
  private var sentence: Phrase {
    let rest = [sharpness?.sentence, tilt?.sentence, movement].compactMap { $0 }
    return rest.reduce(
      Phrase("describe.light", "\(brightness.word), mean \(facts.mean) of 255."), Phrase.followed)
  }

  /// The news for a person who watches: small changes of light, of tilt and of sharpness are none.
  private var gist: [Phrase] {
    [
      brightness.word, sharpness?.sentence ?? .describeEven, roughTilt ?? .describeEven,
      movement ?? .describeStill,
    ]
  }

  private var roughTilt: Phrase? {
    guard case .leaning(let degrees)? = tilt else { return tilt?.sentence }
    return degrees.magnitude <= 2 ? .describeLevel : .describeLeft(degrees / 5 * 5)
  }

  /// For programs.
  private var members: [(String, JSON)] {
    var members: [(String, JSON)] = [
      ("mean_luma", .integer(facts.mean)), ("brightness", .string(brightness.rawValue)),
      ("sharpness_per_mille", .optional(facts.sharpness)),
      ("sharpness", .optional(sharpness?.rawValue)),
    ]
    members += tilt?.members ?? [("tilt_left_degrees", .null), ("looks", .null)]
    members.append(("movement", .optional(movementName)))
    return members
  }

  private var brightness: Brightness {
    switch facts.mean {
    case ..<40: .dark
    case ..<80: .dim
    case ..<200: .wellLit
    case ..<235: .bright
    default: .tooBright
    }
  }

  private var sharpness: Sharpness? {
    facts.sharpness.map { sharpness in
      if sharpness >= PictureDescription.sharp { return .sharp }
      return sharpness >= PictureDescription.soft ? .soft : .blurred
    }
  }

  /// From so many thousandths on a picture is sharp, or only soft: measured of scenes that were blurred on purpose.
  static let sharp = 60, soft = 25

  private var movement: Phrase? {
    switch facts.movement?.seen(in: orientation) {
    case nil: nil
    case .nowhere?: .describeStill
    case .everywhere?: Phrase("describe.everywhere", "Movement: everywhere.")
    case .around(let part)?: Phrase("describe.movement", "Movement: \(part.word).")
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

extension PictureDescription {
  /// The light of a picture; the raw value is for programs.
  private enum Brightness: String {
    case dark, dim
    case wellLit = "well_lit"
    case bright
    case tooBright = "too_bright"

    var word: Phrase {
      switch self {
      case .dark: Phrase("describe.dark", "Dark")
      case .dim: Phrase("describe.dim", "Dim")
      case .wellLit: Phrase("describe.medium", "Well lit")
      case .bright: Phrase("describe.bright", "Bright")
      case .tooBright: Phrase("describe.glaring", "Too bright")
      }
    }
  }

  /// The sharpness of a picture; the raw value is for programs.
  private enum Sharpness: String {
    case sharp, soft, blurred

    var sentence: Phrase {
      switch self {
      case .sharp: Phrase("describe.sharp", "Sharp.")
      case .soft: Phrase("describe.soft", "A little blurred.")
      case .blurred: Phrase("describe.blurred", "Blurred.")
      }
    }
  }
}

extension Phrase {
  static let describeEven = Phrase("describe.even", "Nothing to see.")
  static let describeStill = Phrase("describe.still", "Nothing moves.")
}
