import Core
import Evidence

/// What people are asked is what the store has; an analyser decides only where it may, what it is certain of; and a press
/// is an answer only to what somebody had heard or read before it, of a piece that was new: a question never costs a
/// picture.
struct OptionRule {
  /// An option as people are told it.
  private struct Told: Hashable {
    let piece: Int
    let text: String

    /// What `phrase` asks; nil where it asks no such thing.
    init?(_ phrase: Phrase) {
      guard phrase.key.hasPrefix("option.asked"), case .number(let piece)? = phrase.values.first,
        phrase.values.count > 1, case .text(let text) = phrase.values[1]
      else { return nil }
      (self.piece, self.text) = (piece, text)
    }

    init(piece: Int, text: String) {
      (self.piece, self.text) = (piece, text)
    }
  }

  /// A press is told at most so long after it was made, the longest stall and the longest gesture together.
  private static let memory = Duration.seconds(60)

  /// When each option was before somebody's eyes or ears.
  private var perceived: [Told: [Instant]] = [:]
  private var spoken: Phrase?
  /// When the button came down.
  private var presses: [Instant] = []
  /// When each piece became new.
  private var stored: [Int: Instant] = [:]

  mutating func check(_ step: Step, _ evidence: EvidenceRule) throws(Violation) {
    take(step)
    let changes = step.effects.compactMap { effect in
      if case .store(.change(let change, let requester)) = effect {
        (change, requester)
      } else {
        nil
      }
    }
    for (change, requester) in changes { try check(change, requester, step, evidence) }
    for case .console(.ask(let phrase, let readers)) in step.effects {
      guard let told = Told(phrase) else { continue }
      if !readers.isEmpty { perceived[told, default: []].append(step.now) }
      // What was changed in the same turn may have answered it already.
      if changes.isEmpty { try checkAsked(told, evidence) }
    }
    for case .voice(.say(let phrase)) in step.effects { spoken = phrase }
    if step.effects.contains(.voice(.silence)) { spoken = nil }
  }

  private mutating func take(_ step: Step) {
    switch step.event {
    case .voice(.ended):
      if let told = spoken.flatMap(Told.init) { perceived[told, default: []].append(step.now) }
      spoken = nil
    case .voice(.failed): spoken = nil
    case .edge(let edge):
      if edge.direction == .pressed { presses.append(edge.stamped) }
      presses.removeAll { step.now - $0 > OptionRule.memory }
    case .photo(.stored(_, let piece, _)), .clip(.stored(let piece, _)):
      stored[piece.number] = step.now
    case .started, .deadline, .device, .camera, .accelerometer, .photo, .clip, .store, .console,
      .hook, .measured, .signal, .reconfigured:
      break
    }
  }

  private func checkAsked(_ told: Told, _ evidence: EvidenceRule) throws(Violation) {
    let piece = try evidence.read { archive throws(Failure) in try archive.piece(told.piece) }
    let isThere = piece?.options.contains { $0.text == told.text && !$0.isDenied } ?? false
    guard isThere, piece?.title == nil, piece?.decision == nil else {
      throw Violation(Self.self, "piece \(told.piece) is not in question, or not with that option")
    }
  }

  private func check(
    _ change: StoreChange, _ requester: Requester, _ step: Step, _ evidence: EvidenceRule
  ) throws(Violation) {
    switch (change, requester) {
    case (.confirmOption(let number, .text(let text), _), .analyser):
      let piece = try evidence.read { archive throws(Failure) in try archive.piece(number) }
      // It is refused where it became doubtful meanwhile.
      guard let choice = piece?.choice, choice.text == text, choice.requester == "analyser" else {
        return
      }
      let options = piece?.options ?? []
      guard OptionRule.isCertain(text, of: options) else {
        throw Violation(Self.self, "an analyser decides piece \(number) without being certain")
      }
      let name = options.first { $0.text == text }?.analyser
      guard step.machine.settings.analysers.contains(where: { $0.name == name && $0.decides })
      else {
        throw Violation(Self.self, "an analyser decides piece \(number), and may not")
      }
    case (.confirmOption(let number, .text(let text), _), .button),
      (.denyOption(let number, .text(let text)), .button):
      guard isMeant(Told(piece: number, text: text)) else {
        throw Violation(
          Self.self, "a press answers for piece \(number) what nobody had heard or read")
      }
    default: break
    }
  }

  /// At least nine in ten, and three in ten more than any other.
  private static func isCertain(_ text: String, of options: [PieceOption]) -> Bool {
    guard let own = options.first(where: { $0.text == text }), own.perMille >= 900 else {
      return false
    }
    return options.allSatisfy { $0.text == text || own.perMille - $0.perMille >= 300 }
  }

  private func isMeant(_ told: Told) -> Bool {
    guard let new = stored[told.piece] else { return false }
    return presses.contains { press in
      press < new + .seconds(15) && perceived[told, default: []].contains { $0 <= press }
    }
  }
}
