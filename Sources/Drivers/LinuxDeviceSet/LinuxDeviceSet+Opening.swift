import Board
import Core

/// Opening and closing the device of each role, and switching those that are no more than a switch.
extension LinuxDeviceSet {
  package mutating func open(_ role: Role) throws(Failure) -> Event? {
    switch role {
    case .camera: return try openCamera().map { .camera(.opened($0)) }
    case .accelerometer: return try openAccelerometer()
    case .button: try openButton()
    case .light: if let settings = plan.light { light = try Light(settings, as: .light) }
    case .buzzer: if let settings = plan.buzzer { buzzer = try Light(settings, as: .buzzer) }
    case .console: try openConsole()
    case .store: break
    }
    return .device(.opened(role))
  }

  package mutating func close(_ role: Role) {
    switch role {
    case .camera: closeCamera()
    case .button: closeButton()
    case .light: light = nil
    case .buzzer: buzzer = nil
    case .accelerometer: closeAccelerometer()
    // The console opens its terminal again by itself, while its socket goes on.
    case .console, .store: break
    }
  }

  package mutating func setLight(_ isOn: Bool) throws(Failure) { try light?.set(isOn) }

  package mutating func setBuzzer(_ isOn: Bool) throws(Failure) { try buzzer?.set(isOn) }

  /// - Returns: how it runs; nil where none is configured.
  mutating func openCamera() throws(Failure) -> CameraMode? {
    guard let settings = cameraSettings else { return nil }
    let camera = try Camera(settings)
    try watch(camera.descriptor, as: .camera, for: .camera)
    for phrase in camera.apply(settings.controls) { log(.warning, "Camera", phrase) }
    let mode = camera.mode
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
    console?.language = plan.language
  }

  private mutating func closeCamera() {
    if let descriptor = camera?.descriptor { forget(descriptor) }
    camera = nil
    // What was found of it is not found of the next.
    cameraReadiness = nil
  }

  private mutating func closeButton() {
    if let descriptor = button?.descriptor { forget(descriptor) }
    button = nil
  }
}
