import Board
import Core
import System
import VirtualDevices

/// Surroundings of a demo's board: all that is said to somebody goes to its console.
protocol DemoSurroundings: Surroundings, ~Copyable {
  /// Owned by the demo, and there until that ends.
  var console: DemoConsole { get set }
}

extension DemoSurroundings where Self: ~Copyable {
  var terminals: [SessionID] { console.terminals }

  var drawsNothing: Phrase? {
    Phrase(
      "demo.draws-nothing",
      "The demo draws no picture on its consoles; \"describe\" says in words what the camera sees.")
  }

  mutating func send(_ reply: Reply, to session: SessionID) { console.send(reply, to: session) }

  mutating func continues(_ session: SessionID) { console.continues(session) }

  mutating func answered(_ session: SessionID) { console.answered(session) }

  mutating func speak(with texts: [String: String]) { console.speak(with: texts) }

  mutating func write(in charset: Charset?) { console.write(in: charset) }

  mutating func note(_ outcome: Effect.AnswerOutcome, of session: SessionID) {
    console.note(outcome, of: session)
  }

  mutating func configure(_ session: SessionID, as wish: SessionWish) -> SessionSettings? {
    console.configure(session, as: wish)
  }

  mutating func notify(_ notice: Notice) { console.notify(notice) }

  mutating func takeHanded(by session: SessionID) -> FileDescriptor? {
    console.takeHanded(by: session)
  }

  mutating func log(_ level: LogLevel, _ speaker: String, _ phrase: Phrase) {
    console.log(level, speaker, phrase)
  }
}
