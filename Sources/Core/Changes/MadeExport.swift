/// An export that was written: by what it can be proved, for the record of it.
package struct MadeExport: Hashable, Sendable {
  /// The pieces that were asked for.
  package enum Choice: Hashable, Sendable {
    case all
    /// The thing with this number.
    case thing(Int)
    /// All that was delivered for the request with this number.
    case request(Int)
    /// All that a stick never had.
    case new
  }

  /// The head of the records that it was made from: `NUMBER:HASH`.
  package let head: String
  /// The SHA-256 of the list of its files.
  package let list: String
  /// The number of files in that list.
  package let fileCount: Int
  /// The wish by which its pieces were chosen.
  package let choice: Choice
  /// Version of the program that wrote it.
  package let program: String
  /// The language of its words.
  package let language: String

  /// An export of the records up to `head`, whose list has this digest.
  package init(
    head: String, list: String, fileCount: Int, _ choice: Choice, program: String, language: String
  ) {
    (self.head, self.list, self.fileCount, self.choice) = (head, list, fileCount, choice)
    (self.program, self.language) = (program, language)
  }
}

extension MadeExport {
  /// The line that tells a console of it.
  package var line: String {
    """
    exported --list \(list) --head \(head) --files \(fileCount) --choice \(choice.word) \
    --program \(program) --language \(language)
    """
  }

  /// Reads what follows the name of the command in such a line; `list` was taken from it before.
  init?(_ words: inout CommandWords, list: String) {
    guard let head = words.value(of: "--head"),
      let fileCount = words.value(of: "--files").flatMap({ Int($0) }), fileCount > 0,
      let choice = words.value(of: "--choice").flatMap({ Choice($0) }),
      let program = words.value(of: "--program"), !program.isEmpty,
      let language = words.value(of: "--language"), !language.isEmpty
    else { return nil }
    self.init(
      head: head, list: list, fileCount: fileCount, choice, program: program, language: language)
  }
}

extension MadeExport.Choice {
  /// Its name in records, and the number of what it names.
  package var named: (name: String, number: Int?) {
    switch self {
    case .all: ("all", nil)
    case .thing(let number): ("thing", number)
    case .request(let number): ("request", number)
    case .new: ("new", nil)
    }
  }

  /// The choice of this `name`, which has a `number` where it needs one, and none else; nil where there is none.
  package init?(_ name: String, _ number: Int?) {
    switch (name, number) {
    case ("all", nil): self = .all
    case ("new", nil): self = .new
    case ("thing", let number?): self = .thing(number)
    case ("request", let number?): self = .request(number)
    default: return nil
    }
  }

  fileprivate var word: String {
    named.number.map { "\(named.name):\($0)" } ?? named.name
  }

  fileprivate init?(_ word: String) {
    let parts = word.split(separator: ":", omittingEmptySubsequences: false)
    let number = parts.dropFirst().first.flatMap { Int($0) }
    guard parts.count == (number == nil ? 1 : 2) else { return nil }
    self.init(String(parts[0]), number)
  }
}
