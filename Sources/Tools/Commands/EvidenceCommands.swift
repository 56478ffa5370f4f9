import ArgumentParser
import Core
import Evidence
import System

/// The option that names a store, read with or without a running program.
struct StoreOption: ParsableArguments {
  @Option(
    name: [.customLong("store"), .customShort("s")],
    help: "The directory of the evidence; that of the configuration unless given.")
  var given: String?

  @OptionGroup var file: ConfigurationFile

  /// The directory.
  func path() throws -> String { try given ?? file.plan().store }

  /// Result of `read` with the store; a failure is written to standard error and ends the program.
  func read<Answer>(_ read: (borrowing Archive) throws(Failure) -> Answer) throws -> Answer {
    let path = try path()
    do throws(Failure) {
      return try read(try Archive(directory: path))
    } catch {
      throw StandardOutput.ending(for: error)
    }
  }
}

/// `exhibit list`: the pieces of a store, oldest first.
struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the pieces of a store, oldest first.")

  @OptionGroup var store: StoreOption

  @Option(
    help: "Only those of this thing: its number or name.", completion: ThingNames.completion)
  var thing: String?

  @Option(help: "Only those of this kind, such as photo.")
  var kind: String?

  @Option(help: "Only the clips of a study that were taken so: test or train.")
  var technique: String?

  @Option(help: "Only those of this state, such as deleted.")
  var state: String?

  @Option(help: "Only those from this day or number on, such as 2026-03-27 or 17.")
  var since: String?

  @Flag(help: "Those that were deleted too.")
  var all = false

  @Flag(help: "An array of JSON objects on one line.")
  var json = false

  func run() throws {
    let filter = try filter()
    try store.read { archive throws(Failure) in
      var list = PieceListing(asJSON: json, isFiltered: filter != .all)
      try archive.eachPart(of: filter, withDeleted: all) { pieces throws(Failure) in
        try ListCommand.write(list.next(pieces, in: .present))
      }
      try ListCommand.write(list.end(in: .present))
    }
  }

  private static func write(_ text: String) throws(Failure) {
    do throws(SystemError) { try StandardOutput.write(Array(text.utf8)) } catch {
      throw StandardOutput.failure(error)
    }
  }

  private func filter() throws -> PieceFilter {
    do throws(Failure) {
      return try PieceFilter(
        thing: thing, kind: kind, technique: technique, state: state, since: since)
    } catch {
      throw complaint(error.phrase)
    }
  }
}

/// `exhibit show`: all that is known of one piece.
struct ShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show all that is known of one piece.",
    discussion: "Reads its file too, and says whether it is as it was stored.")

  @Argument(help: "The piece's number.")
  var number: Int

  @OptionGroup var store: StoreOption

  @Flag(help: "One JSON object on one line.")
  var json = false

  @Option(help: "Only write it with its faces to this file, as \"view --piece\" does.")
  var png: String?

  func validate() throws {
    guard png == nil || !json else {
      throw ValidationError(
        Phrase("show.png-or-json", "--png writes a picture and no JSON; leave one of them out.")
          .told)
    }
  }

  func run() throws {
    if let png {
      var words = ["--piece", String(number), "--png", png, "--config", store.file.path]
      if let given = store.given { words += ["--store", given] }
      return try ViewCommand.parse(words).run()
    }
    let report = try store.read { archive throws(Failure) in try archive.shown(number) }
    try CommandAnswer.tell(report.reply(asJSON: json))
  }
}
