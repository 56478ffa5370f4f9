/// Something the machine wants done; what comes of it comes back as an event.
///
/// Nested by noun, so that the executor has one switch over nouns, and one for each.
package enum Effect: Hashable, Sendable {
  case device(Device)
  case camera(Camera)
  case accelerometer(Accelerometer)
  case photo(Photo)
  case clip(Clip)
  case store(Store)
  case output(Output)
  case voice(Voice)
  case hook(Hook)
  case console(Console)
  case service(Service)
  /// Look something up that is only known when it is asked for.
  case measure(Quantity)

  /// To the device of a role, whichever it is.
  package enum Device: Hashable, Sendable {
    /// Open it: answered by an `opened` of the device, the camera or the accelerometer, or by `failed`.
    case open(Role)
    /// Close it and give back what it holds.
    case close(Role)
  }

  /// To the camera.
  package enum Camera: Hashable, Sendable {
    /// Have it run so from its next opening on; one that is open stays as it is.
    case power(CameraPower)
    /// Look whether the newest picture differs from that of the look before: answered by `sceneChanged`.
    case look
    /// Measure the newest picture, and where it differs from that of the measurement before: answered by `described`.
    case describe
    /// Answer a console session's question about the camera, or do to the camera what it asks: ends with `answered`.
    case answer(CameraRequest, to: SessionID)
  }

  /// To the accelerometer.
  package enum Accelerometer: Hashable, Sendable {
    /// Read it: answered by `reading` or `failed`.
    case sample
    /// Have it measure at this pace: answered by `opened` where that takes another way, or by `failed`.
    case pace(Sensing.Pace)
  }

  /// To a photo on its way from the camera to the medium.
  package enum Photo: Hashable, Sendable {
    /// Copy or encode the shot's frame aside: answered by `kept` or `failed`.
    case keep(Shot)
    /// Make the kept shot durable; it may block: answered by `stored` or `failed`.
    case store(Shot)
    /// Forget the kept shot.
    case drop(Shot.ID)
  }

  /// To the clip under way, and to what is remembered for the next.
  package enum Clip: Hashable, Sendable {
    /// Remember so much of what the camera delivers, or nothing.
    case remember(PreRoll?)
    /// Add the frame, which the camera holds, to what waits in memory, and write some of that once there is a file:
    /// answered by `paced` where that is news, and by `failed`.
    case append(Frame)
    /// Make the file, which begins with the oldest frame in memory, that of a study with the wish; it blocks: answered by `begun` or `failed`.
    indirect case begin(ClipRequest)
    /// Make durable what was written; it blocks: answered by `flushed` or `failed`.
    case flush
    /// Let what was taken after `since` wait in memory, where the clip may turn out to have ended; nil: write it on.
    case hold(since: Instant?)
    /// Write what waits, but what is held, and make the clip a piece; it blocks: answered by `stored` or `failed`.
    case finish
    /// Write no more of it; what lies in its file stays.
    case giveUp
  }

  /// To the store, photos aside.
  package enum Store: Hashable, Sendable {
    /// Record these, all or nothing; it may block: answered by `noted` or `notNoted`.
    case note([Note])
    /// Compare some more of the files with the database, for 5 ms: answered by `surveyed`.
    case survey
    /// Record what the survey found, which may block, and say it: answered by `surveyed` or `failed`.
    case settle
    /// Make this change, which may block: answered by `changed` or `notChanged`.
    indirect case change(StoreChange, by: Requester)
    /// Tell what an undo would take back: answered by `undoable`, or by `failed`.
    case findUndo
    /// Name what a session wants gone for good, for a question: answered by `named`.
    indirect case name(Loss.Choice, for: SessionID)
    /// Tell the newest piece of these kinds with a smaller number, or of all, in which nobody has looked for faces:
    /// answered by `unexamined`, or by `failed`.
    case findUnexamined(below: Int?, kinds: Set<PieceFilter.Kind>)
    /// Look a bit further for the still that a session wants: answered by `sought`.
    case seek(StillWish, for: SessionID)
    /// Begin to take in what a session has named, at most so many bytes: this and the next two are answered by an event
    /// of the import.
    indirect case beginImport(ImportSource, for: SessionID, room: Int)
    /// Copy some more of it, or open its next file.
    case copyImport
    /// Make the copy a piece, which may block.
    case placeImport
    /// Take in no more of it: the copy is dropped.
    case endImport
    /// Do the store's housekeeping, which may block: there is time for it now.
    case tidy
    /// Have the device remember the latest record, which blocks: there is time for it now.
    case remember
    /// Remove the files of deleted and exported pieces until so many bytes are free more, which may block.
    case makeRoom(Int)
  }

  /// To light and buzzer.
  package enum Output: Hashable, Sendable {
    /// Switch the light.
    case light(Bool)
    /// Switch the buzzer.
    case buzzer(Bool)
  }

  /// To the voice.
  package enum Voice: Hashable, Sendable {
    /// Say this, while nothing else is being said: ends with `ended` or `failed`.
    case say(Phrase)
    /// Cut off what is being said: that ends sooner, with `ended`.
    case silence
  }

  /// To the programs that hear of pieces, and to those that look at them.
  package enum Hook: Hashable, Sendable {
    /// Start the one of this task, while none runs: ends with `ended`, `answered`, `failed` or `notStarted`.
    indirect case run(HookTask)
    /// End the one that runs: that comes sooner, as `stopped`, unless it has ended by itself.
    case stop
  }

  /// To the people at consoles.
  package enum Console: Hashable, Sendable {
    /// Send a reply to a session, if it is still there.
    case say(Reply, to: SessionID)
    /// Send what the store answers to a question to a session.
    case read(Inquiry, to: SessionID, json: Bool)
    /// Send the piece that a session wants to look at, or why there is none: answered by `reviewing`.
    case review(ReviewStep, to: SessionID, json: Bool)
    /// Make a session a screen, on which is drawn and whose keys come one by one: answered by `viewing`.
    case beginScreen(SessionID)
    /// Make it one of lines again.
    case endScreen(SessionID)
    /// Ask its terminal how large it is: `resized` follows where that answers.
    case askForSize(SessionID)
    /// Draw the camera's picture and what belongs to it on a screen: answered by `drawn`, though nothing could be.
    indirect case draw(ViewfinderScene, on: SessionID)
    /// Set, or tell, how a session is written to, and answer it.
    case configure(SessionWish, SessionID, json: Bool)
    /// Hand a piece's file over to a session, open for reading, and say what it is.
    case open(piece: Int, for: SessionID)
    /// Tell a session some of the store's records after that of this number, no more than it has room for: answered by
    /// `recordsTold`.
    case tellRecords(after: Int, to: SessionID)
    /// Read the guide for a session: answered by `consulted`.
    case consult(by: SessionID)
    /// The answer to the latest line of the session goes on until it is `answered`, at the latest by the
    /// session's next line, which may come.
    case continues(SessionID)
    /// What is said next in answer to the latest line of the session is no good news, or is a question; a program has to
    /// know that without reading it.
    case outcome(AnswerOutcome, of: SessionID)
    /// Nothing more will be said in answer to one line of the session.
    case answered(SessionID)
    /// Say something to all who watch the board, on the serial line, and to the session that asked.
    case announce(Phrase, to: SessionID?)
    /// Ask something on the serial line and of each of these sessions, once.
    case ask(Phrase, of: [SessionID])
  }

  /// What has become of what a line asked for, where it was not simply done.
  package enum AnswerOutcome: String, CaseIterable, Hashable, Sendable {
    /// It can't be done, or has failed.
    case failed
    /// The line itself is wrong.
    case misunderstood
    /// It waits for `y` or `n`.
    case asks
  }

  /// What a session wants to know of the store.
  package enum Inquiry: Hashable, Sendable {
    /// The latest of the pieces that this lets through.
    case pieces(PieceFilter)
    /// All that is known of a piece; nil: of the latest.
    case piece(Int?)
    /// The title of a piece, and what was decided of it.
    case caption(Int)
    /// What programs guess of a piece.
    case options(Int)
    /// The faces of a piece.
    case faces(Int)
    /// All things.
    case things
    /// What is known of one thing; nil: of the current one.
    case thing(ThingReference?)
    /// What is to be captured now.
    case checklist
    /// All requests.
    case requests
    /// All of one request; nil: of the active one.
    case request(Int?)
  }

  /// To the system that runs the program.
  package enum Service: Hashable, Sendable {
    /// Tell the service manager, if there is one.
    case notify(Notice)
    /// Write to the log, in the name of the type that speaks.
    case log(LogLevel, speaker: String, Phrase)
    /// Date what happens by what a person told, for as long as the system knows no better, and this boot lasts.
    case tellTime(ToldTime)
  }

  /// What can be looked up.
  package enum Quantity: Hashable, Sendable {
    /// All `Measurements`: answered by `measured(.all)`.
    case all
    /// The temperature alone: answered by `measured(.temperature)`.
    case temperature
  }
}

/// How much a line of the log matters; the numbers are those of syslog(3).
package enum LogLevel: Int, CaseIterable, Comparable, Sendable {
  /// Something does not work.
  case error = 3
  /// Something will not work, or works less well.
  case warning = 4
  /// What was done.
  case info = 6
  /// What somebody who looks for a fault wants to know.
  case debug = 7

  /// Its name in the log.
  package var name: String {
    switch self {
    case .error: "error"
    case .warning: "warning"
    case .info: "info"
    case .debug: "debug"
    }
  }

  /// Whether `more` matters more, which is the smaller number.
  package static func < (more: LogLevel, less: LogLevel) -> Bool { more.rawValue < less.rawValue }
}
