import Core
import Door
import Glibc
import System

/// `exhibit WORDS`: a command of the console, said to the running program by its socket.
///
/// The words are the console's own, so they stand in one table only. What the shell's command does by itself too, such as
/// `list` and `export`, it does itself.
struct ConsoleLine {
  /// The line that is said.
  let line: String
  private let socket: RunningSocket
  private let isForProgram: Bool
  private var hasSaid = false

  /// Reads the words of a command line; nil where they are no such command, or want it explained.
  init?(_ words: [String]) {
    guard let command = SaidCommand(words), !command.isExplained else { return nil }
    line = command.line
    socket = RunningSocket(command.place)
    isForProgram = words.areOfProgram
  }

  /// Says the line, and writes what comes of it as it comes: answers to standard output, all else to standard error.
  mutating func run() throws(Ending) {
    // A program that goes away is an error of a write.
    signal(SIGPIPE, SIG_IGN)
    guard !line.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
      throw .complaint(
        Phrase(
          "console.client.control",
          "A command is one line, without characters that steer a terminal."),
        ExitStatus.usage, isFirst: true)
    }
    let dialogue = try socket.reach { path throws(Failure) in
      try ConsoleDialogue.connected(to: path)
    }
    try send(line, over: dialogue)
    let code = try hear(dialogue)
    if code != 0 { throw .code(code) }
  }

  /// Writes the answer, with an answer to each question in it that somebody can give.
  ///
  /// - Returns: the code that it ends with.
  private mutating func hear(_ dialogue: ConsoleDialogue) throws(Ending) -> Int32 {
    var (isAsked, code) = (false, Int32(0))
    repeat {
      isAsked = false
      var part = try next(of: dialogue)
      while true {
        if case .end(let end) = part {
          code = end
          break
        }
        isAsked = try write(part) || isAsked
        part = try next(of: dialogue)
      }
      if isAsked { try send(ConsoleLine.answer(), over: dialogue) }
    } while isAsked
    return code
  }

  private func send(_ line: String, over dialogue: ConsoleDialogue) throws(Ending) {
    do throws(Failure) { try dialogue.send(line) } catch {
      throw Ending(error, isFirst: !hasSaid)
    }
  }

  private func next(of dialogue: ConsoleDialogue) throws(Ending) -> AnswerPart {
    do throws(Failure) { return try dialogue.next() } catch {
      throw Ending(error, isFirst: !hasSaid)
    }
  }

  /// Writes `part`; says whether it is a question that somebody here can answer.
  private mutating func write(_ part: AnswerPart) throws(Ending) -> Bool {
    switch part {
    case .out(let text): try say(text.printable)
    // A program reads all of an answer in one place.
    case .err(let text) where isForProgram: try say(text)
    case .err(let text): StandardError.say(text)
    case .ask(let text):
      guard isatty(STDIN_FILENO) == 1 else {
        throw .complaint(.questionNeedsYes, 1, isFirst: !hasSaid)
      }
      StandardError.say(text)
      return true
    case .end, .goesOn, .nothing, .news, .wish, .measure, .speech, .line, .screen, .keyHeard,
      .picture,
      .lines:
      break
    }
    return false
  }

  private mutating func say(_ text: String) throws(Ending) {
    hasSaid = true
    do throws(SystemError) { try StandardOutput.write(text) } catch {
      throw Ending(ofOutput: error)
    }
  }

  /// Answer that is typed; whoever ends the input has said no.
  private static func answer() -> String {
    let word = readLine()?.split(separator: " ").first.map { String($0) } ?? "n"
    return ["y", "j", "yes", "ja"].contains(word.lowercased()) ? "y" : "n"
  }
}
