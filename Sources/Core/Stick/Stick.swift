/// What the program that copies to a stick tells: whether it writes, and what came of it.
package struct Stick: Sendable {
  /// How it ended.
  package enum Outcome: String, CaseIterable {
    /// All that was not on it yet is.
    case done
    /// It has no room for all.
    case full
    /// It was pulled out, or failed.
    case gone
    /// Something else has it mounted, such as a desktop.
    case mounted
    /// Nobody can write to it: it has a switch for that.
    case protected
    /// Its file system is of a kind that is not written here, such as NTFS.
    case format
    /// Nothing may leave because of faces.
    case held
    /// Another reason keeps it from being used.
    case unusable
  }

  /// What is known of the latest.
  enum State: Hashable {
    case none
    /// It is written to: nobody should pull it out.
    case copying
    /// It is no longer in use; so many of the store's pieces are on it, so many are not, and so many originals
    /// stay because of faces.
    case ended(Outcome, whole: Int, left: Int, held: Int = 0)
    /// End of the copying without a word of it: its writer is gone.
    case stopped
  }

  private(set) var state = State.none
  /// Its end, and who told of that, while people are still to hear of it.
  private var ending: (state: State, session: SessionID)?
  /// Who has told that one is written to, and not what came of it; each is a session that is there.
  private var copiers: Set<SessionID> = []

  /// The stick is `state` now.
  mutating func become(_ state: State) { self.state = state }

  /// Notes that it is written to, by the word of `session`.
  mutating func begin(by session: SessionID) { copiers.insert(session) }

  /// Ends it as `state` by the word of `session`, which people hear later.
  mutating func end(as state: State, by session: SessionID) {
    copiers.remove(session)
    ending = (state, session)
  }

  /// `session` is gone; says whether one was written to that it has not told the end of.
  mutating func lose(_ session: SessionID) -> Bool { copiers.remove(session) != nil }

  /// What people are still to hear, which is asked once.
  mutating func takeEnding() -> (state: State, session: SessionID)? {
    defer { ending = nil }
    return ending
  }

  /// What status says of it.
  var status: StatusEntry {
    StatusEntry("stick", [state.phrase].compactMap { $0 }, json: state.json)
  }
}

extension Stick.State {
  /// As people hear it; nil where there was none.
  var phrase: Phrase? {
    switch self {
    case .none: nil
    case .copying: Phrase("stick.copying", "Photos are being copied to the stick. Leave it in.")
    case .ended(.done, let whole, _, let held) where held > 0:
      Phrase(
        "stick.done-but-held",
        "The stick may be pulled out. Pieces on it: \(whole). Originals that stay here because of faces: \(held)."
      )
    case .ended(.done, let whole, _, _):
      Phrase("stick.done", "The stick may be pulled out. Pieces that are safe on it: \(whole).")
    case .ended(.held, _, _, _):
      Phrase(
        "stick.held",
        "The stick may be pulled out. Nothing was copied to it because of faces. The log says what to do."
      )
    case .ended(.full, let whole, 0, _):
      Phrase(
        "stick.full-of",
        """
        The stick is full and may be pulled out. Pieces on it: \(whole). What is not on it is safe here. Put in \
        another stick.
        """)
    case .ended(.full, let whole, let left, _):
      Phrase(
        "stick.full",
        """
        The stick is full and may be pulled out. Pieces on it: \(whole). Not on it: \(left); they are safe here. \
        Put in another stick.
        """)
    case .ended(.gone, _, _, _):
      Phrase(
        "stick.gone",
        "The stick was pulled out too soon, or it fails. Nothing is lost here. Put it in again.")
    case .ended(.mounted, _, _, _):
      Phrase(
        "stick.in-use",
        "The stick is in use by something else on this computer. Unmount it there, and put it in again."
      )
    case .ended(.protected, _, _, _):
      Phrase(
        "stick.locked",
        "The stick is write-protected, and may be pulled out. Move its switch, or take another one."
      )
    case .ended(.format, _, _, _):
      Phrase(
        "stick.of-other-format",
        """
        The stick has a format that can't be written here, and may be pulled out. Format it as FAT32 or exFAT, \
        and call it EXHIBIT.
        """)
    case .ended(.unusable, _, _, _):
      Phrase(
        "stick.unusable",
        "The stick can't be used, and may be pulled out. The log says why. Nothing is lost here.")
    case .stopped:
      Phrase(
        "stick.stopped",
        "The copying to the stick ended without a result. Nothing is lost here. Put the stick in again."
      )
    }
  }

