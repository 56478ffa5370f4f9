import Core
import Glibc

/// Instructions that the machine alone spends on a turn, counted by callgrind: exact, whatever else this computer does.
enum TurnBenchmark {
  /// Subject of a turn.
  enum Kind: String, CaseIterable {
    case frame, pause, edge, line

    /// Name in a report.
    var name: String {
      switch self {
      case .frame: "a frame"
      case .pause: "a second of a pause"
      case .edge: "an edge of the button"
      case .line: "the line \"help snap\""
      }
    }

    /// Instructions in November 2026, and the part of them that is good enough.
    var recorded: (instructions: Int, target: Double) {
      switch self {
      case .frame: (14_731, 0.85)
      case .pause: (16_212, 0.7)
      case .edge: (25_961, 1)
      case .line: (93_300, 1)
      }
    }
  }

  /// Line where nothing counts instructions.
  static let missing = "turns | not measured: no valgrind | – | – | – | short"

  private static let turnCount = 2000

  /// Counts all kinds; nothing where there is no valgrind.
  static func run() -> [Metric] {
    guard system("command -v valgrind >/dev/null") == 0 else { return [] }
    return Kind.allCases.map { kind in
      let count = (instructions(of: kind, turnCount) - instructions(of: kind, 0)) / turnCount
      let (recorded, target) = kind.recorded
      return Metric(
        name: "instructions for \(kind.name)", ours: "\(count)", theirs: "recorded \(recorded)",
        ratio: Double(count) / Double(recorded), target: target)
    }
  }

  /// Instructions of this program, from its start to its end, for so many turns.
  private static func instructions(of kind: Kind, _ count: Int) -> Int {
    let command = """
      SWIFT_DETERMINISTIC_HASHING=1 valgrind --tool=callgrind --callgrind-out-file=/dev/null \
      /proc/$PPID/exe turns \(kind.rawValue) \(count) 2>&1 | sed -n 's/.*Collected : //p'
      """
    guard let pipe = popen(command, "r") else { preconditionFailure("no shell could be started") }
    defer { pclose(pipe) }
    var line = [CChar](repeating: 0, count: 64)
    fgets(&line, Int32(line.count), pipe)
    let digits = line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    guard let number = Int(String(decoding: digits, as: UTF8.self).filter(\.isNumber)) else {
      preconditionFailure("callgrind has counted nothing")
    }
    return number
  }

  /// Has a machine take so many turns of the kind that `words` name.
  static func work(_ words: [String]) {
    guard words.count == 2, let kind = Kind(rawValue: words[0]), let count = Int(words[1]) else {
      return print("turns (frame|pause|edge|line) COUNT")
    }
    var driver = TurnDriver()
    if kind == .pause { driver.pause() }
    for _ in 0..<count { driver.take(kind) }
  }
}

/// A machine at work, and what brings events to it.
private struct TurnDriver {
  private static let period = Duration.milliseconds(33)
  private static let session = SessionID(number: 1)

  private var machine: Machine
  private var now = Instant.zero
  private var frame = Frame(sequence: 0, byteCount: 100_000, stamped: .zero)
  private var isPressed = false

  /// One that is ready.
  init() {
    var settings = Settings()
    settings.roles = [.camera, .store, .button, .light, .accelerometer]
    machine = Machine(settings)
    handle(.started)
    for role in [Role.store, .button, .light] { handle(.device(.opened(role))) }
    let facts = StoreFacts(
      thing: CurrentThing(1, label: "Unsorted"),
      checklist: Checklist(.thing(1, label: "Unsorted"), [], after: []))
    handle(.store(.told(facts)))
    handle(
      .camera(
        .opened(
          CameraMode(
            path: "/dev/video0", card: "Camera", driver: "uvcvideo", format: "MJPG", width: 1280,
            height: 720, framesPerSecond: 30))))
    for _ in 0..<100 { take(.frame) }
    precondition(machine.capture.state == .running, "no camera runs")
  }

  /// Pauses capture for a person.
  mutating func pause() {
    handle(.console(.line("pause", from: TurnDriver.session, .full)))
    precondition(machine.capture.state == .paused(.manual), "nothing pauses")
  }

  /// Takes one turn.
  mutating func take(_ kind: TurnBenchmark.Kind) {
    switch kind {
    case .frame:
      now = now + TurnDriver.period
      let previous = frame
      frame = Frame(sequence: frame.sequence + 1, byteCount: 100_000, stamped: now)
      handle(.camera(.frame(frame, previous: previous)))
    case .pause:
      now = now + .seconds(1)
      handle(.deadline)
    case .edge:
      now = now + .seconds(7)
      isPressed.toggle()
      handle(.edge(Edge(isPressed ? .pressed : .released, stamped: now)))
    case .line:
      now = now + .milliseconds(1)
      handle(.console(.line("help snap", from: TurnDriver.session, .full)))
    }
  }

  private mutating func handle(_ event: Event) {
    _ = machine.handle(event, now: now)
  }
}
