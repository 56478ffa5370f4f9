/// How much the camera delivers: all it can, or less to save power.
extension Machine {
  /// A shorter countdown leaves no time to open the camera anew for its photo.
  static let leastCountdownForFull = Duration.seconds(2)

  /// Says whether the camera is subdued, after making it so if a person wants that.
  mutating func subdue(_ isWanted: Bool?, _ session: SessionID) throws(Misunderstanding) {
    if let isWanted {
      if finishAt != nil { throw Misunderstanding(Phrase(.shuttingDown)) }
      if let occupied { throw Misunderstanding(occupied) }
      isSubdued = isWanted
      log(.info, "Capture", presentPower)
    }
    say(presentPower, to: session)
  }

  var presentPower: Phrase {
    guard isSubdued else { return Phrase(.subduedOff) }
    return Phrase(settings.isPhotoFull ? .subduedButPhotos : .subduedOn)
  }

  /// Opens the camera anew where it has to run in another way; one that is off does so when it is opened.
  mutating func settlePower() {
    guard wantedPower != power, finishAt == nil else { return }
    // What is on its way to the medium does not wait for a camera.
    guard wantedPower == .full || storing.isEmpty else { return }
    adoptPower()
    switch capture.state {
    case .starting, .running:
      emit(.device(.close(.camera)))
      forgetFrames()
      retryCamera()
    case .paused, .faulted, .stopped: break
    }
  }

  /// Has the next opening of the camera go by what is wanted now.
  mutating func adoptPower() {
    guard wantedPower != power else { return }
    power = wantedPower
    emit(.camera(.power(power)))
  }

  private var wantedPower: CameraPower {
    isSubdued && !isLifted ? .subdued : .full
  }

  /// Whether photos are on their way that are to be as large as they can be.
  private var isLifted: Bool {
    guard settings.isPhotoFull, let series = shutter.series else { return false }
    return series.countdown >= Machine.leastCountdownForFull
  }
}
