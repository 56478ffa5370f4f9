import Core

/// A person asks for what takes pieces away, the button only by two separate presses, of which the second comes within
/// the time of the question that the first has asked.
struct RemovalRule {
  /// Times after a question in which a press is about it, which waits for the end of its sentence.
  private static let timely = .zero...BoardQuestion.patience + BoardQuestion.hearing

  /// When people were asked last, while they are.
  private var askedAt: Instant?
  /// Whether a press has come since, in time.
  private var isAnswered = false
  /// Whether the store was asked for that.
  private var isUndoing = false
  /// What each session was asked about last, of what nothing brings back.
  private var named: [SessionID: Loss] = [:]

  mutating func check(_ step: Step) throws(Violation) {
    switch step.event {
    case .edge(let edge): hear(edge)
    // Until it is done it may be tried again.
    case .store(.changed): if isUndoing { (askedAt, isAnswered, isUndoing) = (nil, false, false) }
    case .store(.notChanged): isUndoing = false
    case .store(.named(.success(let loss), let session)): named[session] = loss
    default: break
    }
    for effect in step.effects { try take(effect, at: step.now) }
  }

  private mutating func hear(_ edge: Edge) {
    guard edge.direction == .pressed, let askedAt else { return }
    isAnswered = isAnswered || RemovalRule.timely.contains(edge.stamped - askedAt)
  }

  private mutating func take(_ effect: Effect, at now: Instant) throws(Violation) {
    switch effect {
    case .console(.announce(let phrase, _)) where phrase.key == "undo.asked":
      (askedAt, isAnswered) = (now, false)
    case .store(.change(.undo, by: .button)):
      guard isAnswered else {
        throw Violation(Self.self, "the button undid something that nobody had answered for")
      }
      isUndoing = true
    case .store(.change(.deleteThing, by: .button)), .store(.change(.deletePieces, by: .button)),
      .store(.change(.remove, by: .button)):
      throw Violation(Self.self, "a press alone asked for \(effect)")
    case .store(.change(.remove(let removal), by: .console(let session))):
      guard named[session] == .pieces(removal) else {
        throw Violation(Self.self, "what goes for good is not what was named")
      }
    case .device, .camera, .accelerometer, .photo, .clip, .store, .output, .voice, .hook, .console,
      .service, .measure:
      break
    }
  }
}
