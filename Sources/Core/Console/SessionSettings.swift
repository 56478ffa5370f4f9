/// How one console session is written to: what its person has set, and what its terminal has said of itself.
///
/// A session is *plain* until its terminal has said its size, and whenever its person wants that: nothing moves the
/// cursor, has a colour or is drawn anew; every line is printed once and stays.
package struct SessionSettings: Hashable, Sendable {
  /// What is written: UTF-8 or 7-bit characters.
  package var charset: Charset
  /// Size of the terminal, as it said itself or as its person did; nil while nobody has.
  package var size: TerminalSize?
  /// Whether a person has said it, so that the terminal is not asked.
  package private(set) var isSizeTold = false
  /// Whether the terminal is being asked for its size.
  package var isAsking = false

  private var wantsPlain: Bool?
  private var chosenColour: ColourDepth?

  /// Those of a new session, which writes `charset`.
  package init(_ charset: Charset) {
    self.charset = charset
  }

  /// Whether every line is printed once and stays.
  package var isPlain: Bool { wantsPlain ?? false || size == nil }

  /// The colours that may be sent: none while it is plain.
  package var colour: ColourDepth { isPlain ? .none : chosenColour ?? .sixteen }

  /// Takes what its person wants.
  ///
  /// - Returns: whether the terminal is to be asked for its size now.
  package mutating func apply(_ wish: SessionWish) -> Bool {
    switch wish {
    case .tell, .tellAll: return false
    case .plain(let isPlain): wantsPlain = isPlain
    case .colour(let depth): chosenColour = depth
    case .size(let size): (self.size, isSizeTold) = (size, size != nil)
    case .reset(let setting): reset(setting)
    }
    return wish.wantsTerminal && size == nil
  }

  private mutating func reset(_ setting: SessionSetting) {
    switch setting {
    case .plain: wantsPlain = nil
    case .colour: chosenColour = nil
    case .size: (size, isSizeTold) = (nil, false)
    }
  }

  /// The answer to `wish`, which was applied.
  package func reply(to wish: SessionWish, asJSON isJSON: Bool) -> Reply {
    let settings = wish.setting.map { [$0] } ?? SessionSetting.allCases
    if isJSON { return Reply(.object(settings.map { ($0.rawValue, value(of: $0)) })) }
    return .sentences(settings.map(sentence))
  }

  private func value(of setting: SessionSetting) -> JSON {
    switch setting {
    case .plain: .bool(isPlain)
    case .colour: .string(colour.rawValue)
    case .size: .optional(size?.written)
    }
  }

  private func sentence(of setting: SessionSetting) -> Phrase {
    switch setting {
    case .plain: plainSentence
    case .colour:
      colour == .none ? .sessionNoColour : Phrase("session.colour", "Colours: \(colour.rawValue).")
    case .size: size.map(Phrase.sessionSize) ?? (isAsking ? .sessionAsking : .sessionSizeUnknown)
    }
  }

  private var plainSentence: Phrase {
    if wantsPlain ?? false {
      return Phrase("session.plain", "Plain: every line is printed once and stays.")
    }
    guard size == nil else {
      return Phrase("session.not-plain", "Not plain: lines can be drawn anew on this terminal.")
    }
    return isAsking ? .sessionAsking : .sessionPlainYet
  }
}

/// How many characters a terminal shows.
package struct TerminalSize: Hashable, Sendable {
  /// What is believed of a terminal; a noisy line says anything.
  package static let columnRange = 2...1000, rowRange = 2...1000

  /// Characters of a line.
  package let columns: Int
  /// Lines.
  package let rows: Int

  /// The size, where it can be that of a terminal.
  package init?(columns: Int, rows: Int) {
    guard TerminalSize.columnRange ~= columns, TerminalSize.rowRange ~= rows else { return nil }
    self.columns = columns
    self.rows = rows
  }

  /// The size that `word` says, such as `80x24`.
  package init?(_ word: String) {
    let numbers = word.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let columns = numbers[0], let rows = numbers[1] else { return nil }
    self.init(columns: columns, rows: rows)
  }

  /// As it is written: `80x24`.
  package var written: String { "\(columns)x\(rows)" }
}

extension Charset {
  /// How `set` names it.
  var setting: String {
    switch self {
    case .unicode: "utf-8"
    case .ascii: "7-bit"
    }
  }

  /// The one that `set` or the configuration names `word`.
  init?(setting word: String) {
    guard let charset = Charset.allCases.first(where: { $0.setting == word || $0.rawValue == word })
    else { return nil }
    self = charset
  }
}

extension Phrase {
  static let sessionPlainYet = Phrase(
    "session.plain-yet",
    "Plain, because the terminal has not said how large it is; \"set plain off\" asks it.")

  /// What is said while a terminal is asked for its size.
  package static let sessionAsking = Phrase(
    "session.asking", "The terminal is being asked how large it is.")

  static let sessionNoColour = Phrase("session.no-colour", "No colours are used.")

  /// What is said of a terminal whose size is known.
  package static func sessionSize(_ size: TerminalSize) -> Phrase {
    Phrase("session.size", "The terminal has \(size.columns) columns and \(size.rows) rows.")
  }

  static let sessionSizeUnknown = Phrase(
    "session.size-unknown",
    "The size of the terminal is not known; \"set size 80x24\" tells it, and \"set size ask\" asks the terminal."
  )

}
