import Core
import Glibc
import StandIns
import System
import Testing

@testable import Door

/// A program that leads a terminal: its terminal is a screen for a while, and what it is told says how it is meant.
@Suite struct ConsoleScreenTests {
  private static let session = SessionID(number: 1)
  private static let size = TerminalSize(columns: 80, rows: 24)

  /// A console at which somebody leads a line.
  private struct Led: ~Copyable {
    let directory: ConsoleDirectory
    var host: ConsoleHost
    let peer: Peer

    static func make() throws -> Led {
      let directory = try ConsoleDirectory()
      var host = try ConsoleHost.make(socket: directory.socket)
      let peer = try Peer.connected(to: directory.socket)
      try peer.send("--line\n")
      #expect(try host.event() == .opened(ConsoleScreenTests.session))
      #expect(try host.event() == .leadsLine(ConsoleScreenTests.session))
      try host.settle()
      #expect(peer.received() == "speak {\"letters\":\"utf-8\"}\nline \n")
      return Led(directory: directory, host: host, peer: peer)
    }

    /// What its program has been told since it was asked last.
    mutating func told() throws -> String {
      try host.settle()
      return peer.received()
    }

    // Throwing, so that #expect evaluates them in place: a console can't be copied.
    mutating func beginsScreen() throws -> Bool {
      host.console.beginScreen(ConsoleScreenTests.session)
    }
    mutating func draws(_ bytes: [UInt8]) throws -> Bool {
      host.console.draw(bytes, on: ConsoleScreenTests.session)
    }
    func room() throws -> Int? { host.console.frameRoom(of: ConsoleScreenTests.session) }
    mutating func news() throws -> [String] {
      host.console.takeNews(of: ConsoleScreenTests.session)
    }
    func settings() throws -> SessionSettings? {
      host.console.settings(of: ConsoleScreenTests.session)
    }

    /// It becomes a screen.
    mutating func begin() throws {
      try peer.send("80x24 --size\n")
      #expect(try host.event() == .resized(ConsoleScreenTests.session))
      #expect(try beginsScreen())
      #expect(try told() == "become screen\n")
    }
  }

  @Test func whoeverLeadsALineHearsWhatIsSaidToNobody() throws {
    var led = try Led.make()
    let terminals = led.host.console.terminals
    #expect(terminals == [Self.session])
    led.host.console.send(Reply(Phrase.consoleGreeting), to: Self.session)
    #expect(try led.told() == "news \(Phrase.consoleGreeting.english)\n")
  }

  @Test func itIsToldWhatPeopleAreSpokenToIn() throws {
    var led = try Led.make()
    led.host.console.speech = Console.Speech(
      Language(templates: ["console.away": "weg"]), .ascii)
    #expect(try led.told() == #"speak {"letters":"ascii","console.away":"weg"}"# + "\n")
  }

  @Test func aWishIsPassedOnAndAnsweredWithWhatIsKnown() throws {
    var led = try Led.make()
    let settings = led.host.console.configure(Self.session, as: .plain(false))
    #expect(settings?.isAsking == true && settings?.isPlain == true)
    #expect(try led.told() == "set plain off\n")
    try led.peer.send("100x30 --size\n")
    #expect(try led.host.event() == .resized(Self.session))
    #expect(try led.settings()?.isPlain == false)
    try led.peer.send("100x30 --size\n")
    try led.host.settle()
    #expect(led.host.heard == [], "the same size is no news")
  }

  @Test func aPlainSessionIsNoScreen() throws {
    var led = try Led.make()
    #expect(try !led.beginsScreen())
    #expect(try led.room() == nil)
    #expect(try !led.draws([1]))
  }

  @Test func aProgramThatSaysHowLargeItsTerminalIsCanBeAScreen() throws {
    let directory = try ConsoleDirectory()
    var host = try ConsoleHost.make(socket: directory.socket)
    let peer = try Peer.connected(to: directory.socket)
    _ = try host.event()
    var isScreen = host.console.beginScreen(Self.session)
    #expect(!isScreen)
    _ = host.console.configure(Self.session, as: .size(Self.size))
    isScreen = host.console.beginScreen(Self.session)
    #expect(isScreen)
    _ = peer.number
  }

