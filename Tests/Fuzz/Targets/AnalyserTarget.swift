import Core

/// What an analyser writes to its standard output, be it one that may choose the thing or one that may not.
enum AnalyserTarget {
  private static let analysers: [Analyser] = [false, true].map { choosesThing in
    var analyser = Analyser("eyes")
    analyser.choosesThing = choosesThing
    return analyser
  }

  @Sendable static func run(_ input: UnsafeRawBufferPointer) {
    for analyser in analysers { take(Array(input), analyser) }
  }

  private static func take(_ bytes: [UInt8], _ analyser: Analyser) {
    do throws(AnalyserError) {
      let answer = try AnalyserAnswer(bytes, of: analyser)
      claim(answer.options.count <= AnalyserAnswer.mostOptions, "more options than there may be")
      for option in answer.options { check(option) }
      claim(answer.thing == nil || analyser.choosesThing, "it chose a thing")
      if let thing = answer.thing {
        claim((3...50).contains(thing.count) && thing.printable == thing, "a thing without a label")
      }
      check(Clarification(title: nil, isDecided: false, answer.options))
    } catch {
      claim(error.phrase.english.printable == error.phrase.english, "a sentence steers a terminal")
    }
  }

  private static func check(_ option: PieceOption) {
    claim((300...1000).contains(option.perMille), "an option that is dropped, or too certain")
    claim(
      !option.text.isEmpty && option.text.printable == option.text, "an option steers a terminal")
    claim(JSONParser.value(of: option.json.text.utf8) != nil, "an option is no JSON")
  }

  private static func check(_ clarification: Clarification) {
    guard case .asking(let options) = clarification else { return }
    claim((1...5).contains(options.count), "\(options.count) are asked")
    claim(clarification.certain.map { $0.perMille >= 900 } ?? true, "a doubtful one is decided")
  }
}
