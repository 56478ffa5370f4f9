import Core
import System

/// A guest who speaks varlink: one call after the other, each with its replies.
///
/// A call becomes a line, as people say it at any console, and the answer to that its replies. Calls that concern the door
/// alone are answered here.
final class DoorSession: GuestSession {
  /// A call that has not its last reply.
  struct Debt {
    let call: VarlinkCall
    /// Line that it becomes.
    let kind: Kind
    /// Sentences of the answer, as far as they were not sent.
    var sentences: [Phrase] = []
    /// Answer for a program, on one line.
    var json: String?
    var outcome: Effect.AnswerOutcome?
    /// Whether it goes on as things happen.
    var hasNoEnd = false

    init(_ call: VarlinkCall, _ kind: Kind) { (self.call, self.kind) = (call, kind) }

    /// Whether its replies come as things happen.
    var goesOn: Bool { call.wantsMore && (kind == .say || kind == .watch) }

    /// With `reply`, which is told in the end.
    func adding(_ reply: Reply, atMost limit: Int) -> Debt {
      var debt = self
      switch reply {
      case .json(let text): debt.json = text
      case .sentences(let phrases): debt.sentences = (sentences + phrases).suffix(limit)
      }
      return debt
    }
  }

  /// Calls that the machine answers.
  enum Kind {
    case say, status, commands, watch, snap, list, open, take
    /// One that whoever may press may do, and that has no answer but that it is done; and one that wants more than that.
    case press, deed
  }

  /// The most sentences of an answer that is told at once, the latest: one that goes on has no end.
  static let mostSentences = 2000
  /// Bytes that are kept for what ends a stream which is not read.
  static let reserve = 256

  let id: SessionID
  let owner: UInt32
  let stream: SocketStream
  let leadsLine = false
  let writing: SessionSettings? = nil
  let rights: Set<GuestRight>
  private(set) var language: Language
  private var reader = MessageReader()
  var debt: Debt?
  /// File that goes with the reply under way.
  var handing: Optional<FileDescriptor> = nil
  /// Whether this turn's input was handed out.
  private var isHeard = false
  /// Number of the latest record of which the guest was told; nil where it was told of none.
  var cursor: Int?
  /// Whether nothing more is heard or said: what came was none of varlink, or what was said found no room.
  var isLeft = false
  /// Whether nothing more is heard, and what was said still leaves.
  var isEnding = false

  init(
    _ id: SessionID, over stream: SocketStream, of owner: UInt32, _ rights: Set<GuestRight>,
    _ speech: Console.Speech
  ) {
    (self.id, self.owner, self.rights) = (id, owner, rights)
    stream.takesFiles = rights.contains(.operate)
    self.stream = stream
    language = speech.language
  }

  /// For the lines of calls that press it is enough to be let press, and so for what is seen.
  var access: Access {
    switch debt?.kind {
    case .snap, .press: rights.access.flatMap { $0 == .status ? nil : $0 } ?? .full
    case .say, .status, .commands, .watch, .deed, .list, .open, .take, nil:
      rights.access ?? .status
    }
  }

  var isOver: Bool {
    if isLeft { return true }
    if isEnding { return stream.isSent || stream.isGone }
    guard let debt else { return stream.isAtEnd && stream.isSent }
    // Nobody hears the replies of a guest who is gone; what wants none is still done.
    return stream.isGone && !(debt.call.isOneWay && !debt.hasNoEnd)
  }

  var hasInput: Bool { isListening && stream.hasInput }

  private var isListening: Bool { debt == nil && !isLeft && !isEnding }

  var freeByteCount: Int { max(0, stream.room - DoorSession.reserve) }

  func speak(_ speech: Console.Speech) { language = speech.language }

  func configure(_ wish: SessionWish) -> SessionSettings? { nil }

  func hand(_ file: consuming FileDescriptor) -> Bool {
    guard debt?.kind == .open else { return false }
    handing = consume file
    return true
  }

  func refuse(_ phrase: Phrase) {
    send(error: .refused(key: phrase.key, sentence: phrase.text(in: language)))
    leave()
  }

  func flush() {
    isHeard = false
    stream.flush()
  }

  /// The replies of a call come one after the other, and the next call waits for the last.
  func next() -> GuestInput? {
    guard !isHeard, isListening else { return nil }
    stream.fillAfterEnd()
    while isListening, let message = nextMessage() {
      guard let input = hear(message) else { continue }
      isHeard = true
      return input
    }
    return nil
  }

  private func nextMessage() -> [UInt8]? {
    while let byte = stream.next() {
      guard let message = reader.feed(byte), !reader.isOverfull else { continue }
      return message
    }
    isLeft = isLeft || reader.isOverfull
    return nil
  }

  private func hear(_ message: [UInt8]) -> GuestInput? {
    guard let call = VarlinkCall(message) else {
      isLeft = true
      return nil
    }
    do throws(VarlinkError) {
      return try hear(call)
    } catch {
      if !call.isOneWay { send(error: error) }
      return nil
    }
  }
}
