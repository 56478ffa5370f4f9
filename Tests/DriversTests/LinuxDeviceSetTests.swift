import Board
import Core
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
    let terminal = try PseudoTerminal()
    var plan = BoardPlan()
    (plan.tty, plan.socket) = (terminal.path, directory.socket)
    var devices = try LinuxDeviceSet(plan) { BoardPlan.Renewal(nil, []) }
    _ = try devices.open(.console)
    let peer = try Peer.connected(to: directory.socket)
    try peer.send("status\n")
    var (opened, lineCount) = ([SessionID](), 0)
    let end = Clock.now + .seconds(10)
    while lineCount == 0, Clock.now < end {
      var news = News()
      _ = devices.wait(until: end, since: Clock.now, &news)
      for event in news.events {
        if case .console(.opened(let session)) = event { opened.append(session) }
        if case .console(.line) = event { lineCount += 1 }
      }
    }
    #expect(lineCount == 1)
    let watcher = devices.terminal
    #expect(opened == [watcher].compactMap { $0 } && watcher != nil)
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

  @Test func aPageOfLinesIsTakenALineAtATime() throws {
    let directory = try ConsoleDirectory()
    var devices = try devices(directory.socket)
    _ = try devices.open(.console)
    let peer = try Peer.connected(to: directory.socket)
    try peer.send(String(repeating: "status\n", count: 20))
    #expect(lines(20, from: &devices) == Array(repeating: 1, count: 20))
  }
}
