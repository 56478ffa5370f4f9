import ArgumentParser
import Board
import Configuration
import Core
import Drivers
import Evidence
import Glibc
import System

/// `exhibit db`: care of a store's database while no program writes to it.
struct DatabaseCommands: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "db", abstract: "Read a store's database again, reset it, or renew its texts.",
    discussion:
      "While exhibit runs its console does the same: 'db reload', 'db reset', 'db update'.",
    subcommands: [ReloadCommand.self, ResetCommand.self, UpdateCommand.self, MakeCommand.self])

  /// `exhibit db reload`: opens the database, says what is in it, and closes it.
  struct ReloadCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "reload", abstract: "Open the database, and say whether it can be used.")
    @OptionGroup var place: DatabasePlace
    @OptionGroup var form: AnswerForm
    func run() throws { try place.attend(to: .reload) }
  }

  /// `exhibit db reset`: puts a copy of the default in its place, with its records.
  struct ResetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "reset", abstract: "Make the database anew from the default and its records.")
    @OptionGroup var place: DatabasePlace
    @Flag(help: "Do it without a question.") var yes = false
    @Flag(help: "Keep what was kept by 'set'.") var keepSettings = false
    @OptionGroup var form: AnswerForm

    func run() throws {
      let question = keepSettings ? Phrase.askResetKeepingSettings : .askReset
      guard try yes || question.isAnsweredYes() else {
        return try CommandAnswer.tell(Phrase.questionDeclined)
      }
      try place.attend(to: keepSettings ? .resetKeepingSettings : .reset)
    }
  }

  /// `exhibit db update`: takes over the texts of the default.
  struct UpdateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "update", abstract: "Make the texts equal to those of the default.")
    @OptionGroup var place: DatabasePlace
    @OptionGroup var form: AnswerForm
    func run() throws { try place.attend(to: .update) }
  }

  /// `exhibit db make`: makes a default database of tables of texts.
  struct MakeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "make", abstract: "Make a default database of tables of texts.",
      discussion: "A table is a file KEY = \"TEXT\"; each is given as LANGUAGE=FILE.")
    @Argument(help: "The file to make.") var file: String
    @Argument(help: "The tables, as en=docs/sentences.toml.") var tables: [String]
    @OptionGroup var form: AnswerForm

    func run() throws {
      var files: [String: String] = [:]
      for table in tables {
        let parts = table.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { throw ValidationError("'\(table)' is not LANGUAGE=FILE.") }
        files[parts[0]] = parts[1]
      }
      do {
        try DefaultDatabase.make(file, ofTables: files)
      } catch let errors as ConfigurationErrors {
        throw complaint(lines: errors.description)
      } catch let failure as Failure {
        throw complaint(failure.phrase)
      }
    }
  }
}

/// Which database is meant, and which default.
struct DatabasePlace: ParsableArguments {
  @OptionGroup var store: StoreOption
  @OptionGroup var device: DeviceOption

  @Option(help: "The default database.")
  var defaults: String?

  /// Does `task` and says what came of it.
  func attend(to task: DatabaseTask) throws {
    let path = try store.path()
    var setup = StoreSetup(
      directory: path, device: try device.path(by: store.file),
      program: ProgramFacts(version: ProgramVersion.present))
    (setup.isVisit, setup.language) = (true, CommandLanguage.name)
    setup.defaults = defaults ?? SharedFiles.readyDefaults()
    do throws(Failure) {
      for phrase in try attend(to: task, setup) { try? CommandAnswer.tell(phrase) }
    } catch {
      throw complaint(error.phrase)
    }
  }

  private func attend(to task: DatabaseTask, _ setup: StoreSetup) throws(Failure) -> [Phrase] {
    guard access("\(setup.directory)/exhibit.sqlite", F_OK) == 0 else {
      throw Failure(.store, .importNoStore(setup.directory))
    }
    var store = BoardStore(setup)
    let now = try Moment.present()
    let found = try store.open(at: now)
    let news = try store.attend(to: task, at: now)
    store.close()
    RebuildStoreCommand.giveToOwner(of: setup.directory)
    return found + store.takeFound() + [news]
  }
}

extension Moment {
  /// The present, for what a command records.
  static func present() throws(Failure) -> Moment {
    let instant = Clock.now
    do throws(SystemError) {
      return Moment(
        bootID: try Clock.bootID(), instant: instant, wall: Clock.wallTime(at: instant))
    } catch {
      throw Failure(
        .store,
        Phrase(
          "db.no-boot",
          "Linux does not tell which boot this is: \(error.reason); nothing was changed."),
        cause: error)
    }
  }
}

extension Phrase {
  /// Whether whoever is at the terminal answers yes to this question; where nobody is it is refused.
  func isAnsweredYes() throws -> Bool {
    guard isatty(STDIN_FILENO) == 1 else { throw complaint(Phrase.questionNeedsYes) }
    if CommandAnswer.isForProgram {
      StandardError.say(told)
    } else {
      try StandardOutput.print(told)
    }
    return ["y", "j"].contains(readLine() ?? "")
  }

}
