import Core

extension Configuration {
  /// What each gesture on the button does when nothing is under way.
  package struct Gestures: Hashable, Sendable {
    /// Where the defaults of the others come from.
    package var profile: Profile
    /// One press.
    package var click: Action
    /// Two presses.
    package var double: Action
    /// Three presses.
    package var triple: Action
    /// A press that is held.
    package var long: Action

    /// A set of defaults.
    package enum Profile: String, CaseIterable, Hashable, Sendable {
      case camera, study
    }

    init(_ reader: inout Reader) {
      reader.section("gestures")
      profile = reader.value("gestures.profile", .choice, default: .camera)
      let isCamera = profile == .camera
      click = reader.value("gestures.click", .choice, default: isCamera ? .photo : .clip)
      double = reader.value("gestures.double", .choice, default: isCamera ? .clip : .nextSlot)
      triple = reader.value("gestures.triple", .choice, default: .nextThing)
      long = reader.value("gestures.long", .choice, default: .undo)
    }
  }
}
