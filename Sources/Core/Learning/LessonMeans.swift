/// What a board has for a lesson: what shows signs, and what gestures are made with.
struct LessonMeans: Hashable, Sendable {
  let hasLight: Bool, hasBuzzer: Bool, hasButton: Bool

  /// Whether a sign can be shown at all.
  var canShow: Bool { hasLight || hasBuzzer }

  /// Whether there is anything to learn.
  var suffice: Bool { canShow || hasButton }

  /// The rule of a lesson with them, and what of it they leave out.
  var rule: Phrase {
    guard canShow else { return .lessonWithoutSigns }
    let rule = hasButton ? Phrase.lessonBegins : .lessonWithoutGestures
    if !hasBuzzer {
      return .followed(
        rule, Phrase("lesson.unheard", "No buzzer works: what is said of it can't be heard."))
    }
    return hasLight
      ? rule
      : .followed(
        rule, Phrase("lesson.unseen", "No light works: what is said of it can't be seen."))
  }
}

extension Machine {
  /// What works now of what a lesson needs.
  var lessonMeans: LessonMeans {
    LessonMeans(
      hasLight: peripherals.works(.light), hasBuzzer: peripherals.works(.buzzer),
      hasButton: peripherals.works(.button))
  }
}

extension Phrase {
  static let lessonBegins = Phrase(
    "lesson.begins",
    """
    Each sign is named and then shown. A click goes on to the next, a long press to the gestures. Any line \
    ends the lesson. Nothing is stored.
    """)

  static let lessonWithoutGestures = Phrase(
    "lesson.without-gestures",
    """
    Each sign is named and then shown. No button works, so the gestures are left out. Any line ends the \
    lesson. Nothing is stored.
    """)

  static let lessonWithoutSigns = Phrase(
    "lesson.without-signs",
    "Neither a light nor a buzzer works, so the signs are left out. Any line ends the lesson. Nothing is stored."
  )

  static let lessonImpossible = Phrase(
    "lesson.impossible",
    "There is nothing to learn by: no light, no buzzer and no button works. \"status\" says why.")
}
