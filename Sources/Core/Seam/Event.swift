/// Something that happened in the world, by the noun that it happened to.
///
/// `now` tells the machine when the event was read; when it happened, by the kernel's own stamp,
/// stands in the payload. A failure of anything is an event too.
///
/// Most events are frames, which several hands pass on: what is larger and comes seldom is `indirect`.
package enum Event: Sendable {
  /// The world is there; nothing is open yet.
  case started
  /// Nothing else happened before the deadline.
  case deadline
  case device(Device)
  case camera(Camera)
  case accelerometer(Accelerometer)
  /// The button's line changed.
  case edge(Edge)
  case photo(Photo)
  case clip(Clip)
  case store(Store)
  case console(Console)
  case voice(Voice)
  case hook(Hook)
  /// What `Effect.measure` asked for.
  case measured(Measured)
  /// Another program, or the system, asks for something.
  case signal(Signal)
  /// The configuration was read again: the settings that hold from now on, and the roles that have another device.
  indirect case reconfigured(Settings, changed: Set<Role>)

  /// Of the device of a role, whichever it is.
  package enum Device: Hashable, Sendable {
    /// It works; camera and accelerometer have events of their own.
    case opened(Role)
    /// The device of `failure.role` does not work, or no longer.
    indirect case failed(Failure)
    /// A device that may be that of the role was plugged in, or has changed.
    case plugged(Role)
  }

  /// Of the camera.
  package enum Camera: Hashable, Sendable {
    /// It is open and has this mode; frames will follow.
    indirect case opened(CameraMode)
    /// Another camera took the place of the one in use, as a console wanted; if `isOpening`,
    /// `opened` or `failed` follows.
    case changed(isOpening: Bool)
    /// Nothing came of a console's wish for another camera: the one in use stays.
    case stays
    /// A session has all that the camera had to answer.
    case answered(SessionID)
    /// A console went on with another camera: its name; nil is the configured one.
    case chosen(String?, by: SessionID)
    /// A console set a control of the camera, which holds until the program ends.
    case controlSet(ControlSetting, by: SessionID)
    /// It holds a new valid frame, and the one before it.
    case frame(Frame, previous: Frame?)
    /// It delivered something that is no picture, and nothing better.
    case frameDamaged
    /// A part of the picture, 0 to 1, differs from what it was when it was looked at before: there, where that can be
    /// told.
    case sceneChanged(by: Double, at: PictureFacts.Movement? = nil)
    /// What was measured of the picture; nil where there is none that can be read.
    case described(PictureFacts?)
  }

  /// Of the accelerometer.
  package enum Accelerometer: Hashable, Sendable {
    /// It is open and listened to in this way, or in another from now on.
    case opened(Sensing)
    /// It was read.
    case reading(Acceleration)
    /// It reported movement itself.
    case jolted(stamped: Instant)
  }

  /// Of a photo on its way from the camera to the medium.
  package enum Photo: Hashable, Sendable {
    /// The frame of the shot is in memory.
    case kept(Shot.ID)
    /// The shot is durable as `piece`; writing took `duration`.
    indirect case stored(Shot.ID, StoredPiece, after: Duration)
    /// The shot could not be kept or stored, and is gone; its picture stays only where the store was `storeLocked`.
    indirect case failed(Shot.ID, Failure)
  }

  /// Of the clip under way.
  package enum Clip: Hashable, Sendable {
    /// Its file is durable.
    case begun
    /// What was written of it is durable.
    case flushed
    /// Of so many frames one is encoded from now on, that of a clip or what is remembered.
    case paced(every: Int)
    /// It is durable as `piece`, and what is in it.
    indirect case stored(StoredPiece, ClipContent)
    /// What it was asked for last could not be done; its frames stay only where the store was `storeLocked`.
    indirect case failed(Failure)
  }

  /// Of the store, photos aside.
  package enum Store: Hashable, Sendable {
    /// What people should hear of what was found in it.
    case found([Phrase])
    /// The store comes to this: it was opened, or something was changed; nil: it is closed, or can't tell.
    ///
    /// It goes before the news of what has changed it.
    indirect case told(StoreFacts?)
    /// The store was opened, and these settings are kept in it.
    indirect case kept(KeptFacts)
    /// Files without a row became the pieces of these numbers.
    case adopted([Int])
    /// Files and database were compared as far as that; a store that fails is said to have `failed`.
    case surveyed(Survey)
    /// All that the latest `note` has is recorded.
    case noted
    /// Nothing of what the latest `note` has is recorded: the store has failed.
    case notNoted(Failure)
    /// The latest `change` is durable, and this is what people should hear of it; an undo took back `undone`.
    indirect case changed(Phrase, undone: UndoStep? = nil)
    /// The latest `change` was refused, or nobody knows whether it was made.
    indirect case notChanged(Failure)
    /// What an undo would take back; nil where there is nothing.
    indirect case undoable(UndoStep?)
    /// What a session wants gone for good, or why it can't be.
    indirect case named(Result<Loss, Failure>, for: SessionID)
    /// A session was told of the piece that it wants to look at, which has this number; nil: why there is none.
    case reviewing(Int?, by: SessionID)
    /// How far the still is found that a session wants.
    indirect case sought(StillSearch, by: SessionID)
    /// What is to be asked about the piece of this number, of which the latest `change` was, or which a session wants
    /// to look at; `isNew` where options were added by it.
    indirect case clarified(Int, Clarification, isNew: Bool)
    /// What came of the latest bit of an import.
    indirect case importing(Import)
    /// The newest piece below a number in which nobody has looked for faces; nil for none.
    case unexamined(Int?)
  }

  /// How far an import is.
  package enum Import: Hashable, Sendable {
    /// There is more to do.
    case copies
    /// A file is copied, and is to be made durable.
    case copied
    /// The file of that name is durable as this piece.
    case stored(StoredPiece, String)
    /// The file of that name is there already, as the piece of this number; there may be more.
    case there(String, Int)
    /// A file becomes no piece, for this reason; there may be more.
    case passedOver(Phrase)
    /// Nothing more can be taken in, unless the store was `storeLocked`.
    case failed(Failure)
    /// What is to come back is known; its file has to come with the next line.
    case wantsFile
    /// Something that is no piece has come back, or is there already.
    case restored
    /// There is no other file.
    case complete
  }

  /// How far the store's files are compared with its database.
  package enum Survey: String, CaseIterable, Hashable, Sendable {
    /// There is more to compare.
    case isUnderWay
    /// Something was found that is to be recorded, by `settle`.
    case hasFound
    /// All of them were, since the store was opened or a photo was in doubt.
    case isComplete
  }

  /// Of the people at consoles.
  package enum Console: Hashable, Sendable {
    /// The serial line has a session, which somebody may read from now on.
    case opened(SessionID)
    /// A session sent a line, without its end.
    case line(String, from: SessionID, Access)
    /// A session was told the store's records up to that of this number, as far as it has room; nil: they can't be read,
    /// which it was told.
    case recordsTold(SessionID, upTo: Int?)
    /// The guide was read for a session.
    indirect case consulted(GuideFinding, by: SessionID)
    /// A session is a screen now, or can't become one.
    case viewing(Bool, on: SessionID)
    /// A session can't become a screen, whatever its terminal tells, and why.
    case undrawable(Phrase, on: SessionID)
    /// The terminal of a session has told how large it is, or that it is no more.
    case resized(SessionID)
    /// What was to be drawn on a screen was, which took so long; or not all of it was, and there may soon be room for
    /// the rest.
    case drawn(isAll: Bool, after: Duration)
    /// Somebody pressed a key at a screen.
    case key(ViewfinderKey, from: SessionID, Access)
    /// Somebody wants to hear no more of the answer under way, or is gone.
    case interrupted(SessionID)
    /// Somebody gives up at the question that their session was asked; they are owed one answer.
    case declined(SessionID)
  }

  /// Of the voice.
  package enum Voice: Hashable, Sendable {
    /// Its sentence was said, or was cut off because the machine wanted that.
    case ended
    /// Its sentence was not said, or not all of it, for this reason.
    indirect case failed(Phrase)
  }

  /// Of the program under way that hears of a piece, or looks at it.
  package enum Hook: Hashable, Sendable {
    /// It ended well, or was not needed.
    case ended
    /// It ended well, and this is what it guesses.
    indirect case answered(AnalyserAnswer)
    /// It failed, or its piece could not be handed over, for this reason.
    indirect case failed(Phrase)
    /// It could not be started, for this reason.
    indirect case notStarted(Phrase)
    /// It was ended as the machine wanted.
    case stopped
  }

  /// Of what was looked up.
  package enum Measured: Hashable, Sendable {
    /// All that is measured each minute.
    indirect case all(Measurements)
    /// How warm the board is; nil where nobody can tell.
    case temperature(Temperature?)
  }
}

/// What a console session may ask for.
package enum Access: String, CaseIterable, Hashable, Sendable {
  /// Everything that people do.
  case full
  /// Only to read: status, help, lists.
  case status
  /// Everything, and what only a program of this board can know: that of its socket.
  case local

  /// What the configuration can choose.
  package static let allCases = [Access.full, .status]

  /// Whether it is enough for what needs `other`.
  func includes(_ other: Access) -> Bool {
    switch other {
    case .status: true
    case .full: self != .status
    case .local: self == .local
    }
  }
}

/// A request from outside that comes as a signal of the operating system.
package enum Signal: Hashable, Sendable {
  /// `SIGTERM`, `SIGINT`: end cleanly.
  case stop
  /// `SIGUSR1`: take a series, as a click would.
  case snap
}

/// One conversation on a console: a terminal line while it is open, or one connection to the socket.
///
/// Counted from 1 since the program started and never used again, so that an answer that comes too
/// late finds nobody instead of somebody else.
package struct SessionID: Hashable, Sendable {
  /// Its number.
  package let number: Int

  /// The session with this number.
  package init(number: Int) {
    self.number = number
  }
}
