import Glibc
import StandIns
import System
import Testing

@testable import Core
@testable import Door

/// A guest who speaks varlink: each call has its replies, in their order, and no more than its peer may.
@Suite struct DoorSessionTests {
  /// A guest with `rights`, and what its owner sees of it.
  private final class Guest {
    let session: DoorSession
    var peer: Peer

    init(_ rights: Set<GuestRight> = Set(GuestRight.allCases)) throws {
      var ends: [Int32] = [-1, -1]
      try SystemError.check("socketpair") {
        socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0, &ends)
      }
      session = DoorSession(
        SessionID(number: 1), over: SocketStream(over: FileDescriptor(owning: ends[0])), of: 0,
        rights, Console.Speech(.english, .unicode))
      peer = Peer(owning: ends[1])
    }

    /// What the machine hears of `messages`.
    func hears(_ messages: String...) throws -> GuestInput? {
      for message in messages { try peer.send(message + "\0") }
      return heard
    }

    var heard: GuestInput? {
      // A long message takes several reads.
      for _ in 0..<5 {
        session.stream.receive(.readable)
        if let input = session.next() { return input }
      }
      return nil
    }

    /// The messages that have come since.
    var told: [String] {
      session.flush()
      return peer.received().split(separator: "\0").map { String($0) }
    }
  }

  private static func call(_ method: String, _ parameters: String = "{}", more: Bool = false)
    -> String
  {
    #"{"method":"net.exhibit.Camera.\#(method)","parameters":\#(parameters)\#(more ? #","more":true"# : "")}"#
  }

  private static let light = call("Say", #"{"line":"light"}"#)

  @Test func whoeverSaysHelloHearsWhoAnswersAndWhatIsAllowed() throws {
    let guest = try Guest([.watch, .press])
    #expect(try guest.hears(Self.call("Hello", #"{"client":"a test"}"#)) == nil)
    let told = guest.told
    let begin =
      #"{"parameters":{"version":"\#(ProgramVersion.present)","api":1,"rights":["watch","press"],"now":"#
    #expect(told.count == 1 && told[0].hasPrefix(begin))
  }

  @Test func aLineIsHeardAndItsAnswerIsTheReply() throws {
    let guest = try Guest()
    #expect(try guest.hears(Self.light) == .line("light"))
    #expect(guest.told == [], "it is not answered yet")
    guest.session.send(Reply(Phrase("light.a", "The light is on.")))
    guest.session.send(Reply(Phrase("light.b", "It is green.")))
    guest.session.answer("")
    let reply =
      #"{"parameters":{"sentence":"The light is on.\nIt is green.","key":"light.b","outcome":"done"}}"#
    #expect(guest.told == [reply])
  }

  @Test func whoeverWantsMoreHearsEachSentenceAsItComes() throws {
    let guest = try Guest()
    #expect(try guest.hears(Self.call("Say", #"{"line":"snap"}"#, more: true)) == .line("snap"))
    guest.session.continues()
    guest.session.send(Reply(Phrase("a.a", "Counting.")))
    let counting = #"{"parameters":{"sentence":"Counting.","key":"a.a"},"continues":true}"#
    #expect(guest.told == [counting])
    guest.session.note(.failed)
    guest.session.send(Reply(Phrase("a.b", "No room.")))
    guest.session.answer("")
    let failed = #"{"parameters":{"sentence":"No room.","key":"a.b"},"continues":true}"#
    #expect(guest.told == [failed, #"{"parameters":{"outcome":"failed"}}"#])
  }

  @Test func callsAreAnsweredOneAfterTheOther() throws {
    let guest = try Guest()
    let status = Self.call("Status")
    #expect(try guest.hears(Self.light, status, Self.call("Hello")) == .line("light"))
    #expect(guest.heard == nil, "the first has no answer yet")
    guest.session.answer("")
    guest.session.flush()
    #expect(guest.heard == .line("status --json"))
    guest.session.send(.json(#"{"capture":"running"}"#))
    guest.session.answer("")
    guest.session.flush()
    #expect(guest.heard == nil)
    let told = guest.told
    #expect(told.count == 3 && told[1] == #"{"parameters":{"report":{"capture":"running"}}}"#)
  }

  @Test func commandsNameTheirRight() throws {
    let guest = try Guest()
    #expect(try guest.hears(Self.call("Commands", "null")) == .line("help --json"))
    guest.session.send(
      .json(#"{"commands":[{"name":"stick","access":"local"},{"name":"snap","access":"full"}]}"#))
    guest.session.answer("")
    let rows = #"[{"name":"stick","right":"own"},{"name":"snap","right":"operate"}]"#
    #expect(guest.told == [#"{"parameters":{"commands":\#(rows)}}"#])
  }

  @Test func whoeverWatchesHearsEachState() throws {
    let guest = try Guest([.watch])
    #expect(try guest.hears(Self.call("Watch")) == nil)
    #expect(guest.told == [#"{"error":"org.varlink.service.ExpectedMore","parameters":{}}"#])
    #expect(try guest.hears(Self.call("Watch", more: true)) == .line("follow --json"))
    guest.session.continues()
    for cursor in 7...8 {
      let event = #"{"cursor":\#(cursor),"kind":"record"}"#
      guest.session.send(.json(event))
      #expect(guest.told == [#"{"parameters":{"event":\#(event)},"continues":true}"#])
    }
  }

  @Test(arguments: [(7.0, "follow 7 --json"), (0, "follow 0 --json")])
  func recordsSinceOneAreAskedFor(since: Double, line: String) throws {
    let guest = try Guest([.watch])
    let call = Self.call("Watch", #"{"since":\#(since)}"#, more: true)
    #expect(try guest.hears(call) == .line(line))
  }

  @Test(arguments: [
    (call("List"), "list --json"), (call("List", #"{"since":16}"#), "list --since 17 --json"),
    (call("Open", #"{"piece":17}"#), "open 17 --json"),
    (call("Answer", #"{"question":7,"yes":true}"#), "y 7"),
    (call("Answer", #"{"question":7,"yes":false}"#), "n 7"),
  ])
  func callsOfPiecesBecomeLines(call: String, line: String) throws {
    #expect(try Guest([.watch, .operate]).hears(call) == .line(line))
  }

  @Test func aFileIsTakenInUnderItsName() throws {
    let guest = try Guest()
    guard case .line(let line) = try guest.hears(Self.call("Import", #"{"name":"a b.jpg"}"#)) else {
      Issue.record("it becomes no line")
      return
    }
    #expect(line.hasPrefix("import --handed door-") && line.hasSuffix(" a%20b.jpg --json"))
    guest.session.send(.json(#"{"imported":[4],"there":[],"said":null,"wants_file":false}"#))
    guest.session.answer("")
    let told = #"{"parameters":{"imported":[4],"there":[],"said":null,"problem":null}}"#
    #expect(guest.told == [told])
  }

  private static let longName = #"{"name":""# + String(repeating: "x", count: 256) + #""}"#

  @Test(arguments: [
    ("Import", #"{"name":""}"#, "name"), ("Import", "{}", "name"), ("Open", "{}", "piece"),
    ("Answer", #"{"question":7}"#, "yes"), ("Answer", #"{"yes":true}"#, "question"),
    ("Open", #"{"piece":0}"#, "piece"), ("List", #"{"since":"x"}"#, "since"),
    ("Import", longName, "name"),
  ])
  func aCallWithoutWhatItNeedsIsRefused(method: String, parameters: String, name: String) throws {
    let guest = try Guest()
    #expect(try guest.hears(Self.call(method, parameters)) == nil)
    let error =
      #"{"error":"org.varlink.service.InvalidParameter","parameters":{"parameter":"\#(name)"}}"#
    #expect(guest.told == [error])
  }

  @Test func aPiecesFileComesWithTheReply() throws {
    let guest = try Guest([.watch])
    _ = try guest.hears(Self.call("Open", #"{"piece":17}"#))
    let path = "/proc/self/status"
    #expect(guest.session.hand(try FileDescriptor(opening: path, O_RDONLY)))
    guest.session.send(.json(#"{"number":17}"#))
    guest.session.answer("")
    let (text, file) = guest.peer.receivedWithFile()
    #expect(text == #"{"parameters":{"piece":{"number":17}}}"# + "\0")
    let bytes = try FileDescriptor(owning: try #require(file)).someBytes(atMost: 5)
    #expect(String(decoding: bytes, as: UTF8.self) == "Name:")
  }

  @Test func aPieceThatIsNotThereComesWithoutAFile() throws {
    let guest = try Guest([.watch])
    _ = try guest.hears(Self.call("Open", #"{"piece":17}"#))
    guest.session.note(.failed)
    guest.session.send(Reply(Phrase("a.a", "None.")))
    guest.session.answer("")
    guest.session.flush()
    let (text, file) = guest.peer.receivedWithFile()
    #expect(text.hasPrefix(#"{"error":"net.exhibit.Camera.Refused""#))
    #expect(file == nil)
  }

  @Test func noOtherCallTakesAFile() throws {
    let guest = try Guest()
    _ = try guest.hears(Self.light)
    #expect(!guest.session.hand(try FileDescriptor(opening: "/dev/null", O_RDONLY)))
  }

  @Test(arguments: ["-1", "1.5", "\"7\"", "1e300", "[]"])
  func whatIsNoRecordIsNotAskedFor(since: String) throws {
    let guest = try Guest([.watch])
    #expect(try guest.hears(Self.call("Watch", #"{"since":\#(since)}"#, more: true)) == nil)
    let error =
      #"{"error":"org.varlink.service.InvalidParameter","parameters":{"parameter":"since"}}"#
    #expect(guest.told == [error])
  }

  /// What is told then: up to the one that has no room each event, and where to go on.
  @Test func whoeverDoesNotReadHearsWhereToGoOn() throws {
    let guest = try Guest([.watch])
    _ = try guest.hears(Self.call("Watch", more: true))
    let filling = String(repeating: "x", count: 20_000)
    for cursor in 1...100 where !guest.session.isEnding {
      guest.session.send(.json(#"{"cursor":\#(cursor),"kind":"record","record":"\#(filling)"}"#))
    }
    guest.session.send(.json(#"{"cursor":101,"kind":"state"}"#))
    var text = ""
    for _ in 0..<100 where !guest.session.isOver {
      guest.session.stream.receive(.writable)
      guest.session.flush()
      text += guest.peer.received()
    }
    let told = text.split(separator: "\0")
    let cursors = told.dropLast().map { $0.hasPrefix(#"{"parameters":{"event":{"cursor":"#) }
    #expect(cursors.count > 3 && cursors.allSatisfy { $0 })
    let end = #"{"error":"net.exhibit.Camera.TooSlow","parameters":{"cursor":\#(cursors.count)}}"#
    #expect(told.last.map { String($0) } == end)
    #expect(guest.session.isOver, "nobody hears more of it")
  }

  @Test func whoeverTookNothingForLongHearsWhereToGoOn() throws {
    let guest = try Guest([.watch])
    _ = try guest.hears(Self.call("Watch", more: true))
    guest.session.send(.json(#"{"cursor":3,"kind":"record"}"#))
    guest.session.note(.failed)
    guest.session.send(Reply(Phrase.watchTooSlow))
    guest.session.answer("")
    let end = #"{"error":"net.exhibit.Camera.TooSlow","parameters":{"cursor":3}}"#
    #expect(guest.told.last == end)
  }

  @Test func anAnswerWithoutEndIsKeptInPart() throws {
    let guest = try Guest()
    _ = try guest.hears(Self.call("Say", #"{"line":"log"}"#))
    for number in 1...2500 { guest.session.send(Reply(Phrase("a.a", "\(number)."))) }
    guest.session.answer("")
    let told = guest.told
    #expect(told.count == 1 && told[0].hasPrefix(#"{"parameters":{"sentence":"501.\n502."#))
  }

  @Test func whoeverMayPressTakesPhotosAndNoMore() throws {
    let guest = try Guest([.watch, .press])
    let snap = Self.call("Snap", #"{"after":0.5,"count":2}"#)
    #expect(try guest.hears(snap) == .line("snap --in 0.5 --count 2 --json"))
    #expect(guest.session.access == .full)
    let photo = #"{"id":"a","number":7,"file":"f","sha256":"s","bytes":9"#
    guest.session.send(
      .json(#"{"photos":[\#(photo),"crop":null}],"failures":[],"cancelled":null}"#))
    guest.session.answer("")
    let reply = #"{"parameters":{"photos":[\#(photo)}],"failures":[],"cancelled":null}}"#
    #expect(guest.told == [reply])
    #expect(try guest.hears(Self.light) == .line("light"))
    #expect(guest.session.access == .status)
  }

  @Test(arguments: [false, true])
  func whoeverIsGoneIsOver(wantsMore: Bool) throws {
    let guest = try Guest()
    let say = Self.call("Say", #"{"line":"log"}"#, more: wantsMore)
    #expect(try guest.hears(say) == .line("log"))
    try guest.peer.send(Self.light)
    guest.session.continues()
    guest.peer.close()
    guest.session.stream.receive([.readable, .hangup])
    #expect(guest.session.isOver, "its slot is somebody else's")
  }

  @Test func whatWantsNoAnswerIsDoneForWhoeverIsGone() throws {
    let guest = try Guest()
    try guest.peer.send(#"{"method":"net.exhibit.Camera.Cancel","oneway":true}"# + "\0")
    guest.peer.close()
    guest.session.stream.receive([.readable, .hangup])
    #expect(guest.session.next() == .line("cancel"))
    #expect(!guest.session.isOver)
    guest.session.answer("")
    guest.session.flush()
    #expect(guest.session.next() == nil && guest.session.isOver)
  }

  @Test func anAnswerThatIsTooLongIsRefused() throws {
    let guest = try Guest()
    _ = try guest.hears(Self.call("Status"))
    guest.session.send(.json("\"" + String(repeating: "x", count: 70_000) + "\""))
    guest.session.answer("")
    let told = guest.told
    #expect(told.count == 1 && told[0].contains(#""key":"door.too-long""#))
    #expect(try guest.hears(Self.light) == .line("light"), "it goes on")
  }

  @Test(arguments: ["watch", "  watch framing", String(repeating: "x", count: 1025)])
  func whatIsNoLineOfAProgramIsRefused(line: String) throws {
    let guest = try Guest()
    #expect(try guest.hears(Self.call("Say", #"{"line":"\#(line)"}"#)) == nil)
    let told = guest.told
    #expect(told.count == 1 && told[0].hasPrefix(#"{"error":"net.exhibit.Camera.Refused","#))
  }

  @Test func aLineHasNothingThatIsNotShown() throws {
    let guest = try Guest()
    let say = Self.call("Say", #"{"line":"thing\u202e add\nb"}"#)
    #expect(try guest.hears(say) == .line("thing add b"))
  }

  @Test(arguments: [Effect.AnswerOutcome.failed, .misunderstood])
  func photosThatCantBeTakenAreRefused(outcome: Effect.AnswerOutcome) throws {
    let guest = try Guest()
    #expect(try guest.hears(Self.call("Snap")) == .line("snap --json"))
    guest.session.note(outcome)
    guest.session.send(Reply(Phrase("a.a", "The camera is away.")))
    guest.session.answer("")
    let error = #"{"key":"a.a","sentence":"The camera is away."}"#
    #expect(guest.told == [#"{"error":"net.exhibit.Camera.Refused","parameters":\#(error)}"#])
  }

  @Test(arguments: [
    ("Say", "watch"), ("Status", "watch"), ("Commands", "watch"), ("Watch", "watch"),
    ("List", "watch"), ("Open", "watch"), ("Snap", "press"), ("Cancel", "press"),
    ("Answer", "operate"), ("Import", "operate"),
  ])
  func whoeverHasNoRightIsToldWhich(method: String, right: String) throws {
    let guest = try Guest(Set(GuestRight.allCases.filter { $0.rawValue != right }))
    #expect(try guest.hears(Self.call(method, #"{"line":"snap"}"#)) == nil)
    let told = guest.told
    let begin =
      #"{"error":"net.exhibit.Camera.NotPermitted","parameters":{"right":"\#(right)","#
    #expect(told.count == 1 && told[0].hasPrefix(begin))
  }

  @Test(
    arguments: [
      ([.watch], .status), ([.watch, .press], .status),
      ([.watch, .press, .operate], .full), (Set(GuestRight.allCases), .local),
    ] as [(Set<GuestRight>, Access)])
  func aLineMayAskForWhatTheRightsAllow(rights: Set<GuestRight>, access: Access) throws {
    let guest = try Guest(rights)
    #expect(guest.session.access == access)
  }

  @Test func whatALineMayNotIsAnErrorOfRights() throws {
    let guest = try Guest([.watch])
    _ = try guest.hears(Self.call("Say", #"{"line":"snap"}"#))
    guest.session.note(.failed)
    guest.session.send(Reply(Phrase.consoleStatusOnly))
    guest.session.answer("")
    let told = guest.told
    let begin = #"{"error":"net.exhibit.Camera.NotPermitted","parameters":{"right":"operate","#
    #expect(told.count == 1 && told[0].hasPrefix(begin))
  }

  @Test(arguments: [
    (#"{"method":"net.exhibit.Camera.Fly"}"#, "org.varlink.service.MethodNotFound"),
    (#"{"method":"com.example.Fly"}"#, "org.varlink.service.MethodNotFound"),
    (#"{"method":"net.exhibit.Camera.Say"}"#, "org.varlink.service.InvalidParameter"),
    (
      #"{"method":"net.exhibit.Camera.Say","parameters":{"line":7}}"#,
      "org.varlink.service.InvalidParameter"
    ),
    (
      #"{"method":"net.exhibit.Camera.Snap","parameters":{"count":"2 --glyphs"}}"#,
      "org.varlink.service.InvalidParameter"
    ),
    (
      #"{"method":"org.varlink.service.GetInterfaceDescription","parameters":{"interface":"a.b"}}"#,
      "org.varlink.service.InterfaceNotFound"
    ),
  ])
  func aCallThatIsNoneOfOursIsAnError(message: String, error: String) throws {
    let guest = try Guest()
    #expect(try guest.hears(message) == nil)
    let told = guest.told
    #expect(told.count == 1 && told[0].hasPrefix(#"{"error":"\#(error)","#))
    #expect(try guest.hears(Self.light) == .line("light"), "it goes on")
  }

  @Test func nobodyIsAnsweredWhoWantsNoAnswer() throws {
    let guest = try Guest()
    let oneWay =
      #"{"method":"net.exhibit.Camera.Say","parameters":{"line":"cancel"},"oneway":true}"#
    #expect(try guest.hears(oneWay) == .line("cancel"))
    guest.session.send(Reply(Phrase("a.a", "Cancelled.")))
    guest.session.answer("")
    #expect(try guest.hears(#"{"method":"a.b","oneway":true}"#) == nil)
    #expect(guest.told == [])
  }

  @Test(arguments: ["status\n", "[]", "{}", #"{"method":"a.b","parameters":[]}"#, ""])
  func whoeverSpeaksSomethingElseIsLeft(message: String) throws {
    let guest = try Guest()
    #expect(try guest.hears(message) == nil)
    #expect(guest.session.isOver && !guest.session.hasInput)
  }

  @Test func whoeverEndsNoMessageIsLeft() throws {
    let guest = try Guest()
    var sent = 0
    while sent <= MessageReader.byteLimit, !guest.session.isOver {
      sent += try guest.peer.send(String(repeating: "x", count: 4096))
      for _ in 0..<10 { _ = guest.heard }
    }
    #expect(guest.session.isOver)
  }

  @Test func whoeverDoesNotReadIsLeft() throws {
    let guest = try Guest()
    _ = try guest.hears(Self.call("Say", #"{"line":"log"}"#, more: true))
    var count = 0
    while !guest.session.isOver, count < 100_000 {
      guest.session.send(Reply(Phrase("a.a", "\(count) is the number of this sentence.")))
      count += 1
    }
    #expect(guest.session.isOver && count > 100)
  }

  @Test func whatIsSaidToNobodyInParticularIsNoReply() throws {
    let guest = try Guest()
    guest.session.send(Reply(Phrase.consoleGreeting))
    #expect(guest.told == [])
  }

  @Test func atItsDoorAProgramOfThisUserMayEverything() throws {
    let directory = try ConsoleDirectory()
    let door = directory.path + "/run/console.sock"
    var host = try ConsoleHost.make(socket: directory.socket, door: door)
    let peer = try Peer.connected(to: door)
    try peer.send(Self.light + "\0")
    let line = try #require(try host.line())
    #expect(line.text == "light")
    let access = host.console.access(of: line.id)
    #expect(access == .local)
    host.console.answer("", to: line.id)
    try host.settle()
    #expect(peer.received() == #"{"parameters":{"outcome":"done"}}"# + "\0")
  }
}

/// The interface that guests read is the one that answers them.
@Suite struct DoorInterfaceTests {
  @Test func theFileOfTheDocumentsHasTheText() throws {
    let root = Repository.root(of: #filePath)
    let bytes = try File.bytes(at: root + "/docs/net.exhibit.Camera.varlink", limit: 1 << 20)
    #expect(bytes.map { String(decoding: $0, as: UTF8.self) } == DoorInterface.text)
  }

  /// The lines of comment before `method`.
  private func comment(before method: String) -> [Substring] {
    let lines = DoorInterface.text.split(separator: "\n", omittingEmptySubsequences: false)
    let place = lines.firstIndex { $0.hasPrefix("method \(method)(") } ?? 0
    return lines[..<place].reversed().prefix { $0.hasPrefix("#") }.reversed()
  }

  @Test(arguments: DoorInterface.Method.allCases)
  func theTextNamesTheRightOfEachMethod(method: DoorInterface.Method) {
    let words = comment(before: method.rawValue).first.map { $0.dropFirst(2) } ?? ""
    let named = GuestRight.allCases.first { words.prefix { $0.isLetter } == $0.rawValue }
    #expect(named == method.right)
  }

  @Test func theTextHasTheStatesOfTheShutter() {
    let names = Shutter.State.Name.allCases.map(\.rawValue).joined(separator: ", ")
    #expect(DoorInterface.text.contains("shutter: (\(names)),"))
  }

  @Test func eachMethodOfTheTextIsAnswered() {
    let names = DoorInterface.text.split(separator: "\n").compactMap { line -> String? in
      guard line.hasPrefix("method ") else { return nil }
      return String(line.dropFirst(7).prefix { $0 != "(" })
    }
    #expect(names == DoorInterface.Method.allCases.map(\.rawValue))
  }
}

/// Where the repository is.
private enum Repository {
  /// The folder three above `file`.
  static func root(of file: String) -> String {
    file.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 }
  }
}
