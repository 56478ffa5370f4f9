import Core
import Glibc
import System

/// A program that says one sentence: it reads that from its standard input, and ends.
///
/// The sentence is in the pipe before the program is started.
struct SpeechProcess: ~Copyable {
  /// How much it may take.
  static let limits = HelperProcess.Limits(
    time: .seconds(20), memory: 256 << 20, isPatient: false)
  /// The longest sentence, in bytes: what a pipe takes at once, with the end of the line.
  static let sentenceLimit = Int(PIPE_BUF) - 1

  private var helper: HelperProcess
  private let name: String

  /// Starts `command`, a program and its arguments, and has it say `sentence`.
  init(_ command: [String], saying sentence: String, at now: Instant) throws(SystemError) {
    let line = SpeechProcess.cut(sentence) + "\n"
    let input = try Pipe.filled(with: line)
    let helper = try HelperProcess(
      command, HelperProcess.Streams(input: input.number, output: nil), SpeechProcess.limits,
      at: now)
    self.helper = helper
    name = command[0]
  }

  /// Descriptor that the poller watches: readable when the program has ended.
  var end: Int32 { helper.end.number }

  /// When it is ended, if it goes on so long; nil once it was told to end.
  var deadline: Instant? { helper.deadline }

  /// Ends it because nobody wants to hear more.
  mutating func silence() { helper.stop() }

  /// Ends it if it has gone on for too long at `now`.
  mutating func expire(at now: Instant) { helper.expire(at: now) }

  /// How it has ended, once it has; to be asked when `end` is readable.
  borrowing func outcome() -> Event.Voice {
    switch helper.outcome() {
    case .well, .stopped: .ended
    case .overdue:
      .failed(
        Phrase(
          "voice.slow",
          """
          The voice '\(name)' was ended after \(SpeechProcess.limits.time.inWords); see whether another program \
          has the sound.
          """))
    case .running, .badly:
      .failed(
        Phrase(
          "voice.failed",
          "The voice '\(name)' ended with an error; try its command in a shell, with text to say."))
    }
  }

  /// As many whole characters of `sentence` as there is room for.
  private static func cut(_ sentence: String) -> String {
    var (text, byteCount) = ("", 0)
    for character in sentence {
      byteCount += character.utf8.count
      guard byteCount <= sentenceLimit else { break }
      text.append(character)
    }
    return text
  }
}
