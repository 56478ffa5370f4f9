import ArgumentParser
import Configuration
import Core
import Door
import Drivers
import Evidence
import Glibc
import System

/// `exhibit console`: becomes the program at the terminal line, which is `exhibit` too, in the foreground until it is told
/// to stop.
struct ConsoleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "console",
    abstract: "Serve the serial line of the configuration.",
    discussion: """
      The line is that of [console] tty. It goes on while the camera's program is stopped and started again; where no line \
      is configured it ends at once.
      """)

  @OptionGroup var file: ConfigurationFile

  func run() throws {
    let configuration = try file.load()
    guard let program = LineProgram(configuration) else {
      return StandardError.say(Phrase.consoleNoLine.told)
    }
    throw complaint(OtherProgram.become(LineProgram.name, program.words).phrase)
  }
}

/// The program at the terminal line, as a configuration wants it.
struct LineProgram {
  /// Its file.
  static let name = "exhibit"

  /// Its arguments.
  let words: [String]

  /// Nil where there is no line.
  init?(_ configuration: Configuration) {
    let plan = configuration.plan
    guard let tty = plan.tty else { return nil }
    let language = DefaultDatabase.sentencesOrEnglish(
      in: configuration.language, of: SharedFiles.readyDefaults())
    let speech = TerminalSpeech(language.sentences, plan.charset)
    words = ["console", "--line", tty, String(plan.baud), plan.socket, speech.text]
  }

  /// Starts it beside the program that this one becomes, with which it ends: where no service manager does.
  ///
  /// A configuration that can't be read is that program's to refuse.
  static func startBeside(_ file: ConfigurationFile) throws {
    let manager = getenv("SYSTEMD_EXEC_PID").map { String(cString: $0) }
    guard manager != String(getpid()),
      let configuration = try? Configuration.load(path: file.path),
      let program = LineProgram(configuration)
    else { return }
    do throws(Failure) {
      try OtherProgram.start(name, program.words + [String(getpid())])
    } catch {
      throw complaint(error.phrase)
    }
  }
}

extension Phrase {
  static let consoleNoLine = Phrase(
    "console.no-line",
    "No serial line is configured, so none is served; [console] tty in the configuration names one."
  )
}
