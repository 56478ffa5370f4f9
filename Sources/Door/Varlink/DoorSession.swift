import Core
import System

/// A guest who speaks varlink: one call after the other, each with its replies.
///
/// What people can say the machine does, as at any console: a call becomes a line, and what is said in answer its replies.
/// What concerns the door alone is answered here.
final class DoorSession: GuestSession {
  /// A call that has not its last reply.
  private struct Debt {
    let call: VarlinkCall
    /// What it becomes to the machine.
    let kind: Kind
    /// What was said in answer, as far as it was not sent.
    var sentences: [Phrase] = []
    /// What a program is told, on one line.
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
  private enum Kind { case say, status, commands, watch, snap, cancel }

  /// So many sentences of an answer that is told at once are kept, the latest: one that goes on has no end.
  private static let mostSentences = 2000

  let id: SessionID
  let owner: UInt32
  let stream: SocketStream
  let leadsLine = false
  let writing: SessionSettings? = nil
  private let rights: Set<GuestRight>
  private var language: Language
  private var reader = MessageReader()
  private var debt: Debt?
  /// Whether this turn's input was handed out.
  private var isHeard = false
  /// Whether nothing more is heard or said: what came was none of varlink, or what was said found no room.
  private var isLeft = false

  init(
    _ id: SessionID, over stream: SocketStream, of owner: UInt32, _ rights: Set<GuestRight>,
    _ speech: Console.Speech
  ) {
    (self.id, self.owner, self.rights) = (id, owner, rights)
    self.stream = stream
    language = speech.language
  }

  /// Whoever may press and no more may say the lines of those calls.
  var access: Access {
    switch debt?.kind {
    case .snap, .cancel: rights.access.flatMap { $0 == .status ? nil : $0 } ?? .full
    case .say, .status, .commands, .watch, nil: rights.access ?? .status
    }
  }

  var isOver: Bool {
    if isLeft { return true }
    guard let debt else { return stream.isAtEnd && stream.isSent }
    // Nobody hears the replies of a guest who is gone; what wants none is still done.
    return stream.isGone && !(debt.call.isOneWay && !debt.hasNoEnd)
  }

  var hasInput: Bool { debt == nil && !isLeft && stream.hasInput }

  func speak(_ speech: Console.Speech) { language = speech.language }

  func configure(_ wish: SessionWish) -> SessionSettings? { nil }

  func refuse(_ phrase: Phrase) {
    send(error: .refused(key: phrase.key, sentence: phrase.text(in: language)))
    leave()
  }

  func flush() {
    isHeard = false
    stream.flush()
  }

