import Core
import System

/// Work at a camera that may hang, as the loop knows it.
enum CameraTask {
  case opening(CameraOpening)
  case closing(CameraClosing)
  case inquiry(CameraInquiry)

  /// The same for the helper thread.
  var work: BlockingTask {
    switch self {
    case .opening(let task): task
    case .closing(let task): task
    case .inquiry(let task): task
    }
  }

  /// Whether it gives a camera back.
  var isClosing: Bool {
    if case .closing = self { true } else { false }
  }

  /// Whether it has something to give back, and is to be done though nobody waits for it.
  var givesBack: Bool {
    switch self {
    case .opening: false
    case .closing, .inquiry: true
    }
  }

  /// Nobody waits for it any more; to be called before it begins.
  func abandon() {
    switch self {
    case .opening, .closing: break
    case .inquiry(let inquiry): inquiry.abandon()
    }
  }

  /// The same for people, after `time`.
  func delay(_ time: Duration) -> CameraDelay {
    switch self {
    case .opening(let task): CameraDelay(.opening, at: task.settings.place, for: time)
    case .closing(let task): CameraDelay(.closing, at: task.path, for: time)
    case .inquiry(let task): CameraDelay(.asking, at: task.place, for: time)
    }
  }
}

/// Opening a camera, up to its running stream.
final class CameraOpening: BlockingTask {
  /// Settings to open it by.
  let settings: CameraSettings
  /// The camera, for the loop to take; nil where there is a failure.
  var camera: Camera?
  private(set) var failure: Failure?
  /// What came of setting its controls.
  private(set) var controls = Camera.ControlOutcome()

  init(_ settings: CameraSettings) {
    self.settings = settings
  }

  override func run() {
    do throws(Failure) {
      let camera = try Camera(settings)
      controls = camera.apply(settings.controls)
      self.camera = consume camera
    } catch {
      failure = error
    }
  }
}

/// Closing a camera: its stream stops, its memory and its node are free.
final class CameraClosing: BlockingTask {
  /// Its node.
  let path: String
  private var camera: Camera?

  init(_ camera: consuming Camera) {
    path = camera.mode.path
    self.camera = consume camera
  }

  override func run() { camera = nil }
}

extension CameraSettings {
  /// Where the camera is looked for, as far as it can be said without asking a driver.
  var place: String {
    identity?.card ?? device ?? VideoNodes.paths.first ?? "/dev/video0"
  }
}
