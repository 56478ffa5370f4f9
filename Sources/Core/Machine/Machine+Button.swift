/// From edges to gestures, and from gestures to what they ask for.
extension Machine {
  mutating func receive(_ edge: Edge) {
    react(to: button.receive(edge, in: row, settings.gestures))
  }

  mutating func expireButton() {
    react(to: button.expire(in: row, settings.gestures))
  }

  /// Forgets the gesture that a button was making when it broke: nobody will see its end.
  mutating func forgetGesture() {
    button.forget()
    abandonTentative()
  }

  /// The row of the table of gestures that holds now.
  private var row: GestureTable.Row {
    if life.isEnding { return .ending }
    if shutter.isConfirmed, shutter.series != nil { return .capturing }
    if refusal != nil { return .hindered }
    return capture.state == .running ? .ready : .resting
  }

  private mutating func react(to outcome: PushButton.Outcome?) {
    switch outcome {
    case nil: break
    case .heard(let instant, let isFirst):
      steps.show(.heard)
      if isFirst { begin(at: instant) }
    case .recognized(let gesture, let start, let row):
      obey(GestureTable.meaning(of: gesture, in: row, by: settings.gestures), gesture, start)
    }
  }

  /// The first edge of a gesture: what it may ask for is planned at once, and nothing else is done.
  private mutating func begin(at edge: Instant) {
    switch GestureTable.firstEdge(in: row) {
    case .plan:
      if settings.gestures.asksForPhotos { shutter.start(series(from: edge), isTentative: true) }
    case .cancel: cancelSeries(for: nil)
    case .hear: break
    }
  }

  private mutating func obey(
    _ meaning: GestureTable.Meaning, _ gesture: Gesture, _ start: Instant
  ) {
    switch meaning {
    case .act(.photo), .refuse: takeAsked(from: start)
    case .act(.none): abandonTentative()
    case .act(let action):
      abandonTentative()
      refuse(Phrase(.gestureNotYet, gesture.name.english, action.rawValue))
    case .shutDown: shutDown(Phrase(.shutdownByButton))
    case .nothing: break
    }
  }

  /// There is no tentative series if photos were refused at the first edge, or if somebody else asked
  /// for some during the gesture.
  private mutating func takeAsked(from start: Instant) {
    if shutter.isConfirmed { takePhotos(from: start) } else { confirmTentative() }
  }
}

extension GestureProfile {
  /// Whether any gesture takes photos.
  fileprivate var asksForPhotos: Bool {
    [click, doubleClick, tripleClick, longPress].contains(.photo)
  }
}
