import CVideo
import Core
import Glibc
import System

/// Setting what the driver lets be set; each call blocks as long as the driver does.
extension Camera {
  /// The controls of the camera that `settings` means, while it is not open.
  package static func controls(by settings: CameraSettings) throws(Failure) -> [CameraControl] {
    try CameraDevice.open(settings).controls()
  }

  /// Sets the controls of `settings`, in their order, and looks at no others.
  ///
  /// It ends when the driver stops answering, or after `CameraDevice.controlBudget`; a call that hangs may take 5 s
  /// more.
  package borrowing func apply(_ settings: [ControlSetting]) -> ControlOutcome {
    stream.buffers.device.apply(settings)
  }

  /// Does what `text` says, a control's name and a value, to the camera that `settings` means, while it is not
  /// open; a name alone asks for the value.
  package static func set(_ text: String, by settings: CameraSettings) throws(Failure)
    -> ControlAnswer
  {
    try CameraDevice.open(settings).answer(to: text)
  }
}

/// The names of a driver's controls, as far as they were asked for: they stay as long as the device is open.
final class ControlNames {
  /// Descriptions as they were, of which only name and number last.
  private var known: [CameraControl] = []
  private var last: UInt32 = 0
  private var isComplete = false

  /// Those that are known.
  func all() -> [CameraControl] { known }

  /// Asks for the next; false where there is none, or no end to them.
  func ask(_ device: borrowing CameraDevice) throws(SystemError) -> Bool {
    guard !isComplete, let query = try device.control(after: last).get() else {
      isComplete = true
      return false
    }
    last = query.id
    if let kind = query.usableKind {
      known.append(CameraControl(query, kind, value: nil, items: []))
    }
    isComplete = known.count >= CameraDevice.listLimit
    return true
  }
}

extension CameraDevice {
  /// Sets `settings`, in their order.
  ///
  /// One control may be settable only after another, as an exposure time after the manual mode: what
  /// is refused is tried once more. A camera whose control endpoint is dead takes 5 s for each call: the first that
  /// it doesn't answer is the last.
  borrowing func apply(
    _ settings: [ControlSetting], now: () -> Instant = { Clock.now }
  ) -> Camera.ControlOutcome {
    var effort = ControlEffort(settings, until: now() + CameraDevice.controlBudget)
    for _ in 0..<2 {
      effort.beginRound()
      while let setting = effort.next(at: now()) {
        do throws(Failure) {
          effort.hold(try apply(setting))
        } catch {
          effort.note(error, of: setting)
        }
      }
    }
    return effort.outcome(at: capability.card)
  }

  /// Does what `text` says, or says why not.
  borrowing func answer(to text: String) throws(Failure) -> Camera.ControlAnswer {
    let (named, value) = try allNames().reading(text, at: capability.card)
    let control = try refreshed(named)
    if control.kind == .button {
      _ = try change(control, to: control.value(for: ""))
      return Camera.ControlAnswer(phrases: [
        Phrase("camera.control.pressed", "\(control.name): done.")
      ])
    }
    guard let value else {
      return Camera.ControlAnswer(phrases: control.standing(at: self.value(of: control)))
    }
    let wanted = try control.value(for: value)
    let result = try change(control, to: wanted)
    let origin = "camera set \(control.name)"
    return Camera.ControlAnswer(
      setting: ControlSetting(origin, control.name, wanted),
      held: ControlSetting(origin, control.name, result), phrases: control.standing(at: result))
  }

  /// - Returns: the setting by the driver's name, with what it made of the value.
  private borrowing func apply(_ setting: ControlSetting) throws(Failure) -> ControlSetting {
    let control = try refreshed(try named(setting.name))
    let result = try change(control, to: control.checked(setting.value))
    return ControlSetting(setting.origin, control.name, result)
  }

