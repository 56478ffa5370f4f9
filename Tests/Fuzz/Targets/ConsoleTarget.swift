import Core
import System

@testable import Door
@testable import Terminal

/// The bytes of a session: the first chooses its character set, the others come in pieces.
enum ConsoleTarget {
  /// No piece has more lines, nor has what is left at the end.
  private static let mostLines = 2000

  @Sendable static func run(_ input: UnsafeRawBufferPointer) {
    var reader = InputReader(input)
    let choice = reader.byte()
    let charset = choice & 1 == 0 ? Charset.unicode : .ascii
    let bytes = reader.bytes(.max)
    edit(bytes, echoes: choice & 2 == 0, columns: choice & 4 == 0 ? nil : 10)
    press(bytes)
    let count = Int(choice >> 2) + 1
    for isScreen in [false, true] { talk(bytes, charset, inPiecesOf: count, isScreen: isScreen) }
    listen(bytes, inPiecesOf: count)
  }

  /// As on a terminal line: keys, echo, and what keeps it from talking with itself.
  private static func edit(_ bytes: [UInt8], echoes: Bool, columns: Int?) {
    var editor = LineEditor(echoes: echoes)
    editor.columns = columns
    var monologue = MonologueGuard()
    for byte in bytes {
      guard let line = editor.feed(byte) else { continue }
      if case .text(let text) = line {
        claimHarmless(text, "a line")
        claim(!text.contains("\n"), "a line of two")
        claim(text.utf8.count <= 3 * LineEditor.byteLimit, "a line too long")
        let plain = MonologueGuard.withoutPrompts(text)
        if monologue.hears(plain) { monologue.said(plain) }
      }
      switch line {
      case .text, .tooLong, .discarded:
        claim(editor.unfinished.isEmpty, "an ended line goes on")
      case .tab: editor.insert(Completion(of: editor.beforeCursor).insertion)
      case .place: break
      }
      editor.echo.removeAll(keepingCapacity: true)
    }
    claim(editor.unfinished.count <= LineEditor.byteLimit, "a line too long")
    _ = editor.finish()
  }

  /// As on a terminal that is a screen.
  private static func press(_ bytes: [UInt8]) {
    var screen = ScreenInput()
    for byte in bytes {
      _ = screen.take(byte)
      while let key = screen.next() {
        if case .character(let character) = key { claimHarmless(String(character), "a key") }
      }
    }
    screen.advance(to: .zero)
    screen.advance(to: .zero + ScreenInput.escapePatience)
    claim(screen.deadline == nil, "a screen never rests")
  }

  /// As on the socket: each line gets an answer that repeats it, and q leaves a screen.
  private static func talk(
    _ bytes: [UInt8], _ charset: Charset, inPiecesOf count: Int, isScreen: Bool
  ) {
    let wire = Wire()
    let session = ConsoleSession(
      SessionID(number: 1), over: wire.stream, of: 0, at: Console.Places(lines: ""),
      Console.Speech(.english, charset))
    if isScreen { begin(session) }
    for start in stride(from: 0, to: bytes.count, by: count) {
      wire.send(bytes[start..<min(start + count, bytes.count)])
      answer(session, charset)
      check(wire.received(), charset, isScreen)
    }
    wire.end()
    answer(session, charset)
    check(wire.received(), charset, isScreen)
    claim(session.isOver, "a session without an end")
  }

  /// As at the other end of the socket.
  private static func listen(_ bytes: [UInt8], inPiecesOf count: Int) {
    var reader = AnswerReader()
    var partCount = 0
    for start in stride(from: 0, to: bytes.count, by: count) {
      reader.feed(bytes[start..<min(start + count, bytes.count)])
      while let part = reader.next() {
        partCount += 1
        if case .picture(let picture) = part {
          claim(picture.count <= bytes.count, "more than was sent")
        }
      }
    }
    claim(partCount <= bytes.count, "parts of nothing")
  }

  private static func begin(_ session: ConsoleSession) {
    _ = session.configure(.size(TerminalSize(columns: 80, rows: 24)))
    claim(session.beginScreen(), "a terminal of a size is no screen")
  }

  private static func answer(_ session: ConsoleSession, _ charset: Charset) {
    for _ in 0..<mostLines {
      session.stream.receive(.readable)
      let input = session.next()
      if case .line(let line) = input {
        let reply = Reply(Phrase("a", "\(line)"))
        session.answer(
          reply.written(
            forProgram: Reply.isWantedInJSON(by: line), in: .english, charset))
      }
      if input == .key(.character("q")) { session.endScreen() }
      claim(session.settings.size?.columns ?? 80 <= 1000, "a size that no terminal has")
      session.flush()
      if input == nil, !session.hasInput { return }
    }
    fatalError("a session never rests")
  }

  /// What steers a terminal is for a screen alone.
  private static func check(_ told: [UInt8], _ charset: Charset, _ isScreen: Bool) {
    let text = String(decoding: told, as: UTF8.self)
    if !isScreen { claimHarmless(text, "an answer") }
    claim(charset == .unicode || text.utf8.allSatisfy { $0 < 0x80 }, "not ASCII: \(text)")
  }
}
