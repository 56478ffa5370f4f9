import CLinux
import Core
import System

/// Where programs, and people behind them, talk to the device: sessions of lines at one socket, guests who speak varlink at
/// another, the door.
///
/// The owner's loop: before each wait `settle`, then `handle` what the poller found, and hand out `next()` until
/// it is nil: one line of each session at most, and none of a session whose last one has no answer yet.
/// Every line gets exactly one `answer`, so the answers of a session come in the order of its lines. Nothing
/// here blocks, and a peer that sends without pause, or does not read, costs its own session and nothing else.
package struct Console: ~Copyable {
  /// Sessions at once, and those of one user; whoever comes beyond it is told and sent away.
  static let sessionLimit = 16, limitOfUser = 8
  /// Connections that are taken in a turn, so that no frame waits for a flood of them.
  static let mostAccepted = 4
  /// Places of all those together who may nothing, so that they take none from others.
  static let limitOfStrangers = 2

  /// Language of people, and letters that are written.
  package struct Speech: Hashable, Sendable {
    /// Language of the sessions.
    package var language: Language
    /// Letters of the sessions.
    package var charset: Charset

    /// `language` in `charset`.
    package init(_ language: Language, _ charset: Charset) {
      self.language = language
      self.charset = charset
    }
  }

  /// Event of the console.
  package enum Event: Hashable, Sendable {
    /// Somebody can be talked to.
    case opened(SessionID)
    /// A session is the terminal line's from now on.
    case leadsLine(SessionID)
    /// A line was sent, without its end, perhaps empty; it is owed one answer.
    case line(String, from: SessionID)
    /// A key was pressed while the session is a screen.
    case key(ViewfinderKey, from: SessionID)
    /// The size of the session's terminal is another: it has `settings`.
    case resized(SessionID)
    /// Somebody has enough of the answer under way (Ctrl-C).
    case interrupted(SessionID)
    /// Somebody gives up at the question that the session was asked (Ctrl-C); it is owed one answer.
    case declined(SessionID)
    /// Nobody is there any more, and nothing more comes.
    case closed(SessionID)
    /// The socket took no connection; it is tried again.
    case failed(Failure)
  }

  /// Where it listens.
  package struct Places: Hashable, Sendable {
    /// The socket of lines.
    let lines: String
    /// The door; nil where there is none.
    var door: String?
    /// The terminal line of the configuration, its node and bits per second; empty for none.
    var terminalLine: String
    /// Access of the session of a terminal line.
    var serialAccess: Access

    /// Lines at the path `lines`, and the door at `door`.
    package init(
      lines: String, door: String? = nil, terminalLine: String = "", serialAccess: Access = .full
    ) {
      (self.lines, self.door) = (lines, door)
      (self.terminalLine, self.serialAccess) = (terminalLine, serialAccess)
    }
  }

  /// Poller's tokens of the two sockets; a session's is that of its slot and so many more.
  private static let linesIndex: UInt16 = 0, doorIndex: UInt16 = 1, firstSlot: UInt16 = 2

  /// Language and letters of the sessions.
  package var speech: Speech {
    didSet { for session in sessions where speech != oldValue { session?.speak(speech) } }
  }
  private let source: UInt16
  private let places: Places
  private let lines: ConsoleListener
  private let door: ConsoleListener?
  /// Looked up when the first guest comes: a board without any starts sooner.
  private lazy var groups = GuestGroups()
  private var sessions = [(any GuestSession)?](repeating: nil, count: Console.sessionLimit)
  private var events: [Event] = []
  private var turn = 0
  private var sessionCount = 0
  /// Bytes that sessions which are over have dropped.
  private var pastDroppedByteCount = 0

  /// Listens at `places`.
  ///
  /// The failure is one that a person must mend first: a socket that cannot be, for example because another
  /// program answers there. `source` is that of the poller's tokens which are this console's.
  package init(at places: Places, _ speech: Speech, source: UInt16) throws(Failure) {
    let lines = ConsoleListener(try ConsoleSocket(at: places.lines, mode: 0o660))
    var door: ConsoleListener?
    if let path = places.door { door = ConsoleListener(try ConsoleSocket(at: path, mode: 0o666)) }
    self.init(places, lines, door, speech, source)
  }

  private init(
    _ places: Places, _ lines: ConsoleListener, _ door: ConsoleListener?, _ speech: Speech,
    _ source: UInt16
  ) {
    (self.places, self.lines, self.door) = (places, lines, door)
    self.source = source
    self.speech = speech
  }

  /// How many bytes could not be written since the start, because somebody did not read.
  package var droppedByteCount: Int {
    sessions.reduce(pastDroppedByteCount) { $0 + ($1?.stream.droppedByteCount ?? 0) }
  }

  /// The sessions of terminal lines, the oldest first.
  package var terminals: [SessionID] {
    sessions.compactMap { $0 }.filter(\.leadsLine).map(\.id).sorted { $0.number < $1.number }
  }

  /// When `settle` wants to be called even if nothing happens, or nil.
  ///
  /// An instant long past says that `next` has something now, or once it was settled.
  package var deadline: Instant? {
    if !events.isEmpty || sessions.contains(where: { $0?.hasInput ?? false }) { return .zero }
    return .earlier(lines.deadline, door?.deadline)
  }

  /// The next thing that happened, or nil until it is settled again.
  package mutating func next() -> Event? {
    if !events.isEmpty { return events.removeFirst() }
    for offset in sessions.indices {
      let slot = (turn + offset) % sessions.count
      guard let session = sessions[slot], let input = session.next() else { continue }
      turn = slot + 1
      switch input {
      case .line(let line): return .line(line, from: session.id)
      case .leadsLine: return .leadsLine(session.id)
      case .interrupt: return .interrupted(session.id)
      case .declined: return .declined(session.id)
      case .key(let key): return .key(key, from: session.id)
      case .resized: return .resized(session.id)
      }
    }
    return nil
  }

  /// The next line to `id` is such news.
  package mutating func note(_ outcome: Effect.AnswerOutcome, of id: SessionID) {
    session(id)?.note(outcome)
  }

  /// Does what `wish` wants of how `id` is written to; nil where nobody is there.
  package mutating func configure(_ id: SessionID, as wish: SessionWish) -> SessionSettings? {
    session(id)?.configure(wish)
  }

  /// How `id` is written to; nil where nobody is there.
  package func settings(of id: SessionID) -> SessionSettings? { session(id)?.writing }

  /// Room of `id` for replies, in bytes; 0 where nobody is there.
  package func freeByteCount(of id: SessionID) -> Int { session(id)?.freeByteCount ?? 0 }

  /// Access of the lines of `id`.
  package func access(of id: SessionID) -> Access { session(id)?.access ?? .status }

  /// The answer to the latest line of `id` goes on, and its next line may come meanwhile.
  package mutating func continues(_ id: SessionID) {
    session(id)?.continues()
  }

  /// The open file that came with the latest line of `id`; nil where none did.
  package mutating func takeHanded(by id: SessionID) -> FileDescriptor? {
    session(id)?.stream.takeHanded()
  }

  /// Hands `file` over to `id` with the answer to its latest line; says whether that is possible there.
  package mutating func hand(_ file: consuming FileDescriptor, to id: SessionID) -> Bool {
    session(id)?.hand(file) ?? false
  }

  /// Says `text`, which may be nothing, as the end of the answer to the oldest line of `id` that waits for it.
  ///
  /// Nobody hears it if the session is over.
  package mutating func answer(_ text: String, to id: SessionID) {
    session(id)?.answer(text)
  }

  /// Says `reply` to `id` unasked.
  package mutating func send(_ reply: Reply, to id: SessionID) {
    session(id)?.send(reply)
  }

  /// Handles an event of the poller with a token of this console.
  package mutating func handle(_ ready: Poller.Ready) {
    switch ready.token.index {
    case Console.linesIndex: accept(from: lines)
    case Console.doorIndex: door.map { accept(from: $0) }
    case let index:
      let slot = Int(index) - Int(Console.firstSlot)
      if sessions.indices.contains(slot) { sessions[slot]?.stream.receive(ready.readiness) }
    }
  }

  /// Writes what waits, ends what is over, and tells `poller` what to watch.
  ///
  /// Makes no system call when nothing has changed. A session that can't be watched is closed, and fails no other.
  package mutating func settle(
    at now: Instant, with poller: borrowing Poller
  ) throws(SystemError) {
    var trouble: SystemError?
    for slot in sessions.indices {
      guard let session = sessions[slot] else { continue }
      session.flush()
      do throws(SystemError) {
        try watch(session, in: slot, with: poller)
      } catch {
        trouble = error
        close(session, in: slot)
      }
      if session.isOver { close(session, in: slot) }
    }
    try lines.register(with: poller, as: token(Console.linesIndex), at: now)
    try door?.register(with: poller, as: token(Console.doorIndex), at: now)
    if let trouble { throw trouble }
  }

  private func watch(
    _ session: any GuestSession, in slot: Int, with poller: borrowing Poller
  ) throws(SystemError) {
    if session.isOver {
      try session.stream.unregister(from: poller)
    } else {
      try session.stream.register(with: poller, as: token(Console.firstSlot + UInt16(slot)))
    }
  }

  fileprivate func session(_ id: SessionID) -> (any GuestSession)? {
    sessions.lazy.compactMap { $0 }.first { $0.id == id }
  }

  private func token(_ index: UInt16) -> Poller.Token { Poller.Token(source, index) }

  /// Some of those that wait; any more are reported again, and a while later where one was sent away.
  private mutating func accept(from listener: ConsoleListener) {
    for _ in 0..<Console.mostAccepted {
      do throws(Failure) {
        guard let connection = try listener.accept() else { return }
        // The compiler of Swift 6.0 ends badly where the descriptor is handed on instead.
        let isAdmitted = admit(SocketStream(over: connection), asGuest: listener === door)
        if !isAdmitted { listener.pause() }
      } catch {
        events.append(.failed(error))
        return
      }
    }
  }

  /// Gives a session to whoever comes over `stream`, or says why there is none.
  private mutating func admit(_ stream: SocketStream, asGuest isGuest: Bool) -> Bool {
    let owner = linux_peer_user(stream.descriptor)
    let rights = isGuest ? groups.rights(ofPeerAt: stream.descriptor) : nil
    let session = makeSession(over: stream, of: owner, rights)
    if rights?.isEmpty == true, strangerCount >= Console.limitOfStrangers {
      session.refuse(.consoleFull(Console.limitOfStrangers))
      return false
    }
    let others = sessions.count { $0?.owner == owner }
    guard others < Console.limitOfUser, let slot = sessions.firstIndex(where: { $0 == nil }) else {
      let isOfUser = others >= Console.limitOfUser
      session.refuse(.consoleFull(isOfUser ? Console.limitOfUser : Console.sessionLimit))
      return false
    }
    sessions[slot] = session
    events.append(.opened(session.id))
    return true
  }

  /// Number of those here who may nothing.
  private var strangerCount: Int {
    sessions.count { ($0 as? DoorSession)?.rights.isEmpty ?? false }
  }

  /// A guest of the door, where there are `rights`.
  private mutating func makeSession(
    over stream: SocketStream, of owner: UInt32, _ rights: Set<GuestRight>?
  ) -> any GuestSession {
    sessionCount += 1
    let id = SessionID(number: sessionCount)
    if let rights { return DoorSession(id, over: stream, of: owner, rights, speech) }
    return ConsoleSession(id, over: stream, of: owner, at: places, speech)
  }

  private mutating func close(_ session: any GuestSession, in slot: Int) {
    guard sessions[slot] != nil else { return }
    sessions[slot] = nil
    pastDroppedByteCount += session.stream.droppedByteCount
    events.append(.closed(session.id))
  }
}

