import ArgumentParser
import Core
import Evidence

/// `exhibit show`: all that is known of one piece.
struct ShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show all that is known of one piece.")

  @Argument(help: "The piece's number.")
  var number: Int

  @OptionGroup var store: StoreOption

  @Flag(help: "One JSON object on one line.")
  var json = false

  func run() throws {
    let piece = try store.read { archive throws(Failure) in try archive.piece(number) }
    guard let piece else { throw complaint(Phrase.noSuchPiece(number).english) }
    print(json ? piece.json.text : PieceCard(piece).text)
  }
}

extension Phrase {
  static func noSuchPiece(_ number: Int) -> Phrase {
    Phrase("piece.none", "There is no piece {1}; exhibit list shows those that there are.", number)
  }
}
