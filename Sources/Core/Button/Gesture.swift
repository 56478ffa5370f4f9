/// What a person can say with one button.
package enum Gesture: String, CaseIterable, Hashable, Sendable {
  case click
  case doubleClick = "double-click"
  case tripleClick = "triple-click"
  case longPress = "long-press"
  case veryLongPress = "very-long-press"

  /// The sentence that names it.
  package var name: Phrase {
    switch self {
    case .click: Phrase.gestureClick
    case .doubleClick: Phrase.gestureDoubleClick
    case .tripleClick: Phrase.gestureTripleClick
    case .longPress: Phrase.gestureLongPress
    case .veryLongPress: Phrase.gestureVeryLongPress
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

  /// Whether this version does it.
  package var isImplemented: Bool {
    switch self {
    case .photo, .none: true
    case .clip, .nextThing, .nextSlot, .sayStatus, .undo: false
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

  private static let study = GestureProfile(
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
  package var hasMultipleClicks: Bool { doubleClick != .none || tripleClick != .none }

  /// What `gesture` asks for; nil for the very long press, which is not configured.
  package subscript(gesture: Gesture) -> Action? {
    switch gesture {
    case .click: click
    case .doubleClick: doubleClick
    case .tripleClick: tripleClick
    case .longPress: longPress
    case .veryLongPress: nil
    }
  }
}

extension Phrase {
  static let gestureClick = Phrase("gesture.click", "click")
  static let gestureDoubleClick = Phrase("gesture.double-click", "double click")
  static let gestureTripleClick = Phrase("gesture.triple-click", "triple click")
  static let gestureLongPress = Phrase("gesture.long-press", "long press")
  static let gestureVeryLongPress = Phrase("gesture.very-long-press", "very long press")
}
