import Core
import Drivers
import VirtualDevices

/// What somebody hears of a demo who does not look: the sentences of a voice, and the signs of the buzzer.
///
/// The voice is imitated: a sentence takes the time that a slow one would take to say it.
struct DemoSounds {
  private let isWanted: Bool
  private var latestSign: Instant?
  private var latestAnnouncement: Instant?

  /// Sounds that are told only where they are wanted.
  init(isWanted: Bool) { self.isWanted = isWanted }

  /// Tells `console` of what is heard from `turn` on, which has left `machine` as it is.
  mutating func tell(
    _ turn: Turn, _ machine: borrowing Machine, to console: inout DemoConsole
  ) {
    guard isWanted else { return }
    var heard = buzzing(machine.indicator)
    for case .voice(.say(let sentence)) in turn.effects {
      heard.append(Phrase("demo.voice", "Voice: \(sentence)"))
    }
    console.messages += heard.map { $0.text(in: console.language) }
  }
  /// What the buzzer says from now on, a sentence each.
  private mutating func buzzing(_ indicator: borrowing Indicator) -> [Phrase] {
    var marks: [[Mark]] = []
    if let (announced, since) = indicator.latestAnnouncement, since != latestAnnouncement {
      latestAnnouncement = since
      marks.append(announced)
    }
    if let (sign, since) = indicator.latestSign, since != latestSign {
      latestSign = since
      marks.append(sign.marks)
    }
    return marks.compactMap(Phrase.marks).map { Phrase("demo.buzzer", "Buzzer: \($0).") }
  }
}
