import ArgumentParser
import Core
import Evidence

/// The option that names a store, read with or without a running program.
struct StoreOption: ParsableArguments {
  @Option(
    name: .customLong("store"),
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
      throw complaint(error.phrase.english)
    }
  }
}

/// `exhibit list`: the pieces of a store, oldest first.
struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the pieces of a store, oldest first.")

  @OptionGroup var store: StoreOption

  @Flag(help: "An array of JSON objects on one line.")
  var json = false

  func run() throws {
    let list = PieceList(try store.read { archive throws(Failure) in try archive.pieces() })
    try StandardOutput.print(list.reply(asJSON: json).text(in: .english))
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

  func run() throws {
    let report = try store.read { archive throws(Failure) in try archive.report(on: number) }
    guard let report else { throw complaint(Phrase.noSuchPiece(number).english) }
    try StandardOutput.print(report.reply(asJSON: json).text(in: .english))
  }
}

extension Phrase {
  static func noSuchPiece(_ number: Int) -> Phrase {
    Phrase("piece.none", "There is no piece {1}; exhibit list shows those that there are.", number)
  }
}
