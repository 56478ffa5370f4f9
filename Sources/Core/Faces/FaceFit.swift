/// A head of average measures as a program has turned, moved and scaled it until it fits the points of a face.
package struct FaceFit: Hashable, Sendable {
  /// A measure in which a face differs from that head by more than how it is held.
  package enum Measure: String, CaseIterable, Hashable, Sendable {
    /// The distance between them.
    case eyes
    case mouthWidth = "mouth_width"
    /// The distance below where it would be.
    case mouthHeight = "mouth_height"
    /// The same.
    case chin
  }

  /// Middle and width of the head, in thousandths of the picture's width, also downwards.
  package let x: Int
  package let y: Int
  package let width: Int
  /// Turn clockwise, in tenths of a degree.
  package let roll: Int
  /// Turns to the viewer's right, and up, in tenths of a degree; nil: too few points tell that.
  package let yaw: Int?
  package let pitch: Int?
  /// Known measures, each by how much it is larger or lower, in thousandths of the face's width.
  package let off: [Measure: Int]

  /// The head in an upright picture of this size.
  func head(in size: PictureSize) -> Face.Head {
    let across = FaceBox.whole / 1000
    let down = { (length: Int) in length * across * size.width / max(1, size.height) }
    let height = min(max(1, down(width) * 5 / 4), FaceBox.longestSide)
    var box = FaceBox(about: x * across, down(y), width: width * across, height: height)
    box.keepInPicture()
    return Face.Head(box: box, roll: roll, isFitted: true)
  }
}

/// Fits as programs answer them, records have them and programs read them: the members are the same.
extension FaceFit {
  /// One that an object says; nil where it says none.
  package init?(_ json: JSON) {
    guard let x = json.whole("x", in: FaceFit.places), let y = json.whole("y", in: FaceFit.places),
      let width = json.whole("width", in: FaceFit.widths),
      let roll = json.whole("roll", in: Face.turns),
      case .object(let members)? = json.member("off") ?? .object([])
    else { return nil }
    for name in ["yaw", "pitch"] where json.says(name) {
      guard json.whole(name, in: FaceFit.tilts) != nil else { return nil }
    }
    var off: [Measure: Int] = [:]
    for (name, _) in members {
      guard let measure = Measure(rawValue: name), json.member("off")?.says(name) ?? false
      else { continue }
      guard let value = json.member("off")?.whole(name, in: FaceFit.offs) else { return nil }
      off[measure] = value
    }
    (self.x, self.y, self.width, self.roll, self.off) = (x, y, width, roll, off)
    yaw = json.whole("yaw", in: FaceFit.tilts)
    pitch = json.whole("pitch", in: FaceFit.tilts)
  }

  /// The object of a record: what isn't known lacks.
  var record: JSON {
    var members: [(String, JSON)] = []
    if !off.isEmpty { members.append(("off", measures { .integer($0) })) }
    if let pitch { members.append(("pitch", .integer(pitch))) }
    members.append(("roll", .integer(roll)))
    for (name, value) in [("width", width), ("x", x), ("y", y)] {
      members.append((name, .integer(value)))
    }
    if let yaw { members.append(("yaw", .integer(yaw))) }
    return .object(members)
  }

  /// The object that programs read: parts of the picture's width, degrees, parts of the face's width.
  var json: JSON {
    let part = { (thousandths: Int) in JSON.number(Double(thousandths) / 1000) }
    let degrees = { (tenths: Int) in JSON.number(Double(tenths) / 10) }
    return .object([
      ("x", part(x)), ("y", part(y)), ("width", part(width)), ("roll", degrees(roll)),
      ("yaw", .optional(yaw.map(degrees))), ("pitch", .optional(pitch.map(degrees))),
      ("off", measures(part)),
    ])
  }

  private func measures(_ value: (Int) -> JSON) -> JSON {
    let sorted = off.sorted { $0.key.rawValue < $1.key.rawValue }
    return .object(sorted.map { ($0.key.rawValue, value($0.value)) })
  }

  private static let places = -10_000...10_000
  private static let widths = 1...2000
  private static let tilts = -600...600
  private static let offs = -1000...1000
}

/// Fits in words.
extension FaceFit {
  /// The least that is told, in thousandths of the face's width; what is less may be the points' own error.
  private static let leastTold = 30
  /// The largest are told, so many.
  private static let mostTold = 3

  /// The words of how the head is held, and of what the face differs in.
  var words: [Phrase] { held + differences }

  private var held: [Phrase] {
    guard let yaw, let pitch else { return [Phrase("fit.turn-unknown", "turn not known")] }
    var words: [Phrase] = []
    if yaw.magnitude >= 150 {
      let degrees = Face.degrees(ofTenths: yaw)
      words.append(
        yaw > 0
          ? Phrase("fit.looks-right", "looks \(degrees)° to the right")
          : Phrase("fit.looks-left", "looks \(degrees)° to the left"))
    }
    // What is straight ahead differs by who found the points, so it takes more to be told.
    if pitch.magnitude >= 200 {
      let degrees = Face.degrees(ofTenths: pitch)
      words.append(
        pitch > 0
          ? Phrase("fit.looks-up", "looks \(degrees)° up")
          : Phrase("fit.looks-down", "looks \(degrees)° down"))
    }
    return words
  }

  private var differences: [Phrase] {
    let told = Measure.allCases.filter { (off[$0] ?? 0).magnitude >= FaceFit.leastTold }
    let largest = told.sorted { (off[$0] ?? 0).magnitude > (off[$1] ?? 0).magnitude }
    var words = largest.prefix(FaceFit.mostTold).map { $0.words(off[$0] ?? 0) }
    if let chin = off[.chin], chin.magnitude < FaceFit.leastTold, words.count < FaceFit.mostTold {
      words.append(Phrase("fit.chin-fits", "chin fits"))
    }
    return words
  }
}

extension FaceFit.Measure {
  /// By how much it is off, which is not nothing.
  fileprivate func words(_ perMille: Int) -> Phrase {
    let percent = (Int(perMille.magnitude) + 5) / 10
    let isMore = perMille > 0
    return switch self {
    case .eyes where isMore: Phrase("fit.eyes-apart", "eyes \(percent) % too far apart")
    case .eyes: Phrase("fit.eyes-close", "eyes \(percent) % too close together")
    case .mouthWidth where isMore: Phrase("fit.mouth-wide", "mouth \(percent) % too wide")
    case .mouthWidth: Phrase("fit.mouth-narrow", "mouth \(percent) % too narrow")
    case .mouthHeight where isMore: Phrase("fit.mouth-low", "mouth \(percent) % too low")
    case .mouthHeight: Phrase("fit.mouth-high", "mouth \(percent) % too high")
    case .chin where isMore: Phrase("fit.chin-low", "chin \(percent) % too low")
    case .chin: Phrase("fit.chin-high", "chin \(percent) % too high")
    }
  }
}

extension JSON {
  /// Whether it has a member `name` that is not null.
  fileprivate func says(_ name: String) -> Bool {
    switch member(name) {
    case nil, .null?: false
    default: true
    }
  }

  /// The whole number `name` of this range.
  fileprivate func whole(_ name: String, in range: ClosedRange<Int>) -> Int? {
    member(name)?.asInteger.flatMap { range.contains($0) ? $0 : nil }
  }
}
