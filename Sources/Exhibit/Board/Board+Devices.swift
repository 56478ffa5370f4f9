import Core
import Drivers
import System

/// Opening and closing the device of each role; what is open already is closed first.
extension Board {
  mutating func open(_ role: Role) {
    if role != .console { close(role) }
    do throws(Failure) {
      switch role {
      case .camera:
        _ = try openCamera()
        return
      case .button: try openButton()
      case .light: if let settings = plan.light { light = try Light(settings, as: .light) }
      case .buzzer: if let settings = plan.buzzer { buzzer = try Light(settings, as: .buzzer) }
      case .accelerometer:
        try openAccelerometer()
        return
      case .console: try openConsole()
      case .store: try openStore()
      case .clock: break
      }
      events.append(.device(.opened(role)))
    } catch {
      events.append(.device(.failed(error)))
    }
  }

  mutating func close(_ role: Role) {
    switch role {
    case .camera: closeCamera()
    case .button: closeButton()
    case .light: light = nil
    case .buzzer: buzzer = nil
    case .accelerometer: closeAccelerometer()
    case .store: keeper.close()
    // The console opens its terminal again by itself, while its socket goes on.
    case .console, .clock: break
    }
  }

  /// - Returns: how it runs; nil where none is configured.
  mutating func openCamera() throws(Failure) -> CameraMode? {
    guard let settings = cameraSettings else { return nil }
    let camera = try Camera(settings)
    try watch(camera.descriptor, as: .camera, for: .camera)
    for phrase in camera.apply(settings.controls) { log.warning("Camera", phrase.english) }
    let mode = camera.mode
    events.append(.camera(.opened(mode)))
    self.camera = consume camera
    return mode
  }

  private mutating func openButton() throws(Failure) {
    guard let settings = plan.button else { return }
    let button = try Button(settings)
    try watch(button.descriptor, as: .button, for: .button)
    self.button = consume button
  }

  private mutating func openConsole() throws(Failure) {
    if let failure = console?.failure ?? nil { throw failure }
    guard console == nil else { return }
    console = try Console(
      tty: plan.tty, baud: plan.baud, socket: plan.socket, source: Source.console.rawValue)
  }

  private mutating func openStore() throws(Failure) {
    let found = try keeper.open(at: moment(of: Clock.now))
    for phrase in found { log.warning("Store", phrase.english) }
  }

  private mutating func closeCamera() {
    if let descriptor = camera?.descriptor { forget(descriptor) }
    camera = nil
  }

  private mutating func closeButton() {
    if let descriptor = button?.descriptor { forget(descriptor) }
    button = nil
    // A press among them has lost its release.
    edges.removeAll()
  }

  func watch(
    _ descriptor: Int32, as source: Source, for role: Role
  ) throws(Failure) {
    do throws(SystemError) {
      try poller.add(descriptor, as: Board.token(source), for: .readable)
    } catch {
      throw Failure(role, Phrase(.deviceNotWatched, role.rawValue, error.reason), cause: error)
    }
  }

  /// The kernel forgets a descriptor that is closed anyway, so nothing is lost if this fails.
  func forget(_ descriptor: Int32) {
    try? poller.remove(descriptor)
  }
}
