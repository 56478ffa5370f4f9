/// What the gesture under way is about, settled by what was under way at its first edge.
enum GestureMeaning: Hashable, Sendable {
  /// It asks for what the profile says.
  case ask
  /// It cancels the series that was under way.
  case cancel
  /// It comes too late: the program is ending.
  case nothing
}

/// From edges to gestures, and from gestures to what they ask for.
extension Machine {
  mutating func receive(_ edge: Edge) {
    if let believed = debouncer.receive(edge) { believe(believed) }
  }

  mutating func believe(_ edge: Edge) {
    let waits = shutter.series == nil && settings.gestures.hasMultipleClicks
    if let outcome = recognizer.receive(edge, waitsForMore: waits) { react(to: outcome) }
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
  }

  private mutating func recognized(_ gesture: Gesture, start: Instant) {
    if let action = settings.gestures[gesture] {
      switch meaning {
      case .ask: act(action, gesture, start: start)
      case .cancel: cancelSeries(for: nil)
      case .nothing: break
      }
    } else if meaning != .nothing {
      stop(Phrase(.shutdownByButton), lingering: Machine.farewell)
    }
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

  private mutating func takeSeries(from start: Instant) {
    if shutter.isConfirmed {
      if let refusal { return refuse(refusal, for: nil) }
      beginSeries(series(from: start))
    } else {
      confirmTentative()
    }
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