  /// The replies of a call come one after the other, and the next call waits for the last.
  func next() -> ConsoleSession.Input? {
    guard !isHeard, debt == nil, !isLeft else { return nil }
    stream.fillAfterEnd()
    while debt == nil, let message = nextMessage() {
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

  private func hear(_ message: [UInt8]) -> ConsoleSession.Input? {
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

/// Calls.
extension DoorSession {
  private func hear(_ call: VarlinkCall) throws(VarlinkError) -> ConsoleSession.Input? {
    let prefix = DoorInterface.name + "."
    guard call.method.hasPrefix(prefix) else { return try answerService(call) }
    let name = String(call.method.dropFirst(prefix.count))
    guard let method = DoorInterface.Method(rawValue: name) else {
      throw .methodNotFound(call.method)
    }
    if let right = method.right, !rights.contains(right) { throw notPermitted(right) }
    switch method {
    case .hello:
      answer(call, hello)
      return nil
    case .status: return owe(call, .status, "status --json")
    case .commands: return owe(call, .commands, "help --json")
    case .watch:
      guard call.wantsMore else { throw .expectedMore }
      return owe(call, .watch, "watch --json")
    case .say: return owe(call, .say, try line(of: call))
    case .snap: return owe(call, .snap, try DoorSession.snapLine(of: call))
    case .cancel: return owe(call, .cancel, "cancel")
    }
  }

  /// What is said, as a console takes it; a person who watches reads what they are asked, which no program does.
  private func line(of call: VarlinkCall) throws(VarlinkError) -> String {
    let text = try call.text("line")
    guard text.utf8.count <= LineReader.byteLimit else {
      throw refused(.consoleLineTooLong(LineReader.byteLimit))
    }
    let line = LineReader.shown(text)
    guard line.split(separator: " ").first != "watch" else { throw refused(.doorWatch) }
    return line
  }

  private func refused(_ phrase: Phrase) -> VarlinkError {
    .refused(key: phrase.key, sentence: phrase.text(in: language).printable)
  }

  private static func snapLine(of call: VarlinkCall) throws(VarlinkError) -> String {
    var line = "snap"
    for (name, option) in [("after", "--in"), ("count", "--count"), ("every", "--every")] {
      guard let value = call.parameter(name) else { continue }
      guard value.asNumber != nil else { throw .invalidParameter(name) }
      line += " \(option) \(value.text)"
    }
    return line + " --json"
  }

  private func owe(_ call: VarlinkCall, _ kind: Kind, _ line: String) -> ConsoleSession.Input {
    debt = Debt(call, kind)
    return .line(line)
  }

  private func answerService(_ call: VarlinkCall) throws(VarlinkError) -> ConsoleSession.Input? {
    switch call.method {
    case "org.varlink.service.GetInfo": answer(call, DoorSession.info)
    case "org.varlink.service.GetInterfaceDescription":
      let interface = try call.text("interface")
      let texts = [
        DoorInterface.name: DoorInterface.text, "org.varlink.service": DoorInterface.service,
      ]
      guard let text = texts[interface] else { throw .interfaceNotFound(interface) }
      answer(call, [("description", .string(text))])
    default: throw .methodNotFound(call.method)
    }
    return nil
  }

  private func notPermitted(_ right: GuestRight) -> VarlinkError {
    .notPermitted(right, sentence: Phrase.doorNotPermitted(right.rawValue).text(in: language))
  }

  private var hello: [(String, JSON)] {
    let rights = GuestRight.allCases.filter(self.rights.contains).map { JSON.string($0.rawValue) }
    return [
      ("version", .string(ProgramVersion.present)), ("api", .integer(DoorInterface.version)),
      ("rights", .array(rights)), ("now", .number(Clock.now.seconds)),
    ]
  }

  private static var info: [(String, JSON)] {
    [
      ("vendor", .string("Exhibit")), ("product", .string("exhibit")),
      ("version", .string(ProgramVersion.present)), ("url", .string("")),
      ("interfaces", .array([.string("org.varlink.service"), .string(DoorInterface.name)])),
    ]
  }
}

/// Replies.
extension DoorSession {
  func note(_ outcome: Effect.AnswerOutcome) {
    if debt?.outcome != .misunderstood { debt?.outcome = outcome }
  }

  func continues() { debt?.hasNoEnd = true }

  func send(_ reply: Reply) {
    guard let owed = debt else { return }
    guard owed.goesOn else { return debt = owed.adding(reply, atMost: DoorSession.mostSentences) }
    switch reply {
    case .json(let text):
      let member =
        owed.kind == .watch ? ("state", DoorSession.value(text)) : ("sentence", .string(text))
      tell([member])
    case .sentences(let phrases):
      for phrase in phrases where !DoorSession.areOfRights.contains(phrase) {
        tell(members(of: phrase))
      }
      debt?.sentences = phrases.suffix(1)
    }
  }

  func answer(_ text: String) {
    guard let owed = debt else { return }
    debt = nil
    if let error = error(of: owed) { return owed.call.isOneWay ? () : send(error: error) }
    switch owed.kind {
    case .status: answer(owed.call, [("report", DoorSession.value(owed.json))])
    case .commands:
      answer(owed.call, [("commands", DoorSession.commands(DoorSession.value(owed.json)))])
    case .say: answer(owed.call, outcome(of: owed))
    case .watch: answer(owed.call, [])
    case .snap: answer(owed.call, DoorSession.series(DoorSession.value(owed.json)))
    case .cancel: answer(owed.call, [])
    }
  }

  /// Sentences that are an error here.
  private static let areOfRights: [Phrase] = [.consoleStatusOnly, .consoleLocalOnly]

  /// What is not done for want of a right, or by a call that can't fail otherwise.
  private func error(of owed: Debt) -> VarlinkError? {
    guard let phrase = owed.sentences.last, owed.outcome != nil, owed.json == nil else {
      return nil
    }
    if phrase == .consoleStatusOnly { return notPermitted(.operate) }
    if phrase == .consoleLocalOnly { return notPermitted(.own) }
    return owed.kind == .say ? nil : refused(phrase)
  }

  private func outcome(of owed: Debt) -> [(String, JSON)] {
    var members: [(String, JSON)] = []
    if let json = owed.json {
      members.append(("sentence", .string(json)))
    } else if let last = owed.sentences.last, !owed.goesOn {
      let words = owed.sentences.map { $0.text(in: language).printable }.joined(separator: "\n")
      members += [("sentence", .string(words)), ("key", .string(last.key))]
    }
    return members + [("outcome", .string(DoorSession.word(of: owed.outcome)))]
  }

  private func members(of phrase: Phrase) -> [(String, JSON)] {
    [("sentence", .string(phrase.text(in: language).printable)), ("key", .string(phrase.key))]
  }

  /// A reply after which more follow.
  private func tell(_ members: [(String, JSON)]) {
    guard debt?.call.isOneWay != true else { return }
    send(.object([("parameters", .object(members)), ("continues", .bool(true))]))
  }

  private func answer(_ call: VarlinkCall, _ members: [(String, JSON)]) {
    if !call.isOneWay { send(.object([("parameters", .object(members))])) }
  }

  private func send(error: VarlinkError) { send(error.reply) }

  /// A guest who misses a reply can't know what belongs to which call.
  private func send(_ reply: JSON) {
    let bytes = Array(reply.text.utf8) + [0]
    guard bytes.count <= OutputQueue.byteLimit else { return send(error: refused(.doorTooLong)) }
    if bytes.count > stream.room { stream.flush() }
    isLeft = isLeft || (bytes.count > stream.room && !stream.isDeaf)
    if !isLeft { stream.write(bytes) }
  }

  private static func word(of outcome: Effect.AnswerOutcome?) -> String {
    switch outcome {
    case nil: "done"
    case .failed: "failed"
    case .misunderstood: "misunderstood"
    case .asks: "asks"
    }
  }

  private static func value(_ text: String?) -> JSON {
    text.flatMap { JSONParser.value(of: $0.utf8) } ?? .null
  }

  /// What came of a series as the interface has it.
  private static func series(_ told: JSON) -> [(String, JSON)] {
    let photos = told.list("photos").map { $0.with(["id", "number", "file", "sha256", "bytes"]) }
    let failures = told.list("failures").map { $0.with(["key", "sentence"]) }
    let cancelled = told.member("cancelled") ?? .null
    return [
      ("photos", .array(photos)), ("failures", .array(failures)), ("cancelled", cancelled),
    ]
  }

  /// The rows as the interface has them: with a right in place of what a session may ask for.
  private static func commands(_ told: JSON) -> JSON {
    .array(told.list("commands").map(row))
  }

  private static func row(_ told: JSON) -> JSON {
    guard case .object(let members) = told else { return told }
    return .object(
      members.map { name, value in
        guard name == "access", let access = value.asText.flatMap(Access.init) else {
          return (name, value)
        }
        return ("right", .string(GuestRight.needed(for: access).rawValue))
      })
  }
}

extension JSON {
  /// The elements of the member `name`; none where it is no array.
  fileprivate func list(_ name: String) -> [JSON] {
    if case .array(let elements) = member(name) { elements } else { [] }
  }

  /// The same object with these members alone.
  fileprivate func with(_ names: [String]) -> JSON {
    .object(names.compactMap { name in member(name).map { (name, $0) } })
  }
}

extension GuestRight {
  /// The right of a line that asks for so much.
  fileprivate static func needed(for access: Access) -> GuestRight {
    switch access {
    case .status: .watch
    case .full: .operate
    case .local: .own
    }
  }
}

extension Phrase {
  static func doorNotPermitted(_ right: String) -> Phrase {
    Phrase(
      "door.not-permitted",
      "This needs the right \"\(right)\"; the group exhibit gives all but what is root's.")
  }

  static let doorWatch = Phrase(
    "door.watch", "Whoever wants to hear of each change calls Watch, with more.")

  static let doorTooLong = Phrase(
    "door.too-long", "The answer has more than 64 kB; ask for less of it at once.")
}