  /// The control called `name`, for which the driver is asked no further than it takes.
  private borrowing func named(_ name: String) throws(Failure) -> CameraControl {
    repeat {
      if let control = names.all().named(name) { return control }
    } while try askForName()
    throw names.all().missing(name, at: capability.card)
  }

  private borrowing func allNames() throws(Failure) -> [CameraControl] {
    while try askForName() {}
    return names.all()
  }

  private borrowing func askForName() throws(Failure) -> Bool {
    do throws(SystemError) {
      return try names.ask(self)
    } catch {
      throw Failure(.camera, .controlsUnanswered(capability.card, error.reason), cause: error)
    }
  }

  /// `control` as it is now; others may have changed its range.
  private borrowing func refreshed(_ control: CameraControl) throws(Failure) -> CameraControl {
    do throws(SystemError) {
      if let control = try self.control(control.identifier) { return control }
    } catch {
      throw Failure(.camera, .controlsUnanswered(capability.card, error.reason), cause: error)
    }
    throw names.all().missing(control.name, at: capability.card)
  }

  /// - Returns: what the driver made of it.
  private borrowing func change(
    _ control: CameraControl, to value: Int
  ) throws(Failure) -> Int {
    do throws(SystemError) {
      return try set(control, to: value)
    } catch {
      let phrase = Phrase(
        "camera.control.refused",
        "The driver of \(capability.card) refuses to set \(control.name): \(error.reason).")
      throw Failure(.camera, phrase, cause: error)
    }
  }
}

/// The setting of some controls, which ends early where the camera doesn't answer.
struct ControlEffort {
  private let deadline: Instant
  /// To be set in this round, in their order.
  private var waiting: [ControlSetting] = []
  /// Refused in this round, to be tried in the next.
  private var refused: [ControlSetting]
  private var held: [ControlSetting] = []
  private var refusals: [Phrase] = []
  /// Why nothing more is tried.
  private var end: Phrase?

  init(_ settings: [ControlSetting], until deadline: Instant) {
    refused = settings
    self.deadline = deadline
  }

  /// Begins with what is left.
  mutating func beginRound() {
    guard end == nil else { return }
    (waiting, refused, refusals) = (refused, [], [])
  }

  /// The next to be set at `now`; nil where the round is over.
  mutating func next(at now: Instant) -> ControlSetting? {
    guard end == nil, !waiting.isEmpty else { return nil }
    guard now < deadline else {
      end = Phrase("camera.controls.slow", "It takes too long.")
      return nil
    }
    return waiting.removeFirst()
  }

  /// Notes that `setting` is what the camera has.
  mutating func hold(_ setting: ControlSetting) { held.append(setting) }

  /// Notes that `setting` was refused; a camera that didn't answer is asked no more.
  mutating func note(_ failure: Failure, of setting: ControlSetting) {
    switch failure.cause?.code {
    case EIO, ETIMEDOUT, ENODEV:
      waiting.insert(setting, at: 0)
      end = failure.phrase
    default:
      refused.append(setting)
      refusals.append(
        Phrase(
          "camera.control.not-applied",
          "\(setting.origin) = \(setting.value) is not set at the camera. \(failure.phrase)"))
    }
  }

  /// What came of it at the camera called `card`.
  func outcome(at card: String) -> Camera.ControlOutcome {
    guard let end else { return Camera.ControlOutcome(held: held, refusals: refusals) }
    let names = waiting.map(\.origin).joined(separator: ", ")
    let phrase = Phrase(
      "camera.controls.given-up",
      """
      These are not set at \(card), and it is asked no more: \(names). \(end) Connect the camera again, or \
      leave them out.
      """)
    return Camera.ControlOutcome(held: held, refusals: refusals + [phrase])
  }
}

extension Phrase {
  static func controlsUnanswered(_ card: String, _ reason: String) -> Phrase {
    Phrase("camera.controls.unanswered", "\(card) doesn't say which controls it has: \(reason).")
  }

}
