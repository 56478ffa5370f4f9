/// What of a session its person can set.
package enum SessionSetting: String, CaseIterable, Hashable, Sendable {
  /// Whether every line is printed once and stays.
  case plain
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
    case .tellAll, .tell, .reset: false
    }
  }
}

/// As words.
extension SessionWish {
  /// Words after `set` for it, such as `size 80x24`; none for a wish to be told all.
  package var words: String {
    switch self {
    case .tellAll: ""
    case .tell(let setting): setting.rawValue
    case .plain(let isPlain): "plain \(isPlain ? "on" : "off")"
    case .colour(let depth): "colour \(depth.rawValue)"
    case .size(let size): "size \(size?.written ?? "ask")"
    case .reset(let setting): "\(setting.rawValue) default"
    }
  }

  /// The wish in `words`, written as `words` is; nil for other words.
  package init?(words: String) {
    var rest = CommandWords(words)
    guard let name = rest.next() else {
      self = .tellAll
      return
    }
    guard let setting = SessionSetting(rawValue: name),
      let wish = try? SessionWish(of: setting, in: &rest)
    else { return nil }
    self = wish
  }

  /// What the words after the name of `setting` want.
  init(of setting: SessionSetting, in words: inout CommandWords) throws(CommandError) {
    guard let value = words.next() else {
      self = .tell(setting)
      return
    }
    guard let wish = value == "default" ? .reset(setting) : SessionWish(setting, value) else {
      throw CommandError(.sessionValues(setting.rawValue, setting.values))
    }
    self = wish
  }

  private init?(_ setting: SessionSetting, _ value: String) {
    let wish: SessionWish? =
      switch setting {
      case .plain: ["on": true, "off": false][value].map { .plain($0) }
      case .colour: ColourDepth(rawValue: value).map { .colour($0) }
      case .size: value == "ask" ? .size(nil) : TerminalSize(value).map { .size($0) }
      }
    guard let wish else { return nil }
    self = wish
  }
}

extension SessionSetting {
  /// The values that it takes, for people.
  var values: String {
    switch self {
    case .plain: "on, off"
    case .colour: ColourDepth.allCases.map(\.rawValue).joined(separator: ", ")
    case .size: "80x24, ask"
    }
  }
}

extension Phrase {
  static func sessionValues(_ name: String, _ values: String) -> Phrase {
    Phrase("session.values", "\"set \(name)\" takes one of: \(values).")
  }
}
