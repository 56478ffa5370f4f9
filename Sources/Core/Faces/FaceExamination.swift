/// What a program that looks for faces has answered of one piece.
package struct FaceExamination: Hashable, Sendable {
  /// What came of it.
  package enum Outcome: Hashable, Sendable {
    /// It found these, the most certain first; none is an answer too.
    case found([Face])
    case failed(FaceFailure)
  }

  /// The name of the program in the configuration.
  package let analyser: String
  /// The SHA-256 of the program and of its model, as far as it says so, in lower-case hexadecimal.
  package var program: String?
  package var model: String?
  /// The same of the model that finds their points, where that is another.
  package var mesh: String?
  package let outcome: Outcome

  /// An examination by `analyser` that came to `outcome`.
  package init(by analyser: String, _ outcome: Outcome) {
    (self.analyser, self.outcome) = (analyser, outcome)
  }

  /// The faces of a piece by it.
  package var sheet: FaceSheet {
    switch outcome {
    case .found(let faces): FaceSheet(.examined(by: analyser), faces)
    case .failed(let reason): FaceSheet(.failed(by: analyser, reason))
    }
  }
}

/// Reading an answer, as what a stranger wrote.
extension FaceExamination {
  /// Faces as the object `json` has them; nil where it says nothing of them.
  ///
  /// A refusal says what is wrong with it.
  init?(_ json: JSON, by analyser: String) throws(AnalyserError) {
    let outcome: Outcome
    switch (json.member("faces"), json.member("failed")) {
    case (nil, nil): return nil
    case (.array(let elements)?, nil):
      outcome = .found(FaceExamination.united(try FaceExamination.faces(elements, analyser)))
    case (nil, .string(let word)?), (.null?, .string(let word)?):
      guard let reason = FaceFailure(rawValue: word) else {
        throw AnalyserError(.wrongFaces(analyser))
      }
      outcome = .failed(reason)
    default: throw AnalyserError(.wrongFaces(analyser))
    }
    self.init(by: analyser, outcome)
    (program, model) = (json.digest("program"), json.digest("model"))
    mesh = json.digest("mesh")
  }

  private static func faces(
    _ elements: [JSON], _ analyser: String
  ) throws(AnalyserError) -> [Face] {
    guard elements.count <= Face.mostCount else {
      throw AnalyserError(
        Phrase(
          "analyser.too-many-faces",
          "the analyser '\(analyser)' answered more than \(Face.mostCount) faces; have it give the most certain."
        ))
    }
    var faces: [Face] = []
    for (index, element) in elements.enumerated() {
      guard let face = Face(answer: element) else {
        throw AnalyserError(
          Phrase(
            "analyser.wrong-face",
            """
            face \(index + 1) of the analyser '\(analyser)' is none: it needs a "box" of four numbers from 0 to 1 that \
            lies in the picture, and a "score" from 0 to 1.
            """))
      }
      faces.append(face)
    }
    return faces
  }

  /// The most certain first, and of those that cover nearly the same only that.
  private static func united(_ faces: [Face]) -> [Face] {
    let order = faces.enumerated().sorted {
      ($1.element.perMille ?? 0, $0.offset) < ($0.element.perMille ?? 0, $1.offset)
    }
    var kept: [Face] = []
    for (_, face) in order where (face.perMille ?? 0) >= Face.least {
      let isKnown = kept.contains { $0.place.isSame(as: face.place) }
      if !isKnown { kept.append(face) }
    }
    return kept
  }
}

extension Face {
  /// What an element of an answer says; nil where that is no face.
  fileprivate init?(answer json: JSON) {
    guard let place = json.member("box")?.places(4), let box = FaceBox(places: place),
      let score = json.member("score")?.asNumber, (0...1).contains(score)
    else { return nil }
    self.init(box, perMille: Int((score * 1000).rounded()))
    if let degrees = json.member("roll") {
      guard let roll = degrees.asNumber, (-180...180).contains(roll) else { return nil }
      self.roll = Int((roll * 10).rounded())
    }
    switch json.member("fit") {
    case nil, .null?: break
    case let fit?:
      guard let fit = FaceFit(fit) else { return nil }
      self.fit = fit
    }
    guard case .object(let members)? = json.member("points") ?? .object([]) else { return nil }
    for (name, value) in members {
      guard let place = value.places(2) else { return nil }
      if let point = FacePoint(rawValue: name) { points[point] = place }
    }
  }
}

extension FaceBox {
  /// Of a rectangle that ends in the picture; one that is rounded beyond its edge does.
  fileprivate init?(places: [Int]) {
    let (width, height) = (places[2], places[3])
    guard width > 0, height > 0, places[0] + width <= FaceBox.whole + 2,
      places[1] + height <= FaceBox.whole + 2
    else { return nil }
    self.init(x: places[0], y: places[1], width: width, height: height)
  }
}

extension JSON {
  /// So many numbers from 0 to 1, in ten-thousandths.
  fileprivate func places(_ count: Int) -> [Int]? {
    guard case .array(let elements) = self, elements.count == count else { return nil }
    let numbers = elements.compactMap(\.asNumber).filter { (0...1).contains($0) }
    return numbers.count == count
      ? numbers.map { Int(($0 * Double(FaceBox.whole)).rounded()) } : nil
  }

  /// The member `name`, where it is a SHA-256 in hexadecimal.
  fileprivate func digest(_ name: String) -> String? {
    guard let text = member(name)?.asText, text.utf8.count == 64, text.utf8.allSatisfy(JSON.isDigit)
    else { return nil }
    return text
  }

  /// Whether the character is a hexadecimal digit, in small letters.
  private static func isDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): true
    default: false
    }
  }
}

extension Phrase {
  static func wrongFaces(_ analyser: String) -> Phrase {
    Phrase(
      "analyser.wrong-faces",
      """
      the analyser '\(analyser)' says of faces what can't be read: it needs an array "faces", or a word why it \
      "failed".
      """)
  }
}
