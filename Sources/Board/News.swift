import Core

/// What became known and is still to be told to the machine, in order: edges, the store's facts, events.
///
/// An edge may be older than whatever else is known, because a press happened when the kernel says so.
package struct News {
  /// Edges of the button, oldest first.
  package var edges: [Edge] = []
  /// Everything else, in the order in which it became known.
  package private(set) var events: [Event] = []

  /// What the store came to when the machine was told last, or is about to be.
  private var facts: StoreFacts?
  /// Whether the machine has to be told.
  package private(set) var owesFacts = false

  /// Nothing yet.
  package init() {}

  /// Whether everything was told.
  package var isEmpty: Bool { edges.isEmpty && events.isEmpty && !owesFacts }

  /// Adds what the store comes to where that is another than before: it goes before all else that is still to be told,
  /// since that may be what has changed it.
  mutating func tell(_ facts: StoreFacts?) {
    guard facts != self.facts else { return }
    (self.facts, owesFacts) = (facts, true)
  }

  /// Adds something that happened.
  package mutating func add(_ event: Event) {
    events.append(event)
  }

  /// Adds what was measured because the machine asked: it goes before all else that is still to be told, so
  /// that no later line of a console is answered before the one that waits for it.
  mutating func answer(_ measured: Event.Measured) {
    let place = events.firstIndex { !$0.isMeasurement } ?? events.endIndex
    events.insert(.measured(measured), at: place)
  }

  /// Does `work`; its failure is something that happened.
  package mutating func attempt(_ work: (inout News) throws(Failure) -> Void) {
    do throws(Failure) {
      try work(&self)
    } catch {
      add(.device(.failed(error)))
    }
  }

  /// Forgets what a camera that was exchanged had still to tell: it is about pictures that are gone.
  package mutating func forgetCamera() {
    events.removeAll { $0.isOfCamera }
  }

  /// The oldest edge.
  mutating func nextEdge() -> Edge? { edges.isEmpty ? nil : edges.removeFirst() }

  /// The next event: an edge, if there is one.
  mutating func next() -> Event? {
    if let edge = nextEdge() { return .edge(edge) }
    if owesFacts {
      owesFacts = false
      return .store(.told(facts))
    }
    return events.isEmpty ? nil : events.removeFirst()
  }
}

extension Event {
  fileprivate var isMeasurement: Bool { if case .measured = self { true } else { false } }

  /// Whether it tells of a camera that was open: its frame, or its failure.
  fileprivate var isOfCamera: Bool {
    switch self {
    case .camera(.frame), .camera(.frameDamaged), .camera(.sceneChanged): true
    case .device(.failed(let failure)): failure.role == .camera
    case .started, .deadline, .device, .camera, .accelerometer, .edge, .photo, .clip, .store,
      .console,
      .voice, .hook, .measured, .signal, .reconfigured:
      false
    }
  }
}
