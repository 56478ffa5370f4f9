/// What can stand where somebody types a word of a command, by how the commands are written in their table.
package struct Completion: Hashable, Sendable {
  /// The beginning of the word, as it was typed.
  package let typed: String
  /// The words that begin so, in the order of the table.
  package let candidates: [String]

  /// The completion of the last word of `text`, which goes as far as the cursor.
  package init(of text: String) {
    var words = text.split(separator: " ").map { String($0) }
    typed = text.hasSuffix(" ") ? "" : words.popLast() ?? ""
    let prefix = typed
    // An option may change much, so it is never put in unasked.
    candidates = Completion.words(after: words).filter {
      $0.hasPrefix(prefix) && $0.hasPrefix("-") == prefix.hasPrefix("-")
    }
  }

  /// What follows `typed` in any case: the rest of the word and a space where there is one candidate, and what all have
  /// in common where there are several.
  package var insertion: String {
    guard let first = candidates.first else { return "" }
    if candidates.count == 1 { return String(first.dropFirst(typed.count)) + " " }
    let common = candidates.dropFirst().reduce(first) { $0.commonPrefix(with: $1) }
    return String(common.dropFirst(typed.count))
  }

  /// The words that can follow `words`: commands where there are none.
  package static func words(after words: [String]) -> [String] {
    guard let name = words.first else { return Command.table.map(\.name) }
    guard let entry = Command.table.first(where: { $0.name == name }) else { return [] }
    return CommandUsage(entry.usage).words(after: words.dropFirst())
  }
}

extension String {
  fileprivate func commonPrefix(with other: String) -> String {
    String(zip(self, other).prefix { $0 == $1 }.map(\.0))
  }
}

/// How a command is written, read from the line that help shows of it.
///
/// In brackets stands what can be left out, `|` is between alternatives, a word in capitals stands for a value, and one
/// with `…` for several. Outside of brackets `|` binds more closely than a space.
package struct CommandUsage: Hashable, Sendable {
  /// Alternatives, each a course of parts.
  private typealias Course = [Part]

  /// A part of a usage line.
  private indirect enum Part: Hashable, Sendable {
    case word(String)
    case value(String)
    case values(String)
    case choice([[Part]], canBeLeftOut: Bool)
  }

  /// An option, and what is called the value that follows it; nil where none does.
  private struct Option: Hashable, Sendable {
    let name: String
    let value: String?
  }

  private var course: Course = []
  private var options: [Option] = []

  /// Reads `usage`, which begins with the command's name.
  package init(_ usage: String) {
    var rest = Substring(usage.drop { $0 != " " })
    course = read(&rest, isInside: false).first ?? []
  }

  /// The words that can stand after `words`: those of the command and then, where none can or the word has to be an
  /// option, the options.
  func words(after words: some Sequence<String>) -> [String] {
    var courses = [course]
    var unused = options
    var wanted: String?
    for word in words {
      if wanted != nil {
        wanted = nil
      } else if let place = unused.firstIndex(where: { $0.name == word }) {
        wanted = unused.remove(at: place).value
      } else {
        courses = courses.flatMap { CommandUsage.courses(after: word, in: $0) }
      }
    }
    if let wanted { return CommandUsage.known(wanted) }
    var next: [String] = []
    for word in courses.flatMap(CommandUsage.firstWords) where !next.contains(word) {
      next.append(word)
    }
    return next + unused.map(\.name)
  }
}

/// All of it.
extension CommandUsage {
  /// Its words and then its options, each once.
  var allWords: [String] {
    var words: [String] = []
    for word in CommandUsage.words(of: course) + options.map(\.name) where !words.contains(word) {
      words.append(word)
    }
    return words
  }

  private static func words(of course: Course) -> [String] {
    course.flatMap { part -> [String] in
      switch part {
      case .word(let word): [word]
      case .value(let name): known(name)
      case .values: []
      case .choice(let choices, _): choices.flatMap(words)
      }
    }
  }
}

