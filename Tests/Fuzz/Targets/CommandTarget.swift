@testable import Core

/// Lines of a console to a machine on which all works, each half a second after the one before.
enum CommandTarget {
  private static let session = SessionID(number: 1)

  @Sendable static func run(_ input: UnsafeRawBufferPointer) {
    var reader = InputReader(input)
    let access = reader.byte() & 1 == 0 ? Access.full : .status
    var board = FuzzedBoard()
    board.happen(.started)
    while !reader.isEmpty, board.now < .zero + .seconds(20) {
      let line = String(decoding: reader.part(to: UInt8(ascii: "\n")), as: UTF8.self)
        .printable { _ in "" }
      _ = Reply.isAskedFor(by: line)
      board.pass(.milliseconds(500))
      board.happen(.console(.line(line, from: session, access)))
    }
    board.pass(.seconds(10))
    board.happen(.signal(.stop))
  }
}

/// A machine, and a board on which each thing that it asks for is done at once.
struct FuzzedBoard {
  /// Effects of one event, at most; more are a machine that answers itself for ever.
  private static let mostAnswers = 10_000

  private(set) var now = Instant.zero + .seconds(1)
  private var machine = Machine(Settings())
  private var frames: UInt32 = 0
  private var pieces = 0

  /// Lets `event` happen, and all that comes of it.
  mutating func happen(_ event: Event) {
    var events = [event]
    var count = 0
    while let event = events.popLast() {
      let effects = machine.handle(event, now: now)
      for effect in effects { events.insert(contentsOf: answers(to: effect), at: 0) }
      count += 1
      claim(count < FuzzedBoard.mostAnswers, "the machine never rests")
    }
  }

  /// Lets time pass, with a frame each half second.
  mutating func pass(_ time: Duration) {
    let end = now + time
    while now < end {
      let next = min(end, now + .milliseconds(500))
      var turns = 0
      while let deadline = machine.deadline, deadline <= next, turns < 100 {
        now = max(now, deadline)
        happen(.deadline)
        turns += 1
      }
      claim(turns < 100, "the machine never sleeps")
      now = next
      frames += 1
      happen(.camera(.frame(Frame(sequence: frames, byteCount: 1000, stamped: now), previous: nil)))
    }
  }

  private mutating func answers(to effect: Effect) -> [Event] {
    switch effect {
    case .device(.open(let role)): [opened(role)]
    case .camera(.look): [.camera(.sceneChanged(by: 0))]
    case .camera(.answer(_, let session)): [.camera(.answered(session))]
    case .accelerometer(.sample):
      [.accelerometer(.reading(Acceleration(x: 0, y: 0, z: 1000)))]
    case .photo(.keep(let shot)): [.photo(.kept(shot.id))]
    case .photo(.store(let shot)): [stored(shot)]
    case .store(.note): [.store(.noted)]
    case .store(.survey), .store(.settle): [.store(.surveyed(.isComplete))]
    case .store(.beginImport):
      [.store(.importing(.failed(Failure(.store, Phrase("test.import", "No."), kind: .refused))))]
    case .measure(.all): [.measured(.all(Measurements()))]
    case .measure(.temperature): [.measured(.temperature(nil))]
    case .console(let console): check(console)
    case .voice(.say): [.voice(.ended)]
    case .hook: [.hook(.ended)]
    case .device, .camera, .accelerometer, .photo, .clip, .store, .output, .voice, .service: []
    }
  }

  private func opened(_ role: Role) -> Event {
    switch role {
    case .camera:
      .camera(
        .opened(
          CameraMode(
            path: "/dev/video0", card: "Camera", driver: "uvcvideo", format: "MJPG", width: 640,
            height: 480, framesPerSecond: 2)))
    case .accelerometer: .accelerometer(.opened(Sensing(by: .polling)))
    case .button, .light, .buzzer, .console, .store: .device(.opened(role))
    }
  }

  private mutating func stored(_ shot: Shot) -> Event {
    pieces += 1
    let piece = StoredPiece(
      id: "id\(pieces)", number: pieces, file: "evidence/000/\(pieces).jpg", sha256: "",
      byteCount: 1000)
    return .photo(.stored(shot.id, piece, after: .milliseconds(20)))
  }

  /// Nothing that is said to a person or a program steers a terminal.
  private func check(_ console: Effect.Console) -> [Event] {
    if case .say(let reply, _) = console {
      for isForProgram in [false, true] {
        for charset in Charset.allCases {
          claimHarmless(
            reply.written(forProgram: isForProgram, in: .english, charset), "an answer")
        }
      }
    }
    return []
  }
}
