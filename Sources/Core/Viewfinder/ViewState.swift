/// How the viewfinder is.
enum ViewState: Hashable {
  /// The camera is off on purpose, or it is drawn nowhere.
  case idle(isDrawn: Bool)
  /// The camera delivers nothing yet.
  case loading
  case running
  /// The camera doesn't work, for this reason.
  case failed(Phrase)

  /// What status says of it.
  var status: StatusEntry {
    StatusEntry(
      "viewfinder", self == .idle(isDrawn: false) ? [] : [sentence], json: .string(word))
  }

  /// The same in a sentence.
  var sentence: Phrase {
    switch self {
    case .idle(isDrawn: false): Phrase("view.idle", "Viewfinder: drawn nowhere.")
    case .idle(isDrawn: true): .viewPaused
    case .loading: Phrase("view.loading", "Viewfinder: waiting for the camera.")
    case .running: .viewRunning
    case .failed(let reason): Phrase("view.failed", "Viewfinder: no picture, because \(reason)")
    }
  }

  /// It for programs.
  var members: [(String, JSON)] { [("viewfinder", .string(word)), ("reason", reason)] }

  private var word: String {
    switch self {
    case .idle: "idle"
    case .loading: "loading"
    case .running: "running"
    case .failed: "failed"
    }
  }

  private var reason: JSON {
    if case .failed(let reason) = self { .sentence(reason) } else { .null }
  }
}

extension Machine {
  /// How the viewfinder is, as status has it.
  var viewState: ViewState {
    guard sessions.isDrawn else { return .idle(isDrawn: false) }
    switch published.capture {
    case .running: return .running
    case .paused: return .idle(isDrawn: true)
    case .starting: return .loading
    case .faulted(let failure, _): return .failed(failure.phrase)
    case .stopped: return capture.isAbsent ? .failed(.cameraAbsent) : .idle(isDrawn: true)
    }
  }
}

extension Phrase {
  static let viewRunning = Phrase("view.running", "Viewfinder: drawn.")

  static let viewPaused = Phrase("view.paused", "Viewfinder: drawn; the camera is off.")

}
