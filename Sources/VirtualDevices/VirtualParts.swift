import Core
import Evidence
import Glibc
import Imaging
import System

/// What an imitated board is made of: a virtual device for each role, the medium under the store, and
/// what they have to tell.
package struct VirtualParts {
  /// The push-button.
  package var button = VirtualButton()
  /// The camera.
  package var camera: VirtualCamera
  /// What opens the camera.
  package var cameraHelper = VirtualCameraHelper()
  /// The accelerometer.
  package var accelerometer: VirtualAccelerometer
  /// The light.
  package var light = VirtualLight()
  /// The buzzer.
  package var buzzer = VirtualLight()
  /// The voice.
  package var voice = VirtualVoice()
  /// The programs that hear of pieces, and that look at them.
  package var hook = VirtualHook()
  /// How warm the board is; nil: nobody can tell.
  package var temperature: Temperature?
  /// Medium of the store.
  package let medium: VirtualMedium
  private var happened: [Event] = []
  private var lines: [Event] = []

  /// The parts of a board around `camera` and `medium`; noise comes from `random`.
  package init(camera: VirtualCamera, _ medium: VirtualMedium, _ random: RandomGenerator) {
    self.camera = camera
    self.medium = medium
    accelerometer = VirtualAccelerometer(random)
  }

  /// Whether they have nothing to tell, edges and frames aside.
  package var isQuiet: Bool { happened.isEmpty && lines.isEmpty }

  /// When a device does something next by itself.
  var nextInstant: Instant? {
    let cameraNext = Instant.earlier(camera.nextInstant, cameraHelper.nextInstant)
    let helpersNext = Instant.earlier(voice.endsAt, hook.endsAt)
    return .earlier(.earlier(button.nextInstant, helpersNext), cameraNext)
  }

  /// Adds what happens elsewhere: on a console, or by a signal.
  package mutating func add(_ event: Event) {
    if case .console = event { lines.append(event) } else { happened.append(event) }
  }

  /// Lets button and camera do what they do until `now`.
  mutating func advance(to now: Instant) {
    button.advance(to: now)
    camera.advance(to: now)
  }

  /// Hands out what there is to tell at `now`: of what people say at consoles one line at a time, as
  /// drivers do that let others have their turn.
  mutating func takeEvents(at now: Instant) -> [Event] {
    var events = happened
    happened.removeAll()
    if let event = takeOpening(at: now) { events.append(event) }
    if let end = voice.takeEnd(at: now) { events.append(.voice(end)) }
    if let end = hook.takeEnd(at: now) { events.append(.hook(end)) }
    if accelerometer.jolts() { events.append(.accelerometer(.jolted(stamped: now))) }
    if !lines.isEmpty { events.append(lines.removeFirst()) }
    return events
  }

  /// What came of opening the camera, or of waiting for that.
  private mutating func takeOpening(at now: Instant) -> Event? {
    switch cameraHelper.takeOutcome(at: now) {
    case .opens: openCamera(at: now)
    case .givenUp(let delay): .device(.failed(.silentCamera(delay)))
    case .answersAgain: .device(.plugged(.camera))
    case nil: nil
    }
  }

  private mutating func openCamera(at now: Instant) -> Event {
    do throws(Failure) {
      return .camera(.opened(try camera.open(at: now)))
    } catch {
      return .device(.failed(error))
    }
  }

  /// Has the camera hang from `now` on, for `time`: it delivers nothing, and opening it waits.
  package mutating func hangCamera(for time: Duration, at now: Instant) {
    camera.hang()
    cameraHelper.hang(for: time, at: now)
  }

  /// What the camera sees, reduced; nil while it delivers nothing.
  ///
  /// Blocks for some milliseconds of computing.
  package func thumbnail() -> Thumbnail? {
    let thumbnail = try? camera.withNewestFrame {
      (frame, layout) throws(Failure) -> Thumbnail? in
      // A picture that can't be reduced is not shown.
      try? Thumbnailer.thumbnail(of: frame, layout)
    }
    return thumbnail ?? nil
  }
}

/// Pulling plugs and putting them in again.
extension VirtualParts {
  /// The devices that can be pulled out.
  package static let pluggable: [Role] = [.camera, .button, .light, .buzzer, .accelerometer]

  /// Pulls out the device of `role`, which must be pluggable.
  package mutating func unplug(_ role: Role) {
    switch role {
    case .camera: camera.unplug()
    case .button: button.failure = .brokenButton
    case .light: light.failure = .brokenLight
    case .buzzer: buzzer.failure = .brokenBuzzer
    case .accelerometer:
      if accelerometer.isLeftAlone { add(.device(.failed(.brokenAccelerometer))) }
      accelerometer.failure = .brokenAccelerometer
    case .console, .store: preconditionFailure("\(role) has no plug")
    }
  }

  /// Puts the device of `role` in again, of which there is news as from the kernel.
  package mutating func plug(_ role: Role) {
    add(.device(.plugged(role)))
    switch role {
    case .camera: camera.plug()
    case .button: button.failure = nil
    case .light: light.failure = nil
    case .buzzer: buzzer.failure = nil
    case .accelerometer: accelerometer.failure = nil
    case .console, .store: preconditionFailure("\(role) has no plug")
    }
  }
}

/// A light or a buzzer: what is switched on and off.
package struct VirtualLight {
  /// Why it can't be opened or set; nil while it works.
  package var failure: Failure?
  /// Whether it is on.
  package private(set) var isOn = false
  /// Whether somebody has it open.
  package private(set) var isOpen = false

  /// One that is off.
  package init() {}

  /// Whether it is on; nil while it is closed or broken.
  package var visible: Bool? { isOpen && failure == nil ? isOn : nil }

  /// Opening puts it out, as the driver does; `role` has it, and nobody else can.
  mutating func open(as role: Role) throws(Failure) {
    if let failure { throw failure }
    if isOpen { throw .busyLine(role) }
    isOpen = true
    isOn = false
  }

  /// Closing puts it out too.
  mutating func close() {
    if isOpen, failure == nil { isOn = false }
    isOpen = false
  }

  mutating func set(_ isOn: Bool) throws(Failure) {
    guard isOpen else { return }
    if let failure { throw failure }
    self.isOn = isOn
  }
}

/// The medium under the store: real files, on a card that is as slow as somebody says.
package final class VirtualMedium: Medium {
  /// What a flush takes, besides what it really takes.
  package var flushTime = Duration.zero
  /// What the card says of its room; nil: what the real file system says.
  package var space: Space?
  private let time: VirtualTime?
  private let system = SystemMedium()

  /// A medium whose slowness moves `time`, if that is virtual.
  package init(_ time: VirtualTime? = nil) {
    self.time = time
  }

  package func flush(_ file: borrowing FileDescriptor) throws(SystemError) {
    waitForFlush()
    try system.flush(file)
  }

  /// Lets as much time pass as a flush takes.
  package func waitForFlush() { time?.advance(by: flushTime) }
}
