/// The evidence camera itself: takes events, answers with effects.
///
/// It is pure: no clock, no input or output, no chance. The same events at the same instants give the
/// same effects. It owns no timers; `deadline` says when it next wants to be woken.
///
/// It is made of concerns, each of which owns its state and what may become of it, and none of which
/// reads another. The machine brings events to them; what one has to know of others it is told. The order in
/// which they settle stands in `Machine+Order.swift`.
public struct Machine: Sendable {
  /// What it was configured to do.
  public internal(set) var settings: Settings
  /// Whether the camera delivers.
  public internal(set) var capture: Capture
  /// Whether photos are being counted down to.
  public internal(set) var shutter: Shutter
  /// The photos that are not durable yet.
  public internal(set) var storing = Storing()
  /// What light and buzzer show.
  public internal(set) var indicator = Indicator()
  var life = Life()
  var peripherals: Peripherals
  var hindrances: Hindrances
  var accelerometer = AccelerometerWatch()
  var movement: MovementWatch
  var button: PushButton
  var mirror = StoreMirror()
  var dialogue = Dialogue()
  var service: ServiceReport
  /// The latest instant that the machine was told of.
  private(set) var now = Instant.zero
  /// What the turn has come to so far.
  var steps = Steps()

  /// A machine that has not started.
  public init(_ settings: Settings) {
    self.settings = settings
    capture = Capture(isConfigured: settings.roles.contains(.camera))
    shutter = Shutter(startsByItself: settings.startsWithCountdown)
    peripherals = Peripherals(settings.roles)
    hindrances = Hindrances(settings)
    movement = MovementWatch(patience: settings.idleAfter)
    button = PushButton(settings)
    service = ServiceReport(watchdog: settings.watchdog)
  }

  /// Whether everything is safe and the program may end.
  public var isFinished: Bool { life.isFinished }

  /// Whether it ends because a person at the board or a console wants it shut down.
  public var isShutdown: Bool { life.isShutdown }

  /// Whether a person wants the camera to take little power.
  public var isSubdued: Bool { capture.isSubdued }

  /// Takes one event and says what is to be done about it, in order.
  ///
  /// - Parameter now: when the event was read. An edge counts at its own stamp, and is handled before
  ///   deadlines that lie after it.
  /// - Returns: nothing once it has finished.
  public mutating func handle(_ event: Event, now: Instant) -> [Effect] {
    if isFinished { return [] }
    self.now = max(self.now, now)
    if case .edge(let edge) = event {
      advance(to: min(edge.stamped, self.now))
    } else {
      advance(to: self.now)
    }
    take(event)
    settle()
    return steps.take(at: self.now)
  }

  private mutating func take(_ event: Event) {
    switch event {
    case .started: start()
    case .deadline: judge()
    case .device(let event): take(event)
    case .camera(let event): take(event)
    case .accelerometer(let event): take(event)
    case .edge(let edge): receive(edge)
    case .photo(let event): take(event)
    case .console(let event): take(event)
    case .measured(let event): take(event)
    case .signal(let signal): obey(signal)
    case .reconfigured(let settings, let changed): reconfigure(settings, changed)
    }
  }
}

/// What several have to know, from those who know it.
extension Machine {
  /// What is under way.
  var activity: Activity {
    if life.isEnding { return .ending }
    if let planned = shutter.planned {
      return shutter.isConfirmed ? .photos(planned: planned) : .gesture(planned: planned)
    }
    return storing.isEmpty ? .atRest : .storing(storing.count)
  }

  /// Where movement is looked for now.
  var motionSource: MotionSource {
    movement.source(
      configured: settings.motion, hasAccelerometer: peripherals.works(.accelerometer))
  }

  /// What the watch for movement has to know.
  var circumstances: MovementWatch.Circumstances {
    MovementWatch.Circumstances(
      capture: capture.state, source: motionSource, wake: settings.pictureWake)
  }

  /// Why no photo can be asked for now, whatever is under way; nil if one can.
  ///
  /// A store that is being opened for the first time will be there when the photo is.
  var refusal: Phrase? {
    if life.isEnding { return Phrase(.shuttingDown) }
    switch peripherals.state(of: .store) {
    case .working, .opening(after: nil): break
    case .opening(let failure?), .faulted(let failure, _): return failure.phrase
    case .absent: return Phrase(.storeNotOpen)
    }
    if let hindrance = hindrances.gravest { return hindrances.reason(of: hindrance) }
    switch capture.state {
    case .starting, .running, .paused: return nil
    case .faulted(let failure, _): return failure.phrase
    case .stopped: return Phrase(.cameraAbsent)
    }
  }

  /// How the camera's pictures are seen upright; nil where nobody knows how it is mounted.
  var orientation: Orientation? {
    capture.mode?.mounting?.orientation(up: accelerometer.up)
  }
}
