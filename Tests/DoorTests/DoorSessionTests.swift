import Glibc
import StandIns
import System
import Testing

@testable import Core
@testable import Door

/// A guest who speaks varlink: each call has its replies, in their order, and no more than its peer may.
@Suite struct DoorSessionTests {
  @Test func whoeverSaysHelloHearsWhoAnswersAndWhatIsAllowed() throws {
    let guest = try DoorGuest([.watch, .press])
    #expect(try guest.hears(DoorGuest.call("Hello", #"{"client":"a test"}"#)) == nil)
    let told = guest.told
    let begin =
      #"{"parameters":{"version":"\#(ProgramVersion.present)","api":1,"rights":["watch","press"],"now":"#
    #expect(told.count == 1 && told[0].hasPrefix(begin))
  }

  @Test func aLineIsHeardAndItsAnswerIsTheReply() throws {
    let guest = try DoorGuest()
    #expect(try guest.hears(DoorGuest.light) == .line("light"))
    #expect(guest.told == [], "it is not answered yet")
    guest.session.send(Reply(Phrase("light.a", "The light is on.")))
    guest.session.send(Reply(Phrase("light.b", "It is green.")))
    guest.session.answer("")
    let reply =
      #"{"parameters":{"sentence":"The light is on.\nIt is green.","key":"light.b","outcome":"done"}}"#
    #expect(guest.told == [reply])
  }

