import Core

/// What the store was asked to change, and which of it nobody knows whether it was made.
///
/// It outlives the program and the boot, as what a rule looks at does.
struct AskedChanges {
  /// One, and who asked for it.
  struct Asked {
    let change: StoreChange
    let requester: Requester
  }

  /// What the store says of them.
  enum Answer {
    /// Made, and people hear this of it; an undo took back `undone`.
    case made(Asked, Phrase, undone: UndoStep?)
    /// The store was opened; whether these were made is seen now.
    case opened(doubted: [Asked])
  }

  /// Changes of which nobody knows whether they were made, until the store is opened again.
  private(set) var doubted: [Asked] = []
  /// What the store was asked for and has not answered: one change, or one more where the power went off.
  private var asked: [Asked] = []

  /// Whether the store has answered all that it was asked for.
  var areAnswered: Bool { asked.isEmpty }
  /// All of which nobody knows now whether they were made.
  var unknown: [Asked] { doubted + asked }

  /// The store's answer, where `event` is one.
  mutating func answer(in event: Event) -> Answer? {
    switch event {
    case .store(.changed(let news, let undone)):
      return .made(asked.removeFirst(), news, undone: undone)
    case .store(.notChanged(let failure)):
      let change = asked.removeFirst()
      if failure.kind != .refused, failure.kind != .storeLocked { doubted.append(change) }
      return nil
    case .device(.opened(.store)):
      defer { (doubted, asked) = ([], []) }
      return .opened(doubted: unknown)
    case .started, .deadline, .device, .camera, .accelerometer, .edge, .photo, .clip, .store,
      .console, .voice, .hook, .measured, .signal, .reconfigured:
      return nil
    }
  }

  /// Notes the changes that were asked for, be it in a turn of which nobody saw the end.
  mutating func note(_ effects: [Effect]) {
    for case .store(.change(let change, let requester)) in effects {
      asked.append(Asked(change: change, requester: requester))
    }
  }
}
