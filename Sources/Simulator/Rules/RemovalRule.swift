import Core

/// A person asks for what takes pieces away, the button only by two separate presses, of which the second comes within
/// the time of the question that the first has asked.
struct RemovalRule {
  /// When people were asked last, while they are.
  private var askedAt: Instant?
  /// Whether a press has come since, in time.
  private var isAnswered = false
  /// Whether the store was asked for that.
  private var isUndoing = false

  mutating func check(_ step: Step) throws(Violation) {
    switch step.event {
    case .edge(let edge): hear(edge)
    // Until it is done it may be tried again.
    case .store(.changed): if isUndoing { (askedAt, isAnswered, isUndoing) = (nil, false, false) }
    case .store(.notChanged): isUndoing = false
    default: break
    }
    for effect in step.effects { try take(effect, at: step.now) }
  }

  private mutating func hear(_ edge: Edge) {
    guard edge.direction == .pressed, let askedAt else { return }
    isAnswered =
      isAnswered || edge.stamped >= askedAt && edge.stamped - askedAt <= BoardQuestion.patience
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
    case .device, .camera, .accelerometer, .photo, .clip, .store, .output, .voice, .hook, .console,
      .service, .measure:
      break
    }
  }
}
