/// What a person can say with one button.
package enum Gesture: String, CaseIterable, Hashable, Sendable {
  case click
  case doubleClick = "double-click"
  case tripleClick = "triple-click"
  case longPress = "long-press"
  case veryLongPress = "very-long-press"

  /// The word for it in sentences.
  package var word: Phrase {
    switch self {
    case .click: Phrase("gesture.click", "click")
    case .doubleClick: Phrase("gesture.double-click", "double click")
    case .tripleClick: Phrase("gesture.triple-click", "triple click")
    case .longPress: Phrase("gesture.long-press", "long press")
    case .veryLongPress: Phrase("gesture.very-long-press", "very long press")
    }
  }
}

/// What a gesture may be configured to do while nothing is under way.
package enum Action: String, CaseIterable, Hashable, Sendable {
  case photo, clip
  case nextThing = "next-thing"
  case nextSlot = "next-slot"
  case sayStatus = "say-status"
  case undo, none

  /// The word for it in sentences.
  var word: Phrase {
    switch self {
    case .photo: Phrase("action.photo", "a photo")
    case .clip: Phrase("action.clip", "a clip")
    case .nextThing: Phrase("action.next-thing", "the next thing")
    case .nextSlot: Phrase("action.next-slot", "the next slot")
    case .sayStatus: Phrase("action.say-status", "a spoken status")
    case .undo: Phrase("action.undo", "undo")
    case .none: Phrase("action.none", "nothing")
    }
  }
}

/// Which action each gesture asks for; very long press is always a safe shutdown.
package struct GestureProfile: Hashable, Sendable {
  /// The action of each gesture.
  package var click, doubleClick, tripleClick, longPress: Action

  /// Who uses the button.
  package enum Name: String, CaseIterable, Hashable, Sendable {
    /// People who take pictures.
    case camera
    /// People who record clips for a study.
    case study
  }

  /// The profile for people who take pictures.
  package static let camera = GestureProfile(
    click: .photo, doubleClick: .clip, tripleClick: .nextThing, longPress: .undo)

  /// The profile for people who record clips for a study.
  package static let study = GestureProfile(
    click: .clip, doubleClick: .nextSlot, tripleClick: .nextThing, longPress: .undo)

  /// The profile called `name`.
  package init(_ name: Name) {
    switch name {
    case .camera: self = .camera
    case .study: self = .study
    }
  }

  /// A profile of the four actions.
  package init(click: Action, doubleClick: Action, tripleClick: Action, longPress: Action) {
    self.click = click
    self.doubleClick = doubleClick
    self.tripleClick = tripleClick
    self.longPress = longPress
  }

  /// Whether a click has to wait for a second press before it is known.
  var hasMultipleClicks: Bool { doubleClick != .none || tripleClick != .none }
}

/// What a gesture means in each state: the rows of the table in the documentation.
enum GestureTable {
  /// State of the board when the gesture begins.
  enum Row: CaseIterable, Hashable, Sendable {
    /// It takes photos at once.
    case ready
    /// It could, but for a camera that is off or still being opened.
    case resting
    /// No photo can be taken, for a reason that people have to hear.
    case hindered
    /// A countdown or a series.
    case capturing
    /// A clip is being recorded.
    case recording
    /// The button has asked whether to undo.
    case asked
    /// An option of the new piece is asked about, and somebody has just heard or read it.
    case offered
    /// Somebody learns the gestures.
    case learning
    /// The program ends.
    case ending
  }

  /// What the first edge of a gesture does, before anybody knows what gesture it will be.
  enum FirstEdge: Hashable, Sendable {
    /// A photo may be wanted: it is planned from here.
    case plan
    /// What is under way is cancelled.
    case cancel
    /// The clip is stopped, and kept.
    case stop
    /// Nothing: it says only that it was heard.
    case hear
  }

  /// What a gesture does once it is known.
  enum Meaning: Hashable, Sendable {
    /// What the profile says.
    case act(Action)
    /// Nothing but a word about why that can't be.
    case refuse
    /// The answer to the question.
    case answer(yes: Bool)
    /// What is said of the option that was offered.
    case option(OptionAnswer)
    /// Somebody tries it in a lesson.
    case learn
    /// A safe shutdown.
    case shutDown
    case nothing
  }

  /// What the first edge of a gesture does in the state `row`.
  static func firstEdge(in row: Row) -> FirstEdge {
    switch row {
    case .ready, .resting: .plan
    case .capturing: .cancel
    case .recording: .stop
    case .hindered, .asked, .offered, .learning, .ending: .hear
    }
  }

  /// What `gesture` means in the state `row`, by `profile`.
  ///
  /// What a gesture that began in a countdown, a series or a clip had to say, its first edge has said; but a long press
  /// asks whether to undo the clip, whatever it means elsewhere.
  static func meaning(of gesture: Gesture, in row: Row, by profile: GestureProfile) -> Meaning {
    switch (row, gesture) {
    case (.ending, _): .nothing
    case (_, .veryLongPress): .shutDown
    case (.capturing, .click), (.capturing, .doubleClick), (.capturing, .tripleClick),
      (.capturing, .longPress):
      .nothing
    case (.recording, .click), (.recording, .doubleClick), (.recording, .tripleClick): .nothing
    case (.recording, .longPress): .act(.undo)
    case (.asked, .click): .answer(yes: true)
    case (.asked, .doubleClick), (.asked, .tripleClick), (.asked, .longPress): .answer(yes: false)
    case (.offered, .click): .option(.yes)
    case (.offered, .doubleClick), (.offered, .tripleClick): .option(.no)
    case (.offered, .longPress): .option(.later)
    case (.learning, .click), (.learning, .doubleClick), (.learning, .tripleClick),
      (.learning, .longPress):
      .learn
    case (.ready, .click), (.resting, .click): .act(profile.click)
    case (.ready, .doubleClick), (.resting, .doubleClick): .act(profile.doubleClick)
    case (.ready, .tripleClick), (.resting, .tripleClick): .act(profile.tripleClick)
    case (.ready, .longPress), (.resting, .longPress): .act(profile.longPress)
    case (.hindered, .click): hindered(profile.click)
    case (.hindered, .doubleClick): hindered(profile.doubleClick)
    case (.hindered, .tripleClick): hindered(profile.tripleClick)
    case (.hindered, .longPress): hindered(profile.longPress)
    }
  }

  /// What needs the camera is refused; the rest is done all the same.
  private static func hindered(_ action: Action) -> Meaning {
    switch action {
    case .photo, .clip: .refuse
    case .nextThing, .nextSlot, .sayStatus, .undo, .none: .act(action)
    }
  }
}
