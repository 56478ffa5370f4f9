import VirtualDevices

/// What imitated analysers write: guesses of all degrees, codes of things, and what is no answer at all.
enum SampleAnswers {
  private static let texts = ["Omega", "Omega Seamaster", "Seiko 5", "Rolex", "Tissot", "Zenith"]
  private static let wrong = [
    "", "no", "[]", #"{"options":1}"#, #"{"options":[{"text":"x"}]}"#,
    #"{"options":[{"text":"","confidence":0.5}]}"#, #"{"options":[]} {"options":[]}"#,
    #"{"options":[{"text":"x","confidence":1.5}]}"#,
  ]
  private static let codes = ["Watch", "Bag 7", "x", "Watch"]

  /// Several, by `random`.
  static func some(_ random: inout RandomGenerator) -> [String] {
    (0..<random.number(in: 1...12)).map { index in
      withFaces(one(&random), faces[index % faces.count])
    }
  }

  /// What they say of faces besides, one after the other; some nothing.
  private static let faces = [
    "", #""faces":[],"#, #""failed":"too_large","#,
    #""faces":[{"box":[0.4,0.2,0.2,0.3],"score":0.9,"roll":4},{"box":[0,0.6,0.1,0.2],"score":0.45}],"#,
    #""faces":[{"box":[0.4,0.2,0.7,0.3],"score":0.9}],"#,
  ]

  private static func withFaces(_ answer: String, _ faces: String) -> String {
    answer.hasPrefix("{") ? "{" + faces + answer.dropFirst() : answer
  }

  private static func one(_ random: inout RandomGenerator) -> String {
    switch random.below(8) {
    case 0: return random.choice(of: wrong)
    case 1:
      let label = random.choice(of: codes)
      return #"{"options":[{"text":"exhibit:thing=\#(label)","confidence":1}]}"#
    default:
      let options = (0..<random.number(in: 0...6)).map { _ in option(&random) }
      return #"{"options":[\#(options.joined(separator: ","))]}"#
    }
  }

  private static func option(_ random: inout RandomGenerator) -> String {
    let confidence = random.choice(of: [0.1, 0.3, 0.5, 0.62, 0.7, 0.9, 0.95, 1])
    return #"{"text":"\#(random.choice(of: texts))","confidence":\#(confidence)}"#
  }
}
