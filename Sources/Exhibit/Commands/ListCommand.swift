import ArgumentParser
import Core
import Evidence

/// `exhibit list`: the pieces of a store, oldest first.
struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the pieces of a store, oldest first.")

  @OptionGroup var store: StoreOption

  @Flag(help: "An array of JSON objects on one line.")
  var json = false

  func run() throws {
    let list = PieceList(try store.read { archive throws(Failure) in try archive.pieces() })
    print(list.reply(asJSON: json).text(in: .english))
  }
}