  /// Whether something is to be minded.
  var isTrouble: Bool {
    switch self {
    case .none, .copying, .ended(.done, _, _, _): false
    case .ended, .stopped: true
    }
  }

  fileprivate var json: JSON {
    switch self {
    case .none: .null
    case .copying: .object([("state", .string("copying"))])
    case .ended(let outcome, let whole, let left, let held):
      .object([
        ("state", .string(outcome.rawValue)), ("pieces", .integer(whole)), ("left", .integer(left)),
        ("held", .integer(held)),
      ])
    case .stopped: .object([("state", .string("stopped"))])
    }
  }
}

/// What the copier says over the socket.
extension Command {
  static let stick = [
    Command(
      name: "stick",
      usage:
        "stick copying|done|full|gone|mounted|protected|format|held|unusable [PIECES] [LEFT] [HELD]",
      help: Phrase(
        "help.stick", "tells what came of a stick; \"exhibit stick\" does that itself."),
      access: .local,
      words: [
        Phrase(
          "help.stick.pieces",
          "PIECES are on the stick, LEFT are not, and HELD stay because of faces.")
      ],
      example: "stick copying"
    ) { words throws(CommandError) in
      let state = try words.stickState()
      return .changes(.atOnce) { $0.toldOfStick(state, by: $1) }
    }
  ]
}

extension CommandWords {
  fileprivate mutating func stickState() throws(CommandError) -> Stick.State {
    let word = next() ?? ""
    if word == "copying" { return .copying }
    guard let outcome = Stick.Outcome(rawValue: word) else {
      throw CommandError(
        Phrase(
          "stick.wrong",
          "\"stick\" takes copying, done, full, gone, mounted, protected, format, held or unusable."
        ))
    }
    return .ended(
      outcome, whole: try stickPieces(), left: try stickPieces(), held: try stickPieces())
  }

  /// Takes a number of pieces; none where nothing is left.
  private mutating func stickPieces() throws(CommandError) -> Int {
    isEmpty ? 0 : try number(of: "stick", in: 0...999_999_999)
  }
}

extension Machine {
  /// People hear at once what is told of the stick, and see whether it went well; that it may be pulled out they hear when
  /// the device remembers the latest record, which others have then.
  fileprivate mutating func toldOfStick(_ state: Stick.State, by session: SessionID) {
    guard case .ended = state else {
      stick.begin(by: session)
      return tell(state, to: session)
    }
    mirror.head.hurry()
    stick.end(as: state, by: session)
  }

  /// `session` has enough, or is gone: a copier that was killed is, and its stick is to be put in again.
  mutating func endStick(of session: SessionID) {
    if stick.lose(session) { tell(.stopped) }
  }

  mutating func settleStick() {
    guard mirror.head.isSettled || !published.storeWorks,
      let (state, session) = stick.takeEnding()
    else { return }
    tell(state, to: session)
  }

  private mutating func tell(_ state: Stick.State, to session: SessionID? = nil) {
    guard let phrase = state.phrase else { return }
    stick.become(state)
    let level = state.isTrouble ? LogLevel.warning : .info
    steps.report(level, "Stick", phrase, spoken: phrase, to: session)
    if state == .copying { return }
    steps.show(.sign(state.isTrouble ? .refused : .stored))
  }
}
