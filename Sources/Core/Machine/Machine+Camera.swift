/// What consoles ask about the camera, and of it.
extension Machine {
  /// Passes on what only the camera's driver can answer.
  mutating func obey(
    _ request: CameraRequest?, from session: SessionID
  ) throws(Misunderstanding) {
    guard capture.device.state != .absent else { throw Misunderstanding(Phrase(.cameraAbsent)) }
    guard let request else { return say(presentCamera, to: session) }
    if !request.isHarmless {
      if finishAt != nil { throw Misunderstanding(Phrase(.shuttingDown)) }
      if let busy { throw Misunderstanding(busy) }
    }
    emit(.camera(request, to: session))
  }

  /// Which camera it is, and how it runs.
  private var presentCamera: Phrase {
    guard let mode = capture.mode else { return Phrase(.cameraClosed, capture.state.name) }
    return Phrase(.cameraPresent, mode.path, mode.card, mode.format, mode.size, mode.rate)
  }
}
