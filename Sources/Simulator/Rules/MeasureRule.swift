import Core

/// What is measured is what the board was like when somebody wanted to know.
struct MeasureRule {
  fileprivate struct Facts: Hashable {
    let temperature: Temperature?
    let space: Space?
  }

  /// What is to be told, in the order in which it was asked for.
  private var owed: [Facts] = []

  mutating func check(_ step: Step) throws(Violation) {
    if case .measured(let measured) = step.event { try check(measured) }
    for case .measure in step.effects {
      owed.append(Facts(temperature: step.board.temperature, space: step.board.space))
    }
  }

  private mutating func check(_ measured: Event.Measured) throws(Violation) {
    guard !owed.isEmpty else {
      throw Violation(Self.self, "what nobody asked for was measured")
    }
    guard owed.removeFirst().agrees(with: measured) else {
      throw Violation(Self.self, "what was measured is not what the board was like")
    }
  }
}

extension MeasureRule.Facts {
  /// A store that is closed can't tell its room.
  fileprivate func agrees(with measured: Event.Measured) -> Bool {
    switch measured {
    case .temperature(let temperature): temperature == self.temperature
    case .all(let measurements):
      measurements.temperature == temperature
        && (measurements.space == nil || measurements.space == space)
    }
  }
}
