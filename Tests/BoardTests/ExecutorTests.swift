import Core
import Evidence
import Glibc
import System
import Testing

@testable import Board

@Suite final class ExecutorTests {
  private let directory: String
  private let session = SessionID(number: 3)

  init() {
    var template = Array("/tmp/exhibit-executor-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { preconditionFailure("mkdtemp: \(errno)") }
    directory = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit { Folder.erase(directory) }

  private func at(_ seconds: Int) -> Instant { .zero + .seconds(seconds) }

  private func frame(_ number: UInt32) -> Frame {
    Frame(sequence: number, byteCount: 512, stamped: at(Int(number)))
  }

  private func shot(of frame: Frame) -> Shot {
    let series = Series(origin: .zero, countdown: .zero, interval: .zero, count: 1)
    return Shot(id: 1, series: series, index: 0, frame: frame)
  }

  private func line(_ text: String) -> Event { .console(.line(text, from: session, .full)) }

  private func broken(_ role: Role) -> Failure { Failure(role, .cameraAbsent) }

  private var setup: StoreSetup {
    StoreSetup(
      directory: directory, device: "\(directory)/device", program: ProgramFacts(version: "1"))
  }

  /// A board that has told that it started.
  private func board(_ devices: ScriptedDevices) -> Executor<ScriptedDevices> {
    var board = Executor(devices, BoardStore(setup))
    let first = board.nextEvent(before: nil)
    guard case .started = first?.event else { preconditionFailure("it starts by saying so") }
    return board
  }

  /// What it tells until its devices have no more, in words.
  private func told(_ board: inout Executor<ScriptedDevices>) -> [String] {
    var words: [String] = []
    while let (event, _) = board.nextEvent(before: nil) { words.append(ExecutorTests.word(event)) }
    return words
  }

  private static func word(_ event: Event) -> String {
    switch event {
    case .edge(let edge): "\(edge.direction)"
    case .camera(.frame(let frame, let previous)):
      "frame \(frame.sequence)" + (previous.map { " after \($0.sequence)" } ?? "")
    case .console(.line(let text, _, _)): text
    case .device(.failed(let failure)): "failed \(failure.role)"
    case .device(.opened(let role)): "opened \(role)"
    case .photo(.kept): "kept"
    case .store(.told(let facts)): "pieces \(facts?.pieceCount ?? -1)"
    case .store(.kept): "kept settings"
    case .photo(.stored): "stored"
    case .photo(.failed(_, let failure)): "lost \(failure.phrase.key)"
    case .store(.surveyed(let progress)): "surveyed \(progress)"
    case .store(.noted): "noted"
    case .store(.notNoted(let failure)): "not noted \(failure.phrase.key)"
    case .deadline: "deadline"
    default: "\(event)"
    }
  }

  @Test func edgesAreToldBeforeWhatElseIsKnown() {
    var devices = ScriptedDevices()
    devices.finds = [.init(edges: [Edge(.pressed, stamped: .zero)], events: [line("one")])]
    var board = board(devices)
    #expect(told(&board).first == "pressed")
  }

  @Test func edgesAreLookedForBeforeEachEvent() {
    var devices = ScriptedDevices()
    devices.edges = [[], [Edge(.pressed, stamped: .zero)]]
    devices.finds = [.init(events: [line("one"), line("two")])]
    var board = board(devices)
    #expect(told(&board) == ["one", "pressed", "two"])
  }

  @Test func theTimeIsThatOfTheLook() throws {
    var devices = ScriptedDevices()
    devices.finds = [.init(events: [line("one"), line("two")])]
    var board = board(devices)
    let instants = (0..<2).compactMap { _ in board.nextEvent(before: nil)?.now }
    try #require(instants.count == 2)
    #expect(instants[0] > .zero)
    #expect(instants[1] - instants[0] == .milliseconds(1))
  }

  @Test func everyWaitIsFollowedByAFrame() {
    var devices = ScriptedDevices()
    devices.finds = ["one", "two", "three"].map { .init(events: [line($0)]) }
    devices.frames = [frame(1), frame(2), frame(3)]
    var board = board(devices)
    #expect(
      told(&board) == ["one", "frame 1", "two", "frame 2 after 1", "three", "frame 3 after 2"])
  }

  @Test func whatWasAskedIsToldBeforeALaterLine() {
    var devices = ScriptedDevices()
    devices.finds = [.init(events: [line("one"), line("two")])]
    var board = board(devices)
    _ = board.nextEvent(before: nil)
    board.perform(.measure(.temperature))
    board.perform(.measure(.all))
    let words = told(&board).map { $0.prefix(15) }
    #expect(words == ["measured(Core.E", "measured(Core.E", "two"])
  }

  @Test func theVoiceIsAskedToSpeakAndToBeSilent() {
    var board = board(ScriptedDevices())
    board.perform(.voice(.say(Phrase("test.said", "Ready."))))
    board.perform(.voice(.silence))
    #expect(board.devices.calls == ["speak Ready.", "silence"])
  }

  @Test func measurementsAreToldInTheirOrder() {
    var devices = ScriptedDevices()
    devices.finds = [.init(events: [line("one")])]
    var board = board(devices)
    board.perform(.measure(.temperature))
    board.perform(.measure(.all))
    var kinds: [String] = []
    while let (event, _) = board.nextEvent(before: nil) {
      if case .measured(.temperature) = event { kinds.append("temperature") }
      if case .measured(.all) = event { kinds.append("all") }
    }
    #expect(kinds == ["temperature", "all"])
  }

  @Test func theOlderFrameIsReleasedAfterItsTurn() {
    var devices = ScriptedDevices()
    devices.finds = [.init(), .init(), .init()]
    devices.frames = [frame(1), frame(2)]
    var board = board(devices)
    #expect(told(&board) == ["frame 1", "frame 2 after 1", "deadline"])
    let calls = board.devices.calls
    #expect(calls == ["take", "take", "release", "take"])
  }

  @Test func aWaitThatEndsForNothingIsTheDeadline() {
    var devices = ScriptedDevices()
    devices.finds = [.init()]
    var board = board(devices)
    #expect(told(&board) == ["deadline"])
  }

  @Test func anOpeningMayAnswerLater() {
    var devices = ScriptedDevices()
    devices.finds = [.init(), .init(events: [.device(.opened(.button))])]
    var board = board(devices)
    board.perform(.device(.open(.button)))
    #expect(told(&board) == ["deadline", "opened button"])
  }

  @Test func whatIsToBeOpenedIsClosedFirst() {
    var board = board(ScriptedDevices())
    board.perform(.device(.open(.camera)))
    let calls = board.devices.calls
    #expect(calls.suffix(2) == ["close camera", "open camera"])
  }

  @Test func edgesOfAButtonThatIsClosedAreForgotten() {
    var devices = ScriptedDevices()
    let edges = [Edge(.pressed, stamped: .zero), Edge(.released, stamped: at(1))]
    devices.finds = [.init(edges: edges)]
    var board = board(devices)
    _ = board.nextEvent(before: nil)
    board.perform(.device(.close(.button)))
    #expect(told(&board) == [])
  }

  @Test(arguments: [
    ("open light", Effect.device(.open(.light))), ("light true", .output(.light(true))),
    ("buzzer true", .output(.buzzer(true))), ("sample", .accelerometer(.sample)),
    ("pace paused", .accelerometer(.pace(.paused))),
  ])
  func whatFailsIsTold(call: String, effect: Effect) {
    var devices = ScriptedDevices()
    devices.failures[call] = broken(.light)
    devices.finds = [.init()]
    var board = board(devices)
    board.perform(effect)
    #expect(told(&board).first == "failed light")
  }

  @Test(arguments: ["take", "release"])
  func aCameraThatFailsIsTold(call: String) {
    var devices = ScriptedDevices()
    devices.finds = [.init(), .init(), .init()]
    devices.frames = [frame(1), frame(2)]
    devices.failures[call] = broken(.camera)
    var board = board(devices)
    #expect(told(&board).contains("failed camera"))
  }

  @Test func theTimeThatAPersonToldOutlivesTheProgramInThisBootAlone() throws {
    let time = 1_774_622_668_000_000
    do {
      var board = board(ScriptedDevices())
      board.perform(.device(.open(.store)))
      board.perform(.service(.tellTime(ToldTime(time, at: .zero))))
      board.perform(.store(.note([.clockChanged(to: .told, from: .unset)])))
      let first = board.moment(of: .zero)
      #expect(first.wall == .told(Int64(time)))
      board.perform(.device(.close(.store)))
    }
    var next = board(ScriptedDevices())
    next.perform(.device(.open(.store)))
    let later = next.moment(of: at(7))
    #expect(later.wall == .told(Int64(time + 7_000_000)))
    next.perform(.device(.close(.store)))
    var devices = ScriptedDevices()
    devices.bootID = "next"
    var elsewhere = board(devices)
    elsewhere.perform(.device(.open(.store)))
    let unknown = elsewhere.present
    #expect(unknown.wall == .unset)
  }

  @Test func whatIsRecordedSaysHowFarFromUTCThatIsByTheTimeThatIsKnown() throws {
    var board = board(ScriptedDevices())
    let unknown = board.present
    #expect(unknown.utcOffset == 3600)
    board.perform(.service(.tellTime(ToldTime(1_774_622_668_000_000, at: .zero))))
    let told = board.present
    #expect(told.utcOffset == 7200)
  }

  @Test func notesWithoutAStoreAreToldAsNotRecorded() {
    var devices = ScriptedDevices()
    devices.finds = [.init()]
    var board = board(devices)
    board.perform(.store(.note([.gap(Gap(from: .zero, to: at(1), cause: .stall))])))
    #expect(told(&board).first == "not noted store.not-open")
  }

  @Test func notesAreToldAsRecordedOnce() {
    var devices = ScriptedDevices()
    devices.finds = [.init()]
    var board = board(devices)
    board.perform(.device(.open(.store)))
    let gap = Gap(from: .zero, to: at(1), cause: .stall)
    board.perform(.store(.note([.gap(gap), .programStopped(isShutdown: false)])))
    #expect(told(&board) == ["pieces 0", "kept settings", "opened store", "noted", "deadline"])
  }

  @Test(arguments: [
    (Effect.Store.survey, "surveyed isComplete"), (.settle, "surveyed isUnderWay"),
  ])
  func theSurveyIsAnswered(effect: Effect.Store, answer: String) {
    var devices = ScriptedDevices()
    devices.finds = [.init(), .init()]
    var board = board(devices)
    board.perform(.store(effect))
    #expect(told(&board).first == "failed store")
    board.perform(.device(.open(.store)))
    board.perform(.store(effect))
    #expect(told(&board).last == answer)
  }

  @Test func aFrameThatIsHeldNoLongerLosesItsShot() {
    var devices = ScriptedDevices()
    devices.finds = [.init()]
    var board = board(devices)
    board.perform(.photo(.keep(shot(of: frame(1)))))
    #expect(told(&board) == ["lost camera.frame-gone", "deadline"])
  }

  @Test func aPhotoIsTheFrameThatWasAskedForAtItsOwnMoment() throws {
    var devices = ScriptedDevices()
    devices.finds = [.init(), .init(), .init()]
    devices.frames = [frame(1), frame(2)]
    var board = board(devices)
    board.perform(.device(.open(.store)))
    for _ in 1...4 { _ = board.nextEvent(before: nil) }
    board.perform(.photo(.keep(shot(of: frame(1)))))
    board.perform(.photo(.store(shot(of: frame(1)))))
    #expect(told(&board).prefix(3) == ["pieces 1", "kept", "stored"])
    let latest = board.store.current?.latest(1)
    let piece = try #require(latest?.first)
    #expect(piece.actual == at(1))
    #expect(try piece.sha256 == digest(of: frame(1)))
    #expect(try piece.sha256 != digest(of: frame(2)))
  }

  @Test func whatIsMeasuredIsOfStoreAndDevices() {
    var devices = ScriptedDevices()
    devices.finds = [.init()]
    var board = board(devices)
    board.perform(.device(.open(.store)))
    board.perform(.measure(.all))
    var facts: Measurements?
    while let (event, _) = board.nextEvent(before: nil) {
      if case .measured(.all(let measurements)) = event { facts = measurements }
    }
    #expect(facts?.space != nil)
    #expect(facts?.droppedByteCount == 7)
    #expect(facts?.temperature?.milliCelsius == 40_000)
    #expect(facts?.isUnderVoltage == true)
  }

  @Test(arguments: [(nil, [3]), (3, [3]), (8, [8, 3])] as [(Int?, [Int])])
  func anAnnouncementReachesWatcherAndAskerOnce(watcher: Int?, hearers: [Int]) {
    var devices = ScriptedDevices()
    devices.terminals = watcher.map { [SessionID(number: $0)] } ?? []
    var board = board(devices)
    board.perform(.console(.announce(Phrase.cameraAbsent, to: session)))
    let (calls, words) = (board.devices.calls, Phrase.cameraAbsent.english)
    #expect(calls == hearers.map { "say \(words) to \($0)" })
  }

  @Test func aTurnIsObservedAfterItsEffectsAndAnObjectionEndsTheRun() {
    struct Objection: Error {}
    var board = Executor(ScriptedDevices(), BoardStore(setup))
    var settings = Settings()
    settings.roles = [.light]
    var machine = Machine(settings)
    var calls: [String] = []
    #expect(throws: Objection.self) {
      try run(&machine, in: &board) { turn, _, board throws(Objection) in
        calls = board.devices.calls
        if case .started = turn.event { throw Objection() }
      }
    }
    #expect(calls.contains("open light"))
  }

  /// The digest of the picture of `frame`.
  private func digest(of frame: Frame) throws -> String {
    let grey = ScriptedDevices.grey(of: frame)
    return try grey.withUnsafeBytes { bytes in
      let lent = LentFrame(bytes, ScriptedDevices.layout, format: "YUYV", quality: 90)
      return Digest.of(try Picture(of: lent).jpeg)
    }
  }
}
