/// A setting that people make at a console and that holds until they make another, whatever ends meanwhile.
package struct KeptSetting: Hashable, Sendable {
  /// Which it is.
  package let name: SettingName
  /// What it is, as it is typed; nil where it is as the program or its configuration has it.
  package let value: String?

  /// `name` is `value` from here on.
  package init(_ name: SettingName, _ value: String?) {
    self.name = name
    self.value = value
  }
}

/// What the store says of kept settings when it is opened.
package struct KeptFacts: Hashable, Sendable {
  /// Those that are not as the program has them.
  package let settings: [KeptSetting]
  /// Names of the languages that it has texts in, sorted.
  package let languages: [String]

  /// These settings, and texts in these languages.
  package init(_ settings: [KeptSetting], languages: [String]) {
    self.settings = settings
    self.languages = languages
  }
}

/// The settings that people make at consoles: what they are now, and which of them are another's than the program's.
///
/// The store keeps them. Where it can't, they hold until the program ends, and are kept with the next that it can keep.
package struct KeptSettings: Sendable {
  /// How pictures are drawn on consoles.
  package private(set) var style = GlyphStyle()
  /// The languages that the store has texts in.
  private(set) var languages = ["en"]
  /// What of them is not as the program has it.
  private var values: [SettingName: String] = [:]
  /// What of them the store has.
  private var stored: [SettingName: String] = [:]
  /// What has to be set for the store to have what holds.
  private var held: [KeptSetting] = []

  /// The store was opened: what was kept there holds, and what it could not keep.
  mutating func opened(_ facts: KeptFacts) {
    languages = facts.languages
    stored = [:]
    for setting in facts.settings { stored[setting.name] = setting.value }
    settle()
  }

  /// The store keeps `settings`.
  mutating func kept(_ settings: [KeptSetting]) {
    for setting in settings { stored[setting.name] = setting.value }
    held.removeAll { setting in settings.contains { $0.name == setting.name } }
    settle()
  }

  /// The store can't keep `settings`: they hold until the program ends.
  mutating func hold(_ settings: [KeptSetting]) {
    held.removeAll { setting in settings.contains { $0.name == setting.name } }
    held += settings
    settle()
  }

  /// The store was reset: nothing holds that it doesn't have.
  mutating func forgetHeld() {
    held = []
    settle()
  }

  private mutating func settle() {
    values = stored
    for setting in held { values[setting.name] = setting.value }
    style = GlyphStyle(values)
  }

  /// What `name` was set to; nil where it is as the program or its configuration has it.
  func choice(of name: SettingName) -> String? { values[name] }

  /// Whether the store has what `name` was set to.
  func isKept(_ name: SettingName) -> Bool { values[name] != nil && values[name] == stored[name] }

  /// What has to be set for pictures to be drawn in `style`, in the store too.
  func changes(to style: GlyphStyle) -> [KeptSetting] {
    let (standard, present) = (GlyphStyle(), GlyphStyle(stored))
    return SettingName.allCases.compactMap { name in
      guard let text = style.text(of: name), text != present.text(of: name) else { return nil }
      return KeptSetting(name, text == standard.text(of: name) ? nil : text)
    }
  }

  /// What has to be set for nothing to be another's than the program's.
  var resets: [KeptSetting] {
    SettingName.allCases.filter { values[$0] != nil || stored[$0] != nil }
      .map { KeptSetting($0, nil) }
  }
}

extension GlyphStyle {
  /// The style that `values` come to; one that can't be read counts as none.
  init(_ values: [SettingName: String]) {
    self.init()
    for name in SettingName.allCases { values[name].map { set(name, to: $0) } }
  }

  /// Has `name` be what `text` says.
  mutating func set(_ name: SettingName, to text: String) {
    if let parameter = name.parameter {
      if let number = Int(text) { set(parameter, to: number) }
      return
    }
    switch name {
    case .effect: GlyphEffect(rawValue: text).map { choose($0) }
    case .invert: isInverted = text == "on"
    case .spotlight: hasSpotlight = text == "on"
    case .symbols: GlyphColour(text).map { choose($0, for: .symbols) }
    case .background: GlyphColour(text).map { choose($0, for: .background) }
    case .target: GlyphPalette.Part(rawValue: text).map { target = $0 }
    case .gradient:
      guard let gradient = GradientText(text) else { return }
      self.gradient = gradient.gradient
      turnGradient(on: gradient.isOn)
    case .cell, .jitter, .softy, .edge, .contrast, .language, .charset: break
    }
  }

  /// What `name` is, as it is typed; nil where it is nothing of the style.
  func text(of name: SettingName) -> String? {
    if let parameter = name.parameter { return "\(value(of: parameter))" }
    switch name {
    case .effect: return effect.rawValue
    case .invert: return isInverted ? "on" : "off"
    case .spotlight: return hasSpotlight ? "on" : "off"
    case .symbols: return palette.symbols.text
    case .background: return palette.background.text
    case .target: return target.rawValue
    case .gradient: return GradientText(of: self).text
    case .cell, .jitter, .softy, .edge, .contrast, .language, .charset: return nil
    }
  }
}
