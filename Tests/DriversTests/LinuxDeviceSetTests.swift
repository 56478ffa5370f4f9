import Board
import Core
import StandIns
import System
import Testing

@testable import Drivers

@Suite struct LinuxDeviceSetTests {
  /// Devices that have a console at `socket` and nothing else.
  private func devices(_ socket: String) throws -> LinuxDeviceSet {
    var plan = BoardPlan()
    (plan.socket, plan.store) = (socket, "/nowhere")
    return try LinuxDeviceSet(plan) { BoardPlan.Renewal(nil, []) }
  }

  /// The lines that one wait after another finds, until there are `count`; each is answered at once.
  private func lines(
    _ count: Int, from devices: inout LinuxDeviceSet
  ) -> [Int] {
    var found: [Int] = []
    let end = Clock.now + .seconds(10)
    while found.reduce(0, +) < count, Clock.now < end {
      var news = News()
      _ = devices.wait(until: end, since: Clock.now, &news)
      let asked = news.events.compactMap { event -> SessionID? in
        if case .console(.line(_, let session, _)) = event { session } else { nil }
      }
      for session in asked { devices.answered(session) }
      if !asked.isEmpty { found.append(asked.count) }
    }
    return found
  }

  @Test func onlyTheSerialLinesSessionIsGreeted() throws {
    let directory = try ConsoleDirectory()
    var plan = BoardPlan()
    plan.socket = directory.socket
    var devices = try LinuxDeviceSet(plan) { BoardPlan.Renewal(nil, []) }
    _ = try devices.open(.console)
    let peer = try Peer.connected(to: directory.socket)
    try peer.send("status\n")
    let line = try Peer.connected(to: directory.socket)
    try line.send("--line\n")
    var (opened, lineCount) = ([SessionID](), 0)
    let end = Clock.now + .seconds(10)
    while lineCount == 0 || opened.isEmpty, Clock.now < end {
      var news = News()
      _ = devices.wait(until: end, since: Clock.now, &news)
      for event in news.events {
        if case .console(.opened(let session)) = event { opened.append(session) }
        if case .console(.line) = event { lineCount += 1 }
      }
    }
    #expect(lineCount == 1)
    let watchers = devices.terminals
    #expect(opened == watchers && watchers.count == 1)
    _ = (peer.number, line.number)
  }

  @Test func whatHasNoDeviceOpensAllTheSame() throws {
    let directory = try ConsoleDirectory()
    var devices = try devices(directory.socket)
    for role in [Role.button, .light, .buzzer] {
      guard case .device(.opened(role)) = try devices.open(role) else {
        Issue.record("\(role) does not open")
        continue
      }
    }
    let answers = [try devices.open(.camera), try devices.open(.accelerometer)]
    #expect(answers.allSatisfy { $0 == nil })
  }

  /// What the voice of `devices` tells next, within 10 s.
  private func voiceEvent(of devices: inout LinuxDeviceSet) -> Event.Voice? {
    let end = Clock.now + .seconds(10)
    while Clock.now < end {
      var news = News()
      _ = devices.wait(until: end, since: Clock.now, &news)
      for case .voice(let event) in news.events { return event }
    }
    return nil
  }

  private func speaker(_ command: [String]?) throws -> LinuxDeviceSet {
    var plan = BoardPlan()
    (plan.socket, plan.store, plan.voice) = ("/nowhere/socket", "/nowhere", command)
    return try LinuxDeviceSet(plan) { BoardPlan.Renewal(nil, []) }
  }

  @Test func theVoiceSaysASentenceAndThenTheNext() throws {
    let tree = try FileTree()
    var devices = try speaker([tree.script("cat >> \(tree.root)/heard")])
    for word in ["One.", "Two."] {
      var news = News()
      devices.speak(Phrase("test.said", "\(word)"), &news)
      #expect(news.isEmpty)
      #expect(voiceEvent(of: &devices) == .ended)
    }
    let heard = try #require(try File.bytes(at: "\(tree.root)/heard", limit: 100))
    #expect(String(decoding: heard, as: UTF8.self) == "One.\nTwo.\n")
  }

