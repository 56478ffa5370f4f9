@testable import Core

/// The camera of a scripted world, and its driver's buffers: while nobody takes frames the oldest wait,
/// and further ones are lost.
struct ScriptedCamera {
  /// Buffers that wait for pictures, besides the one that is held.
  static let freeBufferCount = 5

  /// From a frame to the next.
  var period = Duration.milliseconds(40)
  /// When the stream under way delivers its last frame, and says nothing of it.
  var hangsAt: Instant?
  /// The frames that the machine was told of last.
  private(set) var held = RecentFrames()

  private var filled: [Frame] = []
  private var nextExposure: Instant?
  private var sequence: UInt32 = 0

  /// When a frame can be taken; nil while none will come.
  var nextFrame: Instant? { filled.first?.stamped ?? nextExposure }

  /// Starts a stream whose first frame comes at `first`; nil: none does.
  mutating func open(_ first: Instant?) {
    close()
    nextExposure = first
    sequence = 0
    held = RecentFrames()
  }

  mutating func close() {
    nextExposure = nil
    filled.removeAll()
  }

  /// The oldest frame that waits at `now`, and the one before it.
  mutating func take(at now: Instant) -> Event {
    while let stamp = nextExposure, stamp <= now { expose(at: stamp) }
    let newest = filled.removeFirst()
    held = RecentFrames(newest: newest, previous: held.newest)
    return .camera(.frame(newest, previous: held.previous))
  }

  private mutating func expose(at stamp: Instant) {
    sequence += 1
    if filled.count < Self.freeBufferCount {
      filled.append(Frame(sequence: sequence, byteCount: 100_000, stamped: stamp))
    }
    nextExposure = stamp + period
    if let hangsAt, stamp >= hangsAt { (nextExposure, self.hangsAt) = (nil, nil) }
  }
}

extension CameraMode {
  /// A camera of the tests.
  static let lab = CameraMode(
    path: "/dev/video0", card: "Lab camera", driver: "vivid", format: "MJPG", width: 1280,
    height: 720, framesPerSecond: 25)
  /// The same, without pictures of its own.
  static let raw = CameraMode(
    path: "/dev/video0", card: "Lab camera", driver: "vivid", format: "YUYV", width: 640,
    height: 480, framesPerSecond: 25)
}
