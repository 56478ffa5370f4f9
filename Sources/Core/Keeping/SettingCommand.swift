/// Asking what is set, or setting something that is kept.
enum SettingCommand: Hashable, Sendable {
  case all(json: Bool)
  case ask(SettingName, json: Bool)
  /// What it is to be, and what is to be said of that first.
  case set(SettingName, String, aside: Phrase?)
  case reset(SettingName)
  case resetAll

  static let entries = [
    CommandEntry(
      name: "set",
      usage: """
        set [NAME [VALUE|default]|defaults|plain [on|off]|colour [none|16|256|24]|size [COLUMNSxROWS|ask]] [--json]
        """, help: .helpSet,
      access: .full, parse: parse,
      words: [
        .helpSetName, .helpSetValue, .helpSetDefault, .helpSetDefaults, .helpSetPlain,
        .helpSetColour, .helpSetSize,
      ],
      example: "set cell 60")
  ]

  /// Whether it only asks.
  var isQuestion: Bool {
    switch self {
    case .all, .ask: true
    case .set, .reset, .resetAll: false
    }
  }

  @Sendable private static func parse(_ words: inout CommandWords) throws(CommandError) -> Command {
    let json = words.areOfProgram
    guard let word = words.next()?.lowercased() else { return .setting(.all(json: json)) }
    if word == "defaults" { return .setting(.resetAll) }
    guard let name = SettingName(rawValue: word) else { return try session(word, &words) }
    guard let text = words.remainder() else { return .setting(.ask(name, json: json)) }
    if text.lowercased() == "default" { return .setting(.reset(name)) }
    let (value, aside) = try name.read(text)
    return .setting(.set(name, value, aside: aside))
  }

  /// What is set of one's own console alone, and kept no longer than that.
  private static func session(
    _ word: String, _ words: inout CommandWords
  ) throws(CommandError) -> Command {
    guard let setting = SessionSetting(rawValue: word) else { throw unknown(word) }
    let wish = try SessionCommand.wish(in: &words, setting)
    return .session(SessionCommand(wish: wish, isJSON: words.areOfProgram))
  }

  private static func unknown(_ word: String) -> CommandError {
    let names = SettingName.allCases.map(\.rawValue) + SessionSetting.allCases.map(\.rawValue)
    return Spelling.nearest(to: word, among: names)
      .map { CommandError(.settingUnknownNearest(word, $0)) }
      ?? CommandError(.settingUnknown(word, names.joined(separator: ", ")))
  }
}

extension Machine {
  mutating func obey(_ command: SettingCommand, from session: SessionID) throws(CommandError) {
    switch command {
    case .all(json: true):
      let settings = SettingName.allCases.map(json)
      steps.say(Reply(.object([("settings", .array(settings))])), to: session)
    case .all:
      steps.say(.sentences(SettingName.allCases.map(sentence)), to: session)
      steps.add(.console(.configure(.tellAll, session, json: false)))
    case .ask(let name, json: true): steps.say(Reply(json(of: name)), to: session)
    case .ask(let name, json: false): steps.say(sentence(of: name), to: session)
    case .set(let name, let value, let aside):
      let changes = changes(setting: name, to: value)
      try keep(changes, saying: news(of: name, value, changes, aside), for: session)
    case .reset(let name):
      try keep(
        coming.resets.filter { $0.name == name },
        saying: .settingDefault(name.rawValue, standard(of: name)), for: session)
    case .resetAll: try keep(coming.resets, saying: .settingsDefault, for: session)
    }
  }

  /// Keeps `settings`, and says `news` once they are kept; where the store can't, they hold until the program ends.
  mutating func keep(
    _ settings: [KeptSetting], saying news: Phrase, for session: SessionID
  ) throws(CommandError) {
    if let busy = published.activity.forbidsChange(at: now) { throw CommandError(busy) }
    if settings.isEmpty {
      steps.say(news, to: session)
      return steps.ended(session)
    }
    guard let problem = published.storeProblem else {
      return ask(for: .keep(settings, news: news), by: .console(session))
    }
    // Only the store has the texts of other languages.
    if settings.contains(where: { $0.name.isOfConsoles }) { throw CommandError(problem) }
    own.hold(settings)
    steps.say(Phrase.settingUntilEnd(news, problem), to: session)
    steps.ended(session)
  }

  /// What has to be set for `name` to be `value`: an effect brings its parameters, and a colour ends the gradient.
  private func changes(setting name: SettingName, to value: String) -> [KeptSetting] {
    let coming = coming
    var style = coming.style
    guard style.text(of: name) != nil else {
      return self.value(of: name, in: coming) == value ? [] : [KeptSetting(name, value)]
    }
    style.set(name, to: value)
    return coming.changes(to: style)
  }

  private func news(
    of name: SettingName, _ value: String, _ changes: [KeptSetting], _ aside: Phrase?
  ) -> Phrase {
    let news =
      changes.isEmpty
      ? Phrase.settingAlready(name.rawValue, value) : .settingNow(name.rawValue, value)
    let effect = coming.style.effect
    let unused = name.parameter.flatMap { parameter in
      effect.supports(parameter)
        ? nil : Phrase.settingUnused(effect.rawValue, parameter.rawValue)
    }
    let told = aside.map { Phrase.followed($0, news) } ?? news
    return unused.map { Phrase.followed(told, $0) } ?? told
  }
}

/// What they are now.
extension Machine {
  /// They as they are once all that waits for the store is kept: what is changed next is changed of these.
  var coming: KeptSettings {
    changes.wishes.reduce(into: own) { settings, wish in
      if case .keep(let kept, _) = wish.change { settings.kept(kept) }
    }
  }

  /// What `name` is in `own`, as it is typed; of new ones as it was at first.
  private func value(of name: SettingName, in own: KeptSettings) -> String {
    own.style.text(of: name) ?? own.choice(of: name)
      ?? (name == .language ? settings.language : settings.charset.rawValue)
  }

  private func standard(of name: SettingName) -> String { value(of: name, in: KeptSettings()) }

  private func sentence(of name: SettingName) -> Phrase {
    let value = value(of: name, in: own)
    guard own.choice(of: name) != nil else {
      return .settingIs(name.rawValue, value, range(of: name))
    }
    return .settingIsChosen(
      name.rawValue, value, range(of: name), standard(of: name))
  }

  private func range(of name: SettingName) -> Phrase {
    name == .language ? .settingWords(own.languages.joined(separator: ", ")) : name.range
  }

  private func rangeJSON(of name: SettingName) -> JSON {
    guard name == .language else { return name.rangeJSON }
    return .object([
      ("form", .string("word")), ("values", .array(own.languages.map { .string($0) })),
    ])
  }

  private func json(of name: SettingName) -> JSON {
    .object([
      ("name", .string(name.rawValue)), ("value", .string(value(of: name, in: own))),
      ("default", .string(standard(of: name))),
      ("range", rangeJSON(of: name)), ("is_kept", .bool(own.isKept(name))),
    ])
  }
}

extension SettingName {
  /// Whether it is about how people are spoken to, and not about pictures.
  fileprivate var isOfConsoles: Bool { self == .language || self == .charset }
}
