/// What the gesture under way is about, settled by what was under way at its first edge.
enum GestureMeaning: Hashable, Sendable {
  /// It asks for what the profile says.
  case ask
  /// It cancels the series that was under way.
  case cancel
  /// Its cancelling is done, or it comes too late: the program is ending.
  case nothing
}

/// From edges to gestures, and from gestures to what they ask for.
extension Machine {
  mutating func receive(_ edge: Edge) {
    if let believed = debouncer.receive(edge) { believe(believed) }
  }

  mutating func believe(_ edge: Edge) {
    if let outcome = recognizer.receive(edge, clicks: clicks) { react(to: outcome) }
  }

  /// A series is cancelled by every gesture, so the first click of one says it all.
  private var clicks: GestureRecognizer.Clicks {
    if shutter.series != nil { return .joined }
    return settings.gestures.hasMultipleClicks ? .counted : .separate
  }

  mutating func react(to outcome: GestureRecognizer.Outcome) {
    switch outcome {
    case .heard(let instant, let isFirst):
      indicator.hear(at: now)
      if isFirst { begin(at: instant) }
    case .recognized(let gesture, let start):
      recognized(gesture, start: start)
    }
  }

  /// The first edge of a gesture: what it may ask for starts to count at once.
  private mutating func begin(at edge: Instant) {
    meaning = finishAt != nil ? .nothing : shutter.series != nil ? .cancel : .ask
    guard meaning == .ask, settings.gestures.asksForPhotos, refusal == nil else { return }
    shutter.start(series(from: edge), isTentative: true)
    if case .paused(let cause) = capture.state { interruptedPause = cause }
    resumeForPerson()
  }

  private mutating func recognized(_ gesture: Gesture, start: Instant) {
    guard let action = settings.gestures[gesture] else {
      return shutDown(Phrase(.shutdownByButton))
    }
    switch meaning {
    case .ask: act(action, gesture, start: start)
    case .cancel:
      meaning = .nothing
      cancelSeries(for: nil)
    case .nothing: break
    }
  }

  /// Forgets the gesture that a button was making when it broke: nobody will see its end.
  mutating func forgetGesture() {
    debouncer.forget()
    recognizer = GestureRecognizer(settings.gestureTimes)
    abandonTentative()
  }

  private mutating func act(_ action: Action, _ gesture: Gesture, start: Instant) {
    if action != .photo { abandonTentative() }
    switch action {
    case .photo: takeSeries(from: start)
    case .none: break
    case .clip, .nextThing, .nextSlot, .sayStatus, .undo:
      refuse(Phrase(.gestureNotYet, gesture.name.english, action.rawValue), for: nil)
    }
  }

  /// There is no tentative series if photos were refused at the first edge, or if somebody else asked
  /// for some during the gesture.
  private mutating func takeSeries(from start: Instant) {
    guard shutter.isConfirmed else { return confirmTentative() }
    if let problem = busy ?? refusal { return refuse(problem, for: nil) }
    beginSeries(series(from: start))
  }

  func series(from origin: Instant) -> Series {
    Series(
      origin: origin, countdown: settings.countdown, interval: settings.interval,
      count: settings.count)
  }
}

extension GestureProfile {
  /// Whether any gesture takes photos.
  var asksForPhotos: Bool { [click, doubleClick, tripleClick, longPress].contains(.photo) }
}
