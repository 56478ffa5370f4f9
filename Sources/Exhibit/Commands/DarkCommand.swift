import ArgumentParser
import Core
import Drivers

/// `exhibit dark`: switches light and buzzer off where a program that was killed left them on.
struct DarkCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dark",
    abstract: "Switch light and buzzer off, as after a crash.",
    discussion: "Nothing else may hold them: a camera that runs keeps its own.")

  @OptionGroup var file: ConfigurationFile

  func run() throws {
    let plan = try file.load().plan
    let failures = [switchOff(plan.light, as: .light), switchOff(plan.buzzer, as: .buzzer)]
    let sentences = failures.compactMap { $0?.phrase.english }
    guard sentences.isEmpty else { throw complaint(sentences.joined(separator: "\n")) }
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
