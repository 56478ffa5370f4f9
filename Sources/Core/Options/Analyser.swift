/// A program that looks at pieces and guesses what they show: its command, and how much it may take.
package struct Analyser: Hashable, Sendable {
  /// More of them no board has time for.
  package static let mostCount = 8
  /// How long one may take.
  package static let times = 1.0...600.0
  /// The memory that one may fill, in megabytes.
  package static let memories = 1.0...4096.0
  /// What one may answer, in kilobytes.
  package static let outputs = 1...1024

  /// By what records and the log call it.
  package var name: String
  /// The program and its arguments; the path of the piece's file follows them.
  package var command: [String] = []
  /// Of which kinds the pieces are that it looks at.
  package var kinds: Set<PieceFilter.Kind> = [.photo, .document]
  /// Whether a code that it reads may say which thing is the current one.
  package var choosesThing = false
  /// Whether it decides what it is certain of, without a question.
  package var decides = false
  /// After so long it is ended.
  package var time = Duration.seconds(20)
  /// The most memory that it may fill, in bytes.
  package var byteCount = 256_000_000
  /// The longest answer that it may give, in kilobytes of 1024 bytes.
  package var outputKilobytes = 64

  /// One called `name`, which is not configured yet.
  package init(_ name: String) {
    self.name = name
  }
}

/// A guess of what a piece shows, for somebody to confirm.
package struct PieceOption: Hashable, Sendable {
  /// Characters of one: those of the title that it may become.
  package static let lengths = Command.titleLengths

  /// What it may be, on one line.
  package let text: String
  /// How certain that is, in thousandths.
  package let perMille: Int
  /// Name of the program that guesses so.
  package let analyser: String
  /// Whether somebody has denied it.
  package var isDenied: Bool

  /// The guess `text` of `analyser`.
  package init(_ text: String, perMille: Int, by analyser: String, isDenied: Bool = false) {
    self.text = text
    self.perMille = perMille
    self.analyser = analyser
    self.isDenied = isDenied
  }

  /// How certain it is in whole per cent, for people.
  package var percent: Int { perMille / 10 }

  /// The object of programs.
  package var json: JSON {
    .object([
      ("text", .string(text)), ("confidence", .number(Double(perMille) / 1000)),
      ("analyser", .string(analyser)), ("denied", .bool(isDenied)),
    ])
  }
}

/// What a person says of an option, and of which.
package enum OptionChoice: Hashable, Sendable {
  /// The one that reads so.
  case text(String)
  /// The one of this number in the list of "options".
  case number(Int)
}
