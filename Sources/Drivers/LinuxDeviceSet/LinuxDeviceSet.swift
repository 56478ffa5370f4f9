import Board
import Core
import System

/// The devices of a board that runs Linux, through drivers that own one descriptor each.
///
/// It waits in one place, the poller. What a role's device is stands in the plan, which can be read
/// again while everything runs.
package struct LinuxDeviceSet: DeviceSet, ~Copyable {
  /// Whose descriptor the poller found: `Poller.Token.source`.
  enum Source: UInt16 {
    case signals, button, camera, accelerometer, console, hotplug
  }

  /// What the devices are now; one that is opened anew is opened by this.
  var plan: BoardPlan
  /// Reads the configuration again.
  let renew: () -> BoardPlan.Renewal
  let bootID: String
  let signals: Signals
  var poller: Poller
  /// News of devices, where the kernel gives any.
  var hotplug: Hotplug?
  var log = Log()
  let thermometer = Thermometer()
  let supply = SupplyMonitor()
  var notifier = ServiceNotifier.fromEnvironment()

  var camera: Camera?
  /// What the poller last found of the camera.
  var cameraReadiness: Poller.Readiness?
  /// What consoles want of it, until the program ends.
  var cameraWishes = CameraWishes()
  /// How it is to run.
  var cameraPower = CameraPower.full
  var button: Button?
  var light: Light?
  var buzzer: Light?
  var accelerometer: Accelerometer?
  /// How the accelerometer is listened to, as the log has it.
  var sensingReport: Phrase?
  var console: Console?
  /// Whether the last wait left something that people had said.
  var isConsoleUnread = false

  /// The devices of `plan`, all closed; `renew` reads the configuration again when somebody asks for it.
  package init(
    _ plan: BoardPlan, renewedBy renew: @escaping () -> BoardPlan.Renewal
  ) throws(SystemError) {
    let signals = try Signals()
    let poller = try Poller()
    let bootID = try Clock.bootID()
    try poller.add(signals.descriptor, as: Self.token(.signals), for: .readable)
    self.init(plan, renew, signals, poller, bootID)
    listenForPlugs()
  }

  /// Cannot fail, so that Swift 6.0 never has to undo it half way.
  private init(
    _ plan: BoardPlan, _ renew: @escaping () -> BoardPlan.Renewal, _ signals: consuming Signals,
    _ poller: consuming Poller, _ bootID: String
  ) {
    self.signals = signals
    self.poller = poller
    self.bootID = bootID
    self.plan = plan
    self.renew = renew
  }

  package var now: Instant { Clock.now }

  package func moment(of instant: Instant) -> Moment {
    Moment(bootID: bootID, instant: instant, wall: Clock.wallTime(at: instant))
  }

  package func temperature() -> Temperature? { thermometer.hottest() }

  package func isUnderVoltage() -> Bool? { supply.isUnderVoltage() }

  package mutating func measure(into facts: inout Measurements) {
    facts.frames = camera?.counts
    facts.droppedByteCount = console?.drops.byteCount ?? 0
  }

  static func token(_ source: Source) -> Poller.Token { Poller.Token(source.rawValue) }

  func watch(_ descriptor: Int32, as source: Source, for role: Role) throws(Failure) {
    do throws(SystemError) {
      try poller.add(descriptor, as: Self.token(source), for: .readable)
    } catch {
      throw Failure(role, .deviceNotWatched(role.word, error.reason), cause: error)
    }
  }

  /// The kernel forgets a descriptor that is closed anyway, so nothing is lost if this fails.
  func forget(_ descriptor: Int32) {
    try? poller.remove(descriptor)
  }
}

extension Phrase {
  static func deviceNotWatched(_ role: Phrase, _ reason: String) -> Phrase {
    Phrase("device.not-watched", "The {1} cannot be watched: {2}.", role, reason)
  }
}
