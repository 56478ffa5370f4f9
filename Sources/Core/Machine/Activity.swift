/// What is under way, as far as others have to wait for it: one answer to what is busy, and what forbids what.
enum Activity: Hashable, Sendable {
  /// No photo is on its way.
  case atRest
  /// Somebody holds the button, and a photo that may turn out to be wanted is planned.
  case gesture(planned: Instant)
  /// Photos that are wanted are counted down to, or waited for.
  case photos(planned: Instant)
  /// A clip is being recorded, or is about to be.
  case recording
  /// Pieces were taken, of which this number is not durable yet.
  case storing(Int)
  /// The program ends.
  case ending

  /// Whether no photo is on its way, and none can be.
  var isAtRest: Bool { self == .atRest }

  /// Whether photos are counted down to, be it only perhaps.
  var isCapturing: Bool {
    switch self {
    case .gesture, .photos: true
    case .atRest, .recording, .storing, .ending: false
    }
  }

  /// Whether nothing is asked about pieces meanwhile; a press may be the answer.
  var forbidsOptions: Bool {
    switch self {
    case .atRest, .gesture: false
    case .photos, .recording, .storing, .ending: true
    }
  }

  /// Whether no photo is on its way, or only such as fall due more than `time` after `now`.
  func leaves(_ time: Duration, at now: Instant) -> Bool {
    switch self {
    case .atRest: true
    case .photos(let planned): planned - now > time
    case .gesture, .recording, .storing, .ending: false
    }
  }

  /// Why no photos can be asked for besides those that are under way.
  func forbidsPhotos(at now: Instant) -> Phrase? {
    switch self {
    case .photos(let planned): counting(planned, now)
    case .recording: Phrase.busyRecording
    case .ending: Phrase.shuttingDown
    case .atRest, .gesture, .storing: nil
    }
  }

  /// Why no clip can be recorded: photos of a gesture that asks for one are not wanted, and one that is being stored is
  /// waited for.
  func forbidsClip(at now: Instant) -> Phrase? { forbidsPhotos(at: now) }

  /// Why nothing can be changed in the store for a person.
  func forbidsChange(at now: Instant) -> Phrase? { forbidsPhotos(at: now) }

  /// Why capture can't be paused: that would cost a photo, if only one that may be wanted.
  func forbidsPause(at now: Instant) -> Phrase? {
    switch self {
    case .gesture: Phrase.busyPressed
    case .photos(let planned): counting(planned, now)
    case .recording: Phrase.busyRecording
    case .ending: Phrase.shuttingDown
    case .atRest, .storing: nil
    }
  }

  /// Why the camera can't be set to something.
  func forbidsSetting(at now: Instant) -> Phrase? { forbidsPhotos(at: now) }

  /// Why the camera can't be changed, or opened anew.
  func forbidsReopening(at now: Instant) -> Phrase? {
    switch self {
    case .gesture: Phrase.busyPressed
    case .photos(let planned): counting(planned, now)
    case .recording: Phrase.busyRecording
    case .storing(let count): Phrase.busyStoring(count)
    case .ending: Phrase.shuttingDown
    case .atRest: nil
    }
  }

  private func counting(_ planned: Instant, _ now: Instant) -> Phrase {
    Phrase(
      "shutter.busy",
      "Busy: counting, \(max(.zero, planned - now).inTenths) s left; \"cancel\" ends it.")
  }
}

extension Phrase {
  static let shuttingDown = Phrase("machine.shutting-down", "Exhibit is shutting down.")

  package static let cameraAbsent = Phrase(
    "camera.absent", "There is no camera: the configuration has no [camera] section.")

  package static let storeNotOpen = Phrase("store.not-open", "The store is not open yet.")

  static let busyPressed = Phrase(
    "shutter.busy-pressed",
    "Busy: somebody is pressing the button; ask again when that is done.")

  static let busyRecording = Phrase("clip.busy", "Busy: recording a clip; \"clip stop\" ends it.")

  static func busyStoring(_ count: Int) -> Phrase {
    Phrase("shutter.busy-storing", "Busy: storing, \(count) left.")
  }
}
