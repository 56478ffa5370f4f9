import ArgumentParser
import Configuration
import Core
import Drivers
import System

/// `exhibit doctor`: checks the board, and says what to do.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Check the board, and say what to do.",
    discussion: """
      Takes no device and changes nothing, so it may run beside the camera; it writes a small file \
      to the store's folder to time it, and removes it. Ends with 1 if something is bad, with 78 if \
      the configuration is.
      """)

  @OptionGroup var file: ConfigurationFile

  @Flag(help: "One JSON object on one line.")
  var json = false

  @Flag(help: "Make the store's folder if it is missing; nothing else is done, only advised.")
  var fix = false

  func run() throws {
    let written = try file.loadIfPresent()
    let configuration = try written ?? .unwritten
    let plan = configuration.plan
    let fixed = fix ? try makeFolder(plan.store) : []
    let doctor = Doctor(
      plan: plan, floor: configuration.settings.storageFloor, path: file.path,
      isWritten: written != nil)
    let report = DoctorReport(findings: fixed + doctor.findings())
    print(json ? report.json.text : report.text)
    if report.verdict == .bad { throw ExitCode.failure }
  }

  private func makeFolder(_ path: String) throws -> [Finding] {
    do throws(SystemError) {
      let isMade = try StoreFolder(path: path).make()
      return isMade ? [.good("fix", Phrase.doctorFolderMade(path))] : []
    } catch {
      throw complaint(Phrase.doctorFolderNotMade(path, error.reason).english)
    }
  }
}

extension Phrase {
  static func doctorFolderMade(_ path: String) -> Phrase {
    Phrase("doctor.folder.made", "Made the folder {1}.", path)
  }

  static func doctorFolderNotMade(_ path: String, _ reason: String) -> Phrase {
    Phrase(
      "doctor.folder.not-made",
      """
      The folder {1} could not be made: {2}. Make the folders above it first, or run this as \
      root.
      """, path, reason)
  }
}
