import Board
import Core
import System

/// The voice: a program for each sentence, one at a time.
extension LinuxDeviceSet {
  /// When the program under way has had its time.
  var speechDeadline: Instant? {
    switch speech {
    case .some(let speech): speech.deadline
    case .none: nil
    }
  }

  package mutating func speak(_ phrase: Phrase, _ news: inout News) {
    guard let command = plan.voice else { return news.add(.voice(.ended)) }
    do throws(SystemError) {
      let text = phrase.text(in: language).printable
      let speech = try SpeechProcess(command, saying: text, at: now)
      try poller.add(speech.end, as: Self.token(.voice), for: .readable)
      self.speech = consume speech
    } catch {
      news.add(
        .voice(
          .failed(
            Phrase(
              "voice.not-started",
              """
              The voice '\(command[0])' does not start: \(error.reason); see command in [voice] of the \
              configuration.
              """))))
    }
  }

  package mutating func silence() { speech?.silence() }

  /// The program under way may have ended.
  mutating func takeSpeech(_ news: inout News) {
    guard let descriptor = speech?.end, let outcome = speech?.outcome() else { return }
    forget(descriptor)
    speech = nil
    news.add(.voice(outcome))
  }

  /// Ends the program under way if it has had its time.
  mutating func giveUpSpeech(at now: Instant) { speech?.expire(at: now) }
}
