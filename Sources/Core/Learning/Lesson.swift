/// A lesson in light, buzzer and button, which a session has asked for: each sign is named and shown, then each gesture
/// is asked for.
///
/// It says what comes next and when; it stores nothing.
struct Lesson: Sendable {
  /// From the name of a sign to the sign.
  static let lead = Duration.seconds(3)
  /// It goes on so much later at most where a voice is still speaking: no sentence takes longer.
  static let hearing = Duration.seconds(20)
  /// From the name of a sign to the next.
  static let period = lead + Pattern.length + .seconds(1)
  /// Without a press for so long, the lesson is over.
  static let patience = Duration.seconds(30)
  /// The gestures that are asked for; the one left out would end the program.
  static let gestures: [Gesture] = [.click, .doubleClick, .tripleClick, .longPress]

  /// What the lesson comes to.
  enum Event: Hashable {
    /// The sign is named, and shown after a while.
    case named(Pattern)
    case shown(Pattern)
    /// All signs were shown, and there is no button for gestures.
    case ended
    case asked(Gesture)
    /// A gesture that was asked for was made, and the next is asked for; nil: it was the last.
    case learned(Gesture, next: Gesture?)
    /// Another gesture was made than the one that is asked for.
    case mistaken(Gesture, for: Gesture)
    /// Nobody has pressed for so long that it is over.
    case lapsed
  }

  /// Place in the lesson.
  private enum State {
    case none
    /// The sign of this index was named, and is shown at the instant.
    case naming(Int, until: Instant)
    case showing(Int, until: Instant)
    case asking(Int, until: Instant)
  }

  private var state = State.none
  private var hasButton = true

  /// Whether it goes on.
  var isUnderWay: Bool { if case .none = state { false } else { true } }

  /// When it goes on by itself.
  var deadline: Instant? {
    switch state {
    case .none: nil
    case .naming(_, let until), .showing(_, let until), .asking(_, let until): until
    }
  }

  /// The sign that was named and is shown, or soon will be.
  var pattern: Pattern? {
    switch state {
    case .none, .asking: nil
    case .naming(let index, _), .showing(let index, _): Pattern.allCases[index]
    }
  }

  /// Begins it with the first sign; where nothing can show signs, with the first gesture.
  mutating func begin(with means: LessonMeans, at now: Instant) -> Event {
    hasButton = means.hasButton
    return means.canShow ? name(0, at: now) : ask(0, at: now)
  }

  /// Its time has come, or somebody wants to go on at once.
  mutating func expire(at now: Instant) -> Event? {
    switch state {
    case .none: return nil
    case .naming(let index, _):
      state = .showing(index, until: now + Lesson.period - Lesson.lead)
      return .shown(Pattern.allCases[index])
    case .showing(let index, _): return follow(index, at: now)
    case .asking:
      end()
      return .lapsed
    }
  }

  /// Somebody has made `gesture`: while signs are shown a long press passes over the rest of them, any other over one.
  mutating func hear(_ gesture: Gesture, at now: Instant) -> Event? {
    switch state {
    case .none: return nil
    case .naming(let index, _), .showing(let index, _):
      return gesture == .longPress ? ask(0, at: now) : follow(index, at: now)
    case .asking(let index, _):
      let wanted = Lesson.gestures[index]
      guard gesture == wanted else {
        _ = ask(index, at: now)
        return .mistaken(gesture, for: wanted)
      }
      return learned(index, at: now)
    }
  }

  /// It is over.
  mutating func end() {
    state = .none
  }

  private mutating func name(_ index: Int, at now: Instant) -> Event {
    state = .naming(index, until: now + Lesson.lead)
    return .named(Pattern.allCases[index])
  }

  /// What comes after the sign of this index.
  private mutating func follow(_ index: Int, at now: Instant) -> Event {
    if index + 1 < Pattern.allCases.count { return name(index + 1, at: now) }
    if hasButton { return ask(0, at: now) }
    end()
    return .ended
  }

  private mutating func ask(_ index: Int, at now: Instant) -> Event {
    state = .asking(index, until: now + Lesson.patience)
    return .asked(Lesson.gestures[index])
  }

  private mutating func learned(_ index: Int, at now: Instant) -> Event {
    let gesture = Lesson.gestures[index]
    guard index + 1 < Lesson.gestures.count else {
      end()
      return .learned(gesture, next: nil)
    }
    _ = ask(index + 1, at: now)
    return .learned(gesture, next: Lesson.gestures[index + 1])
  }
}
