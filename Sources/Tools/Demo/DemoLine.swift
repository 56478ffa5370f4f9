/// The console's line of the demo as it is typed, with a cursor in it.
struct DemoLine: Hashable {
  /// The longest line in characters; what is typed beyond it is lost.
  static let limit = 200

  private var characters: [Character]
  /// How many characters stand before the cursor.
  private(set) var cursor: Int

  /// `text`, with the cursor behind it.
  init(_ text: String = "") {
    characters = Array(text)
    cursor = characters.count
  }

  /// The line without its cursor.
  var text: String { String(characters) }

  /// What stands before the cursor.
  var before: String { String(characters[..<cursor]) }

  /// What stands at the cursor and behind it.
  var rest: String { String(characters[cursor...]) }

  /// Puts `character` before the cursor.
  mutating func insert(_ character: Character) {
    guard characters.count < DemoLine.limit else { return }
    characters.insert(character, at: cursor)
    cursor += 1
  }

  /// Takes away the character before the cursor.
  mutating func deleteBackward() {
    guard cursor > 0 else { return }
    cursor -= 1
    characters.remove(at: cursor)
  }

  /// Takes away the character at the cursor.
  mutating func deleteForward() {
    if cursor < characters.count { characters.remove(at: cursor) }
  }

  /// Takes away the word before the cursor, and the spaces behind it.
  mutating func deleteWord() {
    let end = characters[..<cursor].lastIndex { $0 != " " } ?? -1
    let start = end < 0 ? 0 : (characters[...end].lastIndex(of: " ") ?? -1) + 1
    characters.removeSubrange(start..<cursor)
    cursor = start
  }

  /// Takes away everything.
  mutating func clear() { self = DemoLine() }

  /// Moves the cursor by `count` characters, as far as there are any.
  mutating func move(by count: Int) {
    cursor = min(max(0, cursor + count), characters.count)
  }

  /// Moves the cursor to the beginning.
  mutating func moveToStart() { cursor = 0 }

  /// Moves the cursor behind the last character.
  mutating func moveToEnd() { cursor = characters.count }
}

/// The lines that were sent before, to be called back.
struct DemoHistory {
  /// As many are remembered.
  static let limit = 50

  private var lines: [String] = []
  /// The line that is shown, counted from the oldest; nil while a new one is typed.
  private var index: Int?
  /// The new line, as it was when an earlier one was called back.
  private var draft = DemoLine()

  /// `line` was sent; an empty one, or the same again, is not worth a place.
  mutating func add(_ line: String) {
    index = nil
    guard !line.isEmpty, line != lines.last else { return }
    lines.append(line)
    if lines.count > DemoHistory.limit { lines.removeFirst() }
  }

  /// The line before the one that is shown, `line`; the oldest stays.
  mutating func previous(_ line: DemoLine) -> DemoLine {
    guard !lines.isEmpty else { return line }
    if index == nil { draft = line }
    let previous = max(0, (index ?? lines.count) - 1)
    index = previous
    return DemoLine(lines[previous])
  }

  /// The line after the one that is shown, `line`; after the newest comes what was typed before.
  mutating func next(_ line: DemoLine) -> DemoLine {
    guard let shown = index else { return line }
    guard shown + 1 < lines.count else {
      index = nil
      return draft
    }
    index = shown + 1
    return DemoLine(lines[shown + 1])
  }
}
