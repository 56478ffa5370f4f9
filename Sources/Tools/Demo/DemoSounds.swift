import Core

/// Sounds of a demo, for somebody who does not look: the sentences of a voice, and the signs of the buzzer.
///
/// The voice is imitated: a sentence takes the time that a slow one would take to say it.
struct DemoSounds {
  private let isWanted: Bool
  private var buzzed: Course?

  /// Sounds that are told only where they are wanted.
  init(isWanted: Bool) { self.isWanted = isWanted }

  /// Tells `console` of the sounds that begin with `turn`, which has left `machine` as it is.
  mutating func tell(
    _ turn: Turn, _ machine: borrowing Machine, to console: inout DemoConsole
  ) {
    guard isWanted else { return }
    var heard: [Phrase] = []
    if machine.indicator.buzzed != buzzed {
      buzzed = machine.indicator.buzzed
      if let buzzed { heard.append(Phrase("demo.buzzer", "Buzzer: \(buzzed.wave.words).")) }
    }
    for case .voice(.say(let sentence)) in turn.effects {
      heard.append(Phrase("demo.voice", "Voice: \(sentence)"))
    }
    console.messages += heard.map { $0.text(in: console.language) }
  }
}
