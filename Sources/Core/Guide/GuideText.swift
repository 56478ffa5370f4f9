/// A text of the guide: what stands above it, and its blocks.
///
/// Markdown as far as the texts have it: headings, paragraphs, lists, emphasis, links. Everything else is text.
package struct GuideText: Hashable, Sendable {
  /// A longer file is no text of ours.
  package static let mostBytes = 1 << 16

  /// A key and its value, of those that stand above the text.
  package struct Entry: Hashable, Sendable {
    /// Its name.
    package let key: String
    /// What it says, as it is written.
    package internal(set) var value: String
  }

  /// A part of the text that stands by itself.
  package enum Block: Hashable, Sendable {
    /// A heading of this level, 1 to 6.
    case heading(Int, [GuideSpan])
    case paragraph([GuideSpan])
    /// An item of a list, with its number where it has one.
    case item(Int?, [GuideSpan])
  }

  /// What stands above the text, in its order.
  package let entries: [Entry]
  /// The text from its beginning.
  package let blocks: [Block]

  /// Reads `source`, of which every line means something; what would steer a terminal is a question mark.
  package init(_ source: String) {
    let lines = source.split(omittingEmptySubsequences: false) { $0.isNewline }
      .map { Substring(String($0).printable) }
    let (entries, rest) = GuideText.matter(lines)
    self.entries = entries
    var reader = BlockReader()
    for line in rest { reader.take(line) }
    blocks = reader.finish()
  }

  /// The headings in their order.
  package var headings: [GuideHeading] {
    blocks.enumerated().compactMap { index, block in
      guard case .heading(let level, let spans) = block else { return nil }
      return GuideHeading(level: level, text: spans.plain, block: index)
    }
  }

  /// What it is called: by its front matter, or by its first heading; nil where it has neither.
  package var title: String? {
    entries.first { $0.key == "title" }?.value ?? headings.first?.text
  }

  /// The blocks from the heading with this `slug` to the next one that is not below it; nil where there is none.
  package func section(_ slug: String) -> ArraySlice<Block>? {
    let headings = headings
    guard let index = headings.firstIndex(where: { $0.slug == slug }) else { return nil }
    let begin = headings[index]
    let end = headings[(index + 1)...].first { $0.level <= begin.level }?.block ?? blocks.count
    return blocks[begin.block..<end]
  }

  /// What stands between two lines of three hyphens above the text, and the lines of the text.
  private static func matter(_ lines: [Substring]) -> ([Entry], ArraySlice<Substring>) {
    guard lines.first?.trimmed == "---",
      let end = lines.dropFirst().firstIndex(where: { $0.trimmed == "---" })
    else { return ([], lines[...]) }
    var entries: [Entry] = []
    for line in lines[1..<end] { add(line, to: &entries) }
    return (entries.filter { !$0.value.isEmpty }, lines[(end + 1)...])
  }

  /// A line without a colon continues the value before.
  private static func add(_ line: Substring, to entries: inout [Entry]) {
    guard let colon = line.firstIndex(of: ":") else {
      guard let last = entries.indices.last, !line.trimmed.isEmpty else { return }
      let joined = [entries[last].value, line.trimmed].filter { !$0.isEmpty }
      return entries[last].value = joined.joined(separator: " ")
    }
    let value = line[line.index(after: colon)...].trimmed
    entries.append(Entry(key: line[..<colon].trimmed, value: value))
  }
}

/// A heading, and by what a link leads to it.
package struct GuideHeading: Hashable, Sendable {
  /// 1 for the largest, to 6.
  package let level: Int
  /// Its words.
  package let text: String
  /// Which block of the text it is.
  let block: Int

  /// What leads to it, the number of its signs apart.
  package var slug: String { GuideHeading.slug(of: text) }

  /// The slug of a heading: in small letters, with a hyphen for each run of white space; what is no letter, digit,
  /// underscore or hyphen is left out, and of hyphens one stays, none of them at an end.
  package static func slug(of text: String) -> String {
    var slug = String.UnicodeScalarView()
    for scalar in text.lowercased().unicodeScalars {
      let isOpen = slug.last.map { $0 != "-" } ?? false
      if scalar == "-" || scalar.properties.isWhitespace {
        if isOpen { slug.append("-") }
      } else if scalar.isOfWord || scalar.isMark && isOpen {
        slug.append(scalar)
      }
    }
    if slug.last == "-" { slug.removeLast() }
    return String(slug)
  }
}

/// Takes the lines of a text, one after the other.
private struct BlockReader {
  /// Kind of a block of text.
  private enum Kind {
    case paragraph
    case item(Int?)
  }

  private var blocks: [GuideText.Block] = []
  /// The block that goes on in the next line.
  private var open: (kind: Kind, text: String)?

  mutating func take(_ line: Substring) {
    let text = line.trimmed
    if text.isEmpty { return close() }
    if let (level, words) = BlockReader.heading(text) {
      close()
      return blocks.append(.heading(level, GuideSpan.spans(of: words)))
    }
    if let (number, words) = BlockReader.item(text) {
      close()
      return open = (.item(number), words)
    }
    guard open != nil else { return open = (.paragraph, text) }
    open?.text += " " + text
  }

  mutating func finish() -> [GuideText.Block] {
    close()
    return blocks
  }

  private mutating func close() {
    guard let (kind, text) = open else { return }
    open = nil
    let spans = GuideSpan.spans(of: text)
    switch kind {
    case .paragraph: blocks.append(.paragraph(spans))
    case .item(let number): blocks.append(.item(number, spans))
    }
  }

  private static func heading(_ text: String) -> (Int, String)? {
    let level = text.prefix { $0 == "#" }.count
    let rest = text.dropFirst(level)
    guard (1...6).contains(level), rest.first?.isWhitespace ?? false, !rest.trimmed.isEmpty else {
      return nil
    }
    return (level, rest.trimmed)
  }

  private static func item(_ text: String) -> (Int?, String)? {
    if text.hasPrefix("- ") || text.hasPrefix("* ") { return (nil, text.dropFirst(2).trimmed) }
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard let number = Int(digits), text.dropFirst(digits.count).hasPrefix(". ") else { return nil }
    return (number, text.dropFirst(digits.count + 2).trimmed)
  }
}

extension Unicode.Scalar {
  /// Whether it is a letter, a digit or an underscore.
  fileprivate var isOfWord: Bool {
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber:
      true
    default: self == "_"
    }
  }

  /// Whether it belongs to the letter before it.
  fileprivate var isMark: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark: true
    default: false
    }
  }
}

extension StringProtocol {
  /// It without white space at its ends.
  var trimmed: String {
    let left = drop(while: \.isWhitespace)
    guard let end = left.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(left[...end])
  }
}
