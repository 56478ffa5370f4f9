import Core

/// A part of what the running program says to one that leads a terminal: a line whose first word says what it is.
package enum AnswerPart: Hashable, Sendable {
  /// A line of the answer.
  case out(String)
  /// Why it can't be done, or that it has failed.
  case err(String)
  /// A question, whose answer is the next line.
  case ask(String)
  /// More of the answer comes as things happen, and the next line may be given meanwhile.
  case goesOn
  /// There is no more of it; the code is that of a command.
  case end(Int32)
  /// Nothing is under way that could be given up.
  case nothing
  /// Something that nobody has asked for.
  case news(String)
  /// A wish of the terminal's person for how it is written to, as `set` has it.
  case wish(String)
  /// The terminal is to be asked how large it is.
  case measure
  /// Letters, and the sentences that the terminal's program says itself, in JSON.
  case speech(String)
  /// The terminal line that the program has in its configuration, its node and bits per second; empty for none.
  case line(String)
  /// From here on it is a screen.
  case screen
  /// The latest key has done what it does: the next may be one of a line.
  case keyHeard
  /// Bytes that draw on the screen; their number is in the line before them.
  case picture([UInt8])
  /// From here on it is one of lines.
  case lines

  /// Words for people; nil where there are none.
  package var words: String? {
    switch self {
    case .out(let text), .err(let text), .ask(let text), .news(let text): text
    case .goesOn, .end, .nothing, .wish, .measure, .speech, .line, .screen, .keyHeard, .picture,
      .lines:
      nil
    }
  }

  /// About so many bytes it takes at a terminal.
  package var size: Int {
    if case .picture(let bytes) = self { bytes.count } else { words.map { $0.utf8.count + 2 } ?? 0 }
  }

  /// The line, and the bytes behind it.
  var bytes: [UInt8] {
    switch self {
    case .out(let text): AnswerPart.line("out", text)
    case .err(let text): AnswerPart.line("err", text)
    case .ask(let text): AnswerPart.line("ask", text)
    case .goesOn: AnswerPart.line("goes", "on")
    case .end(let code): AnswerPart.line("end", String(code))
    case .nothing: AnswerPart.line("nothing", "owed")
    case .news(let text): AnswerPart.line("news", text)
    case .wish(let words): AnswerPart.line("set", words)
    case .measure: AnswerPart.line("measure", "size")
    case .speech(let json): AnswerPart.line("speak", json)
    case .line(let line): AnswerPart.line("line", line)
    case .screen: AnswerPart.line("become", "screen")
    case .lines: AnswerPart.line("become", "lines")
    case .keyHeard: AnswerPart.line("key", "heard")
    case .picture(let bytes): AnswerPart.line("draw", String(bytes.count)) + bytes
    }
  }

  private static func line(_ word: String, _ text: String) -> [UInt8] {
    Array("\(word) \(text)\n".utf8)
  }

  /// The part that the line `line` says; one without a known word is from somebody who sends us away.
  fileprivate init(_ line: String) {
    let word = line.prefix { $0 != " " }
    let text = String(line.dropFirst(word.count + 1))
    switch (word, text) {
    case ("out", _): self = .out(text)
    case ("ask", _): self = .ask(text)
    case ("goes", "on"): self = .goesOn
    case ("end", _): self = .end(Int32(text) ?? 1)
    case ("nothing", "owed"): self = .nothing
    case ("news", _): self = .news(text)
    case ("set", _): self = .wish(text)
    case ("measure", "size"): self = .measure
    case ("speak", _): self = .speech(text)
    case ("line", _): self = .line(text)
    case ("become", "screen"): self = .screen
    case ("become", "lines"): self = .lines
    case ("key", "heard"): self = .keyHeard
    case ("err", _): self = .err(text)
    default: self = .err(line)
    }
  }
}

/// Finds the parts in what comes from the running program, however the bytes are cut.
package struct AnswerReader {
  /// The longest line, and the most that a picture has, in bytes.
  private static let byteLimit = 1 << 20

  private var unread: [UInt8] = []

  /// Nothing has come.
  package init() {}

  /// More than any part has, without its end: no program of ours is there.
  package var isOverfull: Bool { unread.count > 2 * AnswerReader.byteLimit }

  /// Takes `bytes`, which came.
  package mutating func feed(_ bytes: some Sequence<UInt8>) { unread += bytes }

  /// The next part, if all of it has come.
  package mutating func next() -> AnswerPart? {
    guard let end = unread.firstIndex(of: .lineFeed) else { return nil }
    let line = String(decoding: unread[..<end], as: UTF8.self)
    guard line.hasPrefix("draw "), let count = Int(line.dropFirst(5)),
      0...AnswerReader.byteLimit ~= count
    else {
      unread.removeFirst(end + 1)
      return AnswerPart(line)
    }
    guard unread.count > end + count else { return nil }
    let picture = Array(unread[(end + 1)..<(end + 1 + count)])
    unread.removeFirst(end + 1 + count)
    return .picture(picture)
  }
}