/// Sessions as screens, for what draws on them.
extension Console {
  private func lineSession(_ id: SessionID) -> ConsoleSession? { session(id) as? ConsoleSession }

  /// Makes the terminal of `id` a screen: keys come one by one, and what is said waits.
  ///
  /// - Returns: whether that is possible, as it is not in a plain session.
  package mutating func beginScreen(_ id: SessionID) -> Bool {
    lineSession(id)?.beginScreen() ?? false
  }

  /// Makes the terminal of `id` one of lines again, whatever was drawn; what was said meanwhile follows.
  package mutating func endScreen(_ id: SessionID) { lineSession(id)?.endScreen() }

  /// Has the terminal of `id` asked how large it is: `resized` follows where it answers.
  package mutating func askForSize(_ id: SessionID) { lineSession(id)?.askForSize() }

  /// News for `id` since it is a screen and they were last taken; those never taken stand below in the end.
  package mutating func takeNews(of id: SessionID) -> [String] { lineSession(id)?.takeNews() ?? [] }

  /// How many bytes the next frame of `id` may have so that a key's answer is sent within a fifth of a second; nil while
  /// the line is busy with the one before, and where nothing is drawn.
  package func frameRoom(of id: SessionID) -> Int? { lineSession(id)?.frameRoom }

  /// Sends `bytes`, which draw on the screen of `id`: all of them, or none where there is no room.
  package mutating func draw(_ bytes: [UInt8], on id: SessionID) -> Bool {
    lineSession(id)?.draw(bytes) ?? false
  }
}

extension Phrase {
  static func consoleFull(_ limit: Int) -> Phrase {
    Phrase("console.full", "\(limit) consoles are open already. Close one and try again.")
  }
}