/// Reading.
extension CommandUsage {
  /// Reads alternatives up to the end, or up to the bracket that closes them.
  private mutating func read(_ rest: inout Substring, isInside: Bool) -> [Course] {
    var courses: [Course] = [[]]
    while let character = rest.first {
      if character == "]" {
        rest.removeFirst()
        break
      } else if character == "[" {
        rest.removeFirst()
        add(.choice(read(&rest, isInside: true), canBeLeftOut: true), to: &courses)
      } else if character == " " {
        rest.removeFirst()
      } else if character == "|" {
        rest.removeFirst()
        courses.append([])
      } else {
        readWord(&rest, isInside, &courses)
      }
    }
    return courses
  }

  private mutating func readWord(
    _ rest: inout Substring, _ isInside: Bool, _ courses: inout [Course]
  ) {
    var words = [CommandUsage.word(&rest)]
    while !isInside, rest.first == "|" {
      rest.removeFirst()
      words.append(CommandUsage.word(&rest))
    }
    if words.count > 1 {
      return add(.choice(words.map { [part($0)] }, canBeLeftOut: false), to: &courses)
    }
    guard words[0].hasPrefix("--") else { return add(part(words[0]), to: &courses) }
    var after = rest.drop { $0 == " " }
    let hasValue = after.first?.isUppercase ?? false
    let value = hasValue ? CommandUsage.word(&after) : nil
    if hasValue { rest = after }
    options.append(Option(name: words[0], value: value))
  }

  private static func word(_ rest: inout Substring) -> String {
    let word = rest.prefix { !" []|".contains($0) }
    rest = rest.dropFirst(word.count)
    return String(word)
  }

  private func part(_ word: String) -> Part {
    guard word.first?.isUppercase ?? false else { return .word(word) }
    return word.hasSuffix("…") ? .values(word) : .value(word)
  }

  private func add(_ part: Part, to courses: inout [Course]) {
    courses[courses.count - 1].append(part)
  }
}

/// Following.
extension CommandUsage {
  /// What can come after `word` where `course` is to come; a value can be several words, as names are.
  private static func courses(after word: String, in course: Course) -> [Course] {
    guard let first = course.first else { return [] }
    let rest = Array(course.dropFirst())
    switch first {
    case .word(let known): return known == word ? [rest] : []
    case .value: return [rest]
    case .values: return [course, rest]
    case .choice(let choices, let canBeLeftOut):
      let taken = choices.flatMap { courses(after: word, in: $0 + rest) }
      return canBeLeftOut ? taken + courses(after: word, in: rest) : taken
    }
  }

  /// The words with which `course` can begin.
  private static func firstWords(of course: Course) -> [String] {
    guard let first = course.first else { return [] }
    let rest = Array(course.dropFirst())
    switch first {
    case .word(let word): return [word]
    case .value(let name): return known(name)
    case .values: return firstWords(of: rest)
    case .choice(let choices, let canBeLeftOut):
      let words = choices.flatMap { firstWords(of: $0.isEmpty ? rest : $0) }
      return canBeLeftOut ? words + firstWords(of: rest) : words
    }
  }

  /// The values of the kind `name`, where the program knows all of them.
  private static func known(_ name: String) -> [String] {
    switch name {
    case "COMMAND": Command.table.map(\.name)
    case "KIND": PieceFilter.Kind.allCases.map(\.rawValue)
    case "STATE": PieceFilter.State.allCases.map(\.rawValue)
    case "TECHNIQUE": Technique.allCases.map(\.rawValue)
    case "CATEGORY": ThingCategory.allCases.map(\.rawValue)
    case "FIELD": ThingField.allCases.map(\.rawValue)
    case "EFFECT": GlyphEffect.allCases.map(\.rawValue)
    case "SETTING": SettingName.allCases.map(\.rawValue)
    case "PATTERN":
      Pattern.allCases.map { $0.rawValue.split(separator: " ").joined(separator: "-") }
    default: []
    }
  }
}
