import Core

@testable import Door

/// The bytes of a guest: the first chooses its rights, the others come in pieces.
enum DoorTarget {
  /// No input has more calls, nor more replies to one.
  private static let mostTurns = 3000

  @Sendable static func run(_ input: UnsafeRawBufferPointer) {
    var reader = InputReader(input)
    let choice = reader.byte()
    let rights = choice & 1 == 0 ? Set(GuestRight.allCases) : [.watch]
    let bytes = reader.bytes(.max)
    talk(bytes, rights, inPiecesOf: Int(choice >> 3) + 1, reads: choice & 2 == 0)
  }

  /// Each line that a call becomes is answered, more than once where it goes on.
  private static func talk(
    _ bytes: [UInt8], _ rights: Set<GuestRight>, inPiecesOf count: Int, reads: Bool
  ) {
    let wire = Wire()
    let session = DoorSession(
      SessionID(number: 1), over: wire.stream, of: 0, rights, Console.Speech(.english, .unicode))
    var told: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: count) {
      wire.send(bytes[start..<min(start + count, bytes.count)])
      answer(session)
      if reads { told += wire.received() }
    }
    wire.end()
    answer(session)
    told += wire.received()
    wire.stream.receive([.writable])
    session.flush()
    told += wire.received()
    check(told)
    claim(session.isOver, "a guest without an end")
  }

  private static func answer(_ session: DoorSession) {
    for _ in 0..<mostTurns {
      session.stream.receive([.readable, .writable])
      let input = session.next()
      if case .line(let line) = input {
        claimHarmless(line, "a line")
        claim(!line.contains("\n") && line.utf8.count <= 2048, "no line of ours: \(line)")
        reply(to: line, session)
      }
      session.flush()
      if input == nil, !session.hasInput { return }
    }
    fatalError("a guest never rests")
  }

  private static func reply(to line: String, _ session: DoorSession) {
    if line.hasPrefix("follow") {
      session.continues()
      for cursor in 1...20 {
        session.send(Reply(.object([("cursor", .integer(cursor)), ("kind", .string("state"))])))
      }
    }
    if line.hasPrefix("snap ") { session.note(.failed) }
    let isForProgram = Reply.isWantedInJSON(by: line)
    session.send(
      isForProgram ? Reply(.object([("line", .string(line))])) : Reply(Phrase("a", "\(line)")))
    session.answer("")
  }

  /// Each reply is an object, and says what it is: parameters, or an error's name with them.
  private static func check(_ told: [UInt8]) {
    guard !told.isEmpty else { return }
    claim(told.last == 0, "a reply without an end")
    for message in told.split(separator: 0) {
      let reply = JSONParser.value(of: message)
      let words = String(decoding: message, as: UTF8.self)
      claim(reply?.member("parameters") != nil, "no reply: \(words)")
    }
  }
}
