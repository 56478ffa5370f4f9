import ArgumentParser
import Core
import Drivers
import System

/// `exhibit run`: becomes `exhibitd`, the appliance itself, in the foreground until it is told to stop.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run the camera until it is told to stop.",
    discussion: """
      Ends with 79 if the button or a console asked for it to be shut down, and with 78 if starting it \
      again would change nothing: the configuration is bad, or a newer program wrote the store.
      """)

  @OptionGroup var file: ConfigurationFile

  func run() throws {
    Signals.holdRequests()
    // The program that this one becomes makes none of tables.
    _ = SharedFiles.readyDefaults()
    try LineProgram.startBeside(file)
    throw complaint(OtherProgram.become("exhibitd", ["--config", file.path]).phrase)
  }
}

/// `exhibit dark`: switches light and buzzer off where a program that was killed left them on.
struct DarkCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dark",
    abstract: "Switch light and buzzer off, as after a crash.",
    discussion: "Nothing else may hold them: a camera that runs keeps its own.")

  @OptionGroup var file: ConfigurationFile
  @OptionGroup var form: AnswerForm

  func run() throws {
    let plan = try file.load().plan
    let failures = [switchOff(plan.light, as: .light), switchOff(plan.buzzer, as: .buzzer)]
    let sentences = failures.compactMap { $0?.phrase.told }
    guard sentences.isEmpty else { throw complaint(lines: sentences.joined(separator: "\n")) }
  }

  /// A light is off from the moment it is taken; nil if that worked, or there is none.
  private func switchOff(_ settings: LightSettings?, as role: Role) -> Failure? {
    guard let settings else { return nil }
    do throws(Failure) {
      _ = try Light(settings, as: role)
      return nil
    } catch {
      return error
    }
  }
}