  @Test func aVoiceThatIsSilencedEndsAtOnce() throws {
    let tree = try FileTree()
    var devices = try speaker([tree.script("exec sleep 1000")])
    var news = News()
    devices.speak(Phrase("test.said", "One."), &news)
    devices.silence()
    #expect(voiceEvent(of: &devices) == .ended)
  }

  @Test func aVoiceThatIsNotThereIsTold() throws {
    var devices = try speaker(["/nowhere/at-all"])
    var news = News()
    devices.speak(Phrase("test.said", "One."), &news)
    #expect(news.events.count == 1)
    guard case .voice(.failed(let problem)) = news.events.first else {
      Issue.record("nothing is told")
      return
    }
    #expect(problem.english.contains("/nowhere/at-all") && problem.english.contains("[voice]"))
  }

  @Test func withoutAVoiceASentenceIsOverAtOnce() throws {
    var devices = try speaker(nil)
    var news = News()
    devices.speak(Phrase("test.said", "One."), &news)
    #expect(news.events.count == 1)
  }

  private func listener(_ command: [String]) throws -> LinuxDeviceSet {
    var plan = BoardPlan()
    (plan.socket, plan.store, plan.hook) = ("/nowhere/socket", "/nowhere", command)
    return try LinuxDeviceSet(plan) { BoardPlan.Renewal(nil, []) }
  }

  /// What the hook of `devices` comes to, within 10 s, and how often the poller woke up for it.
  private func hookEvent(of devices: inout LinuxDeviceSet) -> (Event.Hook?, wakes: Int) {
    let end = Clock.now + .seconds(10)
    var wakes = 0
    while Clock.now < end {
      var news = News()
      _ = devices.wait(until: end, since: Clock.now, &news)
      wakes += 1
      for case .hook(let event) in news.events { return (event, wakes) }
    }
    return (nil, wakes)
  }

  @Test func aHookHearsOfAPieceAndThenOfTheNext() throws {
    let tree = try FileTree()
    var devices = try listener([tree.script("echo $1 >> \(tree.root)/heard")])
    for number in [17, 18] {
      var news = News()
      devices.runHook(
        .success(HookCall(.stored(number), path: "/\(number)", json: "{}")), &news)
      #expect(news.isEmpty)
      #expect(hookEvent(of: &devices).0 == .ended)
    }
    let heard = try #require(try File.bytes(at: "\(tree.root)/heard", limit: 100))
    #expect(String(decoding: heard, as: UTF8.self) == "/17\n/18\n")
  }

  @Test func aHookThatClosesItsOutputAndGoesOnKeepsNobodyAwake() throws {
    let tree = try FileTree()
    var devices = try listener([tree.script("exec >&- 2>&-; sleep 0.3")])
    var news = News()
    devices.runHook(.success(HookCall(.stored(1), path: "/1", json: "{}")), &news)
    let (event, wakes) = hookEvent(of: &devices)
    #expect(event == .ended)
    #expect(wakes < 10)
  }

  @Test func aHookThatIsNotThereIsTold() throws {
    var devices = try listener(["/nowhere/at-all"])
    var news = News()
    devices.runHook(.success(HookCall(.stored(1), path: "/1", json: "{}")), &news)
    guard case .hook(.notStarted(let problem)) = news.events.first else {
      Issue.record("nothing is told")
      return
    }
    #expect(problem.english.contains("/nowhere/at-all") && problem.english.contains("[hooks]"))
  }

  @Test func aPageOfLinesIsTakenALineAtATime() throws {
    let directory = try ConsoleDirectory()
    var devices = try devices(directory.socket)
    _ = try devices.open(.console)
    let peer = try Peer.connected(to: directory.socket)
    try peer.send(String(repeating: "status\n", count: 20))
    #expect(lines(20, from: &devices) == Array(repeating: 1, count: 20))
  }

  @Test func betweenTwoLooksAtTheCameraOneOfAllSessionsIsHeard() throws {
    let directory = try ConsoleDirectory()
    var devices = try devices(directory.socket)
    _ = try devices.open(.console)
    let one = try Peer.connected(to: directory.socket)
    let other = try Peer.connected(to: directory.socket)
    try one.send("status\nlist\n")
    try other.send("status\nlist\n")
    #expect(lines(4, from: &devices) == [1, 1, 1, 1])
  }
}
