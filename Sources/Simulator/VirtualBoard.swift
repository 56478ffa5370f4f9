import Core
import Imaging
import Keeping

/// A board whose devices are imitated and nothing else: pictures are really encoded, the store is real.
///
/// It carries out all effects but those of the console, which are its owner's, and has the events that
/// come of them. It never waits: its owner moves time, and says `advance` after that.
public struct VirtualBoard: ~Copyable {
  /// What tells the time.
  public let clock: BoardClock
  /// The push-button.
  public var button = VirtualButton()
  /// The camera.
  public var camera: VirtualCamera
  /// The accelerometer.
  public var accelerometer: VirtualAccelerometer
  /// The light.
  public var light = VirtualLight()
  /// The buzzer.
  public var buzzer = VirtualLight()
  /// How warm the board is; nil: nobody can tell.
  public var temperature: Temperature?
  /// What the store lies on.
  public let medium: VirtualMedium
  /// The darkroom and the store.
  public var keeper: Keeper
  /// So many of the next frames that are wanted for photos are no pictures inside.
  var spoiledCount = 0
  var scene = SceneWatch()
  private var edges: [Edge] = []
  var events: [Event] = [.started]

  /// A board with all its devices closed, and its store in the directory `store`.
  public init(
    store: String, _ clock: BoardClock, camera: VirtualCamera, _ medium: VirtualMedium,
    _ chance: Chance
  ) {
    self.clock = clock
    self.camera = camera
    self.medium = medium
    accelerometer = VirtualAccelerometer(chance)
    keeper = Keeper(store: store, quality: 90, flush: medium.flush)
  }

  /// Whether there is nothing to be told.
  public var isQuiet: Bool { edges.isEmpty && events.isEmpty }

  /// When a device does something next by itself.
  public var nextInstant: Instant? {
    guard let edge = button.nextInstant, let frame = camera.nextInstant else {
      return button.nextInstant ?? camera.nextInstant
    }
    return min(edge, frame)
  }

  /// Adds what happens elsewhere: on a console, or by a signal.
  public mutating func add(_ event: Event) {
    events.append(event)
  }

  /// Lets the devices do what they do until the present.
  public mutating func advance() {
    let now = clock.now()
    button.advance(to: now)
    camera.advance(to: now)
    takeEdges(at: now)
    if accelerometer.jolts() { events.append(.accelerometer(.jolted(stamped: now))) }
  }

  /// The next thing that happened: edges before everything else; nil when all is told.
  ///
  /// The camera is looked at only then, and the frame is told at once, so that the machine never hears
  /// of one that is held no longer.
  public mutating func nextEvent() -> Event? {
    camera.releasePrevious()
    if !edges.isEmpty { return .edge(edges.removeFirst()) }
    if events.isEmpty { takeFrame() }
    return events.isEmpty ? nil : events.removeFirst()
  }

  private mutating func takeEdges(at now: Instant) {
    do throws(Failure) {
      try button.edges(into: &edges, at: now)
    } catch {
      events.append(.device(.failed(error)))
    }
  }

  private mutating func takeFrame() {
    do throws(Failure) {
      guard let frame = try camera.take() else { return }
      events.append(.camera(.frame(frame, previous: camera.previousFrame)))
    } catch {
      events.append(.device(.failed(error)))
    }
  }
}
