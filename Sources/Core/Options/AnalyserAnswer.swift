/// What an analyser has answered: one object of JSON on its standard output, and nothing else.
///
/// It is read as what a stranger wrote: whatever is wrong with it makes it no answer at all.
package struct AnalyserAnswer: Hashable, Sendable {
  /// More options than this in one answer make it none.
  package static let mostOptions = 32
  /// What a code begins with that says which thing is the current one.
  package static let thingPrefix = "exhibit:thing="

  /// What it guesses, the most certain first; what is too uncertain is left out.
  package let options: [PieceOption]
  /// The label of the thing that a code in the picture names.
  package let thing: String?
  /// What it says of faces, where it looked for them.
  package let examination: FaceExamination?

  /// What `bytes` say, which `analyser` has written; a refusal says what is wrong with them.
  package init(_ bytes: [UInt8], of analyser: Analyser) throws(AnalyserError) {
    let name = analyser.name
    let isText = Array(String(decoding: bytes, as: UTF8.self).utf8) == bytes
    guard isText, let json = JSONParser.value(of: bytes) else {
      throw AnalyserError(.analyserNoJSON(name))
    }
    examination = try FaceExamination(json, by: name)
    let none: JSON? = examination == nil ? nil : .array([])
    guard case .array(let elements)? = json.member("options") ?? none else {
      throw AnalyserError(
        Phrase(
          "analyser.no-options",
          "the analyser '\(name)' answered without an array \"options\"; an empty one says that it found none."
        ))
    }
    guard elements.count <= AnalyserAnswer.mostOptions else {
      throw AnalyserError(
        Phrase(
          "analyser.too-many",
          "the analyser '\(name)' answered more than \(AnalyserAnswer.mostOptions) options; have it give fewer."
        ))
    }
    var found: [PieceOption] = []
    for element in elements {
      guard let option = PieceOption(element, by: name) else {
        throw AnalyserError(
          Phrase(
            "analyser.wrong-option",
            """
            option \(found.count + 1) of the analyser '\(name)' is none: it needs a "text" of 1 to 100 \
            characters on one line and a "confidence" from 0 to 1.
            """))
      }
      found.append(option)
    }
    let isCode = { (option: PieceOption) in
      analyser.choosesThing && option.text.hasPrefix(AnalyserAnswer.thingPrefix)
    }
    options = Clarification.ranked(found).filter {
      !isCode($0) && $0.perMille >= Clarification.leastAsked
    }
    thing = try AnalyserAnswer.thing(in: found.filter(isCode), name)
  }

  /// An answer of `options` that names `thing`.
  init(options: [PieceOption], thing: String?, _ examination: FaceExamination? = nil) {
    self.options = options
    self.thing = thing
    self.examination = examination
  }

  /// The thing that `codes` name, of which only certain ones count; two different ones are in error.
  private static func thing(
    in codes: [PieceOption], _ name: String
  ) throws(AnalyserError) -> String? {
    let certain = codes.filter { $0.perMille >= Clarification.certainty }
    let labels = Clarification.ranked(certain).map { $0.text.dropFirst(thingPrefix.count) }
    guard let first = labels.first else { return nil }
    guard labels.count == 1 else {
      throw AnalyserError(
        Phrase(
          "analyser.two-things",
          "the analyser '\(name)' read the codes of two things; show one of them at a time."))
    }
    do throws(CommandError) {
      return try ThingField.label(String(first).withoutOuterSpace)
    } catch {
      throw AnalyserError(
        Phrase(
          "analyser.wrong-label", "the analyser '\(name)' read a thing's code: \(error.phrase)"))
    }
  }
}

/// Why what an analyser has written is no answer.
package struct AnalyserError: Error, Hashable, Sendable {
  /// The sentence for the log, to follow the number of a piece.
  package let phrase: Phrase

  init(_ phrase: Phrase) {
    self.phrase = phrase
  }
}

extension PieceOption {
  /// What an element of an answer says; nil where it says no option.
  fileprivate init?(_ json: JSON, by analyser: String) {
    guard let text = json.member("text")?.asText?.withoutOuterSpace,
      PieceOption.lengths.contains(text.unicodeScalars.count), text.printable == text,
      let confidence = json.member("confidence")?.asNumber, (0...1).contains(confidence)
    else { return nil }
    self.init(text, perMille: Int((confidence * 1000).rounded()), by: analyser)
  }
}

extension String {
  /// It without the spaces at its ends.
  fileprivate var withoutOuterSpace: String {
    let rest = drop(while: \.isWhitespace)
    return String(rest.lastIndex { !$0.isWhitespace }.map { rest[...$0] } ?? "")
  }
}

extension Phrase {
  static func analyserNoJSON(_ name: String) -> Phrase {
    Phrase(
      "analyser.no-json",
      """
      the analyser '\(name)' did not answer in JSON; it has to write one object with "options" to its standard \
      output, and nothing else there.
      """)
  }

}
