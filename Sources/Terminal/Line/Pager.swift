import Core

/// Stops a long answer at each page, for a person who reads along, and keeps news until it has ended.
///
/// It says nothing itself: each step hands out what is to be shown now.
package struct Pager {
  /// Lines of a page where nobody knows how high the terminal is: 24 rows, the last for what goes on.
  package static let usualLength = 23
  /// Characters of a row where nobody knows how many there are.
  package static let usualColumns = 80
  /// An answer is kept so far; no answer of ours comes near it.
  static let mostLines = 5000
  /// So much news waits; with more the answer ends, since nobody seems to read it.
  static let mostNews = 64

  /// What is to be shown now.
  package struct Page: Hashable {
    /// Lines of the answer.
    package var lines: [String] = []
    /// How many more there are; nil at the end of the answer.
    package var more: Int?
    /// What happened meanwhile, to be said after the answer's end.
    package var news: [String] = []
  }

  /// Rows of a page.
  package var length: Int
  /// Characters of a row: a line that is longer takes several.
  package var columns = Pager.usualColumns
  /// Lines that found no room.
  private(set) var droppedByteCount = 0
  /// Whether a page is shown, and a person is to say how it goes on.
  package private(set) var isWaiting = false

  private var shownRowCount = 0
  private var rest: [String] = []
  private var news: [String] = []

  /// A pager of pages of `length` rows.
  package init(length: Int = Pager.usualLength) {
    self.length = length
  }

  /// Takes a line of the answer under way; says whether it is to be shown at once.
  package mutating func shows(_ line: String) -> Bool {
    let rowCount = rowCount(of: line)
    if rest.isEmpty, shownRowCount == 0 || shownRowCount + rowCount <= length {
      shownRowCount += rowCount
      return true
    }
    if rest.count < Pager.mostLines {
      rest.append(line)
    } else {
      droppedByteCount += line.utf8.count + 2
    }
    return false
  }

  /// Takes news while it waits; more than it keeps ends the answer.
  package mutating func keep(_ line: String) -> Page? {
    news.append(line)
    return news.count < Pager.mostNews ? nil : leave()
  }

  /// The answer is complete, or a person wants to go on.
  package mutating func goOn() -> Page {
    let length = isWaiting ? length : 0
    // One row takes no more room than the words that it is there.
    if rest.count <= length + 1, rest.reduce(0, { $0 + rowCount(of: $1) }) <= length + 1 {
      return end(with: rest)
    }
    let lines = isWaiting ? nextPage() : []
    isWaiting = true
    return Page(lines: lines, more: rest.count)
  }

  /// As many lines as have room, and at least one.
  private mutating func nextPage() -> [String] {
    var lines: [String] = []
    var room = length
    while let line = rest.first, lines.isEmpty || rowCount(of: line) <= room {
      room -= rowCount(of: line)
      lines.append(rest.removeFirst())
    }
    return lines
  }

  private func rowCount(of line: String) -> Int {
    max(1, (line.displayColumns + columns - 1) / max(1, columns))
  }

  /// A person has enough of the answer.
  package mutating func leave() -> Page { end(with: []) }

  private mutating func end(with lines: [String]) -> Page {
    defer { (isWaiting, shownRowCount, rest, news) = (false, 0, [], []) }
    return Page(lines: lines, news: news)
  }
}

extension Phrase {
  /// What stands below a page after which `count` lines follow.
  package static func linesMore(_ count: Int) -> Phrase {
    Phrase(
      "console.lines-more",
      "\(count) \(count, one: "line", many: "lines") more; Enter goes on, q leaves.")
  }
}
