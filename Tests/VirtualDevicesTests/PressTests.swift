import Core
import Glibc
import System
import Testing
import VirtualDevices

@testable import Board
@testable import Evidence

/// Presses on a board whose devices are imitated and whose store is real.
@Suite final class PressTests {
  private let directory: String

  init() {
    var template = Array("/tmp/exhibit-press-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { preconditionFailure("mkdtemp: \(errno)") }
    directory = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit { Folder.erase(directory) }

  private func board() -> Executor<VirtualDeviceSet<Presses>> {
    let scene = Scene(width: 64, height: 48, RandomGenerator(seed: 1))
    let camera = VirtualCamera(.scene(scene), framesPerSecond: 10)
    let parts = VirtualParts(camera: camera, VirtualMedium(), RandomGenerator(seed: 2))
    let presses = Presses(instants: [10, 30].map { .zero + .seconds($0) })
    let setup = StoreSetup(
      directory: directory, device: "\(directory)/device", program: ProgramFacts(version: "1"))
    return Executor(VirtualDeviceSet(parts, in: presses), BoardStore(setup))
  }

  private var settings: Settings {
    var settings = Settings()
    settings.roles = [.camera, .button, .light, .buzzer, .store]
    return settings
  }

  /// Of the first press more is recorded: which camera it is.
  @Test func aPressTakesFourStatementsAndNobodyAsksTheStoreForMore() throws {
    var board = board()
    var machine = Machine(settings)
    let log = StatementLog()
    var (before, stored) = (0, 0)
    while board.devices.now < .zero + .seconds(50),
      let (event, now) = board.nextEvent(before: machine.deadline)
    {
      for effect in machine.handle(event, now: now) { board.perform(effect) }
      if case .photo(.stored) = event { stored += 1 }
      if case .device(.opened(.store)) = event {
        let store = try board.store.opened()
        store.store.archive.database.trace(into: log)
      }
      if now < .zero + .seconds(29) { before = log.statements.count }
    }
    #expect(stored == 2)
    #expect(machine.facts?.pieceCount == 2 && machine.facts?.checklist.openCount == 1)
    let statements = log.statements.dropFirst(before)
    #expect(statements.count == 4, "\(statements.map { $0.prefix(60) })")
    withExtendedLifetime(log) {}
  }
}

/// Surroundings in which somebody clicks at given instants, and nothing else happens.
private struct Presses: Surroundings {
  var instants: [Instant]
  var now = Instant.zero
  var hasEnded = false
  let terminals: [SessionID] = []

  init(instants: [Instant]) { self.instants = instants }

  func moment(of instant: Instant) -> Moment {
    Moment(bootID: "boot", instant: instant, wall: .unset)
  }

  func utcOffset(at wall: WallTime) -> Int { 0 }

  mutating func act(on parts: inout VirtualParts) {
    guard let next = instants.first, next <= now else { return }
    instants.removeFirst()
    parts.button.click(1, at: now)
  }

  mutating func pass(until next: Instant?, _ parts: inout VirtualParts) -> Bool {
    now = [next, instants.first].compactMap { $0 }.min() ?? now
    return false
  }

  mutating func beginScreen(_ session: SessionID) -> Bool { false }
  mutating func endScreen(_ session: SessionID) {}
  mutating func send(_ reply: Reply, to session: SessionID) {}
  mutating func continues(_ session: SessionID) {}
  mutating func answered(_ session: SessionID) {}
  mutating func notify(_ notice: Notice) {}
  mutating func log(_ level: LogLevel, _ speaker: String, _ phrase: Phrase) {}
}
