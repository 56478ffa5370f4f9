import Core
import Door
import System
import Testing

@testable import Terminal

@Suite struct ScreenCanvasTests {
  private static let size = Screen.Size(columns: 20, rows: 5)

  private var canvas = ScreenCanvas(.plain)
  private var sent: [UInt8] = []

  /// Paints on a terminal that takes at most `room` bytes.
  @discardableResult
  private mutating func paint(
    _ texts: [String], in size: Screen.Size = size, room: Int = .max
  ) throws -> Bool {
    var (room, taken) = (room, [UInt8]())
    defer { sent = taken }
    return try canvas.paint(texts.map { ScreenRow($0) }, in: size) { bytes in
      let count = min(room, bytes.count)
      taken += bytes.prefix(count)
      room -= count
      return count
    }
  }

  @Test mutating func theFirstPaintSendsEveryRow() throws {
    try paint(["a", "b"])
    var model = TerminalModel(Self.size)
    model.take(sent)
    #expect(model.complaints == [])
    #expect(model.rows == ["a", "b", "", "", ""].map { ScreenRow($0).fitted(to: 20).text })
  }

  @Test mutating func whatDidNotChangeIsNotSentAgain() throws {
    try paint(["a", "b"])
    try paint(["a", "b"])
    #expect(sent == [])
    try paint(["a", "c"])
    #expect(sent == ScreenRow("c").encoded(at: 1, width: 20, .plain))
  }

  @Test mutating func anotherSizeIsPaintedAnew() throws {
    try paint(["a"])
    try paint(["a"], in: Screen.Size(columns: 20, rows: 6))
    #expect(sent.count > 6 * 8)
  }

  @Test mutating func whatIsForgottenIsPaintedAnew() throws {
    try paint(["a"])
    let first = sent
    canvas.forget()
    try paint(["a"])
    #expect(sent == first)
  }

  @Test mutating func aTerminalThatTakesNothingIsAskedAgainLater() throws {
    #expect(try !paint(["a", "b"], room: 0))
    #expect(sent == [])
    #expect(try paint(["a", "b"]))
    var model = TerminalModel(Self.size)
    model.take(sent)
    #expect(model.rows[1].hasPrefix("b "))
  }

  /// However little it takes at a time, the terminal shows whole rows, and at last the latest.
  @Test(arguments: 1...40)
  mutating func noSequenceIsEverCut(room: Int) throws {
    var model = TerminalModel(Self.size)
    for frame in 0..<60 {
      let rows = (0..<5).map { row in "frame \(frame / 2) row \(row)" }
      try paint(rows, room: room + frame % 7)
      model.take(sent)
    }
    let last = (0..<5).map { "last \($0)" }
    for _ in 0..<200 {
      let isDone = try paint(last, room: room)
      model.take(sent)
      if isDone { break }
    }
    #expect(model.complaints == [])
    #expect(model.rows == last.map { ScreenRow($0).fitted(to: 20).text })
  }

  @Test mutating func onASlowLineEveryRowGetsItsTurn() throws {
    var model = TerminalModel(Self.size)
    for frame in 0..<10 {
      try paint((0..<5).map { "frame \(frame) row \($0)" }, room: 30)
      model.take(sent)
    }
    #expect(model.rows.allSatisfy { $0.hasPrefix("frame ") })
  }

  @Test mutating func aTerminalThatIsGoneIsAnError() {
    let gone = SystemError(call: "write", code: 5)
    #expect(throws: gone) {
      try canvas.paint([], in: Self.size) { _ throws(SystemError) in throw gone }
    }
  }
}
