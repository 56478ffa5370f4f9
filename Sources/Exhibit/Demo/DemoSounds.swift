import Core
import Drivers
import VirtualDevices

/// What somebody hears of a demo who does not look: the sentences of a voice, and the signs of the buzzer.
///
/// The voice is imitated: a sentence takes the time that a slow one would take to say it.
struct DemoSounds {
  private let isWanted: Bool
  private var latestSign: Instant?

  /// Sounds that are told only where they are wanted.
  init(isWanted: Bool) { self.isWanted = isWanted }

  /// Tells `console` of what is heard from `turn` on, which has left `machine` as it is.
  mutating func tell(
    _ turn: Turn, _ machine: borrowing Machine, to console: inout DemoConsole
  ) {
    guard isWanted else { return }
    var heard: [Phrase] = []
    if let (sign, since) = machine.indicator.latestSign, since != latestSign {
      latestSign = since
      if let marks = Phrase.marks(sign.marks) {
        heard.append(Phrase("demo.buzzer", "Buzzer: \(marks)."))
      }
    }
    for case .voice(.say(let sentence)) in turn.effects {
      heard.append(Phrase("demo.voice", "Voice: \(sentence)"))
    }
    console.messages += heard.map { $0.text(in: console.language) }
  }
}
