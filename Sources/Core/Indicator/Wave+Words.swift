/// Signs in words, for those who can't see the light.
extension Wave {
  /// The course in the two marks, such as "long short every 2 seconds".
  package var words: Phrase {
    if self == .solid { return Phrase("wave.solid", "lit all the time") }
    guard let marks = Phrase.marks(self.marks) else { return Phrase("wave.dark", "dark") }
    guard let period else { return marks }
    let seconds = Figures.brief(period.inSeconds)
    return isEven
      ? Phrase("wave.even", "on and off by turns, once every \(seconds) seconds")
      : Phrase("wave.every", "\(marks) every \(seconds) seconds")
  }

  /// What is on in one period, or once.
  private var marks: [Mark] {
    stride(from: 0, to: steps.count, by: 2).map { steps[$0] < Mark.long.length ? .blip : .long }
  }

  /// Whether it is on for half of the time, so that its marks are none.
  private var isEven: Bool { steps.count == 1 && period == steps[0] * 2 }
}

extension Phrase {
  /// `marks` as they are read, such as "short short long"; nil for none.
  static func marks(_ marks: [Mark]) -> Phrase? {
    let words = marks.map(\.word)
    guard let first = words.first else { return nil }
    return words.dropFirst().reduce(first) { .followed($0, $1) }
  }

}

extension Mark {
  var word: Phrase {
    switch self {
    case .blip: Phrase("mark.short", "short")
    case .long: Phrase("mark.long", "long")
    }
  }
}

extension Situation {
  /// What the light shows while it lasts, in marks.
  var sign: Phrase {
    switch self {
    case .counting:
      Phrase("sign.counting", "once a second, and twice in the last second")
    case .recording: Phrase("sign.recording", "lit, with a dark wink every 5 seconds")
    case .shuttingDown, .fault, .asked, .storing, .storageLow, .starting, .resuming, .ready,
      .paused, .off:
      light(since: .zero, at: .zero).wave.words
    }
  }

  /// The situation and its sign in a sentence.
  package var signSentence: Phrase { Phrase("light.is", "Light: \(word), \(sign).") }
}

extension Pattern {
  /// What light and buzzer make of it, in marks.
  package var sign: Phrase {
    switch form(at: .zero) {
    case .answer: Phrase("sign.press-heard", "one flicker of the light, one tick of the buzzer")
    case .mark: Phrase("sign.frame-kept", "the light stands still, the buzzer sounds long")
    case .sign(let sign): .marks(sign.marks) ?? Wave.dark.words
    case .situation(let situation): situation.sign
    }
  }
}
