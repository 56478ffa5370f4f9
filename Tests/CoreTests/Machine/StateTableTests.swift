import Testing

@testable import Core

/// The table of gestures and states in `docs/GUIDE.md`, as far as this version goes.
@Suite struct StateTableTests {
  enum Reaction: Hashable {
    case photo, cancelled, refused, clip, clipEnds, nextThing, asked, shutdown, nothing
  }

  /// What came of the gesture, told by what people were told.
  private func reactions(_ run: Recording) -> Set<Reaction> {
    var reactions: Set<Reaction> = []
    if run.stored.contains(where: { $0.series.origin == .at(10) }) { reactions.insert(.photo) }
    for entry in run.entries where entry.at >= .at(10) {
      if case .store(.change(.nextThing, .button)) = entry.effect { reactions.insert(.nextThing) }
      guard case .console(.announce(let phrase, _)) = entry.effect else { continue }
      switch phrase.key {
      case "shutter.cancelled": reactions.insert(.cancelled)
      case "undo.asked": reactions.insert(.asked)
      case "clip.wanted": reactions.insert(.clip)
      case "clip.stopped": reactions.insert(.clipEnds)
      case "camera.absent", "storage.low", "store.full", "heat.too-hot": reactions.insert(.refused)
      case "machine.shutdown-by-button": reactions.insert(.shutdown)
      default: break
      }
    }
    return reactions.isEmpty ? [.nothing] : reactions
  }

  private func expected(_ state: BoardState, _ gesture: Gesture) -> Set<Reaction> {
    switch state {
    case .shuttingDown: [.nothing]
    case .counting, .triggering, .interval, .betweenPhotos:
      gesture == .veryLongPress ? [.cancelled, .shutdown] : [.cancelled]
    case .recording: expectedWhileRecording(gesture)
    case .storeFaulted:
      gesture == .veryLongPress ? [.refused, .shutdown] : [.refused]
    case .faulted, .unplugged, .storageLow, .tooHot, .noCamera:
      expected(gesture, click: .refused)
    case .ready, .idle, .pausedByHand, .starting, .complete, .stopped, .storing:
      expected(gesture, click: .photo)
    }
  }

  private func expectedWhileRecording(_ gesture: Gesture) -> Set<Reaction> {
    switch gesture {
    case .click, .doubleClick, .tripleClick: [.clipEnds]
    case .longPress: [.clipEnds, .asked]
    case .veryLongPress: [.clipEnds, .asked, .shutdown]
    }
  }

  private func expected(_ gesture: Gesture, click: Reaction) -> Set<Reaction> {
    switch gesture {
    case .click: [click]
    case .doubleClick: [click == .refused ? .refused : .clip]
    case .tripleClick: [.nextThing]
    case .longPress: [.asked]
    case .veryLongPress: [.asked, .shutdown]
    }
  }

  @Test(arguments: BoardState.allCases, Gesture.allCases)
  func everyGestureMeansInEveryStateWhatTheTableSays(state: BoardState, gesture: Gesture) {
    #expect(reactions(state.run(gesture)) == expected(state, gesture))
  }

  /// While a photo is written nobody is there to answer; who shuts down has no answer.
  private static let answering = BoardState.allCases.filter {
    $0 != .storing && $0 != .shuttingDown
  }

  @Test(arguments: answering)
  func everyPressIsAnsweredAtOnce(state: BoardState) {
    let answers = state.run(.click).entries.filter { entry in
      switch entry.effect {
      case .output: entry.at == .at(10)
      default: false
      }
    }
    #expect(!answers.isEmpty)
  }
}
