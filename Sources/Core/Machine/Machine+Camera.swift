/// How far a change of the camera has come.
enum CameraChange: Hashable, Sendable {
  /// The world was asked for it.
  case asked
  /// The other camera is being opened.
  case opening
}

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
    if case .use = request {
      if let obstacle = occupied ?? changing { throw Misunderstanding(obstacle) }
      cameraChange = .asked
    }
    emit(.camera(.answer(request, to: session)))
  }

  /// Another camera took the camera's place because a console wanted it: all begins anew with it.
  ///
  /// - Parameter isOpening: whether the world tells what opening it came to without being asked.
  mutating func cameraChanged(isOpening: Bool) {
    forgetFrames()
    let isWanted = capture.renew(isConfigured: settings.roles.contains(.camera))
    cameraChange = isWanted ? .opening : nil
    if isWanted && !isOpening { emit(.device(.open(.camera))) }
  }

  /// Why no other camera is taken now: one is, and has neither delivered nor failed.
  private var changing: Phrase? {
    switch cameraChange {
    case .asked: Phrase(.busyChanging)
    case .opening: capture.state == .starting ? Phrase(.busyChanging) : nil
    case nil: nil
    }
  }

  /// Why the camera can't be changed, or opened anew: a photo is on its way, if only by a gesture whose
  /// end is not known; nil if it can.
  var occupied: Phrase? {
    if shutter.series != nil {
      return Phrase(.busyCounting, max(.zero, (shutter.planned ?? now) - now).inTenths)
    }
    return storing.isEmpty ? nil : Phrase(.busyStoring, "\(storing.count)")
  }

  /// Which camera it is, and how it runs.
  private var presentCamera: Phrase {
    guard let mode = capture.mode else { return Phrase(.cameraClosed, capture.state.name) }
    return mode.presence
  }
}
