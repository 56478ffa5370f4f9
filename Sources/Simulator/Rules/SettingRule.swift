import Core
import Evidence

/// A setting that people were told is kept is there, whatever ended since, until it is set again or reset.
///
/// It outlives the program and the boot, as what it looks at does.
struct SettingRule {
  private typealias Settings = [SettingName: String]

  private var told: Settings = [:]
  private var changes = AskedChanges()

  mutating func check(_ step: Step, _ evidence: EvidenceRule) throws(Violation) {
    switch changes.answer(in: step.event) {
    case .made(let asked)?:
      SettingRule.apply(asked.change, to: &told)
      // One more that was made in the same turn is told in the next.
      if asked.change.isOfSettings, !step.effects.contains(where: \.isOfSettings) {
        told = try present(evidence, changes.doubted)
      }
    case .opened(let doubted)?: told = try present(evidence, doubted)
    case nil: break
    }
    changes.note(step.effects)
  }

  /// Notes the changes that were asked for, be it in a turn of which nobody saw the end.
  mutating func note(_ effects: [Effect]) {
    changes.note(effects)
  }

  /// What is there: that which people were told of, with some of the changes in doubt or without.
  private func present(
    _ evidence: EvidenceRule, _ doubted: [AskedChanges.Asked]
  ) throws(Violation) -> Settings {
    let kept = try evidence.read { archive throws(Failure) in try archive.keptSettings() }
    var there: Settings = [:]
    for setting in kept { there[setting.name] = setting.value }
    var expected = told
    for asked in doubted {
      if there == expected { return expected }
      SettingRule.apply(asked.change, to: &expected)
    }
    if there == expected { return expected }
    let other = SettingName.allCases.first { there[$0] != expected[$0] }
    throw Violation(Self.self, "\(other?.rawValue ?? "") is not what people were told is kept")
  }

  private static func apply(_ change: StoreChange, to settings: inout Settings) {
    if case .keep(let kept, _) = change {
      for setting in kept { settings[setting.name] = setting.value }
    }
    if case .database(.reset) = change { settings = [:] }
  }
}

extension StoreChange {
  /// Whether settings are others after it.
  fileprivate var isOfSettings: Bool {
    switch self {
    case .keep, .database(.reset), .database(.resetKeepingSettings): true
    case .addThing, .useThing, .nextThing, .setThing, .deleteThing, .deletePieces, .undeletePieces,
      .lockPieces, .titlePiece, .decidePieces, .addOptions, .confirmOption, .denyOption, .useLabel,
      .undeleteThing, .piecesExported, .purge, .remove, .database, .checklist, .importRequest,
      .setRequest, .undo:
      false
    }
  }
}

extension Effect {
  /// Whether it is a change of settings.
  fileprivate var isOfSettings: Bool {
    if case .store(.change(let change, _)) = self { change.isOfSettings } else { false }
  }
}
