import Core
import Drivers
import Glibc
import Imaging
import Keeping
import System

/// The world of real devices: drivers that tell the machine what happens and do what it says.
///
/// It decides nothing. A device is there from the machine's `open` to its `close`, and every failure on
/// the way becomes an event. It blocks in two places: in the poller when nothing is to be done, and in
/// the store while a photo is being made durable.
struct Board: World, ~Copyable {
  /// Whose descriptor the poller found: `Poller.Token.source`.
  enum Source: UInt16 {
    case signals, button, camera, accelerometer, console, hotplug
  }

  var configuration: RunningConfiguration
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
  var keeper: Keeper
  var scene = SceneWatch()

  /// Edges go before everything else, which may have happened after them.
  ///
  /// They are looked for before each event; the rest only when all events are told.
  var edges: [Edge] = []
  /// What the poller last found of the camera.
  ///
  /// Its frames come last, one by one, and each is told at once: so the machine has heard of every edge
  /// that may be nearer to this frame than to the next, and never hears of one that is held no longer.
  var cameraReadiness: Poller.Readiness?
  /// When the world was last looked at; where clocks are slow to read, once a frame is enough.
  var now = Clock.now
  /// What is to be told to the machine, in the order in which it became known.
  var events: [Event] = [.started]

  /// A board with all its devices closed.
  init(_ configuration: RunningConfiguration) throws(SystemError) {
    let signals = try Signals()
    let poller = try Poller()
    let bootID = try Clock.bootID()
    try poller.add(signals.descriptor, as: Board.token(.signals), for: .readable)
    self.init(configuration, signals, poller, bootID)
    listenForPlugs()
  }

  /// Cannot fail, so that Swift 6.0 never has to undo it half way.
  private init(
    _ configuration: RunningConfiguration, _ signals: consuming Signals,
    _ poller: consuming Poller, _ bootID: String
  ) {
    self.signals = signals
    self.poller = poller
    self.bootID = bootID
    self.configuration = configuration
    keeper = Keeper(store: configuration.plan.store, quality: configuration.plan.quality)
  }

  /// What the devices are now.
  var plan: BoardPlan { configuration.plan }

  mutating func nextEvent(before deadline: Instant?) -> (event: Event, now: Instant) {
    releasePrevious()
    if edges.isEmpty { look(until: deadline) }
    if !edges.isEmpty { return (.edge(edges.removeFirst()), now) }
    if !events.isEmpty { return (events.removeFirst(), now) }
    return (.deadline, now)
  }

  private mutating func look(until deadline: Instant?) {
    guard events.isEmpty else {
      now = Clock.now
      return takeEdges()
    }
    collect(until: deadline)
    if edges.isEmpty, events.isEmpty { takeFrame() }
  }

  /// Logs what a person should know before anything else.
  mutating func warn(_ phrases: [Phrase]) {
    for phrase in phrases { log.warning("Configuration", phrase.english) }
  }

  static func token(_ source: Source) -> Poller.Token { Poller.Token(source.rawValue) }

  /// The moment of `instant`, by the calendar too where that is known.
  func moment(of instant: Instant) -> Moment {
    Moment(bootID: bootID, instant: instant, wall: Clock.wallTime(at: instant))
  }
}