  @Test func whoeverWantsMoreHearsEachSentenceAsItComes() throws {
    let guest = try DoorGuest()
    #expect(
      try guest.hears(DoorGuest.call("Say", #"{"line":"snap"}"#, more: true)) == .line("snap"))
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
    let guest = try DoorGuest()
    let status = DoorGuest.call("Status")
    #expect(try guest.hears(DoorGuest.light, status, DoorGuest.call("Hello")) == .line("light"))
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
    let guest = try DoorGuest()
    #expect(try guest.hears(DoorGuest.call("Commands", "null")) == .line("help --json"))
    guest.session.send(
      .json(#"{"commands":[{"name":"stick","access":"local"},{"name":"snap","access":"full"}]}"#))
    guest.session.answer("")
    let rows = #"[{"name":"stick","right":"own"},{"name":"snap","right":"operate"}]"#
    #expect(guest.told == [#"{"parameters":{"commands":\#(rows)}}"#])
  }

  @Test func anAnswerWithoutEndIsKeptInPart() throws {
    let guest = try DoorGuest()
    _ = try guest.hears(DoorGuest.call("Say", #"{"line":"log"}"#))
    for number in 1...2500 { guest.session.send(Reply(Phrase("a.a", "\(number)."))) }
    guest.session.answer("")
    let told = guest.told
    #expect(told.count == 1 && told[0].hasPrefix(#"{"parameters":{"sentence":"501.\n502."#))
  }

  @Test func whoeverMayPressTakesPhotosAndNoMore() throws {
    let guest = try DoorGuest([.watch, .press])
    let snap = DoorGuest.call("Snap", #"{"after":0.5,"count":2}"#)
    #expect(try guest.hears(snap) == .line("snap --in 0.5 --count 2 --json"))
    #expect(guest.session.access == .full)
    let photo = #"{"id":"a","number":7,"file":"f","sha256":"s","bytes":9"#
    guest.session.send(
      .json(#"{"photos":[\#(photo),"crop":null}],"failures":[],"cancelled":null}"#))
    guest.session.answer("")
    let reply = #"{"parameters":{"photos":[\#(photo)}],"failures":[],"cancelled":null}}"#
    #expect(guest.told == [reply])
    #expect(try guest.hears(DoorGuest.light) == .line("light"))
    #expect(guest.session.access == .status)
  }

  @Test(arguments: [false, true])
  func whoeverIsGoneIsOver(wantsMore: Bool) throws {
    let guest = try DoorGuest()
    let say = DoorGuest.call("Say", #"{"line":"log"}"#, more: wantsMore)
    #expect(try guest.hears(say) == .line("log"))
    try guest.peer.send(DoorGuest.light)
    guest.session.continues()
    guest.peer.close()
    guest.session.stream.receive([.readable, .hangup])
    #expect(guest.session.isOver, "its slot is somebody else's")
  }

  @Test func whatWantsNoAnswerIsDoneForWhoeverIsGone() throws {
    let guest = try DoorGuest()
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
    let guest = try DoorGuest()
    _ = try guest.hears(DoorGuest.call("Status"))
    guest.session.send(.json("\"" + String(repeating: "x", count: 70_000) + "\""))
    guest.session.answer("")
    let told = guest.told
    #expect(told.count == 1 && told[0].contains(#""key":"door.too-long""#))
    #expect(try guest.hears(DoorGuest.light) == .line("light"), "it goes on")
  }

  @Test(arguments: ["watch", "  watch framing", String(repeating: "x", count: 1025)])
  func whatIsNoLineOfAProgramIsRefused(line: String) throws {
    let guest = try DoorGuest()
    #expect(try guest.hears(DoorGuest.call("Say", #"{"line":"\#(line)"}"#)) == nil)
    let told = guest.told
    #expect(told.count == 1 && told[0].hasPrefix(#"{"error":"net.exhibit.Camera.Refused","#))
  }

  @Test func aLineHasNothingThatIsNotShown() throws {
    let guest = try DoorGuest()
    let say = DoorGuest.call("Say", #"{"line":"thing\u202e add\nb"}"#)
    #expect(try guest.hears(say) == .line("thing add b"))
  }

  @Test(arguments: [Effect.AnswerOutcome.failed, .misunderstood])
  func photosThatCantBeTakenAreRefused(outcome: Effect.AnswerOutcome) throws {
    let guest = try DoorGuest()
    #expect(try guest.hears(DoorGuest.call("Snap")) == .line("snap --json"))
    guest.session.note(outcome)
    guest.session.send(Reply(Phrase("a.a", "The camera is away.")))
    guest.session.answer("")
    let error = #"{"key":"a.a","sentence":"The camera is away."}"#
    #expect(guest.told == [#"{"error":"net.exhibit.Camera.Refused","parameters":\#(error)}"#])
  }

  @Test(arguments: [
    ("Say", "watch"), ("Status", "watch"), ("Commands", "watch"), ("Watch", "watch"),
    ("List", "watch"), ("Open", "look"), ("Snap", "press"), ("Cancel", "press"),
    ("Clip", "press"), ("Answer", "operate"), ("Import", "operate"), ("AddThing", "operate"),
    ("Delete", "operate"),
  ])
  func whoeverHasNoRightIsToldWhich(method: String, right: String) throws {
    let guest = try DoorGuest(Set(GuestRight.allCases.filter { $0.rawValue != right }))
    #expect(try guest.hears(DoorGuest.call(method, #"{"line":"snap"}"#)) == nil)
    let told = guest.told
    let begin =
      #"{"error":"net.exhibit.Camera.NotPermitted","parameters":{"right":"\#(right)","#
    #expect(told.count == 1 && told[0].hasPrefix(begin))
  }

  @Test(
    arguments: [
      ([.watch], .status), ([.look], .status), ([.watch, .press], .status),
      ([.watch, .press, .operate], .full), (Set(GuestRight.allCases), .local),
    ] as [(Set<GuestRight>, Access)])
  func aLineMayAskForWhatTheRightsAllow(rights: Set<GuestRight>, access: Access) throws {
    let guest = try DoorGuest(rights)
    #expect(guest.session.access == access)
  }

  @Test(arguments: ["Snap", "Cancel", "Clip"])
  func whoeverMayPressAloneIsLetPress(method: String) throws {
    let guest = try DoorGuest([.press])
    #expect(try guest.hears(DoorGuest.call(method, #"{"start":true}"#)) != nil)
    #expect(guest.session.access == .full)
  }

  @Test func aClipOfWhichNothingWasRecordedIsRefused() throws {
    let guest = try DoorGuest([.press])
    _ = try guest.hears(DoorGuest.call("Clip", #"{"start":false}"#))
    guest.session.note(.failed)
    guest.session.send(.json(#"{"key":"clip.failed","sentence":"The clip failed."}"#))
    guest.session.answer("")
    let error = #"{"key":"clip.failed","sentence":"The clip failed."}"#
    #expect(guest.told == [#"{"error":"net.exhibit.Camera.Refused","parameters":\#(error)}"#])
  }

  @Test func whatIsOnlyDoneAfterAYesAsks() throws {
    let guest = try DoorGuest()
    _ = try guest.hears(DoorGuest.call("Delete", #"{"pieces":[1]}"#))
    guest.session.note(.asks)
    guest.session.send(Reply(Phrase("a.a", "All of it?")))
    guest.session.answer("")
    let question = #"{"key":"a.a","sentence":"All of it?"}"#
    #expect(guest.told == [#"{"error":"net.exhibit.Camera.Asks","parameters":\#(question)}"#])
    #expect(try guest.hears(DoorGuest.call("Say", #"{"line":"y"}"#)) == .line("y"))
  }

  @Test func whatALineMayNotIsAnErrorOfRights() throws {
    let guest = try DoorGuest([.watch])
    _ = try guest.hears(DoorGuest.call("Say", #"{"line":"snap"}"#))
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
    let guest = try DoorGuest()
    #expect(try guest.hears(message) == nil)
    let told = guest.told
    #expect(told.count == 1 && told[0].hasPrefix(#"{"error":"\#(error)","#))
    #expect(try guest.hears(DoorGuest.light) == .line("light"), "it goes on")
  }

  @Test func nobodyIsAnsweredWhoWantsNoAnswer() throws {
    let guest = try DoorGuest()
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
    let guest = try DoorGuest()
    #expect(try guest.hears(message) == nil)
    #expect(guest.session.isOver && !guest.session.hasInput)
  }

  @Test func whoeverEndsNoMessageIsLeft() throws {
    let guest = try DoorGuest()
    var sent = 0
    while sent <= MessageReader.byteLimit, !guest.session.isOver {
      sent += try guest.peer.send(String(repeating: "x", count: 4096))
      for _ in 0..<10 { _ = guest.heard }
    }
    #expect(guest.session.isOver)
  }

  @Test func whoeverDoesNotReadIsLeft() throws {
    let guest = try DoorGuest()
    _ = try guest.hears(DoorGuest.call("Say", #"{"line":"log"}"#, more: true))
    var count = 0
    while !guest.session.isOver, count < 100_000 {
      guest.session.send(Reply(Phrase("a.a", "\(count) is the number of this sentence.")))
      count += 1
    }
    #expect(guest.session.isOver && count > 100)
  }

  @Test func whatIsSaidToNobodyInParticularIsNoReply() throws {
    let guest = try DoorGuest()
    guest.session.send(Reply(Phrase.consoleGreeting))
    #expect(guest.told == [])
  }

  @Test func atItsDoorAProgramOfThisUserMayEverything() throws {
    let directory = try ConsoleDirectory()
    let door = directory.path + "/run/console.sock"
    var host = try ConsoleHost.make(socket: directory.socket, door: door)
    let peer = try Peer.connected(to: door)
    try peer.send(DoorGuest.light + "\0")
    let line = try #require(try host.line())
    #expect(line.text == "light")
    let access = host.console.access(of: line.id)
    #expect(access == .local)
    host.console.answer("", to: line.id)
    try host.settle()
    #expect(peer.received() == #"{"parameters":{"outcome":"done"}}"# + "\0")
  }
}