  @Test func aFrameIsDrawnWhereTheTerminalHasRoomForOne() throws {
    var led = try Led.make()
    try led.begin()
    #expect(try led.room() == nil, "it has not said so")
    try led.peer.send("200 --room\n")
    try led.host.settle()
    #expect(try led.room() == 200)
    #expect(try led.draws(Array("abc".utf8)))
    #expect(try led.room() == nil, "the next waits for the first")
    #expect(try led.told() == "draw 3\nabc")
  }

  @Test func keysComeOneByOneAndLinesNotAtAll() throws {
    var led = try Led.make()
    try led.begin()
    try led.peer.send("space --key\nup --key\nstatus --marked\nlist\nq --key\n")
    for key in [ViewfinderKey.character(" "), .up, .character("q")] {
      #expect(try led.host.event() == .key(key, from: Self.session))
    }
    led.host.console.endScreen(Self.session)
    // This host has settled before the screen ends, where the board does it after.
    let heard = "key heard\n"
    #expect(
      try led.told() == heard + heard + "end 1\n" + heard + "become lines\n",
      "a line that was typed before it was a screen is owed its end")
    try led.peer.send("q --key\nlist --marked\n")
    #expect(try led.host.line()?.text == "list", "a key that came too late is none")
  }

  @Test func whatIsSaidMeanwhileIsShownThereOrSaidAfter() throws {
    var led = try Led.make()
    try led.begin()
    led.host.console.send(Reply(Phrase.consoleGreeting), to: Self.session)
    #expect(try led.news() == [Phrase.consoleGreeting.english])
    for number in 1...1000 { led.host.console.send(.json("\(number)"), to: Self.session) }
    #expect(try led.told() == "")
    led.host.console.endScreen(Self.session)
    let said = try led.told().split(separator: "\n")
    #expect(said.first == "become lines" && said.last == "news 1000" && said.count == 65)
  }

  @Test func whereNobodyReadsAnAnswerHasItsEnd() throws {
    var led = try Led.make()
    for _ in 0..<5000 {
      led.host.console.send(.json(String(repeating: "x", count: 99)), to: Self.session)
    }
    try led.peer.send("status --marked\n")
    let line = try #require(try led.host.line())
    led.host.console.answer(String(repeating: "y", count: 2000), to: line.id)
    var told = ""
    while case let more = try led.told(), !more.isEmpty { told += more }
    #expect(told.hasSuffix("x\nend 0\n"), "its words found no room")
  }

  @Test func theLineThatAskedForTheScreenHasItsEnd() throws {
    var led = try Led.make()
    try led.peer.send("80x24 --size\nview on --marked\n")
    _ = try led.host.line()
    #expect(try led.beginsScreen())
    led.host.console.answer("", to: Self.session)
    #expect(try led.told() == "become screen\nend 0\n")
  }

  @Test func whatHasNoEndSaysSo() throws {
    var led = try Led.make()
    try led.peer.send("watch --marked\n")
    let line = try #require(try led.host.line())
    led.host.console.continues(line.id)
    led.host.console.send(.json("Ready."), to: line.id)
    #expect(try led.told() == "goes on\nout Ready.\n")
    try led.peer.send("\u{3}")
    #expect(try led.host.event() == .interrupted(line.id))
  }

  @Test func whoeverGivesUpIsOwedAnAnswerOrHearsThatNothingIsUnderWay() throws {
    var led = try Led.make()
    try led.peer.send("\u{3}purge --marked\n")
    let asked = try #require(try led.host.line())
    led.host.console.note(.asks, of: asked.id)
    led.host.console.answer("Sure?", to: asked.id)
    #expect(try led.told() == "nothing owed\nask Sure?\nend 1\n")
    try led.peer.send("\u{3}\u{3}")
    #expect(try led.host.event() == .declined(asked.id))
    led.host.console.answer("Nothing is done.", to: asked.id)
    #expect(try led.told() == "out Nothing is done.\nend 0\nnothing owed\n")
  }
}
