/// What is to be asked about a piece, by the options that it has: nothing but rules.
package enum Clarification: Hashable, Sendable {
  /// A guess less certain, in thousandths, is dropped.
  package static let leastAsked = 300
  /// More are never asked about one piece.
  package static let mostAsked = 5
  /// One that is at least so certain may be decided without a question.
  package static let certainty = 900
  /// That it is, where the next is less certain by as much.
  package static let lead = 300

  /// It has a title, which is what people are shown.
  case title(String)
  /// It is decided, or there is nothing to ask.
  case settled
  /// These are asked one after the other, the most certain first; at least one.
  case asking([PieceOption])

  /// What is to be asked about a piece with this title, decided or not, and with these options.
  package init(title: String?, isDecided: Bool, _ options: [PieceOption]) {
    if let title {
      self = .title(title)
    } else {
      let asked = isDecided ? [] : Clarification.asked(of: options)
      self = asked.isEmpty ? .settled : .asking(asked)
    }
  }

  /// The one that is decided without a question, while nobody has denied any.
  package var certain: PieceOption? {
    guard case .asking(let options) = self, let first = options.first,
      first.perMille >= Clarification.certainty
    else { return nil }
    let next = options.dropFirst().first?.perMille ?? 0
    return first.perMille - next >= Clarification.lead ? first : nil
  }

  /// All that an analyser, or several, guess of one piece, the most certain first, and each text once.
  package static func ranked(_ options: [PieceOption]) -> [PieceOption] {
    let order = options.enumerated().sorted {
      ($1.element.perMille, $0.offset) < ($0.element.perMille, $1.offset)
    }
    var seen: Set<[UInt8]> = []
    return order.map(\.element).filter { seen.insert(Array($0.text.utf8)).inserted }
  }

  private static func asked(of options: [PieceOption]) -> [PieceOption] {
    let open = ranked(options).filter { !$0.isDenied && $0.perMille >= leastAsked }
    return Array(open.prefix(mostAsked))
  }
}
