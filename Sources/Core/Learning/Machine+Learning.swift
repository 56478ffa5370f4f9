/// The lesson, as people see, hear and read it.
extension Machine {
  /// Begins a lesson for `session`, in the place of any other.
  fileprivate mutating func teach(_ session: SessionID) throws(CommandError) {
    if let problem = published.activity.forbidsPhotos(at: now) { throw CommandError(problem) }
    guard situation.yieldsToSigns(at: now) else { throw CommandError(.lightBusy(situation.word)) }
    // What was begun before would be taken for an answer.
    guard button.isAtRest, changes.isEmpty else { throw CommandError(.lessonPressed) }
    let means = lessonMeans
    guard means.suffice else { throw CommandError(.lessonImpossible) }
    endLesson(.lessonStopped)
    steps.continues(session)
    begin(with: means, for: session)
  }

  /// The rule and what comes first are one sentence for the voice, which says the newest of those that wait.
  private mutating func begin(with means: LessonMeans, for session: SessionID) {
    sessions.begin(.lesson, session)
    steps.say(means.rule, to: session)
    guard let first = lesson.begin(with: means, at: now).phrase else { return }
    steps.say(first, to: session)
    steps.speak(.followed(means.rule, first))
  }

  /// When the lesson goes on by itself: not while something is being spoken, since a sign would be lost in it.
  var lessonAt: Instant? {
    lesson.deadline.map { voice.isSpeaking ? $0 + Lesson.hearing : $0 }
  }

  /// The sign that a lesson has named, and shows now or soon.
  package var taughtPattern: Pattern? { lesson.pattern }

  /// A lesson ends where photos are taken, and where light and buzzer have something to say that matters more.
  mutating func settleLesson() {
    guard lesson.isUnderWay else { return }
    guard published.isEnding || shutter.series != nil || !situation.yieldsToSigns(at: now) else {
      return
    }
    let reason = Phrase(
      "lesson.overtaken",
      "The lesson has ended, for there is something else: \(situation.word).")
    guard situation == .fault, let failure = gravestFailure else { return endLesson(reason) }
    // Whoever learns may have heard of it by nothing else.
    let whole = Phrase.followed(failure.phrase, reason)
    endLesson(whole, spoken: steps.sentences.contains(failure.phrase) ? reason : whole)
  }

  /// The time for the next sign has come, or that for a gesture is over.
  mutating func expireLesson() {
    if let event = lesson.expire(at: now) { tell(event) }
  }

  /// Somebody has made `gesture` in a lesson, or one that began in a lesson which has ended meanwhile.
  mutating func learn(_ gesture: Gesture) {
    guard lesson.isUnderWay else {
      return published.isEnding
        ? ()
        : refuse(
          Phrase(
            "lesson.over",
            "The lesson had ended before the button was let go; press again for a photo."))
    }
    if let event = lesson.hear(gesture, at: now) { tell(event) }
  }

  /// `session` wants to end a lesson that another has asked for.
  mutating func cancelLesson(for session: SessionID) {
    endLesson(.lessonStopped)
    steps.say(.lessonStopped, to: session)
  }

  /// The lesson is over, if there is one.
  mutating func endLesson(_ reason: Phrase, spoken: Phrase? = nil) {
    guard let session = sessions.learner else { return }
    lesson.end()
    sessions.rest(session)
    steps.show(.patternEnds)
    steps.say(reason, to: session)
    steps.speakToo(spoken ?? reason)
    steps.answered(session)
  }

  private mutating func tell(_ event: Lesson.Event) {
    let session = sessions.learner
    if case .shown(let pattern) = event {
      steps.show(.pattern(pattern))
    } else {
      steps.show(.patternEnds)
    }
    if let phrase = event.phrase { tell(phrase, session) }
    guard let session, !lesson.isUnderWay else { return }
    sessions.rest(session)
    steps.answered(session)
  }

  private mutating func tell(_ phrase: Phrase, _ session: SessionID?) {
    steps.say(phrase, to: session)
    steps.speak(phrase)
  }
}

/// Asking for a lesson.
extension Command {
  static let learning = [
    Command(
      name: "learn", usage: "learn",
      help: Phrase(
        "help.learn",
        "shows each sign with its name, and then tries each gesture; it stores nothing."),
      access: .full, example: "learn"
    ) { words throws(CommandError) in
      if words.areOfProgram { throw CommandError(.lessonForPeople) }
      return .changes { machine, session throws(CommandError) in try machine.teach(session) }
    }
  ]
}

extension Lesson.Event {
  /// What people read and hear of it.
  fileprivate var phrase: Phrase? {
    switch self {
    case .named(let pattern): .lightShows(pattern.word, pattern.sign)
    case .shown: nil
    case .ended: .lessonSignsEnd
    case .asked(let gesture):
      .followed(Phrase("lesson.gestures", "Now the gestures."), gesture.instruction)
    case .learned(let gesture, let next?):
      .followed(.lessonHeard(gesture.word), next.instruction)
    case .learned(let gesture, nil): .followed(.lessonHeard(gesture.word), .lessonEnds)
    case .mistaken(let gesture, let wanted):
      .followed(
        Phrase("lesson.mistaken", "I heard this: \(gesture.word). Try again."), wanted.instruction)
    case .lapsed: .lessonLapsed
    }
  }
}

extension Gesture {
  /// How it is made.
  fileprivate var instruction: Phrase {
    switch self {
    case .click: Phrase("lesson.click", "Click: press once, and let go.")
    case .doubleClick: Phrase("lesson.double-click", "Double click: press twice, quickly.")
    case .tripleClick: Phrase("lesson.triple-click", "Triple click: press three times, quickly.")
    case .longPress: Phrase("lesson.long-press", "Long press: hold the button for two seconds.")
    case .veryLongPress:
      Phrase("lesson.very-long-press", "Very long press: hold the button for six seconds.")
    }
  }
}

extension Phrase {
  static let lessonForPeople = Phrase(
    "lesson.for-people", "A lesson is for people; ask without --json.")

  static let lessonPressed = Phrase(
    "lesson.pressed",
    "Busy: what the button asked for is under way; ask again when it is done.")

  static func lessonHeard(_ gesture: Phrase) -> Phrase {
    Phrase("lesson.heard", "That was right: \(gesture).")
  }

  static let lessonEnds = Phrase(
    "lesson.ends",
    "That was the lesson. One gesture was left out: a press of six seconds shuts the board down, at any time."
  )

  static let lessonSignsEnd = Phrase(
    "lesson.signs-end", "That was the lesson; no button works, so the gestures were left out.")

  static let lessonLapsed = Phrase(
    "lesson.lapsed", "Nobody has pressed for 30 seconds; the lesson has ended.")

  static let lessonStopped = Phrase("lesson.stopped", "The lesson has ended.")

}
