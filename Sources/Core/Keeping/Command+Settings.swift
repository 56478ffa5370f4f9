/// Asking what is set, or setting something that is kept, or something of one's own console.
extension Command {
  static let settings = [
    Command(
      name: "set",
      usage: """
        set [SETTING [VALUE|default]|defaults|plain [on|off]|colour [none|16|256|24]|size [COLUMNSxROWS|ask]] [--json]
        """,
      help: Phrase(
        "help.set",
        "tells what can be set, or sets it; the store keeps it until it is set again."),
      access: .full,
      words: [
        Phrase(
          "help.set.name", "A name alone has that one told: its value and what it can be."),
        Phrase("help.set.value", "A value after it is kept, whatever ends meanwhile."),
        Phrase(
          "help.set.default",
          "\"default\" in place of a value has it as it was at first."),
        Phrase(
          "help.set.defaults", "\"set defaults\" has all settings as they were at first."),
        Phrase(
          "help.set.plain",
          """
          "plain on" prints every line once and leaves it, as a screen reader wants; "plain off" asks the \
          terminal first.
          """),
        Phrase(
          "help.set.colour",
          "\"colour\" takes none, 16, 256 or 24, as many as the terminal has; 24 is in bits."),
        Phrase(
          "help.set.size",
          "\"size\" takes columns and rows, such as 80x24, or \"ask\" to have the terminal asked."),
      ],
      example: "set cell 60", read: readSet)
  ]

  private static func readSet(_ words: inout CommandWords) throws(CommandError) -> Demand {
    let json = words.areOfProgram
    guard let word = words.next()?.lowercased() else {
      return .asks { $0.tellSettings(to: $1, asJSON: json) }
    }
    if word == "defaults" {
      return .changes { machine, session throws(CommandError) in
        try machine.keep(
          machine.coming.resets,
          saying: Phrase("set.defaults", "All settings are as they were at first."), for: session)
      }
    }
    guard let name = SettingName(rawValue: word) else { return try readOwn(word, &words) }
    guard let text = words.remainder() else {
      return .tells { json ? Reply($0.json(of: name)) : Reply($0.sentence(of: name)) }
    }
    return try sets(name, to: text)
  }

  private static func sets(
    _ name: SettingName, to text: String
  ) throws(CommandError) -> Demand {
    if text.lowercased() == "default" {
      return .changes { machine, session throws(CommandError) in
        try machine.reset(name, for: session)
      }
    }
    let (value, aside) = try name.read(text)
    return .changes { machine, session throws(CommandError) in
      try machine.set(name, to: value, aside: aside, for: session)
    }
  }

  /// Settings of one's own console alone, kept no longer than that.
  private static func readOwn(
    _ word: String, _ words: inout CommandWords
  ) throws(CommandError) -> Demand {
    let json = words.areOfProgram
    guard let setting = SessionSetting(rawValue: word) else { throw unknownSetting(word) }
    let wish = try SessionWish(of: setting, in: &words)
    return .asks { $0.steps.add(.console(.configure(wish, $1, json: json))) }
  }

  private static func unknownSetting(_ word: String) -> CommandError {
    let names = SettingName.allCases.map(\.rawValue) + SessionSetting.allCases.map(\.rawValue)
    return Spelling.nearest(to: word, among: names)
      .map {
        CommandError(
          Phrase("set.unknown-nearest", "There is no setting \"\(word)\"; did you mean \"\($0)\"?"))
      }
      ?? CommandError(.settingUnknown(word, names.joined(separator: ", ")))
  }
}

extension Machine {
  fileprivate mutating func tellSettings(to session: SessionID, asJSON isJSON: Bool) {
    if isJSON {
      let settings = SettingName.allCases.map(json)
      return steps.say(Reply(.object([("settings", .array(settings))])), to: session)
    }
    steps.say(.sentences(SettingName.allCases.map(sentence)), to: session)
    steps.add(.console(.configure(.tellAll, session, json: false)))
  }

  /// - Parameter aside: what is to be said of `value` first.
  fileprivate mutating func set(
    _ name: SettingName, to value: String, aside: Phrase?, for session: SessionID
  ) throws(CommandError) {
    let changes = changes(setting: name, to: value)
    try keep(changes, saying: news(of: name, value, changes, aside), for: session)
  }

  fileprivate mutating func reset(
    _ name: SettingName, for session: SessionID
  ) throws(CommandError) {
    try keep(
      coming.resets.filter { $0.name == name },
      saying: Phrase(
        "set.default", "\(name.rawValue) is \(standard(of: name)), as it was at first."),
      for: session)
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
    steps.say(
      Phrase(
        "set.until-end",
        "\(news) It holds until Exhibit ends, for it can't be kept: \(problem)"), to: session)
    steps.ended(session)
  }

  /// Settings that have to change for `name` to be `value`: an effect brings its parameters, and a colour ends the gradient.
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
      ? Phrase.settingAlready(name.rawValue, value)
      : Phrase("set.now", "\(name.rawValue) is \(value) now.")
    let effect = coming.style.effect
    let unused = name.parameter.flatMap { parameter in
      effect.supports(parameter)
        ? nil : Phrase.settingUnused(effect.rawValue, parameter.rawValue)
    }
    let told = aside.map { Phrase.followed($0, news) } ?? news
    return unused.map { Phrase.followed(told, $0) } ?? told
  }
}

/// Present values.
extension Machine {
  /// They as they are once all that waits for the store is kept: what is changed next is changed of these.
  var coming: KeptSettings {
    changes.wishes.reduce(into: own) { settings, wish in
      if case .keep(let kept, _) = wish.change { settings.kept(kept) }
    }
  }

  /// Value of `name` in `own`, as it is typed; of new ones as it was at first.
  private func value(of name: SettingName, in own: KeptSettings) -> String {
    own.style.text(of: name) ?? own.choice(of: name)
      ?? (name == .language ? settings.language : settings.charset.rawValue)
  }

  private func standard(of name: SettingName) -> String { value(of: name, in: KeptSettings()) }

  fileprivate func sentence(of name: SettingName) -> Phrase {
    let value = value(of: name, in: own)
    guard own.choice(of: name) != nil else {
      return .settingIs(name.rawValue, value, range(of: name))
    }
    return Phrase(
      "set.is-chosen",
      "\(name.rawValue): \(value); it can be \(range(of: name)), and was \(standard(of: name)) at first."
    )
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

  fileprivate func json(of name: SettingName) -> JSON {
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

extension Phrase {
  static func settingIs(_ name: String, _ value: String, _ range: Phrase) -> Phrase {
    Phrase("set.is", "\(name): \(value); it can be \(range).")
  }

  static func settingAlready(_ name: String, _ value: String) -> Phrase {
    Phrase("set.already", "\(name) is \(value) already.")
  }

  static func settingUnused(_ effect: String, _ parameter: String) -> Phrase {
    Phrase("set.unused", "The effect \(effect) does without \(parameter).")
  }

  static func settingUnknown(_ word: String, _ names: String) -> Phrase {
    Phrase("set.unknown", "There is no setting \"\(word)\"; there are: \(names).")
  }

}
