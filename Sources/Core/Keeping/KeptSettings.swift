/// The settings that people make at consoles: what they are now, and which of them are another's than the program's.
///
/// The store keeps them. Where it can't, they hold until the program ends.
package struct KeptSettings: Sendable {
  /// How pictures are drawn on consoles.
  package private(set) var style = GlyphStyle()
  /// The languages that the store has texts in.
  private(set) var languages = ["en"]
  /// What of them is not as the program has it.
  private var values: [SettingName: String] = [:]

  /// The store was opened: what was kept there holds, and nothing else.
  mutating func opened(_ facts: KeptFacts) {
    languages = facts.languages
    values = [:]
    apply(facts.settings)
  }

  /// These hold from now on.
  mutating func apply(_ settings: [KeptSetting]) {
    for setting in settings { values[setting.name] = setting.value }
    style = GlyphStyle(values)
  }

  /// What `name` was set to; nil where it is as the program or its configuration has it.
  func choice(of name: SettingName) -> String? { values[name] }

  /// What has to be set for pictures to be drawn in `style`.
  func changes(to style: GlyphStyle) -> [KeptSetting] {
    let (standard, present) = (GlyphStyle(), self.style)
    return SettingName.allCases.compactMap { name in
      guard let text = style.text(of: name), text != present.text(of: name) else { return nil }
      return KeptSetting(name, text == standard.text(of: name) ? nil : text)
    }
  }

  /// What has to be set for nothing to be another's than the program's.
  var resets: [KeptSetting] {
    SettingName.allCases.filter { values[$0] != nil }.map { KeptSetting($0, nil) }
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
    case .symbols: return palette.symbols.text
    case .background: return palette.background.text
    case .target: return target.rawValue
    case .gradient: return GradientText(of: self).text
    case .cell, .jitter, .softy, .edge, .contrast, .language, .charset: return nil
    }
  }
}
