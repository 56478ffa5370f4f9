/// What of a session its person can set.
package enum SessionSetting: String, CaseIterable, Hashable, Sendable {
  /// Whether every line is printed once and stays.
  case plain
  /// What is written in.
  case charset
  /// How many colours may be sent.
  case colour
  /// How large the terminal is.
  case size
}

/// What somebody wants of the settings of their session.
package enum SessionWish: Hashable, Sendable {
  case tellAll
  case tell(SessionSetting)
  case plain(Bool)
  case charset(Charset)
  case colour(ColourDepth)
  /// The size is so; nil: the terminal is to be asked.
  case size(TerminalSize?)
  /// As at the session's begin.
  case reset(SessionSetting)

  /// The setting that it is about; nil for all.
  var setting: SessionSetting? {
    switch self {
    case .tellAll: nil
    case .tell(let setting), .reset(let setting): setting
    case .plain: .plain
    case .charset: .charset
    case .colour: .colour
    case .size: .size
    }
  }

  /// Whether it can't be without knowing how large the terminal is.
  var wantsTerminal: Bool {
    switch self {
    case .plain(let isPlain): !isPlain
    case .colour(let depth): depth != .none
    case .size: true
    case .tellAll, .tell, .charset, .reset: false
    }
  }
}

/// Setting how one's own session is written to.
struct SessionCommand: Hashable, Sendable {
  let wish: SessionWish
  let isJSON: Bool

  static let entries = [
    CommandEntry(
      name: "set",
      usage: """
        set [plain [on|off]|charset [utf-8|7-bit]|colour [none|16|256|24]|size [COLUMNSxROWS|ask]] [--json]
        """,
      help: Phrase.helpSet, access: .status, parse: parse,
      words: [.helpSetPlain, .helpSetCharset, .helpSetColour, .helpSetSize, .helpSetDefault])
  ]

  @Sendable private static func parse(_ words: inout CommandWords) throws(CommandError) -> Command {
    .session(
      SessionCommand(wish: try wish(in: &words, words.next()), isJSON: words.areOfProgram))
  }

  /// What `name` and the words after it want.
  static func wish(
    in words: inout CommandWords, _ name: String?
  ) throws(CommandError) -> SessionWish {
    guard let name else { return .tellAll }
    guard let setting = SessionSetting(rawValue: name) else {
      throw CommandError(.sessionSettingUnknown(name))
    }
    guard let value = words.next() else { return .tell(setting) }
    if value == "default" { return .reset(setting) }
    guard let wish = SessionCommand.wish(setting, value) else {
      throw CommandError(.sessionValues(name, setting.values))
    }
    return wish
  }

  private static func wish(_ setting: SessionSetting, _ value: String) -> SessionWish? {
    switch setting {
    case .plain: ["on": true, "off": false][value].map { .plain($0) }
    case .charset: Charset(setting: value).map { .charset($0) }
    case .colour: ColourDepth(rawValue: value).map { .colour($0) }
    case .size: value == "ask" ? .size(nil) : TerminalSize(value).map { .size($0) }
    }
  }
}

extension SessionSetting {
  /// The values that it takes, for people.
  var values: String {
    switch self {
    case .plain: "on, off"
    case .charset: "utf-8, 7-bit"
    case .colour: ColourDepth.allCases.map(\.rawValue).joined(separator: ", ")
    case .size: "80x24, ask"
    }
  }
}

extension Machine {
  mutating func obey(_ command: SessionCommand, from session: SessionID) {
    steps.add(.console(.configure(command.wish, session, json: command.isJSON)))
  }
}

extension Phrase {
  static let helpSet = Phrase("help.set", "tells or changes how this console is written to.")
  static let helpSetPlain = Phrase(
    "help.set.plain",
    "\"plain on\" prints every line once and leaves it, as a screen reader wants; \"plain off\" asks the terminal first."
  )
  static let helpSetCharset = Phrase(
    "help.set.charset",
    "\"charset\" takes utf-8, or 7-bit for a terminal without special characters.")
  static let helpSetColour = Phrase(
    "help.set.colour",
    "\"colour\" takes none, 16, 256 or 24, as many as the terminal has; 24 is in bits.")
  static let helpSetSize = Phrase(
    "help.set.size",
    "\"size\" takes columns and rows, such as 80x24, or \"ask\" to have the terminal asked.")
  static let helpSetDefault = Phrase(
    "help.set.default", "\"default\" in place of a value has it as it was when the session began.")

  static func sessionSettingUnknown(_ name: String) -> Phrase {
    Phrase(
      "session.setting-unknown", "\"set\" takes plain, charset, colour or size, not {1}.", name)
  }

  static func sessionValues(_ name: String, _ values: String) -> Phrase {
    Phrase("session.values", "\"set {1}\" takes one of: {2}.", name, values)
  }
}
